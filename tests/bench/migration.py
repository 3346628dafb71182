"""How long players wait while the event table of an earlier release becomes partitions.

    python -m tests.bench.migration --events 1e6

One process appends to a match and reads it all the time, as fast as it can, while another migrates
(`eventstore 0005`). Nothing may fail or be lost, and all rows must be the same before and after.
"""

import argparse
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, sleep

import psycopg
from django.core.management import call_command
from django.db import connections
from rich.console import Console

NAME = "bench_before_partitions"
OTHERS = 20_000
"""Events of what is no match."""
PAUSE_S = 0.002
DIGEST = """SELECT count(*), sum(hashtextextended(row(event.*)::text, 0)::numeric)
FROM eventstore_event AS event WHERE actor <> 'account:player'"""


class Player:
    """Somebody who appends events and reads them, and notes how long that takes."""

    def __init__(self, url: str, stream: object, version: int) -> None:
        self._url, self._stream, self._version = url, stream, version
        self._stop = threading.Event()
        self.waits: list[float] = []
        self.errors: list[Exception] = []
        self._thread = threading.Thread(target=self._play)

    @contextmanager
    def playing(self) -> Iterator[None]:
        """Play inside."""
        self._thread.start()
        try:
            yield
        finally:
            self._stop.set()
            self._thread.join()

    def _play(self) -> None:
        # Only now: the store's modules need Django set up.
        from eventstore import sql  # noqa: PLC0415

        statement = sql.insert_events(1, 1, "(VALUES (1)) AS one(n)").encode()
        with psycopg.connect(self._url, autocommit=True) as database:
            cursor = psycopg.RawCursor(database)
            while not self._stop.is_set():
                began, version = monotonic(), self._version
                shared = ("match", self._stream, version, "account:player", f"p{version}", None)
                rest = (bytes(16), "now", "added", 1, "{}", bytes(32))
                after = ("match", self._stream, version - 1, version + 1)
                try:
                    cursor.execute(statement, (*shared, *rest), prepare=True)
                    found = cursor.execute(sql.LOAD, after, prepare=True).fetchall()
                except psycopg.Error as error:
                    self.errors.append(error)
                    return
                if len(found) != 2:
                    self.errors.append(AssertionError(f"{len(found)} events were read"))
                    return
                self._version += 1
                self.waits.append(monotonic() - began)
                sleep(PAUSE_S)


def measure(events: float, console: Console) -> bool:
    """Print what the migration of so many events comes to; return whether all went well."""
    from tests.bench import databases, growth  # noqa: PLC0415 - They need Django set up.

    databases.create(NAME)
    connections.databases[NAME] = {**connections.databases["owner"], "NAME": NAME}
    call_command("migrate", "eventstore", "0004", database=NAME, verbosity=0)
    url = databases.url(NAME)
    with psycopg.connect(url, autocommit=True) as owner:
        a_year_ago = growth.BEGAN_MS - growth.YEAR_MS
        streams = growth.fill(owner, growth.KIND, round(events), began_ms=a_year_ago)
        growth.fill(owner, "tournament", OTHERS, began_ms=a_year_ago)
        owner.execute("VACUUM ANALYZE eventstore_event")
        before = owner.execute(DIGEST).fetchone()
        player = Player(url, streams[0], growth.EVENTS)
        with player.playing():
            sleep(1)
            began = monotonic()
            call_command("migrate", "eventstore", "0005", database=NAME, verbosity=0)
            took = monotonic() - began
            sleep(1)
        after = owner.execute(DIGEST).fetchone()
        kept = owner.execute(
            "SELECT count(*) FROM eventstore_event WHERE actor = 'account:player'"
        ).fetchone()
    connections[NAME].close()
    databases.drop(NAME)
    lost = len(player.waits) - (kept or (0,))[0]
    waits = sorted(player.waits)
    console.print(f"rows and sum of their hashes before: {before}")
    console.print(f"rows and sum of their hashes after:  {after}")
    console.print(f"migrated in {took:.1f} s")
    console.print(f"{len(waits)} appends meanwhile, {len(player.errors)} failed, {lost} lost")
    middle = waits[len(waits) // 2]
    console.print(f"an append and a read took {middle * 1000:.1f} ms (median)")
    console.print(f"the longest took {', '.join(f'{each:.2f}' for each in waits[-3:])} s")
    return before == after and not player.errors and not lost


def main() -> int:
    """Measure on servers of its own."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.migration", description=__doc__)
    parser.add_argument("--events", type=float, default=1e6, help="of matches (%(default)g)")
    asked = parser.parse_args()
    console = Console(highlight=False, soft_wrap=True)
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.bench.settings"
    # Its settings name throw-away servers, and are read when this is imported.
    from tests.bench import platform_servers  # noqa: PLC0415

    with platform_servers.running():
        is_well = measure(asked.events, console)
    return 0 if is_well else 1


if __name__ == "__main__":
    raise SystemExit(main())
