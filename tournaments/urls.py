"""Addresses of tournaments under /api/v1."""

from django.urls import path

from api.command_endpoints import addresses
from tournaments.api import commands, views
from tournaments.api.what_if import WhatIfView

ONE = "tournaments/<slug:slug>"
ROUND = f"{ONE}/rounds/<int:number>"

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
    path(f"{ROUND}/pairings.csv", views.Pairings.as_view(form="csv")),
    path(f"{ROUND}/pairings.txt", views.Pairings.as_view(form="txt")),
    path(f"{ROUND}/explain", views.Explain.as_view()),
    path(f"{ONE}/what-if", WhatIfView.as_view()),
    *addresses(commands.COMMANDS.values(), f"{ONE}/"),
]
