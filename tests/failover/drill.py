"""Lose the primary in one way after another while people play, and count what is missing."""

import itertools
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import inf
from random import Random
from typing import NamedTuple

from django.db import connections

from tests.chaos import checks, database, lost_time, rewinds
from tests.chaos.journal import Journal
from tests.chaos.people import Patience, Person
from tests.chaos.proxy import Proxy
from tests.chaos.record import stored
from tests.chaos.stage import Stage
from tests.chaos.tables import PLANS, Plan, Table
from tests.failover.nodes import Pair

LEASE_S = 2.0
"""How long after its death a primary is missed: the drill's own hand stands in for the lease of
Patroni, whose `ttl` is 20 s at the least."""
FROZEN_S = 5.0
AWAKE_S = 1.0
"""How long a primary that was frozen goes on before it is put an end to."""
FINISH_S = 90.0
CONTROL = "a standby that takes over without the last writes"


class Size(NamedTuple):
    """How long things last, and who plays."""

    calm_s: float
    rounds: int
    plans: Sequence[Plan]
    control_plans: Sequence[Plan]
    judges_gaps: bool
    """Whether a long time without moves is a fault; on a busy machine it is none."""


FULL = Size(6.0, 2, PLANS, rewinds.REWIND_PLANS, judges_gaps=True)
SHORT = Size(3.0, 1, (PLANS[0], PLANS[1], PLANS[2]), (PLANS[0], PLANS[2]), judges_gaps=False)


class Loss(NamedTuple):
    """What one loss of a primary came to; moments are monotonic."""

    name: str
    began: float
    ended: float
    gap_s_max: float
    """The longest time without moves that is allowed."""


@dataclass(slots=True)
class Outcome:
    """What a drill has shown."""

    journal: Journal
    losses: list[Loss]
    faults: dict[str, list[str]]
    """What each check found; the first two are losses and doubles."""
    moves_lost_in_control: int
    control_faults: list[str] = field(default_factory=list)

    @property
    def is_well(self) -> bool:
        """Return whether nothing is missing, play went on, and the control has lost moves."""
        return (
            not any(self.faults.values())
            and not self.control_faults
            and self.moves_lost_in_control > 0
            and all(gap(self.journal, loss) <= loss.gap_s_max for loss in self.losses)
        )


class Drill:
    """One run: two nodes, two web servers, a worker, a sweeper, and people who play."""

    def __init__(self, pair: Pair, stage: Stage, size: Size, seed: int) -> None:
        self._pair = pair
        self._stage = stage
        self._size = size
        self._seed = seed

    def play(self, tell: Callable[[str], None]) -> Outcome:
        """Run it all; tell is called with what begins."""
        journal = Journal()
        with self._played(journal):
            losses = list(self._lose(tell))
            tell("letting all matches come to their end")
        connections.close_all()
        tell("comparing what players were told with what is stored")
        faults = self._compared(journal)
        tell(f"control: {CONTROL}")
        lost, wrong = self._control()
        return Outcome(journal, losses, faults, lost, wrong)

    def _lose(self, tell: Callable[[str], None]) -> Iterator[Loss]:
        ways: dict[str, tuple[Callable[[], None], float]] = {
            "switchover": (self._switch, 10.0),
            "primary killed": (self._kill, 15.0),
            "primary frozen": (self._freeze, 30.0),
        }
        time.sleep(self._size.calm_s)
        for _ in range(self._size.rounds):
            for name, (lose, gap_s_max) in ways.items():
                tell(name)
                began = time.monotonic()
                lose()
                time.sleep(self._size.calm_s)
                most = gap_s_max if self._size.judges_gaps else inf
                yield Loss(name, began, time.monotonic(), most)
                self._pair.join()
                time.sleep(self._size.calm_s)

    def _switch(self) -> None:
        """Stop the primary in order, whose standby has got everything by then."""
        self._pair.primary.stop()
        self._pair.take_over()

    def _kill(self) -> None:
        self._pair.primary.kill()
        time.sleep(LEASE_S)
        self._pair.take_over()

    def _freeze(self) -> None:
        """Let the primary wake up and believe that it still is one, before it is put an end to."""
        frozen = self._pair.primary
        frozen.freeze()
        time.sleep(LEASE_S)
        self._pair.take_over()
        time.sleep(FROZEN_S)
        frozen.thaw()
        time.sleep(AWAKE_S)
        frozen.stop(signal.SIGQUIT)

    @contextmanager
    def _played(self, journal: Journal) -> Iterator[None]:
        """Have people play, and play to the end afterwards."""
        patience = Patience()
        with Proxy(self._stage.ports, self._seed) as proxy:
            tables = [
                Table(plan, self._people(proxy, journal, patience, plan, number), journal, random)
                for number, plan in enumerate(self._size.plans)
                for random in [Random(f"table {self._seed} {number}")]
            ]
            for table in tables:
                table.start()
            yield
            for table in tables:
                table.closing.set()
            patience.end_in(FINISH_S)
            for table in tables:
                table.join()

    def _people(
        self, proxy: Proxy, journal: Journal, patience: Patience, plan: Plan, number: int
    ) -> list[Person]:
        return [
            Person(proxy.address, journal, Random(f"{self._seed} {number} {seat}"), patience)
            for seat in range(plan.people)
        ]

    def _compared(self, journal: Journal) -> dict[str, list[str]]:
        record = stored(journal, database.all_matches())
        return {
            "lost": [*checks.lost(record)],
            "doubled": [*checks.doubled(record)],
            "carried out unasked": [*checks.unasked(record)],
            "out of order": [*checks.out_of_order(record)],
            "matches not finished": [*checks.unfinished(record)],
            "found by verify": database.unverified(),
            "what no client should see": list(journal.complaints),
        }

    def _control(self) -> tuple[int, list[str]]:
        """Return the moves that were lost without a synchronous standby, and what else was wrong.

        The platform cannot keep what its database has lost; but it must go on in one piece.
        """
        way: dict[str, Callable[[Stage], rewinds.Way]] = {
            CONTROL: lambda _: Asynchronous(self._pair)
        }
        lost = rewinds.play(self._stage, CONTROL, self._seed, self._size.control_plans, way)
        histories = lost_time.own(lost, stored(Journal(), database.all_matches()).histories)
        wrong = [*lost_time.faults(lost, histories), *database.unverified()]
        return lost_time.moves_lost(lost, histories), wrong


class Asynchronous:
    """A primary that waits for no standby, and is lost with what only it has."""

    def __init__(self, pair: Pair) -> None:
        self._pair = pair

    def keep(self) -> None:
        """Let the standby fall behind from now on."""
        self._pair.wait_for_no_standby()
        self._pair.cut()

    def return_to(self) -> None:
        """Kill the primary, and let the standby take over as it is."""
        self._pair.primary.kill()
        self._pair.take_over()

    def forget(self) -> None:
        """Keep nothing: the drill ends here."""


def gap(journal: Journal, loss: Loss) -> float:
    """Return the longest time without an accepted move, in seconds, while a primary was lost."""
    moments = sorted(
        ask.answered_at
        for ask in journal.asks
        if ask.what == "move" and ask.answer is not None and ask.answered_at is not None
    )
    before = [moment for moment in moments if moment <= loss.began][-1:] or [loss.began]
    during = [moment for moment in moments if loss.began < moment <= loss.ended]
    pairs = itertools.pairwise([*before, *during, loss.ended])
    return max(later - earlier for earlier, later in pairs)
