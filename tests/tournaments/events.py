"""Tournaments for tests, in the organiser's terms: made, filled, paired, played."""

import secrets
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from accounts.models import Account
from agenda import runs
from api.ids import uuid7
from api.problems import Problem
from eventstore import command_handler as kernel
from eventstore import verification
from tournaments import command_handler, plans
from tournaments.aggregate import TOURNAMENT
from tournaments.api.commands import COMMANDS
from tournaments.api.requests import NewTournament
from tournaments.command_handler import CommandResult
from tournaments.events import KIND, TournamentCreated
from tournaments.services import entry, lifecycle, results, rounds
from tournaments.services.entry import Newcomer
from tournaments.state import RoundState, TournamentState
from tournaments.unit_of_work import Permission, Principal, TournamentCommand

REPORTED = {"play": "reported"}
"""Over the board, without matches."""
PERMISSIONS = {each.service: Permission(each.role, each.by_entrants) for each in COMMANDS.values()}
"""Who may use a service, as the table has it."""


def somebody(name: str = "ann") -> Principal:
    account = Account.objects.create(username=f"{name}-{secrets.token_hex(6)}")
    return Principal(account.pk, account.username)


class Event:
    """A tournament and its organiser, somebody new unless it is told who."""

    def __init__(self, organiser: Principal | None = None, /, **settings: Any) -> None:
        self.organiser = organiser or somebody("olga")
        self.slug = f"cup-{secrets.token_hex(6)}"
        asked = {"slug": self.slug, "name": "Cup", "game": "stick-em", **settings}
        plan = msgspec.to_builtins(msgspec.convert(asked, NewTournament))
        self._create(plan)

    def _create(self, plan: dict[str, Any]) -> None:
        lifecycle.create_tournament(who=self.organiser, asked=plan)

    @property
    def state(self) -> TournamentState:
        return command_handler.load(command_handler.find(self.slug).id)

    @property
    def round(self) -> RoundState:
        found = self.state.round
        assert found is not None
        return found

    def do(self, service: Any, *, who: Principal | None = None, **about: Any) -> CommandResult:
        """Call a service as the table of commands does."""
        permission = PERMISSIONS.get(service, Permission())
        done: CommandResult = service(
            slug=self.slug, who=who or self.organiser, permission=permission, **about
        )
        return done

    def step(self, step: str) -> None:
        self.do(lifecycle.change_phase, step=step)

    def enter(self, *newcomers: Newcomer) -> None:
        self.do(entry.register, newcomers=newcomers)

    def enter_names(self, count: int) -> "Event":
        self.enter(*(Newcomer(f"p{number}") for number in range(1, count + 1)))
        return self

    def enter_bots(self, count: int, bot: str = "random") -> "Event":
        self.enter(*(Newcomer(f"{bot} {number}", None, bot) for number in range(1, count + 1)))
        return self

    def start(self) -> "Event":
        self.do(lifecycle.start)
        return self

    def pair(self, *, publish: bool = True) -> RoundState:
        self.do(rounds.pair)
        if publish:
            self.do(rounds.publish, number=self.round.number)
        return self.round

    def report(
        self,
        table: int,
        places: Sequence[int],
        *,
        scores: Sequence[int] | None = None,
        who: Principal | None = None,
    ) -> None:
        table_id = self.round.tables[table].id
        self.do(results.report, who=who, table_id=table_id, places=places, scores=scores)

    def play_round(self) -> None:
        """Pair, publish, let the first seats win, close."""
        for number, table in enumerate(self.pair().tables):
            self.report(number, list(range(1, len(table.seats) + 1)))
        self.do(rounds.close, number=self.round.number)

    def ranking(self) -> list[int]:
        from tournaments import stage_queries  # noqa: PLC0415

        return [line.entrant for line in stage_queries.lines_of(self.state)]


class Unchained(Event):
    """A tournament from before there were chains: its draws follow from the site's key."""

    def _create(self, plan: dict[str, Any]) -> None:
        created = TournamentCreated(settings=plans.checked(plan), owner=str(self.organiser.account))
        kernel.handle(
            TOURNAMENT,
            uuid7(),
            TournamentCommand(self.organiser.actor, self.slug, who=self.organiser),
            lambda _state, work: work.add(created),
            expected_version=0,
        )


def assert_verified(event: Event) -> None:
    """Check that the stream of a tournament is whole, and its rows say the same."""
    assert verification.check(KIND, event.state.id) == []


def run_all(times: int = 400) -> None:
    """Run what is due on the agenda until nothing is: matches are opened, bots play."""
    for _ in range(times):
        if not runs.run_due_now():
            break


def refused(code: str) -> "pytest.RaisesExc[Problem]":
    """Expect a problem with a code."""
    return pytest.RaisesExc(Problem, check=lambda problem: problem.code == code)
