"""Addresses of ladders under /api/v1, and where matches and their seats begin."""

from django.urls import path

from api.command_endpoints import addresses
from ratings.api import opening, player_commands, playing, reading, running
from ratings.api.commands import ADDRESSED

urlpatterns = [
    path("rating-systems", reading.SystemList.as_view()),
    path("ladders", running.Ladders.as_view()),
    path("ladders/<slug:slug>", running.LadderDetail.as_view()),
    path("ladders/<slug:slug>/standings", reading.Standings.as_view()),
    path("ladders/<slug:slug>/players/<str:name>", reading.PlayerDetail.as_view()),
    path("ladders/<slug:slug>/players/<str:name>/history", reading.PlayerHistory.as_view()),
    path("ladders/<slug:slug>/matches/<uuid:match_id>", reading.MatchDetail.as_view()),
    path("ladders/<slug:slug>/shared-addresses", running.SharedAddresses.as_view()),
    path("ladders/<slug:slug>/seats", reading.SeatList.as_view()),
    path("ladders/<slug:slug>/log", reading.Log.as_view()),
    path("ladders/<slug:slug>/log/file", reading.LogFile.as_view()),
    path("ladders/<slug:slug>/export", reading.Export.as_view()),
    path("ladders/<slug:slug>/seasons", running.SeasonList.as_view()),
    path("ladders/<slug:slug>/seasons/<int:number>", reading.ClosedSeason.as_view()),
    path("ladders/<slug:slug>/rebuild", running.RebuildView.as_view()),
    path("ladders/<slug:slug>/challenges", playing.Challenges.as_view()),
    path("ladders/<slug:slug>/challenges/eligibility", playing.EligibilityView.as_view()),
    path("ladders/<slug:slug>/challenges/<uuid:challenge_id>", playing.ChallengeDetail.as_view()),
    path("matches", opening.Matches.as_view()),
    path("me/searches", playing.MySearches.as_view()),
    *addresses([opening.TAKE_SEAT]),
    *addresses(ADDRESSED),
    *addresses(player_commands.ADDRESSED),
]
