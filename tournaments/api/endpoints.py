"""What a command of a tournament or a series is, and how the API answers it."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar
from uuid import UUID

import msgspec
from django.utils.functional import Promise
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from api import dry_runs, scopes
from api.access import identity, needs, viewer
from api.command_endpoints import CommandEndpoint
from games.json_types import JsonObject
from tournaments import selectors, site_staff
from tournaments.answers import Answered
from tournaments.api.requests import Command
from tournaments.command_handler import CommandResult
from tournaments.state import Role
from tournaments.unit_of_work import Permission, Principal

Object = JsonObject
TAGS = ("tournaments",)
ORGANISER, JUDGE, SCOREKEEPER, DOORKEEPER = reversed(Role)
ORGANISE = needs("organise")
"""What the tournament's roles give a right to."""
TAKE_PART = needs(*scopes.PLAY, "organise")
"""What entrants do for themselves, and roles for others."""
REFUSALS = (
    "permission_denied",
    "own_interest",
    "version_conflict",
    "entry_closed",
    "entry_not_eligible",
    "bots_not_allowed",
    "draw_running",
    "shares_needed",
    "checkin_closed",
    "late_entry_closed",
    "entrant_dropped",
    "round_not_draft",
    "round_already_live",
    "pairing_infeasible",
    "result_locked",
    "invalid_options",
)
COMMON = frozenset({"reason", "expected_version", "dry_run"})
"""What every command may say; the rest is its service's."""

Taker = Callable[[Any, Principal, str], Object]
"""Returns what a service takes, from a body, who sent it, and the slug; raises Problem."""


def principal(request: Request) -> Principal:
    """Return the account that acts: as staff, here or of the site, only with scope `organise`."""
    found = identity(request)
    organises = "organise" in found.scopes
    of_site = organises and found.is_staff and site_staff.may_run_all(found.account_id)
    return Principal(found.account_id, found.username, of_site=of_site, with_role=organises)


def fields(asked: msgspec.Struct, _who: Principal, _slug: str) -> Object:
    """Return a body's own fields, by their names."""
    return {name: getattr(asked, name) for name in asked.__struct_fields__ if name not in COMMON}


@dataclass(frozen=True, kw_only=True)
class StaffEndpoint(CommandEndpoint[msgspec.Struct]):
    """A command of those who run something: how it is asked for, on every way in."""

    takes: Taker = fields
    by_entrants: bool = False
    """Whether entrants give it too, for themselves."""
    label: str | Promise = ""
    """What its button says; empty where pages have none."""
    done: str | Promise = ""
    """What is told when it is done."""

    @property
    def access(self) -> type[BasePermission]:
        """Those with a role, and where it says so entrants."""
        return TAKE_PART if self.by_entrants else ORGANISE

    def carry_out(self, asked: Any, by: Principal, slug: str, **about: object) -> Any:
        """Have the service do it; `about` is what the address says, and how it is to be done."""
        return self.give(
            slug=slug,
            who=by,
            reason=asked.reason,
            expected_version=asked.expected_version,
            **self.takes(asked, by, slug),
            **about,
        )

    def give(self, **command: object) -> object:
        """Call the service."""
        return self.service(**command)

    @abstractmethod
    def after(self, done: Any, account: UUID | None) -> msgspec.Struct:
        """Return what is answered once it is done, or was tried."""

    def respond(self, request: Request, asked: object, **address: Any) -> Response:
        """Carry it out, or try it, for the account that asks."""
        dry_run = dry_runs.is_dry(request)
        slug = address.pop("slug")
        done = self.carry_out(asked, principal(request), slug, dry_run=dry_run, **address)
        return Response(self.after(done, viewer(request)))


@dataclass(frozen=True, kw_only=True)
class TournamentEndpoint(StaffEndpoint):
    """A command of a tournament: who may give it, and what pages show of it."""

    tags: ClassVar = TAGS

    service: Callable[..., CommandResult]
    role: Role
    """The least role that may give it, for others than oneself."""
    request: type[msgspec.Struct] = Command
    answer: type[msgspec.Struct] = Answered
    problems: Sequence[str] = REFUSALS
    about: str | Promise = ""
    """What it means, on its own page."""
    previews: bool = False
    """Whether pages show its consequences before it is done."""
    strict: bool = False
    """Whether pages have it refused when the tournament has moved on since they were made."""
    is_dangerous: bool = False

    def give(self, **command: object) -> CommandResult:
        """Call the service, with who may give the command as the table has it."""
        return self.service(permission=Permission(self.role, self.by_entrants), **command)

    def after(self, done: CommandResult, account: UUID | None) -> Answered:
        """Return the tournament as it is now."""
        return selectors.after_command(done, account)
