"""Streams of every kind, as the conformance suite of the kernel takes them."""

import secrets
from collections.abc import Callable
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from api.problems import Problem
from eventstore.aggregate import Aggregate, CommandContext
from eventstore.command_handler import handle
from ratings.aggregate import LADDER, Work
from ratings.ladder import events as e
from ratings.ladder_rows import LadderState
from tests.ratings import ladders
from tests.tournaments.events import Event
from tests.toys import tally
from tournaments import events as t
from tournaments.aggregate import TOURNAMENT
from tournaments.command_handler import find
from tournaments.state import TournamentState
from tournaments.unit_of_work import UnitOfWork

Decide = Callable[[Any, Any], None]


class Specimen(NamedTuple):
    """What the suite needs to know of one kind of stream."""

    aggregate: Aggregate[Any, Any]
    opened: Callable[[], UUID]
    """Opens a stream of that kind and returns its id."""
    step: Callable[[int], Decide]
    """A command that may always be given; another number makes another one."""
    refusal: Exception
    """What a command of this kind is refused with."""
    old: tuple[str, int, str, str]
    """An event of an older schema: type, schema, body, and how it is written today."""
    code: Callable[[Exception], str]
    """What a refusal is: `version_conflict`, `idempotency_key_reused` or `not_found`."""
    actor: str = "system"


def new_key() -> str:
    return secrets.token_urlsafe(24)


def of_tally() -> Specimen:
    def opened() -> UUID:
        tally.make_table()
        stream_id = uuid4()

        def begin(_state: tally.State, work: tally.Work) -> None:
            work.add(tally.Opened())

        handle(
            tally.TALLY, stream_id, CommandContext("system", new_key()), begin, expected_version=0
        )
        return stream_id

    def step(number: int) -> Decide:
        def add(_state: tally.State, work: tally.Work) -> None:
            work.add(tally.Added(number), tally.Added(1))

        return add

    codes = {
        "ConcurrencyError": "version_conflict",
        "KeyReusedError": "idempotency_key_reused",
        "UnknownStreamError": "not_found",
    }
    return Specimen(
        aggregate=tally.TALLY,
        opened=opened,
        step=step,
        refusal=tally.Refused(),
        old=("amount_added", 1, '{"n":7}', '{"amount":7}'),
        code=lambda error: codes[type(error).__name__],
    )


def problem_code(error: Exception) -> str:
    assert isinstance(error, Problem)
    return error.code


def of_ladder() -> Specimen:
    def step(number: int) -> Decide:
        match = ladders.result(["ann", "bob", "cleo"], [1, 2, 2], match=UUID(int=number))
        adjusted = e.RatingAdjusted(player="guest:ann", name="ann", by=number)

        def rate(_state: LadderState, work: Work) -> None:
            work.add(match)
            work.add(adjusted)

        return rate

    return Specimen(
        aggregate=LADDER,
        opened=lambda: ladders.opened().id,
        step=step,
        refusal=Problem("invalid", "a refusal"),
        old=(
            "ladder_opened",
            1,
            '{"reason":"","settings":{},"slug":"old"}',
            '{"reason":"","rules":"","settings":{},"slug":"old"}',
        ),
        code=problem_code,
    )


def of_tournament() -> Specimen:
    def step(number: int) -> Decide:
        def enter(state: TournamentState, work: UnitOfWork) -> None:
            name = f"p{number}"
            about: Any = {"account": None, "bot": None, "waiting": False, "late": False}
            entrant = len(state.entrants) + 1
            work.add(t.EntrantRegistered(entrant=entrant, name=name, rating=1500, **about))
            work.add(t.PenaltyGiven(entrant=entrant, units=number))

        return enter

    def opened() -> UUID:
        return find(Event(play="reported").slug).id

    return Specimen(
        aggregate=TOURNAMENT,
        opened=opened,
        step=step,
        refusal=Problem("invalid", "a refusal"),
        old=(
            "tournament_started",
            1,
            '{"lots":[2,1],"random_seed":"00","reason":""}',
            '{"lots":[2,1],"random_seed":"00","reason":"","rules":""}',
        ),
        code=problem_code,
    )


SPECIMENS: dict[str, Callable[[], Specimen]] = {
    "tally": of_tally,
    "ladder": of_ladder,
    "tournament": of_tournament,
}
