"""The addresses of the console."""

from django.urls import path

from web.notifications import installing
from web.tournaments.console import (
    action_view,
    again,
    codes,
    links,
    payments,
    planning,
    round_views,
    views,
)
from web.tournaments.console.offline import views as offline

ONE = "organise/<slug:slug>"

urlpatterns = [
    path("organise", planning.mine, name="organise"),
    # No page of a tournament has these names, so a tournament may be called "new".
    path("organise/new/template", planning.choose, name="organise-choose"),
    path("organise/new/plan", planning.new, name="organise-new"),
    path("organise/worker.js", installing.former_worker, name="organise-worker"),
    path(ONE, views.console, name="organise-console"),
    path(f"{ONE}/settings", planning.edit, name="organise-settings"),
    path(f"{ONE}/entrants", views.entrants, name="organise-entrants"),
    path(f"{ONE}/entrants/<int:number>", views.entrant, name="organise-entrant"),
    path(f"{ONE}/codes", codes.codes_page, name="organise-codes"),
    path(f"{ONE}/links", links.links_page, name="organise-links"),
    path(f"{ONE}/payments", payments.payments_page, name="organise-payments"),
    path(f"{ONE}/again", again.again, name="organise-again"),
    path(f"{ONE}/seeds", views.seeds, name="organise-seeds"),
    path(f"{ONE}/rounds/<int:number>", round_views.round_, name="organise-round"),
    path(f"{ONE}/tables/<uuid:table_id>", round_views.table, name="organise-table"),
    path(f"{ONE}/standings", views.standings, name="organise-standings"),
    path(f"{ONE}/log", views.log, name="organise-log"),
    path(f"{ONE}/staff", views.staff, name="organise-staff"),
    path(f"{ONE}/offline", offline.status, name="organise-offline"),
    path(f"{ONE}/offline/<slug:act>", offline.receive, name="organise-receive"),
    path(f"{ONE}/away", offline.away, name="organise-away"),
    path(f"{ONE}/do/<slug:act>", action_view.run_action, name="organise-do"),
]
