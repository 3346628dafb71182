"""Addresses of games and matches under /api/v1."""

from django.urls import path

from matches.api import catalogue_views, me_views, views

urlpatterns = [
    path("games", catalogue_views.GameList.as_view()),
    path("bots", catalogue_views.BotList.as_view()),
    path("me/bot", me_views.MyBot.as_view()),
    path("me/diagnostics", me_views.MyDiagnostics.as_view()),
    path("me/vacation", me_views.MyVacation.as_view()),
    path("me/stream", me_views.MyStream.as_view()),
    path("matches", views.Matches.as_view()),
    path("matches/<uuid:match_id>", views.MatchDetail.as_view()),
    path("matches/<uuid:match_id>/seats", views.Seats.as_view()),
    path("matches/<uuid:match_id>/seats/me", views.MySeat.as_view()),
    path("matches/<uuid:match_id>/start", views.Start.as_view()),
    path("matches/<uuid:match_id>/moves", views.Moves.as_view()),
    path("matches/<uuid:match_id>/resign", views.Resign.as_view()),
    path("matches/<uuid:match_id>/pause", views.PauseView.as_view()),
    path("matches/<uuid:match_id>/resume", views.ResumeView.as_view()),
    path("matches/<uuid:match_id>/return", views.Return.as_view()),
    path("matches/<uuid:match_id>/abort-vote", views.AbortVote.as_view()),
    path("matches/<uuid:match_id>/events", views.EventList.as_view()),
    path("matches/<uuid:match_id>/stream", views.Stream.as_view()),
    path("matches/<uuid:match_id>/log", views.Log.as_view()),
    path("matches/<uuid:match_id>/replay", views.ReplayView.as_view()),
    path("matches/<uuid:match_id>/proof", views.ProofView.as_view()),
]
