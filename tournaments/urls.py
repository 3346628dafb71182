"""Addresses of tournaments and series under /api/v1."""

from django.urls import path

from api.command_endpoints import addresses
from tournaments.api import commands, draw_views, profiles, room_views, views
from tournaments.api.invitations import InvitationLinks, Join
from tournaments.api.what_if import WhatIfView
from tournaments.series import endpoints as series
from tournaments.series import views as series_views

ONE = "tournaments/<slug:slug>"
SERIES = "series/<slug:slug>"
ROUND = f"{ONE}/rounds/<int:number>"

urlpatterns = [
    path("tournaments", views.Tournaments.as_view()),
    path("tournaments/options", views.Options.as_view()),
    path("tournaments/possible", views.Possible.as_view()),
    path(ONE, views.TournamentDetail.as_view()),
    path(f"{ONE}/copies", views.Copies.as_view()),
    path(f"{ONE}/standings", views.StandingsView.as_view()),
    path(f"{ONE}/standings/teams", views.TeamsView.as_view()),
    path(f"{ONE}/bracket", views.BracketView.as_view()),
    path(f"{ONE}/stream", views.Stream.as_view()),
    path(f"{ONE}/remarks", room_views.RoomRemarks.as_view()),
    path(f"{ONE}/remarks/<int:remark_id>", room_views.RoomRemark.as_view()),
    path(f"{ONE}/audit", views.AuditView.as_view()),
    path(f"{ONE}/export", views.Export.as_view()),
    path(f"{ONE}/draws", draw_views.Draws.as_view()),
    path(f"{ONE}/log", draw_views.Log.as_view()),
    path(ROUND, views.RoundDetail.as_view()),
    path(f"{ROUND}/pairings.csv", views.Pairings.as_view(form="csv")),
    path(f"{ROUND}/pairings.txt", views.Pairings.as_view(form="txt")),
    path(f"{ROUND}/explain", views.Explain.as_view()),
    path(f"{ONE}/what-if", WhatIfView.as_view()),
    path(f"{ONE}/invitations/links", InvitationLinks.as_view()),
    path(f"{ONE}/join", Join.as_view()),
    *addresses(commands.COMMANDS.values(), f"{ONE}/"),
    *addresses(draw_views.SHARES, f"{ONE}/"),
    path("players/<str:username>/profile", profiles.PlayerProfile.as_view()),
    path("series", series_views.SeriesList.as_view()),
    path(SERIES, series_views.SeriesDetail.as_view()),
    path(f"{SERIES}/standings", series_views.SeriesStandingsView.as_view()),
    path(f"{SERIES}/audit", series_views.SeriesAudit.as_view()),
    path(f"{SERIES}/export", series_views.SeriesExport.as_view()),
    *addresses(series.COMMANDS.values(), f"{SERIES}/"),
]
