"""A person as the API shows them: what they have played, on ladders and in tournaments too."""

from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from accounts import selectors as accounts
from api.access import viewer
from api.openapi import documented
from api.problems import Problem
from api.views import TokenOptional, View
from games.messages import Message
from matches import lobby
from ratings import selectors as ratings
from tournaments import selectors
from tournaments.profile_answers import GamePlayed, LadderPlace, Profile

TOURNAMENTS_MAX = 50


class PlayerProfile(View):
    """A person's profile."""

    access: ClassVar = {"GET": TokenOptional}

    @documented("Get a player's profile.", answers={200: Profile}, tags=("players",))
    def get(self, request: Request, username: str) -> Response:
        """Return the public profile of a player: games, ladders and tournaments."""
        found = accounts.player(username)
        if found is None:
            raise Problem("not_found", Message("There is no such player."))
        me = viewer(request)
        entered = selectors.entered(found.pk, reader=me)[:TOURNAMENTS_MAX]
        return Response(
            Profile(
                id=str(found.pk),
                username=found.username,
                is_bot=found.is_bot,
                is_guest=found.is_guest,
                date_joined=found.date_joined,
                games=[GamePlayed(*each) for each in lobby.by_game(found.pk)],
                ladders=[
                    LadderPlace(ladder.slug, ladder.name, ladder.game, standing)
                    for ladder, standing in ratings.standings_of(found.pk, reader=me)
                ],
                tournaments=[selectors.list_row(each) for each in entered],
            )
        )
