"""The database goes back in time under two web servers, a worker and a sweeper, while all play.

In the time that is lost moves are acknowledged, and nobody can keep them: the operator has gone
back. What must hold is the rest: from then on everybody is shown what the database holds, and
what is acknowledged stays.
"""

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from random import Random
from typing import NamedTuple, Protocol
from uuid import UUID

from django.db import connections

from tests.chaos.journal import Journal
from tests.chaos.people import Patience, Person, TooLongError
from tests.chaos.proxy import Proxy
from tests.chaos.stage import Stage
from tests.chaos.standby import Standby
from tests.chaos.tables import LATE, PLANS, Plan, Table
from tests.rewinding import Past

REWIND_PLANS = (PLANS[0], PLANS[1], PLANS[2], PLANS[3])
BEFORE_S, LOST_S, AFTER_S = 3.0, 6.0, 4.0
FINISH_S = 90.0


class Way(Protocol):
    """A way in which a database goes back in time."""

    def keep(self) -> None:
        """Keep the present, to be returned to."""

    def return_to(self) -> None:
        """Go back."""

    def forget(self) -> None:
        """Delete what was kept."""


WAYS: dict[str, Callable[[Stage], Way]] = {
    "snapshot put back": lambda stage: Past(stage.home, durable=True),
    "standby promoted": lambda stage: Standby(stage.home),
}


class LostTime(NamedTuple):
    """What was played around one time that was lost; moments are monotonic."""

    way: str
    journal: Journal
    kept_at: float
    """When the present began to be kept."""
    back_at: float
    """When the database had gone back."""
    gone: frozenset[UUID]
    """Matches that had been opened in the lost time."""


class Traveller(Table):
    """A table whose matches may be gone, or be where they were some time ago."""

    late = LATE | {"illegal_move", "not_found"}
    again = 0.0  # The same key may rightly be carried out anew.
    resign_s = 20.0

    def __init__(
        self,
        plan: Plan,
        people: list[Person],
        journal: Journal,
        random: Random,
        opening: threading.Lock,
    ) -> None:
        super().__init__(plan, people, journal, random)
        self._opening = opening
        self._opened: list[UUID] = []
        self.gone: set[UUID] = set()

    def run(self) -> None:
        """Play; then play on what the database says is not over after all."""
        try:
            while not self.closing.is_set():
                self._play_if_there(None)
            for match in self._opened:
                self._play_if_there(match)
        except TooLongError as error:
            self._journal.complaints.append(f"{self.name}: {error}")

    def _play_if_there(self, match: UUID | None) -> None:
        try:
            self._play(self._open() if match is None else match)
        except KeyError as error:
            self.gone.update(error.args)

    def _open(self) -> UUID:
        # So that no match is kept that not all have come to.
        with self._opening:
            match = super()._open()
            self._opened.append(match)
            return match

    def _must(self, ask: "object") -> "object":
        if getattr(ask, "refused", None) == "not_found":
            raise KeyError(getattr(ask, "match", None))
        return super()._must(ask)


def play(
    stage: Stage,
    way: str,
    seed: int,
    plans: Sequence[Plan] = REWIND_PLANS,
    ways: Mapping[str, Callable[[Stage], Way]] = WAYS,
) -> LostTime:
    """Play, keep the present, play on, go back, and play all to the end."""
    journal, patience, opening = Journal(), Patience(), threading.Lock()
    going_back = ways[way](stage)
    with Proxy(stage.ports, f"{way} {seed}") as proxy, _forgotten(going_back):
        tables = []
        for number, plan in enumerate(plans):
            people = [
                Person(proxy.address, journal, Random(f"{way} {seed} {number} {seat}"), patience)
                for seat in range(plan.people)
            ]
            random = Random(f"{way} table {seed} {number}")
            tables.append(Traveller(plan, people, journal, random, opening))
        for table in tables:
            table.start()
        time.sleep(BEFORE_S)
        with opening:
            kept_at = time.monotonic()
            going_back.keep()
        time.sleep(LOST_S)
        going_back.return_to()
        back_at = time.monotonic()
        time.sleep(AFTER_S)
        for table in tables:
            table.closing.set()
        patience.end_in(FINISH_S)
        for table in tables:
            table.join()
    gone = frozenset(match for table in tables for match in table.gone)
    return LostTime(way, journal, kept_at, back_at, gone)


@contextmanager
def _forgotten(way: Way) -> Iterator[None]:
    try:
        yield
    finally:
        way.forget()
        connections.close_all()  # They broke when the server went.
