"""Dumps of finished public matches: what is in them, what is not, and who could tell."""

import hashlib
import hmac
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import duckdb
import msgspec
import pytest
from django.core.exceptions import ImproperlyConfigured
from pytest_django import Settings

from accounts.models import Account
from dumps import parts, pseudonyms, publishing, selection
from dumps import tables as shape
from eventstore import streams
from games import registry
from matches.events import KIND
from matches.models import Match, Seat
from tests.dumps.january import MONTH, at, everything, exported, played, rows
from tests.matches import tables
from tests.ratings import ladders
from web.accounts.account_deletion import delete_account

pytestmark = pytest.mark.django_db


def test_a_dump_tells_what_happened_and_what_each_player_knew_and_did(home: Path) -> None:
    match_id = played(tables.people(3))
    exported(home)

    (match,) = rows(home, "matches")
    result = Match.objects.get(id=match_id).result
    assert result is not None
    assert (match["game"], match["seats"], match["reason"]) == ("stick-em", 3, "played_out")
    assert [each["score"] for each in match["players"]] == result["scores"]
    assert {each["kind"] for each in match["players"]} == {"person"}
    events = rows(home, "events")
    stored = [event for event in streams.load(KIND, match_id) if event.type in STICK_EM]
    assert [each["data"] for each in events if each["data"]] == [event.body for event in stored]
    assert [each["number"] for each in events] == list(range(1, len(events) + 1))
    decisions = rows(home, "decisions")
    assert len(decisions) == 3 * 15
    numbered = {each["number"]: each for each in events}
    for each in decisions:
        view = json.loads(each["view"])
        assert view["seat"] == each["seat"] == numbered[each["number"]]["seat"]
        assert view["hands"] is None
        assert json.loads(each["move"]) in json.loads(each["legal_moves"])
        assert each["by"] == "player"
        assert each["ms"] >= 0


STICK_EM = registry.current_rules("stick-em").event_types


def test_a_view_is_the_one_that_the_seat_had_when_it_decided(home: Path) -> None:
    played(tables.people(3))
    exported(home)
    (match,) = rows(home, "matches")
    rules = registry.rules(match["rules"])
    decisions = {each["number"]: each for each in rows(home, "decisions")}
    state = rules.new_state(match["seats"], json.loads(match["options"]), match["dataset"])

    for event in rows(home, "events"):
        if decision := decisions.get(event["number"]):
            assert json.loads(decision["view"]) == rules.view(state, decision["seat"])
        if event["data"] is not None:
            rules.evolve(state, rules.decode_event(event["type"], event["data"]))
    assert rules.outcome(state) is not None


def test_it_holds_no_name_no_id_no_seed_and_no_hash(home: Path) -> None:
    people = tables.people(3)
    match_id = played(people)
    exported(home)
    found = everything(home).decode(errors="replace")

    last = streams.load(KIND, match_id)[-1]
    hidden = [str(match_id), json.loads(last.body)["seed"], last.hash.hex()]
    hidden += [person.username for person in people]
    hidden += [str(person.account) for person in people]
    assert [each for each in hidden if each in found] == []
    assert Match.objects.get(id=match_id).commitment not in found


def test_a_player_has_one_pseudonym_in_all_matches_and_another_under_another_key(
    home: Path, settings: Settings
) -> None:
    people = tables.people(3)
    played(people)
    played(people)
    exported(home)
    first, second = (
        [each["player"] for each in match["players"]] for match in rows(home, "matches")
    )
    assert first == second
    assert len(set(first)) == 3

    settings.DATA_KEY = "another one"
    exported(home)
    assert not {each["player"] for each in rows(home, "matches")[0]["players"]} & set(first)


def test_without_a_key_of_the_site_nothing_is_written(home: Path, settings: Settings) -> None:
    played(tables.people(3))
    settings.DATA_KEY = ""

    with pytest.raises(ImproperlyConfigured, match="DATA_KEY is empty"):
        exported(home)
    assert not (home / MONTH.name).exists()
    assert not list(home.rglob("*.ndjson.gz"))


def test_who_has_no_key_of_the_site_reckons_no_pseudonym_of_anybody(home: Path) -> None:
    people = tables.people(3)
    match = played(people)
    exported(home)
    there = everything(home)
    known = [str(match), *(f"account:{each.account}" for each in people)]
    known += [str(each.account) for each in people]

    for name in known:
        for kind in ("player", "match"):
            told = f"cutpurse-dump/1\x00{kind}\x00{name}".encode()
            guesses = (hashlib.sha256(told), hmac.new(b"", told, hashlib.sha256))
            assert not any(each.hexdigest()[:32].encode() in there for each in guesses)
    assert pseudonyms.pseudonym("match", str(match)).encode() in there


def test_running_private_void_and_imported_matches_are_not_in_it(home: Path) -> None:
    people = tables.people(3)
    chosen = played(people)
    running = tables.begun(people)
    at(running)
    for changed in ({"visibility": "private"}, {"status": "void"}, {"imported_at": MONTH.begin}):
        Match.objects.filter(id=played(people)).update(**changed)
    at(played(people), datetime(2026, 2, 1, tzinfo=UTC))

    assert selection.ids(MONTH) == [chosen]
    assert exported(home).matches == 1
    assert pseudonyms.pseudonym("match", str(running)).encode() not in everything(home)


