"""Whoever changes history is found out: in the database, and in a downloaded log."""

import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from cutpurse.verify import check, main
from eventstore import chain, streams, verification
from eventstore.canonical import encode
from matches import archive, logs
from matches.aggregate import CACHE
from matches.events import KIND
from matches.models import Match, Seat
from tests.eventstore.owner import as_owner
from tests.matches import tables

pytestmark = pytest.mark.slow

OLD_LOG = Path(__file__).parent / "recorded" / "chain-1.ndjson"
"""A match of bots that was played and exported by a release that knew chain 1 alone."""
SHORT: dict[str, Any] = {"options": {"rounds": 1}}


def played() -> UUID:
    """Return a match that was played to its end."""
    players = tables.people(3)
    match_id = tables.begun(players, **SHORT)
    tables.play_out(match_id, players)
    return match_id


@pytest.fixture
def kept(committed_db: None) -> UUID:
    """Return an ended match that other connections see too."""
    return played()


class TestTheDatabase:
    def test_one_changed_byte_of_one_event_is_named(self, kept: UUID) -> None:
        event = next(each for each in streams.load(KIND, kept) if each.type == "card_played")
        forged = event.body.replace('"seat":0', '"seat":1').replace('"seat":2', '"seat":1')
        body = forged if forged != event.body else event.body.replace('"seat":1', '"seat":0')
        sql = "UPDATE eventstore_event SET body = %s WHERE stream_id = %s AND version = %s"

        as_owner(sql, body, kept, event.version)

        (fault,) = verification.check(KIND, kept)
        assert fault.version == event.version
        assert "hash" in fault.text
        output = StringIO()
        with pytest.raises(CommandError, match="1 faults"):
            call_command("verify", match=kept, stdout=output)
        assert f"match {kept} event {event.version}" in output.getvalue()
        as_owner(sql, event.body, kept, event.version)
        assert verification.check(KIND, kept) == []

    @pytest.mark.parametrize(
        "change", ["actor = 'system'", "key = 'forged'", "fingerprint = NULL", "schema = 2"]
    )
    def test_a_forged_author_is_named(self, kept: UUID, change: str) -> None:
        event = next(each for each in streams.load(KIND, kept) if each.type == "seat_taken")
        sql = f"UPDATE eventstore_event SET {change} WHERE stream_id = %s AND version = %s"  # noqa: S608

        as_owner(sql, kept, event.version)

        (fault,) = verification.check(KIND, kept)
        assert (fault.version, "hash" in fault.text) == (event.version, True)

    def test_a_missing_event_is_named(self, kept: UUID) -> None:
        sql = "DELETE FROM eventstore_event WHERE stream_id = %s AND version = 20"

        as_owner(sql, kept)

        (fault,) = verification.check(KIND, kept)
        assert (fault.version, "missing" in fault.text) == (20, True)

    @pytest.mark.django_db
    @pytest.mark.parametrize(
        "change",
        [
            {"status": "live"},
            {"version": 3},
            {"result": None},
            {"to_act": [1]},
            {"options": {}},
            {"commitment": "00"},
        ],
    )
    def test_a_row_that_is_not_what_its_events_say_is_named(self, change: dict[str, Any]) -> None:
        match_id = played()

        Match.objects.filter(id=match_id).update(**change)
        CACHE.clear()

        (fault,) = verification.check(KIND, match_id)
        assert next(iter(change)) in fault.text

    @pytest.mark.django_db
    def test_a_seat_that_is_not_what_its_events_say_is_named(self) -> None:
        match_id = played()

        Seat.objects.filter(match=match_id, seat=1).update(player="mallory")

        assert "seats" in verification.check(KIND, match_id)[0].text


