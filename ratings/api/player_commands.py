"""What players can ask of a ladder, declared once: searches, rungs and challenges.

Paths are below `/api/v1`. Beside the table stands only what reads.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar
from uuid import UUID

import msgspec
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from api.access import viewer
from api.command_endpoints import CommandEndpoint
from ratings import selectors, visibility
from ratings.answers import PlayerShown
from ratings.api.asking import PLAY, TAGS, account, author, player, seen
from ratings.api.requests import Ask, ChallengeAnswer, Joining, NewChallenge, NewSearch
from ratings.models import ChallengeRow, Ladder, Seek
from ratings.playing_answers import ChallengeShown, SearchShown
from ratings.services import challenging, matchmaking

SEARCHES = "ladders/<slug:slug>/searches"
RUNGS = "ladders/<slug:slug>/rungs"
CHALLENGES = "ladders/<slug:slug>/challenges"
CHALLENGE = "ladders/<slug:slug>/challenges/<uuid:challenge_id>"
NOT_ALLOWED = ("challenge_not_allowed", "entry_not_eligible", "bots_not_allowed")


def as_account(request: Request) -> Mapping[str, object]:
    """Return who asks, for services without events."""
    return {"account": account(request)}


def as_player(request: Request) -> Mapping[str, object]:
    """Return who asks, and as whom events have it."""
    return {"player": player(request), "author": author(request)}


def joined(request: Request, ladder: Ladder) -> PlayerShown:
    """Return the page of the asker on a ladder."""
    return selectors.player_page(ladder, player(request).name)


def search(_request: Request, started: tuple[Seek, bool]) -> SearchShown:
    """Return a search."""
    return matchmaking.serialise_search(started[0])


def challenge(_request: Request, row: ChallengeRow) -> ChallengeShown:
    """Return a challenge."""
    return challenging.serialise_challenge(row)


@dataclass(frozen=True, kw_only=True)
class PlayerEndpoint(CommandEndpoint[msgspec.Struct]):
    """A command of somebody who plays on a ladder that they may see."""

    tags: ClassVar = TAGS
    query: ClassVar = None

    request: type[msgspec.Struct] = Ask
    who: Callable[[Request], Mapping[str, object]] = as_player
    answer: type[msgspec.Struct] | None = None
    shown: Callable[..., msgspec.Struct] | None = None
    """Makes the answer of what the service returns; None answers nothing."""

    @property
    def access(self) -> type[BasePermission]:
        """Players and programs."""
        return PLAY

    def respond(self, request: Request, asked: msgspec.Struct, **address: object) -> Response:
        """Carry it out for the player who asks, and note from where they play."""
        ladder = visibility.by_slug(str(address["slug"]), viewer(request))
        about = {"ladder_id": ladder.pk}
        if "challenge_id" in address:
            row = challenging.get_challenge(ladder, UUID(str(address["challenge_id"])))
            about = {"challenge_id": row.pk}
        fields = {name: getattr(asked, name) for name in asked.__struct_fields__}
        done = self.service(**about, **fields, **self.who(request))
        if self.method == "post":
            seen(request, ladder.pk)
        content = None if self.shown is None else self.shown(request, done)
        return Response(content, status=self.status)


_COMMANDS = (
    PlayerEndpoint(
        id="search",
        path=SEARCHES,
        service=matchmaking.start_search,
        who=as_account,
        request=NewSearch,
        answer=SearchShown,
        shown=search,
        status=201,
        problems=("entry_closed", "entry_not_eligible", "bots_not_allowed", "shares_needed"),
        summary="Search for a match.",
        help="Wait for players of similar rating; the match then starts automatically.",
    ),
    PlayerEndpoint(
        id="cancel-search",
        path=SEARCHES,
        method="delete",
        service=matchmaking.cancel_search,
        who=as_account,
        status=204,
        summary="Cancel a search.",
        help="Cancel your search, unless the match has been opened.",
    ),
    PlayerEndpoint(
        id="join",
        path=RUNGS,
        service=challenging.join,
        request=Joining,
        answer=PlayerShown,
        shown=joined,
        status=201,
        problems=(*NOT_ALLOWED, "shares_needed"),
        summary="Join a challenge ladder.",
        help="Join the ladder on the lowest rung.",
    ),
    PlayerEndpoint(
        id="leave",
        path=RUNGS,
        method="delete",
        service=challenging.leave,
        status=204,
        summary="Leave a challenge ladder.",
        help="Give up your rung; players below move up.",
    ),
    PlayerEndpoint(
        id="challenge",
        path=CHALLENGES,
        service=challenging.create,
        request=NewChallenge,
        answer=ChallengeShown,
        shown=challenge,
        status=201,
        problems=NOT_ALLOWED,
        summary="Challenge players.",
        help="Challenge players to a match; a refusal lists every reason in `params.reasons`.",
    ),
    PlayerEndpoint(
        id="answer-challenge",
        path=CHALLENGE,
        service=challenging.answer,
        request=ChallengeAnswer,
        answer=ChallengeShown,
        shown=challenge,
        problems=NOT_ALLOWED,
        summary="Answer a challenge.",
        help="Accept or decline a challenge; the match is opened once all have accepted.",
    ),
    PlayerEndpoint(
        id="withdraw-challenge",
        path=CHALLENGE,
        method="delete",
        service=challenging.withdraw,
        answer=ChallengeShown,
        shown=challenge,
        problems=NOT_ALLOWED,
        summary="Withdraw a challenge.",
        help="Withdraw your challenge before all have accepted.",
    ),
)
PLAYER_COMMANDS: Mapping[str, PlayerEndpoint] = MappingProxyType(
    {each.id: each for each in _COMMANDS}
)
"""By id."""
ADDRESSED = [each for each in _COMMANDS if each.path in {SEARCHES, RUNGS}]
"""Those with an address of their own; challenges are also read where they are made."""
