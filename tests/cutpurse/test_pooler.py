"""A pooler before the database: one that serves, and any other is warned of."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from copy import deepcopy
from pathlib import Path
from time import monotonic, sleep
from uuid import UUID

import psycopg
import pytest
from django.db import connections, transaction

from cutpurse import durability
from cutpurse.embedded.addresses import python_path
from eventstore import pipeline, pooling, verification
from matches.events import KIND
from matches.models import Match
from tests import processes
from tests.matches import tables, test_move_batcher

pytestmark = [pytest.mark.usefixtures("committed_db"), pytest.mark.slow]

PATIENCE_S = 30.0
SESSIONS = 3
"""Of PostgreSQL, for all clients of the pooler together."""
FOLLOWS = (1, 22)
"""PgBouncer's version from which on it knows what is prepared, and `DEALLOCATE ALL`."""


def program() -> str:
    """Return PgBouncer's program, which `PGBOUNCER` may name; skip the test where there is none."""
    found = shutil.which(os.environ.get("PGBOUNCER", "pgbouncer"))
    if found is None:
        pytest.skip("pgbouncer is not installed")
    return found


def follows_what_is_prepared() -> bool:
    """Return whether this PgBouncer serves in transaction mode."""
    told = subprocess.run([program(), "--version"], capture_output=True, text=True, check=True)
    first, second = told.stdout.split()[1].split(".")[:2]
    return (int(first), int(second)) >= FOLLOWS


@contextmanager
def pooled(mode: str, folder: Path, *, prepared: int = 200) -> Iterator[None]:
    """Reach the database through PgBouncer, moves through a pool that keeps sessions."""
    port, database = processes.free_port(), connections["default"].settings_dict
    here = f"host={database['HOST']} port={database['PORT'] or 5432}"
    lines = [
        "[databases]",
        f"lane = {here} dbname={database['NAME']} pool_mode=session",
        f"* = {here}",
        "[pgbouncer]",
        *("listen_addr = 127.0.0.1", f"listen_port = {port}", "unix_socket_dir ="),
        *("auth_type = trust", f"auth_file = {folder}/users"),
        *(f"pool_mode = {mode}", f"default_pool_size = {SESSIONS}"),
        "ignore_startup_parameters = extra_float_digits, options",
    ]
    if follows_what_is_prepared():
        lines.append(f"max_prepared_statements = {prepared}")
    (folder / "pgbouncer.ini").write_text("\n".join(lines) + "\n")
    (folder / "users").write_text(f'"{database["USER"]}" ""\n')
    for each in (folder, *folder.iterdir()):
        each.chmod(0o755)
    # As root it will not run.
    by = ["-u", "nobody"] if os.geteuid() == 0 else []
    running = subprocess.Popen(
        [program(), "-q", *by, str(folder / "pgbouncer.ini")], stderr=subprocess.DEVNULL
    )
    before = {name: database[name] for name in ("HOST", "PORT")}
    try:
        database |= {"HOST": "127.0.0.1", "PORT": str(port)}
        connections["default"].close()
        _wait(port, database["NAME"], database["USER"])
        yield
    finally:
        database |= before
        connections["default"].close()
        running.terminate()
        running.wait()


@contextmanager
def shared_sessions(folder: Path, *, prepared: int = 200) -> Iterator[None]:
    """Reach the database as a site does with `DATABASE_POOLER=transaction`."""
    database = connections["default"].settings_dict
    with pooled("transaction", folder, prepared=prepared):
        connections.databases[pooling.LANE] = deepcopy(database) | {"NAME": "lane"}
        database["DISABLE_SERVER_SIDE_CURSORS"] = True
        try:
            yield
        finally:
            database["DISABLE_SERVER_SIDE_CURSORS"] = False
            connections[pooling.LANE].close()
            del connections[pooling.LANE]
            del connections.databases[pooling.LANE]


def _wait(port: int, name: str, user: str) -> None:
    give_up = monotonic() + PATIENCE_S
    while True:
        try:
            psycopg.connect(host="127.0.0.1", port=port, dbname=name, user=user).close()
        except psycopg.OperationalError:
            assert monotonic() < give_up
            sleep(0.05)
        else:
            return


