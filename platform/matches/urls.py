"""Addresses of games and matches under /api/v1, but for what a ladder has a say in."""

from django.urls import path

from api.command_endpoints import addresses
from matches.api import (
    catalogue_views,
    friend_views,
    history_views,
    me_views,
    play_views,
    player_commands,
    remark_views,
    table_views,
)
from matches.api.commands import COMMANDS

urlpatterns = [
    path("games", catalogue_views.GameList.as_view()),
    path("bots", catalogue_views.BotList.as_view()),
    path("players/<str:username>", friend_views.PlayerDetail.as_view()),
    path("me/friends", friend_views.MyFriends.as_view()),
    path("me/recent-players", friend_views.MyRecentPlayers.as_view()),
    path("me/blocks", friend_views.MyBlocks.as_view()),
    path("me/mutes", friend_views.MyMutes.as_view()),
    path("me/visibility", friend_views.MyVisibility.as_view()),
    path("me/bot", me_views.MyBot.as_view()),
    path("me/diagnostics", me_views.MyDiagnostics.as_view()),
    path("me/vacation", me_views.MyVacation.as_view()),
    path("me/stream", me_views.MyStream.as_view()),
    path("matches/<uuid:match_id>", table_views.MatchDetail.as_view()),
    path("matches/<uuid:match_id>/moves", play_views.Moves.as_view()),
    path("matches/<uuid:match_id>/remarks", remark_views.RemarkList.as_view()),
    path("matches/<uuid:match_id>/remarks/<int:remark_id>", remark_views.RemarkDetail.as_view()),
    path("matches/<uuid:match_id>/events", history_views.EventList.as_view()),
    path("matches/<uuid:match_id>/stream", history_views.Stream.as_view()),
    path("matches/<uuid:match_id>/log", history_views.Log.as_view()),
    path("matches/<uuid:match_id>/replay", history_views.ReplayView.as_view()),
    path("matches/<uuid:match_id>/receipt", history_views.Receipt.as_view()),
    path("matches/<uuid:match_id>/head", history_views.HeadView.as_view()),
    path("matches/<uuid:match_id>/proof", history_views.ProofView.as_view()),
    *addresses(COMMANDS.values()),
    *addresses(player_commands.ADDRESSED),
]
