"""One run: play, break, let the rest come to an end, and compare both sides."""

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from random import Random
from uuid import UUID

from django.db import connections

from tests.chaos import (
    checks,
    controls,
    database,
    lost_time,
    memories,
    rewinds,
    sights,
    tampering,
)
from tests.chaos.disk import SmallDisk
from tests.chaos.journal import Journal
from tests.chaos.nemesis import Nemesis
from tests.chaos.people import Patience, Person
from tests.chaos.proxy import FAULTS, Proxy
from tests.chaos.record import Record, stored
from tests.chaos.rewinds import REWIND_PLANS, WAYS, LostTime
from tests.chaos.stage import Stage
from tests.chaos.tables import PLANS, SHORT_PLANS, Plan, Table
from tests.chaos.tampering import Control
from tests.chaos.watchers import Watcher

FINISH_S = 90.0
"""How long matches may take to come to their end once nothing breaks any more."""


@dataclass(frozen=True, slots=True)
class Size:
    """How much of everything."""

    plans: tuple[Plan, ...]
    watchers: int
    storm_s: float
    without_redis_s: float
    disk_fillings: int
    rewind_plans: tuple[Plan, ...]


FULL = Size(
    plans=PLANS,
    watchers=4,
    storm_s=100,
    without_redis_s=15,
    disk_fillings=2,
    rewind_plans=REWIND_PLANS,
)
SHORT = Size(
    plans=SHORT_PLANS,
    watchers=2,
    storm_s=4,
    without_redis_s=0,
    disk_fillings=0,
    rewind_plans=SHORT_PLANS,
)


@dataclass(slots=True)
class Outcome:
    """What a run has shown."""

    record: Record
    faults: dict[str, list[str]]
    """What each check found, by the check's name."""
    broken: dict[str, int]
    """How often each thing was broken."""
    network: dict[str, int]
    """What the proxy did to how many requests."""
    controls: list[Control]
    snapshots: int
    """How often the rows were looked at while things broke."""
    recovery_s: float
    """From the last fault to the end of the last match."""
    finished_without_redis: int
    moves_rewound: dict[str, int]
    """Acknowledged moves that were lost with each lost time, by the operator's act."""
    moves_since: int
    """Moves that were acknowledged after the database had gone back."""
    notes: list[str] = field(default_factory=list)

    @property
    def is_well(self) -> bool:
        """Return whether nothing was wrong, and everything failed that had to."""
        return not any(self.faults.values()) and all(each.failed for each in self.controls)


