"""A database that lacks what the public log has shown is served by nobody before that is said."""

from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from subprocess import PIPE, Popen
from sys import executable

import pytest
import redis
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import transaction
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from agenda import runs
from agenda.models import DueRow
from cutpurse import metrics, startup
from cutpurse.embedded.addresses import ROOT
from tests import processes
from tests.matches import tables
from tests.samples import leading
from transparency import kept, notes, places, site_stream, store, writer
from transparency.checkpoints import Checkpoint
from transparency.kept import GoneBackError
from transparency.models import LogCheckpoint, LogEntry
from transparency.places import File

HELD_BACK = 'cutpurse_agenda_rows{kind="log_heads",state="failing"} 1.0'
FIRST, SECOND = "club.example/cutpurse/1", "club.example/cutpurse/2"
THIRD = "club.example/cutpurse/3"


@pytest.fixture
def folder(settings: Settings, tmp_path: Path) -> Path:
    settings.LOG_KEY = "a secret of the tests"
    settings.LOG_ORIGIN = FIRST
    settings.LOG_FOLDER = tmp_path / "log"
    return tmp_path / "log"


class Logged:
    """A log of three entries, whose newest checkpoint is kept in a file."""

    def __init__(self, file: Path, commits: DjangoCaptureOnCommitCallbacks) -> None:
        self.file = file
        self._commits = commits
        self._before = []
        for _ in range(3):
            self._before.append(transaction.savepoint())
            self.grow()

    def grow(self) -> None:
        self.grow_unlogged()
        with self._commits(execute=True):
            writer.log_moved()

    def grow_unlogged(self) -> None:
        tables.begun(tables.people(3))

    def go_back(self, to: int = 0) -> None:
        """Lose what was done after so many entries, as where a backup is restored."""
        transaction.savepoint_rollback(self._before[to])


