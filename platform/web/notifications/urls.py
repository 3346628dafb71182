"""The addresses of notifications, calendars, and of what is installed."""

from django.urls import path

from web.accounts.guest_views import accounts_only
from web.notifications import feed_views, installing, views, webhook_views

PAGE = "account/notifications"
WEBHOOK = "account/webhooks/<uuid:webhook_id>"

urlpatterns = [
    path(PAGE, accounts_only(views.page), name="notifications"),
    path(f"{PAGE}/browsers", accounts_only(views.subscribe), name="subscribe-browser"),
    path(
        f"{PAGE}/browsers/<uuid:subscription_id>/end",
        accounts_only(views.unsubscribe_browser),
        name="unsubscribe-browser",
    ),
    path(
        f"{PAGE}/browsers/<uuid:subscription_id>/test",
        accounts_only(views.test_browser),
        name="test-browser",
    ),
    path(f"{PAGE}/calendar", accounts_only(views.renew_calendar), name="renew-calendar"),
    path("account/webhooks", accounts_only(webhook_views.make), name="new-webhook"),
    path(WEBHOOK, accounts_only(webhook_views.one), name="webhook"),
    path(f"{WEBHOOK}/act", accounts_only(webhook_views.act), name="webhook-act"),
    path(
        f"{WEBHOOK}/deliveries/<uuid:delivery_id>",
        accounts_only(webhook_views.resend),
        name="webhook-resend",
    ),
    path("unsubscribe/<str:proof>", views.unsubscribe, name="unsubscribe"),
    path("calendars/<uuid:account_id>/<str:code>.ics", feed_views.my_calendar, name="my-calendar"),
    path("tournaments.ics", feed_views.tournaments_calendar, name="tournaments-calendar"),
    path("tournaments.atom", feed_views.tournaments_feed, name="tournaments-feed"),
    path(
        "tournaments/<slug:slug>/calendar.ics",
        feed_views.tournament_calendar,
        name="tournament-calendar",
    ),
    path("tournaments/<slug:slug>/follow", accounts_only(views.follow), name="follow-tournament"),
    path("worker.js", installing.worker, name="worker"),
    path("manifest.webmanifest", installing.manifest, name="manifest"),
    path("offline", installing.offline, name="offline"),
]
