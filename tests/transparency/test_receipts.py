"""Receipts that players keep: a rewritten move shows, whatever the rewriter has logged since."""

import json
from pathlib import Path
from random import Random
from uuid import UUID

import msgspec
import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import Account
from cutpurse.verify import main
from eventstore import chain
from matches import logs, receipt_audit, receipts
from matches import selectors as matches
from matches.actors import Player
from matches.events import KIND
from matches.history_answers import ReceiptShown
from tests import independent
from tests.matches import tables
from transparency import writer

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def key(settings: Settings) -> None:
    settings.LOG_KEY = "a secret of the tests"
    settings.LOG_ORIGIN = "club.example/cutpurse/1"


def taken(match: UUID, player: Player) -> ReceiptShown:
    writer.log_moved()
    return receipts.newest(match, player.account)


def played() -> tuple[UUID, list[ReceiptShown]]:
    """Return a match that is over, and the receipts that a player took on the way."""
    players = tables.people(3)
    match = tables.begun(players, options={"rounds": 1})
    kept = [taken(match, players[0])]
    for _ in range(3):
        for _ in range(4):
            tables.next_move(match, players, Random(1))
        kept.append(taken(match, players[0]))
    tables.play_out(match, players)
    return match, kept


def log_of(match: UUID) -> str:
    return "".join(logs.text(matches.log(match, None)))


def fault(receipt: ReceiptShown, match: UUID, text: str) -> str | None:
    _, events = logs.parse([text])
    return receipt_audit.fault(msgspec.to_builtins(receipt), match, events)


def rewritten(text: str, match: UUID, place: int) -> str:
    """Change when an event happened, and make every hash from there on fit again."""
    header, *events = [json.loads(line) for line in text.splitlines()]
    changed = events[place - 1]
    changed["at"] = changed["at"][:-2] + ("1Z" if changed["at"][-2] != "1" else "2Z")
    last = chain.genesis(KIND, match)
    for event in events:
        body = independent.canonical(event["data"])
        about = (event["version"], event["type"], body, event["at"])
        last = chain.link(last, chain.timed_line(*about, by=event["by"]))
        event["hash"] = last.hex()
    return "".join(logs.text([header, *events]))


def test_receipts_are_of_what_had_been_played_and_fit_the_log_afterwards() -> None:
    match, kept = played()
    versions = [each.version for each in kept]

    assert versions == sorted(set(versions), key=lambda each: each or 0)
    assert all(each.proof is not None for each in kept)
    assert [fault(each, match, log_of(match)) for each in kept] == [None] * 4


def test_a_rewritten_event_shows_by_every_receipt_that_came_after_it() -> None:
    match, kept = played()
    place = kept[1].version
    assert place is not None

    forged = rewritten(log_of(match), match, place)

    told = [fault(each, match, forged) for each in kept]
    assert told[0] is None
    assert all(each is not None and "was another one" in each for each in told[1:])


def test_a_history_that_is_shorter_than_a_receipt_is_refused() -> None:
    match, kept = played()
    lines = log_of(match).splitlines(keepends=True)
    short = "".join([*lines[:5], lines[-1]])
    _, events = logs.parse([short])

    assert receipt_audit.fault(msgspec.to_builtins(kept[-1]), match, events) is not None


def test_nobody_but_a_player_takes_a_receipt() -> None:
    players = tables.people(3)
    match = tables.begun(players[:3])
    writer.log_moved()
    (stranger,) = tables.people(1)

    with tables.refused("seat_not_yours"):
        receipts.newest(match, stranger.account)


def test_before_a_checkpoint_holds_the_match_there_is_nothing_to_keep() -> None:
    players = tables.people(3)
    match = tables.begun(players)

    assert receipts.newest(match, players[0].account) == ReceiptShown(str(match))


def test_a_page_is_sent_no_receipt_that_it_has(client: Client) -> None:
    players = tables.people(3)
    match = tables.begun(players, options={"rounds": 1})
    held = taken(match, players[0]).version
    client.force_login(Account.objects.get(id=players[0].account))
    at = f"/matches/{match}/receipt"

    assert client.get(at).json()["version"] == held
    assert client.get(at, headers={"If-None-Match": f'"{held}"'}).status_code == 304
    tables.next_move(match, players, Random(1))
    newer = taken(match, players[0]).version
    answer = client.get(at, headers={"If-None-Match": f'"{held}"'})
    assert answer.json()["version"] == newer
    assert client.get(at, headers={"If-None-Match": "nonsense"}).json()["version"] == newer


def test_a_receipt_is_compared_offline(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match, kept = played()
    log, receipt = tmp_path / "m.ndjson", tmp_path / "receipt.json"
    log.write_text(log_of(match))
    receipt.write_bytes(msgspec.json.encode(kept[2]))

    assert main([str(log), "--receipt", str(receipt)]) == 0
    assert f"up to event {kept[2].version} this is the match" in capsys.readouterr().out

    other, _ = played()
    log.write_text(log_of(other))
    assert main([str(log), "--receipt", str(receipt)]) == 1
    assert "the receipt is of another match" in capsys.readouterr().out