@pytest.fixture
def logged(
    db: None, folder: Path, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> Logged:
    return Logged(folder / "checkpoint", django_capture_on_commit_callbacks)


def test_the_newest_checkpoint_is_kept_beside_the_database(logged: Logged) -> None:
    last = store.newest()
    assert last is not None

    assert logged.file.read_text() == last.note
    assert kept.fault() is None
    startup.check_history()


@pytest.mark.parametrize("to", [0, 1])
def test_a_database_that_went_back_is_not_served_and_the_refusal_says_what_to_do(
    logged: Logged, to: int
) -> None:
    logged.go_back(to)

    with pytest.raises(ImproperlyConfigured) as refused:
        startup.check_history()

    said = str(refused.value)
    assert f"{FIRST} had 3 entries ({logged.file}), and it has {to}." in said
    assert f"LOG_ORIGIN={SECOND}" in said
    assert 'python manage.py declare_rewind --reason "' in said


def test_as_many_entries_of_another_history_are_no_excuse(logged: Logged) -> None:
    before = logged.file.read_text()
    logged.go_back(1)
    logged.file.unlink()
    logged.grow()
    logged.grow()
    logged.file.write_text(before)

    assert "it has another history" in str(kept.fault())


def test_what_is_declared_is_served_under_another_name_alone(
    logged: Logged, settings: Settings
) -> None:
    logged.go_back()
    settings.LOG_ORIGIN = SECOND
    assert kept.fault() is not None
    call_command("declare_rewind", reason="the disk failed", stdout=StringIO())
    (told,) = site_stream.declared()
    assert (told.rewind.origin, told.rewind.size, told.rewind.kept) == (FIRST, 3, 0)

    assert kept.fault() is None
    settings.LOG_ORIGIN = FIRST
    assert "never goes on under that name" in str(kept.fault())
    settings.LOG_ORIGIN = SECOND
    logged.grow()

    assert logged.file.read_text().startswith(SECOND)
    assert kept.fault() is None
    settings.LOG_ORIGIN = FIRST
    assert f"LOG_ORIGIN={SECOND}" in str(kept.fault())


def test_nothing_is_signed_on_a_database_that_went_back_under_running_processes(
    logged: Logged,
) -> None:
    before = logged.file.read_text()
    logged.go_back(1)
    logged.grow_unlogged()

    with pytest.raises(GoneBackError, match="has gone back in time"):
        writer.log_moved()
    with pytest.raises(GoneBackError):
        writer.log_all()

    assert logged.file.read_text() == before
    assert LogCheckpoint.objects.count() == 1
    assert LogEntry.objects.count() == 1


def test_a_standby_that_is_behind_is_no_database_that_went_back(
    logged: Logged, monkeypatch: pytest.MonkeyPatch
) -> None:
    logged.go_back(1)
    monkeypatch.setattr(kept, "_is_standby", lambda: True)

    assert kept.fault() is None


def test_a_site_without_a_log_has_nothing_to_compare(logged: Logged, settings: Settings) -> None:
    logged.go_back()
    settings.LOG_KEY = ""

    assert kept.fault() is None


def test_a_site_that_is_new_starts(db: None, folder: Path) -> None:
    startup.check_history()

    assert not (folder / "checkpoint").exists()


@pytest.mark.parametrize("words", ["", "nothing\n", "half a checkpoi"])
def test_a_file_that_cannot_be_read_stops_nobody(logged: Logged, words: str) -> None:
    logged.file.write_text(words)

    assert kept.fault() is None


def test_a_folder_that_cannot_be_written_stops_nobody(logged: Logged, settings: Settings) -> None:
    last = store.newest()
    assert last is not None
    settings.LOG_FOLDER = logged.file

    kept.keep(last.note)

    assert logged.file.read_text() == last.note


@pytest.mark.parametrize("origin", [FIRST, SECOND])
def test_what_the_database_lacks_stays_until_it_is_declared(
    logged: Logged, settings: Settings, origin: str
) -> None:
    before = transaction.savepoint()
    settings.LOG_ORIGIN = origin
    logged.grow()
    lost = logged.file.read_text()
    transaction.savepoint_rollback(before)
    settings.LOG_ORIGIN = FIRST
    last = store.newest()
    assert last is not None

    # As by a process that could not read the place just before.
    kept.keep(last.note)
    assert logged.file.read_text() == lost
    settings.LOG_ORIGIN = THIRD
    call_command("declare_rewind", reason="the disk failed", stdout=StringIO())
    logged.grow()
    assert logged.file.read_text().startswith(THIRD)


def test_the_proof_of_another_history_stays_though_this_one_is_longer(logged: Logged) -> None:
    lost = logged.file.read_text()
    logged.go_back(1)
    logged.file.unlink()
    for _ in range(3):
        logged.grow()
    last = store.newest()
    assert last is not None
    assert last.size == 4
    logged.file.write_text(lost)

    kept.keep(last.note)
    assert logged.file.read_text() == lost


def test_another_machine_notes_at_its_start_how_far_the_log_has_come(
    logged: Logged, settings: Settings, tmp_path: Path
) -> None:
    settings.LOG_FOLDER = tmp_path / "second"

    startup.check_history()

    assert (tmp_path / "second" / "checkpoint").read_text() == logged.file.read_text()


@pytest.fixture
def shared(settings: Settings) -> Iterator[redis.Redis]:
    """Keep the checkpoint in Redis too, as pods do that share no folder."""
    settings.LOG_IN_REDIS = True
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        client.delete(places.KEY)
        yield client
        client.delete(places.KEY)


@pytest.mark.more
def test_redis_keeps_it_for_machines_that_share_no_folder(
    shared: redis.Redis, logged: Logged, settings: Settings, tmp_path: Path
) -> None:
    assert shared.get(places.KEY) == logged.file.read_bytes()
    # Another machine has started when there were two entries.
    settings.LOG_FOLDER = tmp_path / "other"
    logged.go_back(2)
    last = store.newest()
    assert last is not None
    File(tmp_path / "other" / "checkpoint").write(last.note)
    logged.grow_unlogged()

    with pytest.raises(GoneBackError, match="had 3 entries"):
        writer.log_moved()
    assert "(the key cutpurse:log:checkpoint of Redis)" in str(kept.fault())
    settings.LOG_FOLDER, settings.LOG_ORIGIN = None, SECOND
    call_command("declare_rewind", reason="the disk failed", stdout=StringIO())
    assert site_stream.declared()[0].rewind.size == 3
    assert kept.fault() is None


@pytest.mark.usefixtures("shared")
def test_a_redis_that_does_not_answer_stops_nobody(logged: Logged, settings: Settings) -> None:
    settings.REDIS_URL = f"redis://127.0.0.1:{processes.free_port()}/0"

    assert kept.fault() is None
    logged.grow()
    last = store.newest()
    assert last is not None
    assert logged.file.read_text() == last.note


@pytest.mark.more
def test_whoever_looks_at_the_numbers_sees_that_nothing_is_signed(logged: Logged) -> None:
    assert HELD_BACK not in metrics.exposition().decode()
    logged.go_back(1)
    DueRow.objects.filter(kind="log_heads").update(due_at=timezone.now())
    runs.run_due_now()

    assert HELD_BACK in metrics.exposition().decode()


@pytest.mark.parametrize("former", [FIRST, SECOND])
def test_the_refusal_names_a_log_that_there_has_not_been(
    logged: Logged, settings: Settings, former: str
) -> None:
    first = logged.file.read_text()
    logged.go_back()
    settings.LOG_ORIGIN = SECOND
    call_command("declare_rewind", reason="the disk failed", stdout=StringIO())
    before = transaction.savepoint()
    logged.grow()
    second = logged.file.read_text()
    transaction.savepoint_rollback(before)
    settings.LOG_ORIGIN = THIRD
    call_command("declare_rewind", reason="again", stdout=StringIO())
    assert kept.fault() is None
    settings.LOG_ORIGIN = former
    for note in (first, second):
        logged.file.write_text(note)

        assert f"Set LOG_ORIGIN={THIRD}" in str(kept.fault())


@pytest.mark.usefixtures("shared")
def test_the_refusal_names_no_log_that_another_place_knows_as_lost(
    logged: Logged, settings: Settings
) -> None:
    first = logged.file.read_text()
    settings.LOG_ORIGIN = SECOND
    logged.grow()
    logged.go_back()
    # Redis has the second.
    logged.file.write_text(first)
    settings.LOG_ORIGIN = FIRST

    assert f"LOG_ORIGIN={THIRD}" in str(kept.fault())
    with pytest.raises(CommandError, match=f"{THIRD} is free"):
        call_command("declare_rewind", reason="the disk failed", last=logged.file)


@pytest.fixture
def ahead(environment: dict[str, str], tmp_path: Path) -> dict[str, str]:
    """Give an environment whose machine knows of a longer log than its database."""
    signer = notes.Signer("localhost/cutpurse/1", bytes(32), notes.PLAIN)
    text = str(Checkpoint("localhost/cutpurse/1", 1_000_000, bytes(32)))
    (tmp_path / "checkpoint").write_text(str(notes.Note(text, (signer.sign(text),))))
    return {**environment, "LOG_FOLDER": str(tmp_path)}


@pytest.mark.more
@pytest.mark.parametrize(
    "command",
    leading(
        [
            ["cutpurse.server", "--port", str(processes.free_port())],
            ["cutpurse.server", "--workers", "2", "--port", str(processes.free_port())],
            ["celery", "--app", "cutpurse", "worker", "--concurrency", "1"],
        ]
    ),
)
def test_neither_the_web_nor_a_worker_starts(ahead: dict[str, str], command: list[str]) -> None:
    with Popen(
        [executable, "-m", *command],
        env={**ahead, "DJANGO_SETTINGS_MODULE": "cutpurse.settings", "PYTHONPATH": "platform:."},
        cwd=ROOT,
        stdout=PIPE,
        stderr=PIPE,
        text=True,
    ) as process:
        said = "".join(process.communicate(timeout=120))

    assert process.returncode
    assert "This database has gone back in time: localhost/cutpurse/1 had 1000000 entries" in said
    assert "Traceback" not in said
