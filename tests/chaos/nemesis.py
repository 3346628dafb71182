"""What breaks the platform, in an order that the seed decides."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random

import psycopg
from django.conf import settings

from tests.chaos.disk import SmallDisk
from tests.chaos.stage import Stage

FREEZE_S = 1.5
FREEZE_REDIS_S = 3.0
PAUSE_S = (0.4, 1.6)
"""Between two faults."""
FULL_S = 2.0
"""How long the disk is full but for the log's reserve; and how long it is not, afterwards."""
FULL_MAX_S = 12.0
"""How long it then stays full at most, when nobody is told so."""
POLL_S = 0.1

WRITE_LOG = "SELECT pg_logical_emit_message(true, 'chaos', repeat('x', 1 << 20))"
"""Writes a megabyte into PostgreSQL's log that nobody reads."""
WRITES_MAX = 256
"""More than the segments of its log that PostgreSQL keeps for later."""

END_SESSIONS = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE usename = current_user AND pid <> pg_backend_pid()"
)


class Nemesis:
    """Deals faults like cards: each once before any comes again."""

    def __init__(self, stage: Stage, random: Random) -> None:
        self._stage = stage
        self._random = random
        self.done: Counter[str] = Counter()
        self._faults: dict[str, Callable[[], None]] = {
            "PostgreSQL stopped at once": stage.crash_postgres,
            "PostgreSQL killed": stage.kill_postgres,
            "database sessions ended": end_sessions,
            "Redis killed": self._restart_redis,
            "Redis frozen": lambda: stage.freeze_redis(FREEZE_REDIS_S),
            "web killed": lambda: stage.kill(self._spare_web()),
            "web's worker killed": lambda: stage.kill_child_of(self._spare_web()),
            "web frozen": lambda: stage.freeze(self._web(), FREEZE_S),
            "worker killed": lambda: stage.kill("worker"),
            "worker's child killed": lambda: stage.kill_child_of("worker"),
            "worker frozen": lambda: stage.freeze("worker", FREEZE_S),
            "sweeper killed": lambda: stage.kill("sweeper"),
            "sweeper frozen": lambda: stage.freeze("sweeper", FREEZE_S),
        }

    def storm(self, seconds: float) -> None:
        """Do one thing after another for a while."""
        end = time.monotonic() + seconds
        deck = self._deck()
        while time.monotonic() < end:
            name = next(deck)
            self._faults[name]()
            self.done[name] += 1
            time.sleep(self._random.uniform(*PAUSE_S))

    def without_redis(self, seconds: float) -> None:
        """Keep Redis down for a while."""
        self._stage.stop_redis()
        time.sleep(seconds)
        self._stage.start_redis()
        self.done["no Redis at all"] += 1

    def fill_disk(self, disk: SmallDisk, times: int, refused: Callable[[], int]) -> list[str]:
        """Fill the servers' disk, and free it again when somebody has been refused.

        Return a sentence for every time that nobody was, however long it was full.
        """
        unnoticed = []
        for _ in range(times):
            disk.fill()
            # What PostgreSQL keeps in reserve for its log lasts for a match or two.
            time.sleep(FULL_S)
            use_up_log()
            before, give_up = refused(), time.monotonic() + FULL_MAX_S
            while refused() == before and time.monotonic() < give_up:
                time.sleep(POLL_S)
            if refused() == before:
                unnoticed.append(f"nobody was told that the disk was full for {FULL_MAX_S:.0f} s")
            disk.free()
            # A server that cannot write its log gives up; whoever watches over it starts it again.
            self._stage.revive_postgres()
            self._stage.start_redis()
            self.done["disk filled"] += 1
            time.sleep(FULL_S)
        return unnoticed

    def _deck(self) -> Iterator[str]:
        while True:
            yield from self._random.sample(sorted(self._faults), len(self._faults))

    def _web(self) -> str:
        return f"web-{self._random.randrange(len(self._stage.ports))}"

    def _spare_web(self) -> str:
        """Return a web server that may go, since all of them answer: else nobody would play."""
        for port in self._stage.ports:
            self._stage.await_alive(port)
        return self._web()

    def _restart_redis(self) -> None:
        self._stage.stop_redis()
        time.sleep(self._random.uniform(*PAUSE_S))
        self._stage.start_redis()


def end_sessions() -> None:
    """End every session of the application, as a database does that fails over."""
    with psycopg.connect(settings.DATABASE_URL, autocommit=True) as connection:
        connection.execute(END_SESSIONS)


def use_up_log() -> None:
    """Write until PostgreSQL's log has no room either, and it can acknowledge nothing more."""
    with (
        suppress(psycopg.OperationalError),
        psycopg.connect(settings.DATABASE_URL, autocommit=True) as connection,
    ):
        for _ in range(WRITES_MAX):
            connection.execute(WRITE_LOG)