@pytest.fixture
def log(db: None, tmp_path: Path) -> Path:
    """Return the downloaded log of an ended match."""
    match_id = played()
    call_command("export_log", str(match_id), out=tmp_path, stdout=StringIO())
    return tmp_path / f"{match_id}.ndjson"


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def rewritten(path: Path, lines: list[dict[str, Any]], *, rehash: bool) -> Path:
    """Write changed lines back, with hashes that fit them if the forger takes that trouble."""
    if rehash:
        previous = chain.genesis(KIND, UUID(str(lines[0]["match"])))
        for row in lines[1:]:
            body = encode(row["data"])
            content = chain.timed_line(
                row["version"],
                str(row["type"]),
                body,
                str(row["at"]),
                by=row.get("by"),
                schema=row.get("schema", 1),
            )
            previous = chain.link(previous, content)
            row["hash"] = previous.hex()
    path.write_text("".join(logs.text(lines)))
    return path


def of_type(lines: list[dict[str, Any]], event_type: str) -> Iterator[dict[str, Any]]:
    return (line for line in lines if line.get("type") == event_type)


class TestTheLog:
    def test_an_untouched_log_proves_itself(
        self, log: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main([str(log)]) == 0
        assert capsys.readouterr().out == f"{log}: consistent\n"

    def test_every_single_changed_byte_is_noticed(self, log: Path) -> None:
        original = log.read_bytes()
        rng = Random(7)
        unnoticed = []
        for _ in range(150):
            position = rng.randrange(len(original))
            flipped = bytes([original[position] ^ 1 << rng.randrange(7)])
            log.write_bytes(original[:position] + flipped + original[position + 1 :])
            if not check(log):
                unnoticed.append((position, original[position : position + 1], flipped))

        assert unnoticed == []

    @pytest.mark.parametrize(
        ("event_type", "change"),
        [
            ("card_played", {"card": "blue-0"}),
            ("card_played", {"seat": 5}),
            ("round_scored", {"points": [50, 0, 0]}),
            ("round_began", {"leader": 7}),
            ("match_finished", {"placings": [1, 1, 1]}),
            ("match_finished", {"scores": [9, 9, 9]}),
            ("match_finished", {"reason": "resigned"}),
            ("match_finished", {"seed": "00" * 32}),
            ("match_opened", {"commitment": "00" * 32}),
            ("match_opened", {"rules": "stick-em@9"}),
            ("seat_taken", {"client_seed": "forged"}),
        ],
    )
    def test_a_forger_who_recomputes_every_hash_is_caught_by_the_rules_and_the_seed(
        self, log: Path, event_type: str, change: dict[str, Any]
    ) -> None:
        lines = rows(log)
        event = next(of_type(lines, event_type))
        event["data"] = {**event["data"], **change}

        faults = check(rewritten(log, lines, rehash=True))

        assert faults

    def test_a_swapped_deal_is_caught_by_the_seed(self, log: Path) -> None:
        lines = rows(log)
        deal = next(of_type(lines, "hands_dealt"))
        hands = deal["data"]["hands"]
        hands[0], hands[1] = hands[1], hands[0]

        faults = check(rewritten(log, lines, rehash=True))

        assert len(faults) == 1
        assert "should be hands_dealt" in faults[0]

    @pytest.mark.parametrize("schema", [2, 99999, "1", None])
    def test_a_schema_that_no_shared_event_has_is_noticed(self, log: Path, schema: object) -> None:
        lines = rows(log)
        next(of_type(lines, "seat_taken"))["schema"] = schema

        assert check(rewritten(log, lines, rehash=True))

    def test_nothing_follows_the_end(self, log: Path) -> None:
        lines = rows(log)
        lines.append({**lines[-1], "version": lines[-1]["version"] + 1})

        assert check(rewritten(log, lines, rehash=True))

    def test_a_log_cut_short_does_not_pass(self, log: Path) -> None:
        lines = rows(log)

        assert check(rewritten(log, lines[:-1], rehash=False))
        assert check(rewritten(log, lines[:-3] + lines[-1:], rehash=True))

    @pytest.mark.parametrize(
        ("content", "said"),
        [
            ("", "empty"),
            ("{}\n", "no header"),
            ("{}", "cut off"),
            ("no json\n", "line 1 is no JSON"),
            ("[1]\n", "line 1 is no object"),
            ('{"match":"x","viewer":"public"}\n', "only a complete log"),
            ('{"match":"x","viewer":"all"}\n{"version":1}\n', "a header is made of"),
        ],
    )
    def test_what_is_no_log_is_refused_in_words(
        self, tmp_path: Path, content: str, said: str
    ) -> None:
        path = tmp_path / "log"
        path.write_text(content)

        (fault,) = check(path)

        assert said in fault

    def test_a_file_that_is_not_there_is_said_so(self, tmp_path: Path) -> None:
        assert main([str(tmp_path / "none")]) == 1


@pytest.mark.django_db
class TestTheArchive:
    def test_an_exported_match_can_be_brought_in_elsewhere(self, tmp_path: Path) -> None:
        with transaction.atomic():
            match_id = played()
            result = Match.objects.get(id=match_id).result
            call_command("export_log", finished=True, out=tmp_path, stdout=StringIO())
            # What is rolled back has never been: this is now another installation.
            transaction.set_rollback(True)
        CACHE.clear()
        assert not Match.objects.filter(id=match_id).exists()

        call_command("import_log", str(tmp_path / f"{match_id}.ndjson"), stdout=StringIO())

        match = Match.objects.get(id=match_id)
        assert (match.status, match.result) == ("finished", result)
        assert verification.check(KIND, match_id) == []

    def test_a_match_is_brought_in_once(self, log: Path) -> None:
        with pytest.raises(ValueError, match="here already"):
            archive.import_file(log)

    def test_a_log_that_does_not_prove_itself_is_not_brought_in(self, log: Path) -> None:
        lines = rows(log)
        next(of_type(lines, "card_played"))["data"] = {"seat": 0, "card": "blue-0"}
        path = rewritten(log, lines, rehash=True)
        output = StringIO()

        with pytest.raises(CommandError, match="1 of 1"):
            call_command("import_log", str(path), stdout=output)

        assert "refused" in output.getvalue()

    def test_a_running_match_is_exported_as_the_public_sees_it_only(self, tmp_path: Path) -> None:
        match_id = tables.begun(tables.people(3))

        with pytest.raises(CommandError, match="still live"):
            call_command("export_log", str(match_id), out=tmp_path)
        call_command("export_log", str(match_id), out=tmp_path, viewer="public", stdout=StringIO())

        assert rows(tmp_path / f"{match_id}.ndjson")[0]["viewer"] == "public"

    def test_a_log_of_an_earlier_release_proves_itself_and_comes_in_as_it_was(
        self, tmp_path: Path
    ) -> None:
        assert check(OLD_LOG) == []

        match_id = archive.import_file(OLD_LOG)
        call_command("export_log", str(match_id), out=tmp_path, stdout=StringIO())

        assert {event.chain for event in streams.load(KIND, match_id)} == {1}
        assert (tmp_path / f"{match_id}.ndjson").read_bytes() == OLD_LOG.read_bytes()
        assert verification.check(KIND, match_id) == []

    def test_an_imported_match_has_the_log_that_it_came_from(self, tmp_path: Path) -> None:
        with transaction.atomic():
            match_id = played()
            call_command("export_log", str(match_id), out=tmp_path, stdout=StringIO())
            transaction.set_rollback(True)
        CACHE.clear()
        log = (tmp_path / f"{match_id}.ndjson").read_bytes()
        assert b'"by":"' in log

        archive.import_file(tmp_path / f"{match_id}.ndjson")
        call_command("export_log", str(match_id), out=tmp_path, stdout=StringIO())

        assert (tmp_path / f"{match_id}.ndjson").read_bytes() == log