class Run:
    """The cast of one run."""

    def __init__(self, seed: int, size: Size, disk: SmallDisk | None) -> None:
        self._size = size
        self._disk = disk
        self._seed = seed
        self.journal = Journal()
        self.stage = Stage()
        self._onlooker = database.Onlooker()
        self._nemesis = Nemesis(self.stage, Random(f"nemesis {seed}"))
        self._people: list[Person] = []
        self._patience = Patience()
        self._notes: list[str] = []
        self._before_storm: frozenset[UUID] = frozenset()
        self._finished_without_redis = 0

    def play(self, tell: Callable[[str], None]) -> Outcome:
        """Run it all; tell is called with what begins."""
        with ExitStack() as stack:
            tell("starting two web servers, a worker and a sweeper")
            stack.callback(self.stage.stop)
            self.stage.start()
            rewound = self._rewind(tell)
            proxy = stack.enter_context(Proxy(self.stage.ports, self._seed))
            tables, watchers = self._cast(proxy)
            proxy.faults = dict(FAULTS)
            for thread in (self._onlooker, *tables, *watchers):
                thread.start()
            self._break(tell)
            last_fault = time.monotonic()
            proxy.faults = {"none": 1}
            tell("letting all matches come to their end")
            self._end(tables, watchers)
            recovery = time.monotonic() - last_fault
            tell("comparing what clients were told with what is stored")
            connections.close_all()
            record, before = self._stored()
            faults = self._compare(record) | self._compare_rewound(rewound, before)
            tell("running the controls, which must fail")
            failed = [*tampering.tampered(record)]
            failed += controls.on_stage(self.stage, self.journal.matches[0])
        return Outcome(
            record=record,
            faults=faults,
            broken=dict(self._nemesis.done),
            network=dict(proxy.done),
            controls=failed,
            snapshots=self._onlooker.looks,
            recovery_s=recovery,
            finished_without_redis=self._finished_without_redis,
            moves_rewound={
                lost.way: lost_time.moves_lost(lost, lost_time.own(lost, before.histories))
                for lost in rewound
            },
            moves_since=sum(
                ask.what == "move" for lost in rewound for ask in lost_time.since(lost)
            ),
            notes=self._notes,
        )

    def _rewind(self, tell: Callable[[str], None]) -> list[LostTime]:
        """Let the database go back in time, in each of the ways."""
        lost = []
        for way in WAYS:
            tell(f"letting the database go back in time: {way}")
            lost.append(rewinds.play(self.stage, way, self._seed, self._size.rewind_plans))
            self._nemesis.done[way] += 1
        if memories.shows_what_is_lost(self.stage):
            self.journal.complaints.append("a lost state was shown in place of what is stored")
        self._before_storm = frozenset(database.all_matches())
        return lost

    def _stored(self) -> tuple[Record, Record]:
        """Return what is stored of the storm, and of the lost times before it."""
        everything = set(database.all_matches())
        return (
            stored(self.journal, everything - self._before_storm),
            stored(Journal(), everything & self._before_storm),
        )

    def _explained(self, complaint: str) -> str:
        """Return a complaint with what the logs say of its request."""
        request = complaint.rpartition("request ")[2]
        lines = [
            line
            for log in self.stage.home.logs.glob("web-*.log")
            for line in log.read_text(errors="replace").splitlines()
            if request in line
        ]
        return "\n".join([complaint, *lines])

    def _compare_rewound(self, rewound: list[LostTime], before: Record) -> dict[str, list[str]]:
        found = [
            self._explained(fault)
            for lost in rewound
            for fault in lost_time.faults(lost, lost_time.own(lost, before.histories))
        ]
        return {"wrong after the database went back": found}

    def _cast(self, proxy: Proxy) -> tuple[list[Table], list[Watcher]]:
        tables, watchers = [], []
        for number, plan in enumerate(self._size.plans):
            people = [
                self._person(proxy, f"{self._seed} {number} {seat}") for seat in range(plan.people)
            ]
            self._people += people
            random = Random(f"table {self._seed} {number}")
            tables.append(Table(plan, people, self.journal, random))
        for number in range(self._size.watchers):
            random = Random(f"watcher {self._seed} {number}")
            watchers.append(Watcher(proxy.address, self.journal, random, self._patience))
            watchers[-1].people = self._people
        return tables, watchers

    def _person(self, proxy: Proxy, seed: str) -> Person:
        return Person(proxy.address, self.journal, Random(seed), self._patience)

    def _break(self, tell: Callable[[str], None]) -> None:
        size = self._size
        tell(f"breaking something every second for {size.storm_s:.0f} s")
        self._nemesis.storm(size.storm_s)
        if size.without_redis_s:
            tell(f"playing without Redis for {size.without_redis_s:.0f} s")
            before = len(self.journal.finished)
            self._nemesis.without_redis(size.without_redis_s)
            self._finished_without_redis = len(self.journal.finished) - before
            if not self._finished_without_redis:
                self.journal.complaints.append("no match came to its end without Redis")
        if self._disk is None:
            self._notes.append("The disk was not filled: that takes root, who may mount one.")
        elif size.disk_fillings:
            tell("filling the disk")
            unnoticed = self._nemesis.fill_disk(self._disk, size.disk_fillings, self._refused)
            self.journal.complaints.extend(unnoticed)

    def _refused(self) -> int:
        """Return how many requests were told that the platform is away."""
        return self.journal.troubles.get("503", 0)

    def _end(self, tables: list[Table], watchers: list[Watcher]) -> None:
        threads: list[Table | Watcher] = [*tables, *watchers]
        for thread in threads:
            thread.closing.set()
        self._patience.end_in(FINISH_S)
        for thread in threads:
            thread.join()
        self._onlooker.closing.set()
        self._onlooker.join()

    def _compare(self, record: Record) -> dict[str, list[str]]:
        folders = [self.stage.home.logs, self.stage.home.valkey]
        complaints = self.journal.complaints
        secrets = [text for person in self._people for text in (person.secret, person.name)]
        return {
            "acknowledged, and lost": [*checks.lost(record)],
            "carried out twice": [*checks.doubled(record)],
            "carried out unasked": [*checks.unasked(record)],
            "out of order": [*checks.out_of_order(record)],
            "half-writes seen": self._onlooker.found,
            "clocks fired early or twice": [*checks.clock_faults(record)],
            "matches not finished": [*checks.unfinished(record)],
            "left on the agenda": database.left_over(),
            "faults found by verify": database.unverified(),
            "answers not as stored, or with hidden cards": [*sights.wrong_views(record)],
            "streams with gaps, repeats or hidden cards": [*sights.stream_faults(record)],
            "secrets in logs or Redis": [*database.secrets_in(folders, secrets)],
            "what no client should see": [self._explained(each) for each in complaints],
        }
