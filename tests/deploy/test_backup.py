"""A drill: a played database is saved, restored into an empty one, and replayed."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import psycopg
import pytest
from django.conf import settings
from django.core.management import call_command
from psycopg import sql

from agenda import periodic_jobs
from cutpurse import roles
from cutpurse.embedded import binaries, home
from cutpurse.embedded.addresses import ROOT, var_folder
from tests import servers
from tests.club_copies import folder
from tests.matches.tables import begun, next_move, people, play_out
from tests.tournaments import draw_sharers

RESTORED = "test_restored"
CONTENTS = (
    "SELECT (SELECT md5(string_agg(hash::text, ',' ORDER BY stream_id, version))"
    " FROM eventstore_event),"
    " (SELECT md5(string_agg(m::text, ',' ORDER BY id)) FROM matches_match m),"
    " (SELECT md5(string_agg(a::text, ',' ORDER BY kind, subject)) FROM agenda_due a"
    " WHERE kind <> ALL (%s))"
)

pytestmark = pytest.mark.usefixtures("committed_db")


def script(
    name: str, argument: Path, environment: dict[str, str]
) -> "subprocess.CompletedProcess[str]":
    """Run a script of deploy/ with the programs of the embedded PostgreSQL."""
    programs = binaries.postgres(home.find(var_folder())) / "bin"
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        [str(ROOT / "deploy" / name), str(argument)],
        env={**environment, "PATH": path, "PYTHON": sys.executable, "KEEP": "2"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def of_its_own(committed_db: None, django_db_setup: str) -> Iterator[dict[str, str]]:
    """Work in a new database, and return its environment.

    Other tests leave matches whose deals are made up, which is a fault to whoever restores them.
    """
    migrated = django_db_setup.removesuffix("_committed")
    with servers.copied_database(migrated, "saved") as name, servers.using(name):
        yield servers.environment()


@pytest.fixture
def empty(environment: dict[str, str], tmp_path: Path) -> Iterator[dict[str, str]]:
    """Return the environment of an empty database beside the tests' own.

    Matches that other tests have left may be played with a club's own copy of a game: whoever
    moves a host takes its folder of copies along.
    """
    drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(RESTORED))
    with servers.connected(servers.MAINTENANCE) as owner:
        owner.execute(drop)
        roles.create_database(owner, RESTORED)
    yield {
        **environment,
        "DATASETS": folder(tmp_path / "copies"),
        "DATABASE_URL": servers.url_of(settings.DATABASE_URL, RESTORED),
        "DATABASE_OWNER_URL": servers.url_of(settings.DATABASE_OWNER_URL, RESTORED),
    }
    with servers.connected(servers.MAINTENANCE) as owner:
        owner.execute(drop)


def contents(url: str) -> tuple[object, ...]:
    """Return digests of events, matches and agenda."""
    with psycopg.connect(url) as database:
        found = database.execute(CONTENTS, [periodic_jobs.kinds()]).fetchone()
    assert found is not None
    return found


@pytest.mark.more
def test_a_backup_restores_into_an_empty_database_and_every_match_replays(
    of_its_own: dict[str, str], empty: dict[str, str], tmp_path: Path
) -> None:
    players = people(3)
    play_out(begun(players, options={"rounds": 1}), players)
    next_move(begun(players, clock={"per_move": 600}), players, Random(1))

    saved = script("backup.sh", tmp_path, of_its_own)
    before = contents(of_its_own["DATABASE_OWNER_URL"])
    file = Path(saved.stdout.strip())
    restored = script("restore.sh", file, empty)

    assert saved.returncode == 0, saved.stderr
    assert restored.returncode == 0, restored.stdout + restored.stderr
    assert " 0 faults" in restored.stdout
    assert contents(empty["DATABASE_OWNER_URL"]) == before
    with (
        psycopg.connect(empty["DATABASE_URL"]) as application,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        application.execute("DELETE FROM eventstore_event")

    again = script("restore.sh", file, empty)

    assert again.returncode == 1
    assert "Restore into an empty one" in again.stderr


@pytest.mark.more
def test_a_backup_from_before_draws_asked_for_shares_restores_and_those_who_wait_are_asked(
    of_its_own: dict[str, str], empty: dict[str, str], tmp_path: Path
) -> None:
    event, waiting = draw_sharers.begun()
    call_command("migrate", "tournaments", "0007", database="owner", verbosity=0)

    saved = script("backup.sh", tmp_path, of_its_own)
    restored = script("restore.sh", Path(saved.stdout.strip()), empty)

    assert saved.returncode == 0, saved.stderr
    assert restored.returncode == 0, restored.stdout + restored.stderr
    assert " 0 faults" in restored.stdout
    with psycopg.connect(empty["DATABASE_URL"]) as application:
        asked = application.execute("SELECT tournament_id, entrants FROM tournaments_drawask")
        assert asked.fetchall() == [(event.state.id, [*range(1, len(waiting) + 1)])]


def test_only_the_newest_backups_are_kept_and_none_is_half(
    environment: dict[str, str], tmp_path: Path
) -> None:
    old = [tmp_path / f"cutpurse-2025010{day}T000000Z-1.dump" for day in range(1, 4)]
    for file in old:
        file.write_bytes(b"old")
    foreign = tmp_path / "letter.txt"
    foreign.write_text("not ours")

    saved = script("backup.sh", tmp_path, environment)
    nowhere = {**environment, "DATABASE_OWNER_URL": "postgresql://nobody@127.0.0.1:1/nothing"}
    failed = script("backup.sh", tmp_path, nowhere)

    assert saved.returncode == 0, saved.stderr
    assert failed.returncode != 0
    kept = {file.name for file in tmp_path.iterdir()}
    assert kept == {Path(saved.stdout.strip()).name, old[-1].name, foreign.name}
