"""Addresses of games and matches under /api/v1, but for what a ladder has a say in."""

from django.urls import path

from matches.api import catalogue_views, history_views, me_views, play_views, table_views

urlpatterns = [
    path("games", catalogue_views.GameList.as_view()),
    path("bots", catalogue_views.BotList.as_view()),
    path("me/bot", me_views.MyBot.as_view()),
    path("me/diagnostics", me_views.MyDiagnostics.as_view()),
    path("me/vacation", me_views.MyVacation.as_view()),
    path("me/stream", me_views.MyStream.as_view()),
    path("matches/<uuid:match_id>", table_views.MatchDetail.as_view()),
    path("matches/<uuid:match_id>/seats/me", table_views.MySeat.as_view()),
    path("matches/<uuid:match_id>/start", table_views.Start.as_view()),
    path("matches/<uuid:match_id>/moves", play_views.Moves.as_view()),
    path("matches/<uuid:match_id>/resign", play_views.Resign.as_view()),
    path("matches/<uuid:match_id>/pause", play_views.PauseView.as_view()),
    path("matches/<uuid:match_id>/resume", play_views.ResumeView.as_view()),
    path("matches/<uuid:match_id>/return", play_views.Return.as_view()),
    path("matches/<uuid:match_id>/abort-vote", play_views.AbortVote.as_view()),
    path("matches/<uuid:match_id>/events", history_views.EventList.as_view()),
    path("matches/<uuid:match_id>/stream", history_views.Stream.as_view()),
    path("matches/<uuid:match_id>/log", history_views.Log.as_view()),
    path("matches/<uuid:match_id>/replay", history_views.ReplayView.as_view()),
    path("matches/<uuid:match_id>/head", history_views.HeadView.as_view()),
    path("matches/<uuid:match_id>/proof", history_views.ProofView.as_view()),
]
