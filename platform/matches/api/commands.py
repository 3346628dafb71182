"""What can be asked of a match, declared once; moves apart, which have a way of their own.

How to take a seat is declared where a ladder has a say in it, in `ratings.api.opening`, and what
players add to the chance of a deal in `player_commands`. A new match opens a stream, and remarks
are rows without events: both are views by hand.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar
from uuid import UUID

import msgspec
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from api.command_endpoints import CommandEndpoint
from matches.answers import Moved, PauseVotes, Votes
from matches.api.request_context import (
    ORGANISE,
    PLAY,
    REFUSALS,
    TAGS,
    command,
    command_response,
    organises,
)
from matches.api.requests import Ask, PauseMatch
from matches.command_handler import CommandResult
from matches.services import leaving, pausing, seating

Taker = Callable[[Request, Any], Mapping[str, object]]
"""Returns what a service takes, from a request and its body; raises Problem."""


def nothing(_request: Request, _asked: msgspec.Struct) -> Mapping[str, object]:
    """Return nothing: there is no more to say than who asks."""
    return {}


def pause_of(request: Request, asked: PauseMatch) -> Mapping[str, object]:
    """Return whether an organiser orders it, and why; raises scope_missing."""
    return {"is_organiser": organises(request), "reason": asked.reason or ""}


@dataclass(frozen=True, kw_only=True)
class MatchEndpoint(CommandEndpoint[msgspec.Struct]):
    """A command to a match, which answers a repeated key from the match's own events."""

    tags: ClassVar = TAGS
    query: ClassVar = None
    has_stored_answers: ClassVar = False

    service: Callable[..., CommandResult]
    request: type[msgspec.Struct] = Ask
    takes: Taker = nothing
    answer: type[msgspec.Struct] = Moved
    by_organisers: bool = False
    """Whether the site's organisers give it too, at matches that they don't play."""

    @property
    def access(self) -> type[BasePermission]:
        """Players and programs, and where it says so organisers."""
        return ORGANISE if self.by_organisers else PLAY

    def respond(self, request: Request, asked: msgspec.Struct, **address: UUID) -> Response:
        """Carry it out for the account that asks."""
        about = self.takes(request, asked)
        content = None if self.request is Ask else request.data
        answer = self.service(**address, **command(request, content), **about)
        return command_response(answer, self.status)


_COMMANDS = (
    MatchEndpoint(
        id="give-seat-back",
        path="matches/<uuid:match_id>/seats/me",
        method="delete",
        service=seating.give_seat_back,
        problems=REFUSALS,
        summary="Leave your seat.",
        help="Leave your seat before the match starts.",
    ),
    MatchEndpoint(
        id="start",
        path="matches/<uuid:match_id>/start",
        service=seating.start,
        problems=("match_not_started", *REFUSALS),
        summary="Start a match.",
        help="Start a match with `start: manual` once all seats are taken; opener only.",
    ),
    MatchEndpoint(
        id="resign",
        path="matches/<uuid:match_id>/resign",
        service=leaving.resign,
        problems=("match_not_started", *REFUSALS),
        summary="Resign.",
        help="Resign and be placed last; a bot replaces you while two or more people remain.",
    ),
    MatchEndpoint(
        id="return",
        path="matches/<uuid:match_id>/return",
        service=leaving.come_back,
        problems=("match_not_started", *REFUSALS),
        summary="Return to your seat.",
        help="Take your seat back from the bot that replaced you (`on_timeout: bot`).",
    ),
    MatchEndpoint(
        id="abort-vote",
        path="matches/<uuid:match_id>/abort-vote",
        service=leaving.abort_vote,
        answer=Votes,
        problems=("match_not_started", "already_voted", "not_by_vote", *REFUSALS),
        summary="Call a match off.",
        help=(
            "Vote to call the match off.\n\n"
            "Before the start the opener alone decides; afterwards all people who play must "
            "agree. In a match of a tournament only the organiser can call it off; in a rated "
            "match, two or more people must agree."
        ),
    ),
    MatchEndpoint(
        id="pause",
        path="matches/<uuid:match_id>/pause",
        service=pausing.pause,
        request=PauseMatch,
        takes=pause_of,
        answer=PauseVotes,
        problems=("match_not_started", "match_paused", "already_voted", "not_by_vote", *REFUSALS),
        by_organisers=True,
        summary="Pause a match.",
        help="Vote to pause the match; it pauses once all players agree.\n\n"
        "In tournaments there is no vote: an organiser who does not play in the match pauses it.",
    ),
    MatchEndpoint(
        id="resume",
        path="matches/<uuid:match_id>/resume",
        service=pausing.resume,
        request=PauseMatch,
        takes=pause_of,
        answer=PauseVotes,
        problems=("match_not_started", "match_not_paused", "already_voted", *REFUSALS),
        by_organisers=True,
        summary="Resume a match.",
        help="Vote to resume; only organisers can resume a match that an organiser paused.",
    ),
)
COMMANDS: Mapping[str, MatchEndpoint] = MappingProxyType({each.id: each for each in _COMMANDS})
"""By id."""
