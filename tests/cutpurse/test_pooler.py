"""A pooler before the database: one that keeps connections serves, any other is warned of."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import psycopg
import pytest
from django.db import connections

from cutpurse import durability
from matches.models import Match
from tests import processes
from tests.matches import tables

pytestmark = [pytest.mark.usefixtures("committed_db"), pytest.mark.slow]

PATIENCE_S = 30.0


@contextmanager
def pooled(mode: str, folder: Path) -> Iterator[None]:
    """Reach the database through PgBouncer, where it is installed."""
    program = shutil.which("pgbouncer")
    if program is None:
        pytest.skip("pgbouncer is not installed")
    port, database = processes.free_port(), connections["default"].settings_dict
    (folder / "pgbouncer.ini").write_text(
        f"[databases]\n* = host={database['HOST']} port={database['PORT'] or 5432}\n"
        f"[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\n"
        f"auth_type = trust\nauth_file = {folder}/users\npool_mode = {mode}\n"
        "ignore_startup_parameters = extra_float_digits, options\n"
    )
    (folder / "users").write_text(f'"{database["USER"]}" ""\n')
    for each in (folder, *folder.iterdir()):
        each.chmod(0o755)
    # As root it will not run.
    by = ["-u", "nobody"] if os.geteuid() == 0 else []
    running = subprocess.Popen(
        [program, "-q", *by, str(folder / "pgbouncer.ini")], stderr=subprocess.DEVNULL
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
