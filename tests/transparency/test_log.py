"""The log of a site: what is written into it, what everybody can read, and what it gives away."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.db import connection, transaction
from django.db.utils import ProgrammingError
from django.test import Client
from pytest_django import Settings

from cutpurse import verify
from eventstore import streams
from matches.events import KIND
from matches.models import DealSeed
from tests.matches import tables
from transparency import checkpoints, identity, jobs, notes, selectors, store, tree, writer
from transparency.entries import entry
from transparency.models import LogCheckpoint, LogEntry
from transparency.trusted_keys import TrustedKeys

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def key(settings: Settings) -> None:
    settings.LOG_KEY = "a secret of the tests"
    settings.LOG_ORIGIN = "club.example/cutpurse/1"


def played() -> UUID:
    """Return a match that is over."""
    players = tables.people(3)
    match = tables.begun(players, options={"rounds": 1})
    tables.play_out(match, players)
    return match


def kept() -> list[tuple[str, int]]:
    """Return kind and version of what was logged, in order."""
    rows = LogEntry.objects.order_by("index")
    return list(rows.values_list("stream_kind", "version"))


def read(address: str) -> bytes:
    answer = Client().get(address)
    assert answer.status_code == 200, answer.content
    return bytes(answer.content)


def downloaded(match: UUID, query: str = "") -> bytes:
    """Return the log of a match as anybody downloads it."""
    answer: Any = Client().get(f"/api/v1/matches/{match}/log{query}")
    return b"".join(answer.streaming_content)


def newest() -> checkpoints.Checkpoint:
    return checkpoints.read(notes.read(read("/log/checkpoint").decode()))


class TestWriting:
    def test_every_stream_that_has_moved_gets_one_entry_however_many_events_it_got(self) -> None:
        players = tables.people(3)
        match = tables.begun(players)
        assert writer.log_moved() == 1
        assert kept() == [(KIND, len(streams.load(KIND, match)))]

        tables.play_out(match, players)

        assert writer.log_moved() == 1
        assert kept()[1] == (KIND, len(streams.load(KIND, match)))

    def test_where_nothing_has_moved_there_is_no_new_checkpoint(self) -> None:
        played()
        writer.log_moved()

        assert writer.log_moved() == 0
        assert LogCheckpoint.objects.count() == 1

    def test_an_empty_site_signs_an_empty_tree(self) -> None:
        assert writer.log_moved() == 0

        assert newest() == ("club.example/cutpurse/1", 0, tree.EMPTY)

    def test_what_was_written_long_ago_is_found_by_the_look_at_everything(self) -> None:
        match = played()
        later = datetime.now(UTC) + timedelta(hours=1)
        LogCheckpoint.objects.create(size=0, root=tree.EMPTY, at=later, note="")
        assert writer.log_moved(later) == 0

        assert writer.log_all(later) == 1
        assert LogEntry.objects.get().stream_id == match

    def test_what_moved_while_no_worker_ran_is_found_by_the_next_run(self) -> None:
        writer.log_moved(datetime.now(UTC))
        match = played()

        assert writer.log_moved(datetime.now(UTC) + timedelta(hours=1)) == 1
        assert LogEntry.objects.get().stream_id == match

    def test_old_checkpoints_are_forgotten_but_the_newest(self) -> None:
        for _ in range(2):
            played()
            writer.log_moved()
        LogCheckpoint.objects.update(at=datetime.now(UTC) - timedelta(days=2))

        jobs.forget_checkpoints()

        assert [each.size for each in LogCheckpoint.objects.all()] == [2]

    def test_a_history_that_was_written_anew_gets_an_entry_of_its_own(self) -> None:
        match = played()
        writer.log_moved()
        before = LogEntry.objects.get()
        about = {"stream_kind": KIND, "stream_id": match, "version": before.version}
        forged = LogEntry(index=1, entry=before.entry, hash=bytes(32), **about)
        forged.save(force_insert=True)
        LogCheckpoint.objects.update(size=2)
        store.grow(1, [tree.leaf_hash(bytes(forged.entry))])

        assert writer.log_moved() == 1
        assert [
            bytes(each.hash) == bytes(before.hash) for each in LogEntry.objects.order_by("index")
        ] == [
            True,
            False,
            True,
        ]

    @pytest.mark.parametrize(
        "change",
        ["UPDATE transparency_logentry SET version = 9", "DELETE FROM transparency_logentry"],
    )
    def test_no_entry_is_ever_changed(self, change: str) -> None:
        played()
        writer.log_moved()

        with (
            pytest.raises(ProgrammingError, match="permission denied"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(change)

    def test_without_a_key_no_log_is_kept_and_the_addresses_say_so(
        self, settings: Settings
    ) -> None:
        settings.LOG_KEY = ""
        played()

        assert writer.log_moved() == 0
        answer = Client().get("/log/checkpoint")
        assert answer.status_code == 404
        assert "LOG_KEY" in answer.content.decode()


class TestReading:
    def test_the_tree_can_be_made_again_from_what_everybody_can_read(self) -> None:
        for _ in range(3):
            played()
            writer.log_moved()
        checkpoint = newest()

        bundle = read(f"/log/tile/entries/000.p/{checkpoint.size}")
        entries = [bundle[at + 2 : at + 34] for at in range(0, len(bundle), 34)]
        hashes = read(f"/log/tile/0/000.p/{checkpoint.size}")

        assert tree.cut(hashes) == list(map(tree.leaf_hash, entries))
        assert tree.root(lambda _level, _index: hashes, checkpoint.size) == checkpoint.root

    def test_the_checkpoint_is_signed_by_the_key_that_the_site_shows(self) -> None:
        writer.log_moved()
        key, witness, sealer = map(notes.read_key, read("/log/keys").decode().splitlines())
        assert sealer.name == f"{key.name}/seals"
        assert sealer.public != key.public

        assert notes.signed_by(notes.read(read("/log/checkpoint").decode()), key)
        assert (key.name, witness.name) == (
            "club.example/cutpurse/1",
            "club.example/cutpurse/1/witness",
        )
        assert key.public != witness.public

    def test_a_reader_follows_the_log_from_one_checkpoint_to_the_next(self) -> None:
        played()
        writer.log_moved()
        before = newest()
        played()
        writer.log_moved()
        after = newest()

        lines = read(f"/log/consistency/{before.size}/{after.size}").decode().splitlines()

        proof = list(map(checkpoints.decoded, lines))
        assert tree.is_consistent(before.size, after.size, before.root, after.root, proof)

    @pytest.mark.parametrize(
        "path",
        [
            *("tile/0/001", "tile/0/000", "tile/0/000.p/2", "tile/0/000.p/256", "tile/9/000"),
            *(
                "tile/entries/000.p/2",
                "tile/0/x000/1",
                "tile/-1/000",
                "tile/0/0000",
                "consistency/2/1",
            ),
            *("consistency/0/9", "consistency/01/1", "consistency/0/9999999999999999999"),
            "tile/0/x999/x999/x999/x999/x999/x999/x999/999",
            "tile/0/" + "x000/" * 1500 + "000",
        ],
    )
    def test_what_is_not_in_the_log_is_not_found(self, path: str) -> None:
        played()
        writer.log_moved()

        assert Client().get(f"/log/{path}").status_code == 404

    def test_only_reading_is_allowed(self) -> None:
        assert Client().post("/log/checkpoint").status_code == 405


class TestWhatItGivesAway:
    def test_an_entry_tells_nobody_of_which_match_it_is_before_its_secret_is_known(self) -> None:
        players = tables.people(3)
        match = tables.begun(players, visibility="private")
        writer.log_moved()
        row = LogEntry.objects.get()
        secret = bytes(DealSeed.objects.get(match_id=match).seed)

        guesses = [
            entry(guess, KIND, match, row.version, bytes(row.hash))
            for guess in (b"", bytes(32), secret)
        ]

        assert bytes(row.entry) not in guesses
        assert selectors.blind(KIND, match) is not None

    @pytest.mark.more
    def test_a_log_has_its_proof_after_the_end_alone(self) -> None:
        players = tables.people(3)
        match = tables.begun(players, options={"rounds": 1})
        writer.log_moved()
        running = downloaded(match)
        assert b"tlog-proof" not in running

        tables.play_out(match, players)
        writer.log_moved()

        complete = downloaded(match)
        assert b"c2sp.org/tlog-proof@v1" in complete.splitlines()[0]
        assert b"tlog-proof" not in downloaded(match, "?viewer=0")


class TestVerifying:
    @pytest.fixture
    def file(self, tmp_path: Path) -> Path:
        match = played()
        played()
        writer.log_moved()
        path = tmp_path / "m.ndjson"
        path.write_bytes(downloaded(match))
        return path

    @pytest.mark.more
    def test_a_downloaded_log_shows_where_the_public_log_holds_its_end(self, file: Path) -> None:
        is_right, lines = verify.verdict(file, None, TrustedKeys.of([identity.signer().key]))

        assert is_right
        assert lines[0] == "consistent"
        assert lines[1].startswith("history: entry ")
        assert lines[1].endswith(
            "of club.example/cutpurse/1, in its checkpoint of 2, signed by club.example/cutpurse/1"
        )

    def test_another_key_has_not_signed_it(self, file: Path) -> None:
        other = notes.Signer("club.example/cutpurse/1", bytes(32)).key

        is_right, lines = verify.verdict(file, None, TrustedKeys.of([other]))

        assert not is_right
        assert "has not signed the checkpoint" in lines[1]

    @pytest.mark.more
    def test_a_log_without_proof_is_consistent_and_not_shown_to_be_logged(self, file: Path) -> None:
        head, _, rest = file.read_text().partition("\n")
        bare, _, _ = head.partition(',"log":')
        file.write_text("\n".join((bare + "}", rest)))

        assert verify.verdict(file, None) == (True, ["consistent"])
        is_right, lines = verify.verdict(file, None, TrustedKeys.of([identity.signer().key]))
        assert (is_right, "NOT SHOWN TO BE LOGGED" in lines[1]) == (False, True)

    def test_the_proof_of_another_match_is_a_fault(self, file: Path) -> None:
        first, second = LogEntry.objects.order_by("index")
        match = next(
            each for each in (first, second) if str(each.stream_id) not in file.read_text()
        )
        other = selectors.proof(KIND, match.stream_id, match.version)
        mine = file.read_text().split('"log":"')[1].split('"}')[0]
        file.write_text(file.read_text().replace(mine, str(other).replace("\n", "\\n"), 1))

        is_right, lines = verify.verdict(file, None)

        assert not is_right
        assert "FAULT the proof of the public log: entry" in lines[0]