def test_an_erased_person_is_in_no_dump_and_leaves_those_that_are_published(home: Path) -> None:
    people, others = tables.people(3), tables.people(3)
    played(people)
    played(others)
    exported(home)
    gone = pseudonyms.player(f"account:{people[0].account}")
    assert gone.encode() in everything(home)

    delete_account(Account.objects.get(pk=people[0].account))

    assert exported(home).matches == 1
    assert gone.encode() not in everything(home)
    for person in others:
        assert pseudonyms.player(f"account:{person.account}").encode() in everything(home)
    assert list((home / publishing.BUILDING).iterdir()) == []


def test_a_match_whose_account_is_gone_altogether_is_left_out(home: Path) -> None:
    people = tables.people(3)
    played(people)
    played(tables.people(3))
    Seat.objects.filter(account=people[0].account).update(account=None, bot="greedy")
    Account.objects.filter(pk=people[0].account).delete()

    manifest = exported(home)

    assert (manifest.matches, manifest.left_out) == (1, 1)
    gone = pseudonyms.player(f"account:{people[0].account}")
    assert gone.encode() not in everything(home)


def test_when_its_last_match_is_gone_so_is_the_dump(home: Path) -> None:
    people = tables.people(3)
    played(people)
    exported(home)
    delete_account(Account.objects.get(pk=people[0].account))

    assert publishing.export(home, MONTH) is None
    assert list(publishing.published(home)) == []
    assert not (home / MONTH.name).exists()


def test_ratings_of_public_ladders_are_told_and_of_others_nothing(home: Path) -> None:
    people = tables.people(3)
    keys = [f"account:{person.account}" for person in people]
    for visibility in ("public", "private"):
        ladder = ladders.opened(visibility=visibility)
        match_id = played(people)
        Match.objects.filter(id=match_id).update(ladder_id=ladder.pk)
        result = ladders.result(keys, [1, 2, 3], match=str(match_id))
        ladders.record(ladder, msgspec.structs.replace(result, players=keys))
    exported(home)

    told = [match["ladder"] for match in rows(home, "matches") if match["ladder"]]
    ratings = rows(home, "ratings")
    assert len(told) == 1
    assert {each["ladder"] for each in ratings} == set(told)
    assert len(ratings) == 3
    best = min(ratings, key=lambda each: int(each["place"]))
    assert best["rating_after"] > best["rating_before"]
    assert {each["player"] for each in ratings} == set(map(pseudonyms.player, keys))


def test_the_manifest_tells_every_file_by_its_hash_and_the_licence(
    home: Path, settings: Settings
) -> None:
    settings.DATA_LICENCE = "CC0-1.0"
    played(tables.people(3))
    manifest = exported(home)

    assert (manifest.licence, manifest.format) == ("CC0-1.0", shape.FORMAT)
    assert manifest.rows == {table: len(rows(home, table)) for table in shape.TABLES}
    for file in manifest.files:
        content = (home / MONTH.name / file.name).read_bytes()
        assert (len(content), hashlib.sha256(content).hexdigest()) == (file.bytes, file.sha256)
    read = json.loads((home / MONTH.name / "manifest.json").read_bytes())
    assert read["from"] == "2026-01-01T00:00:00+00:00"
    assert read["until"] == "2026-02-01T00:00:00+00:00"


def test_the_same_matches_are_the_same_bytes(tmp_path: Path) -> None:
    played(tables.people(3))

    assert exported(tmp_path / "first") == exported(tmp_path / "second")


def test_parquet_and_ndjson_say_the_same_by_the_dictionary(home: Path) -> None:
    played(tables.people(3))
    exported(home)
    dictionary = json.loads((home / MONTH.name / "dictionary.json").read_bytes())

    assert list(dictionary["tables"]) == ["matches", "events", "decisions", "ratings"]
    for table, columns in dictionary["tables"].items():
        found = duckdb.read_parquet(f"{home}/{MONTH.name}/{table}-*.parquet")
        assert found.columns == [column["name"] for column in columns]
        told = [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]
        for row in told:
            if "day" in row:
                row["day"] = row["day"].isoformat()
        assert told == rows(home, table)


def test_parts_are_written_one_after_the_other_and_none_twice(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "MATCHES", 1)
    people = tables.people(3)
    played(people)
    played(people)

    written: list[int] = []
    write = parts.write

    def one_at_a_time(folder: Path, number: int, chosen: Sequence[UUID]) -> parts.Part:
        if len(written) % 2:
            written.append(0)
            message = "the worker died"
            raise InterruptedError(message)
        written.append(number)
        return write(folder, number, chosen)

    monkeypatch.setattr(parts, "write", one_at_a_time)
    with pytest.raises(InterruptedError):
        publishing.work(home, MONTH)
    assert list(publishing.published(home)) == []
    assert not publishing.work(home, MONTH)
    assert written == [1, 0, 2]
    (manifest,) = publishing.published(home)
    assert manifest.matches == 2
    assert len({file.name for file in manifest.files}) == 2 * 2 * len(shape.TABLES)
