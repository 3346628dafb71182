"""Who looks at the console of which tournament, and what all of its pages need."""

from collections.abc import Mapping
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.models import Account
from api.problems import Problem
from tournaments import interests, selectors, site_staff
from tournaments.state import Role, TableState, TournamentState
from tournaments.unit_of_work import Principal
from web import requests
from web.tournaments import clocks, draw_waiting, pictures
from web.tournaments.console.actions import ACTIONS, is_allowed
from web.tournaments.console.disputes import disputed
from web.tournaments.console.undoing import undoing
from web.words import ROLES, STATUSES, label

Context = Mapping[str, object]
DEFAULT_CLOCK_S = 50 * 60
"""What is offered where the settings have no length for a round."""
SECTION = {"section": "tournaments"}
KEPT = frozenset(
    {
        *("act", "console", "door", "draft", "entrant", "entrants", "log", "offline/away", "round"),
        *("seeds", "standings", "table"),
    }
)
"""The pages that browsers of the staff keep: none with a code that opens something."""


class ConsoleContext(NamedTuple):
    """A tournament, and somebody of its staff."""

    state: TournamentState
    me: Account
    role: Role
    """What they may do here; of the site's staff, everything."""
    of_site: bool = False
    """Whether they are here for the site's staff, without this role in the tournament."""

    @property
    def who(self) -> Principal:
        """Who gives commands."""
        return Principal(self.me.pk, self.me.username, of_site=self.of_site)

    def deciders_instead(self, table: TableState) -> list[str] | None:
        """Return who decides about a table at which the visitor plays; None where they may.

        It is an admin of the site where nobody is named.
        """
        own = self.state.entrant_of(self.me.pk)
        if own is None or own.number not in table.seats:
            return None
        return interests.staff_of(self.state).deciders(Role.JUDGE, self.me.pk, table.seats)

    @property
    def slug(self) -> str:
        """The tournament's address."""
        return str(self.state.settings["slug"])

    @property
    def is_at_entrance(self) -> bool:
        """Whether the visitor checks people in and sees nothing else."""
        return self.role is Role.DOORKEEPER

    @property
    def can(self) -> set[str]:
        """The acts that the visitor's role allows."""
        return {act.id for act in ACTIONS.values() if is_allowed(self.role, act)}


def console_context(
    request: HttpRequest, slug: str, *, at_entrance: bool = False
) -> ConsoleContext:
    """Return the tournament and who looks at it; Http404 for everybody but its staff.

    A doorkeeper is of the staff only where `at_entrance` says so: on the list of who is there.

    Whoever may manage all tournaments of the site may do everything in each, in their own name.
    """
    me = requests.member(request)
    try:
        state = selectors.state_of(slug, me.pk)
    except Problem as problem:
        raise Http404 from problem
    role = state.role_of(me.pk)
    if role is not Role.ORGANISER and site_staff.may_run_all(me.pk):
        return ConsoleContext(state, me, Role.ORGANISER, of_site=True)
    if role is None or (role is Role.DOORKEEPER and not at_entrance):
        raise Http404
    return ConsoleContext(state, me, role)


def _called(state: TournamentState) -> list[tuple[int, TableState]]:
    """Return the tables that wait for a judge, with their numbers."""
    return [
        (number, table)
        for round_ in state.rounds
        for number, table in enumerate(round_.tables, start=1)
        if table.is_called
    ]


def _clock(state: TournamentState) -> Context:
    """Return the clock of the round that is played in person, or the round that may have one."""
    last = state.round
    may_start = last is not None and state.settings["play"] == "reported" and last.status == "live"
    timed = clocks.timed_round(state) or (last if may_start else None)
    seconds = state.settings.get("round_seconds") or DEFAULT_CLOCK_S
    return {
        "timed": timed,
        "clock": None if timed is None else clocks.face(timed),
        "clock_minutes": -(-seconds // 60),
    }


def _at_the_tables(state: TournamentState) -> Context:
    """Return what waits for somebody at the tables, which is nothing for the door."""
    return {
        **_clock(state),
        "called": _called(state),
        "disputed": disputed(state),
        "undecided": [table for _round, table in state.tables() if table.stopped],
    }


def page(
    request: HttpRequest, found: ConsoleContext, template: str, status: int, context: Context
) -> HttpResponse:
    """Return a page of a tournament's console."""
    common = {
        **SECTION,
        "state": found.state,
        "plan": found.state.settings,
        "slug": found.slug,
        "version": found.state.version,
        "status": label(STATUSES, found.state.status.value),
        "of_site": found.of_site,
        "role": label(ROLES, found.role.value),
        "can": found.can,
        "is_at_entrance": found.is_at_entrance,
        "drawing": draw_waiting.words(found.state),
        "drawing_clock": draw_waiting.face(found.state),
        **({} if found.is_at_entrance else _at_the_tables(found.state)),
        "picture": pictures.of(found.state),
        "undo": undoing(found.state, request.GET),
    }
    answer = render(
        request, f"web/tournaments/console/{template}.html", {**common, **context}, status=status
    )
    return keep(answer, found.me) if template in KEPT else answer


def keep(answer: HttpResponse, reader: Account) -> HttpResponse:
    """Let the service worker of the reader's browser keep a page for the time without network."""
    answer["X-Kept-For"] = str(reader.pk)
    return answer
