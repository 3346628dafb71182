"""What players ask of the chance of a deal and of their own clocks, declared once.

Their services return the whole answer. Commands to a match that runs are in `commands`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from types import MappingProxyType
from typing import ClassVar

import msgspec
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from api.command_endpoints import CommandEndpoint
from eventstore.canonical import format_timestamp
from matches.answers import ChanceStanding, VacationShown
from matches.api.request_context import PLAY, REFUSALS, TAGS, player
from matches.api.requests import Ask, PromiseShare, ShowShare, TakeVacation
from matches.services import chance, vacations

VACATION = "me/vacation"


def as_player(request: Request) -> Mapping[str, object]:
    """Return who asks."""
    return {"player": player(request)}


def as_given(asked: msgspec.Struct) -> Mapping[str, object]:
    """Return what is asked for, field by field."""
    return {name: getattr(asked, name) for name in asked.__struct_fields__}


def promised(asked: PromiseShare) -> Mapping[str, object]:
    """Return a promise of a share."""
    return {"attempt": asked.attempt, "promise": bytes.fromhex(asked.promise)}


def shared(asked: ShowShare) -> Mapping[str, object]:
    """Return a share."""
    return {"attempt": asked.attempt, "share": bytes.fromhex(asked.share)}


def as_it_is(answer: msgspec.Struct) -> msgspec.Struct:
    """Return the answer of a service that makes it itself."""
    return answer


def vacation(standing: vacations.VacationStatus) -> VacationShown:
    """Return until when somebody is away, and how many days are left this year."""
    present = standing.present
    return VacationShown(
        begins_at=None if present is None else format_timestamp(present.begin),
        ends_at=None if present is None else format_timestamp(present.end),
        days_left=round(standing.left / timedelta(days=1), 3),
    )


@dataclass(frozen=True, kw_only=True)
class PlayerEndpoint(CommandEndpoint[msgspec.Struct]):
    """A command of a player for the own account alone."""

    tags: ClassVar = TAGS
    query: ClassVar = None

    request: type[msgspec.Struct] = Ask
    who: Callable[[Request], Mapping[str, object]] = as_player
    takes: Callable[..., Mapping[str, object]] = as_given
    shown: Callable[..., msgspec.Struct] = as_it_is

    @property
    def access(self) -> type[BasePermission]:
        """Players and programs."""
        return PLAY

    def respond(self, request: Request, asked: msgspec.Struct, **address: object) -> Response:
        """Carry it out for the account that asks."""
        done = self.service(**address, **self.who(request), **self.takes(asked))
        return Response(self.shown(done), status=self.status)


_COMMANDS = (
    PlayerEndpoint(
        id="promise-share",
        path="matches/<uuid:match_id>/promise",
        method="put",
        service=chance.promise,
        request=PromiseShare,
        takes=promised,
        answer=ChanceStanding,
        problems=("already_sealed", "not_on_roll", *REFUSALS),
        summary="Promise a share of the randomness.",
        help="Commit to 32 bytes before any share is revealed; a newer promise replaces it.",
    ),
    PlayerEndpoint(
        id="show-share",
        path="matches/<uuid:match_id>/share",
        method="put",
        service=chance.show,
        request=ShowShare,
        takes=shared,
        answer=ChanceStanding,
        problems=("share_mismatch", "not_on_roll", *REFUSALS),
        summary="Reveal your share of the randomness.",
        help="Reveal the promised share after the seal; the last share triggers the deal.",
    ),
    PlayerEndpoint(
        id="take-vacation",
        path=VACATION,
        service=vacations.take,
        request=TakeVacation,
        answer=VacationShown,
        shown=vacation,
        status=201,
        problems=("version_conflict",),
        summary="Start a vacation.",
        help="Stop your clocks in all matches with a day or more per move.",
    ),
    PlayerEndpoint(
        id="end-vacation",
        path=VACATION,
        method="delete",
        service=vacations.end,
        answer=VacationShown,
        shown=vacation,
        problems=("not_found", "version_conflict"),
        summary="End your vacation early.",
        help="Restart your clocks; unused days are kept for later.",
    ),
)
PLAYER_COMMANDS: Mapping[str, PlayerEndpoint] = MappingProxyType(
    {each.id: each for each in _COMMANDS}
)
"""By id."""
ADDRESSED = [each for each in _COMMANDS if each.path != VACATION]
"""Those with an address of their own; a vacation is also read where it is taken."""
