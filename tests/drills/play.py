"""People who play while something happens, and what is compared afterwards."""

import itertools
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from statistics import quantiles
from uuid import UUID

from django.db import connections

from tests.chaos import checks, database
from tests.chaos.journal import Ask, Journal
from tests.chaos.people import Patience, Person
from tests.chaos.record import stored
from tests.chaos.tables import PLANS, Plan, Table

FINISH_S = 60.0


@dataclass(slots=True)
class Outcome:
    """What a drill has shown."""

    lines: list[str] = field(default_factory=list)
    """Its figures, in words."""
    faults: dict[str, list[str]] = field(default_factory=dict)
    """What each check found."""

    @property
    def is_well(self) -> bool:
        """Return whether nothing was found."""
        return not any(self.faults.values())


class Player(Person):
    """A person whose requests and answers are timed, and who keeps the connection."""

    def __init__(
        self, address: str, journal: "TimedJournal", random: Random, patience: Patience
    ) -> None:
        super().__init__(address, journal, random, patience)
        self.http.headers["Connection"] = "keep-alive"
        self.http.event_hooks["response"] = [lambda answer: journal.answered(answer.status_code)]


class TimedJournal(Journal):
    """What players remember, and how many answers of each status they got."""

    def __init__(self) -> None:
        super().__init__()
        self.statuses: dict[int, int] = {}

    def answered(self, status: int) -> None:
        """Count an answer."""
        self.statuses[status] = self.statuses.get(status, 0) + 1

    def moves(self) -> list[Ask]:
        """Return the moves that were accepted, in the order of their answers."""
        found = [ask for ask in self.asks if ask.what == "move" and ask.answer is not None]
        return sorted(found, key=lambda ask: ask.answered_at or 0.0)

    def gap(self, began: float, ended: float) -> float:
        """Return the longest time without an accepted move between two moments."""
        moments = [ask.answered_at for ask in self.moves() if ask.answered_at is not None]
        during = [moment for moment in moments if began < moment < ended]
        pairs = itertools.pairwise([began, *during, ended])
        return max(later - earlier for earlier, later in pairs)

    def slowest(self, began: float) -> str:
        """Return how long the moves took that were asked for since a moment, in words."""
        seconds = [
            ask.answered_at - ask.asked_at
            for ask in self.moves()
            if ask.asked_at >= began and ask.answered_at is not None
        ]
        if len(seconds) < 2:
            return "no moves"
        late = quantiles(seconds, n=100)[98]
        return f"99 of 100 moves within {late:.2f} s, the slowest {max(seconds):.2f} s"


@contextmanager
def played(
    address: str, journal: TimedJournal, seed: int, plans: Sequence[Plan] = PLANS
) -> Iterator[None]:
    """Have people play inside, and let their matches end afterwards."""
    patience = Patience()
    tables = []
    for number, plan in enumerate(plans):
        people: list[Person] = [
            Player(address, journal, Random(f"{seed} {number} {seat}"), patience)
            for seat in range(plan.people)
        ]
        random = Random(f"table {seed} {number}")
        table = Table(plan, people, journal, random)
        table.resign_s = FINISH_S / 3
        tables.append(table)
    for table in tables:
        table.start()
    try:
        yield
    finally:
        for table in tables:
            table.closing.set()
        patience.end_in(FINISH_S)
        for table in tables:
            table.join()


def compared(journal: TimedJournal, others: Collection[UUID] = frozenset()) -> dict[str, list[str]]:
    """Return what is wrong between what players were told and what is stored, by the check.

    Matches of others are not compared, but verified as well.
    """
    connections.close_all()
    record = stored(journal, set(database.all_matches()).difference(others))
    return {
        "lost": [*checks.lost(record)],
        "doubled": [*checks.doubled(record)],
        "carried out unasked": [*checks.unasked(record)],
        "out of order": [*checks.out_of_order(record)],
        "clocks fired early or twice": [*checks.clock_faults(record)],
        "matches not finished": [*checks.unfinished(record)],
        "found by verify": database.unverified(),
        "what no client should see": list(journal.complaints),
    }


def figures(journal: TimedJournal, faults: dict[str, list[str]]) -> str:
    """Return what was acknowledged and what became of it, in words."""
    return (
        f"Acknowledged {len(journal.moves())} moves, lost {len(faults['lost'])}, "
        f"doubled {len(faults['doubled'])}; "
        f"{len(journal.finished)} of {len(journal.matches)} matches ended."
    )


def await_moves(journal: TimedJournal, most: float) -> float:
    """Wait until a move is accepted; return how long that took, or the most that it may."""
    began, before = time.monotonic(), len(journal.moves())
    while len(journal.moves()) == before and time.monotonic() < began + most:
        time.sleep(0.05)
    return time.monotonic() - began
