"""The addresses of the console."""

from django.urls import path

from web.tournaments.console import action_view, codes, planning, views

ONE = "organise/<slug:slug>"

urlpatterns = [
    path("organise", planning.mine, name="organise"),
    # No page of a tournament has these names, so a tournament may be called "new".
    path("organise/new/template", planning.choose, name="organise-choose"),
    path("organise/new/plan", planning.new, name="organise-new"),
    path(ONE, views.console, name="organise-console"),
    path(f"{ONE}/settings", planning.edit, name="organise-settings"),
    path(f"{ONE}/entrants", views.entrants, name="organise-entrants"),
    path(f"{ONE}/entrants/<int:number>", views.entrant, name="organise-entrant"),
    path(f"{ONE}/codes", codes.codes_page, name="organise-codes"),
    path(f"{ONE}/seeds", views.seeds, name="organise-seeds"),
    path(f"{ONE}/rounds/<int:number>", views.round_, name="organise-round"),
    path(f"{ONE}/tables/<uuid:table_id>", views.table, name="organise-table"),
    path(f"{ONE}/standings", views.standings, name="organise-standings"),
    path(f"{ONE}/log", views.log, name="organise-log"),
    path(f"{ONE}/staff", views.staff, name="organise-staff"),
    path(f"{ONE}/do/<slug:act>", action_view.run_action, name="organise-do"),
]
