"""Addresses of tournaments under /api/v1."""

from django.urls import path

from tournaments.api import commands, views
from tournaments.services.lifecycle import MOVES

ONE = "tournaments/<slug:slug>"
ROUND = f"{ONE}/rounds/<int:number>"
ENTRANT = f"{ONE}/entrants/<int:entrant>"
TABLE = f"{ONE}/tables/<uuid:table_id>"

urlpatterns = [
    path("tournaments", views.Tournaments.as_view()),
    path("tournaments/possible", views.Possible.as_view()),
    path(ONE, views.TournamentDetail.as_view()),
    path(f"{ONE}/standings", views.StandingsView.as_view()),
    path(f"{ONE}/bracket", views.BracketView.as_view()),
    path(f"{ONE}/stream", views.Stream.as_view()),
    path(f"{ONE}/audit", views.AuditView.as_view()),
    path(f"{ONE}/export", views.Export.as_view()),
    path(ROUND, views.RoundDetail.as_view()),
    path(f"{ROUND}/explain", views.Explain.as_view()),
    path(f"{ONE}/settings", commands.Edit.as_view()),
    path(f"{ONE}/roles", commands.Roles.as_view()),
    path(f"{ONE}/seeds", commands.Seeds.as_view()),
    path(f"{ONE}/keep-apart", commands.KeepApart.as_view()),
    path(f"{ONE}/season", commands.Season.as_view()),
    path(f"{ONE}/rollback", commands.RollBack.as_view()),
    path(f"{ONE}/entrants", commands.Entrants.as_view()),
    path(f"{ENTRANT}/substitute", commands.Substitution.as_view()),
    path(f"{ENTRANT}/penalty", commands.Penalties.as_view()),
    path(f"{ROUND}/swap", commands.SwapSeats.as_view()),
    path(f"{ROUND}/repair", commands.RepairRound.as_view()),
    path(f"{TABLE}/result", commands.TableResult.as_view()),
    path(f"{TABLE}/tie", commands.TableTie.as_view()),
    path(f"{TABLE}/replay", commands.ReplayTable.as_view()),
    *(
        path(f"{ONE}/{step}", commands.Step.as_view(step=step))
        for step in (*MOVES, *commands.Step.steps)
    ),
    *(
        path(f"{ENTRANT}/{step}", commands.EntrantStep.as_view(step=step))
        for step in commands.EntrantStep.steps
    ),
    *(
        path(f"{ROUND}/{step}", commands.RoundStep.as_view(step=step))
        for step in commands.RoundStep.steps
    ),
]
