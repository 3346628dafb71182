"""Addresses of notifications under /api/v1."""

from django.urls import path

from notifications import views, webhook_views

WEBHOOK = "me/webhooks/<uuid:webhook>"

urlpatterns = [
    path("me/notifications", views.Settings.as_view()),
    path("me/browsers", views.Browsers.as_view()),
    path("me/browsers/<uuid:subscription>", views.BrowserDetail.as_view()),
    path("me/webhooks", webhook_views.Webhooks.as_view()),
    path(WEBHOOK, webhook_views.WebhookDetail.as_view()),
    path(f"{WEBHOOK}/secret", webhook_views.WebhookSecret.as_view()),
    path(f"{WEBHOOK}/tests", webhook_views.WebhookTests.as_view()),
    path(f"{WEBHOOK}/replays", webhook_views.Replays.as_view()),
    path(f"{WEBHOOK}/deliveries", webhook_views.Deliveries.as_view()),
    path(f"{WEBHOOK}/deliveries/<uuid:delivery>/replay", webhook_views.DeliveryReplay.as_view()),
    path("me/followed", views.FollowedTournaments.as_view()),
    path("me/followed/<slug:slug>", views.FollowedTournament.as_view()),
]
