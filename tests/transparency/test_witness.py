"""Sites that sign one another's checkpoints, by C2SP's tlog-witness."""

from collections.abc import Sequence
from hashlib import sha256

import pytest
from django.test import Client
from pytest_django import Settings

from tests import processes
from tests.transparency.test_tree import Tiles
from transparency import checkpoints, identity, notes, tree, witness, writer
from transparency.checkpoints import Checkpoint
from transparency.models import LogCheckpoint, WitnessedLog
from transparency.notes import Note, Signer

LOG = Signer("club.example/cutpurse/1", bytes(31) + b"\1")
OTHER = Signer("club.example/cutpurse/1", bytes(31) + b"\2")
LEAVES = [sha256(str(number).encode()).digest() for number in range(20)]


def note_of(tiles: Tiles, size: int, signer: Signer = LOG) -> Note:
    text = str(Checkpoint("club.example/cutpurse/1", size, tree.root(tiles.read, size)))
    return Note(text, (signer.sign(text),))


def request(old: int, note: Note, proof: Sequence[bytes] = ()) -> bytes:
    return f"old {old}\n{checkpoints.lines_of(proof)}\n{note}".encode()


def ask(body: bytes) -> tuple[int, str]:
    answer = Client().post("/witness/add-checkpoint", body, content_type="text/plain")
    return answer.status_code, answer.content.decode()


def going_on(tiles: Tiles, old: int, size: int) -> bytes:
    return request(old, note_of(tiles, size), tree.consistency(tiles.read, old, size))


@pytest.mark.django_db
class TestBeingAWitness:
    @pytest.fixture(autouse=True)
    def known(self, settings: Settings) -> None:
        settings.LOG_KEY = "a secret of the tests"
        settings.LOG_ORIGIN = "other-club.example/cutpurse/1"
        settings.LOGS_WITNESSED = [str(LOG.key)]

    def test_a_log_that_only_grows_is_signed_again_and_again(self) -> None:
        tiles = Tiles(LEAVES)

        for old, size in [(0, 3), (3, 3), (3, 8), (8, 20)]:
            status, line = ask(going_on(tiles, old, size))

            assert status == 200
            signed = note_of(tiles, size)._replace(signatures=(notes.read_signature(line.strip()),))
            assert notes.witnessed_at(signed, identity.cosigner().key) is not None
        assert WitnessedLog.objects.get().size == 20

    def test_whoever_does_not_know_how_far_the_witness_is_gets_told(self) -> None:
        tiles = Tiles(LEAVES)
        ask(going_on(tiles, 0, 5))

        answer = Client().post(
            "/witness/add-checkpoint", going_on(tiles, 0, 9), content_type="text/plain"
        )

        assert (answer.status_code, answer.content) == (409, b"5\n")
        assert answer["Content-Type"] == "text/x.tlog.size"

    def test_a_history_that_was_written_anew_is_never_signed(self) -> None:
        ask(going_on(Tiles(LEAVES), 0, 5))
        forged = Tiles([bytes(32), *LEAVES[1:]])

        assert ask(going_on(forged, 5, 5))[0] == 409
        assert ask(going_on(forged, 5, 9))[0] == 422
        assert WitnessedLog.objects.get().size == 5

    @pytest.mark.parametrize(
        ("body", "status"),
        [
            (b"", 400),
            (b"\xff", 400),
            (b"old 0\n\n" + b"x" * 70_000, 400),
            (b"old -1\n\n" + str(note_of(Tiles(LEAVES), 3)).encode(), 400),
            (b"new 0\n\n" + str(note_of(Tiles(LEAVES), 3)).encode(), 400),
            (request(4, note_of(Tiles(LEAVES), 3)), 400),
            (request(0, note_of(Tiles(LEAVES), 3), [bytes(32)] * 64), 400),
            (request(0, note_of(Tiles(LEAVES), 3), [bytes(32)]), 422),
            (request(0, note_of(Tiles(LEAVES), 3, OTHER)), 403),
            (
                str(request(0, note_of(Tiles(LEAVES), 3)), "utf-8").replace("club", "pub").encode(),
                404,
            ),
        ],
    )
    def test_what_the_protocol_does_not_have_is_refused(self, body: bytes, status: int) -> None:
        assert ask(body)[0] == status

    def test_a_site_that_names_no_logs_is_no_witness(self, settings: Settings) -> None:
        settings.LOGS_WITNESSED = []

        assert ask(going_on(Tiles(LEAVES), 0, 3))[0] == 404
        assert Client().get("/witness/add-checkpoint").status_code == 405


@pytest.mark.usefixtures("committed_db")
class TestAskingWitnesses:
    @pytest.mark.more
    def test_another_site_signs_and_one_that_is_away_holds_nothing_up(
        self, environment: dict[str, str], settings: Settings
    ) -> None:
        settings.LOG_KEY, settings.LOG_ORIGIN = "ours", "asking.example/cutpurse/1"
        theirs = {"LOG_KEY": "theirs", "LOG_ORIGIN": "theirs.example/cutpurse/1"}
        writer.log_moved()
        known = {**environment, **theirs, "LOGS_WITNESSED": str(identity.signer().key)}
        settings.LOG_KEY, settings.LOG_ORIGIN = theirs.values()
        witness_key = identity.cosigner().key
        settings.LOG_KEY, settings.LOG_ORIGIN = "ours", "asking.example/cutpurse/1"

        with processes.web(known) as address:
            settings.LOG_WITNESSES = [
                f"{witness_key} {address}/witness/",
                f"{Signer('gone.example/witness', bytes(32), notes.COSIGNED).key} http://127.0.0.1:9",
            ]
            witness.ask_all()

        row = LogCheckpoint.objects.order_by("-size").first()
        assert row is not None
        note = notes.read(row.note)
        assert notes.witnessed_at(note, witness_key) is not None
        assert [each.name for each in note.signatures] == [
            "asking.example/cutpurse/1",
            "theirs.example/cutpurse/1/witness",
        ]
