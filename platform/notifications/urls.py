"""Addresses of notifications under /api/v1."""

from django.urls import path

from notifications import views

WEBHOOK = "me/webhooks/<uuid:webhook>"

urlpatterns = [
    path("me/notifications", views.Settings.as_view()),
    path("me/browsers", views.Browsers.as_view()),
    path("me/browsers/<uuid:subscription>", views.BrowserDetail.as_view()),
    path("me/webhooks", views.Webhooks.as_view()),
    path(WEBHOOK, views.WebhookDetail.as_view()),
    path(f"{WEBHOOK}/secret", views.WebhookSecret.as_view()),
    path(f"{WEBHOOK}/tests", views.WebhookTests.as_view()),
    path(f"{WEBHOOK}/replays", views.Replays.as_view()),
    path(f"{WEBHOOK}/deliveries", views.Deliveries.as_view()),
    path(f"{WEBHOOK}/deliveries/<uuid:delivery>/replay", views.DeliveryReplay.as_view()),
    path("me/followed", views.FollowedTournaments.as_view()),
    path("me/followed/<slug:slug>", views.FollowedTournament.as_view()),
]