@pytest.fixture
def folder() -> Iterator[Path]:
    """Return a folder that others may look into, unlike pytest's."""
    with tempfile.TemporaryDirectory() as made:
        yield Path(made)


def test_a_match_is_played_through_a_pooler_that_keeps_connections(folder: Path) -> None:
    with pooled("session", folder):
        assert durability.connections_are_kept(databases=["default"]) == []
        players = tables.people(3)
        match_id = tables.begun(players, options={"rounds": 1})
        tables.play_out(match_id, players)

        assert Match.objects.get(id=match_id).status == "finished"


def test_a_pooler_that_gives_connections_away_is_warned_of(folder: Path) -> None:
    with pooled("transaction", folder):
        (warning,) = durability.connections_are_kept(databases=["default"])

    assert warning is durability.POOLED


def test_a_database_without_a_pooler_is_not_warned_of() -> None:
    assert durability.connections_are_kept(databases=["default"]) == []


def test_a_pooler_that_knows_nothing_of_what_is_prepared_is_warned_of(folder: Path) -> None:
    with shared_sessions(folder, prepared=0):
        found = durability.connections_are_kept(databases=["default"])

    assert durability.FORGETFUL in found
    assert durability.LANE_POOLED not in found


def test_a_lane_that_shares_its_sessions_is_warned_of(folder: Path) -> None:
    with shared_sessions(folder):
        lane = connections[pooling.LANE].settings_dict
        lane["NAME"] = connections["default"].settings_dict["NAME"]
        connections[pooling.LANE].close()

        assert durability.LANE_POOLED in durability.connections_are_kept(databases=["default"])


def together(players: int, work: Callable[[int], None]) -> None:
    """Do some work on so many threads at once, each with a connection of its own."""

    def done(number: int) -> None:
        try:
            work(number)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(players) as threads:
        for each in [threads.submit(done, number) for number in range(players)]:
            each.result()


def test_more_matches_than_sessions_are_played_through_a_pooler_that_shares_them(
    folder: Path,
) -> None:
    if not follows_what_is_prepared():
        pytest.skip("PgBouncer 1.22 or newer is needed")
    played: list[UUID] = []

    def play(number: int) -> None:
        players = tables.people(2)
        match_id = tables.begun(players, game="second-story")
        with suppress(Rolled), transaction.atomic():
            # psycopg takes back what it has prepared; the pooler has to know.
            tables.page(match_id, players[0])
            raise Rolled
        tables.play_out(match_id, players, seed=number)
        played.append(match_id)

    with shared_sessions(folder):
        assert durability.connections_are_kept(databases=["default"]) == []
        together(2 * SESSIONS, play)
        assert sum(1 for _ in Match.objects.filter(id__in=played).iterator(chunk_size=2)) == len(
            played
        )

    assert len(played) == 2 * SESSIONS
    for match_id in played:
        assert Match.objects.get(id=match_id).status == "finished"
        assert verification.check(KIND, match_id) == []


def test_batches_of_moves_take_the_way_that_keeps_its_session(folder: Path) -> None:
    with shared_sessions(folder):
        assert pipeline.parameters()["dbname"] == "lane"
        players = tables.people(3)
        matches = [tables.begun(players) for _ in range(4)]
        orders = [test_move_batcher.order(match_id, players[0]) for match_id in matches]

        answers = test_move_batcher.submitted(orders)

    assert None not in answers


def test_transaction_mode_without_a_lane_is_refused_in_words() -> None:
    command = [sys.executable, "-c", "import cutpurse.settings"]
    environment = {**os.environ, **python_path(), "DATABASE_POOLER": "transaction"}
    environment.pop("DATABASE_LANE_URL", None)
    refused = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    assert refused.returncode != 0
    assert "DATABASE_LANE_URL must lead to the same database" in refused.stderr


class Rolled(Exception):  # noqa: N818 - It is no error.
    """Takes a transaction back."""
