"""What the agenda does for the chance of a deal, whenever it comes."""

import hashlib
from datetime import datetime, timedelta
from uuid import UUID

import pytest

from matches import signing
from matches.models import ChancePending
from matches.services import chance, gathering
from matches.services.moving import now
from matches.state import MatchState
from tests.matches import tables
from tests.matches.sharers import Sharer, due, seated, time_is_up
from tests.matches.tables import refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def sharers() -> list[Sharer]:
    return [Sharer(each) for each in tables.people(3)]


def test_what_is_due_late_or_twice_changes_nothing(sharers: list[Sharer]) -> None:
    match = seated(sharers[:2])
    sealing = due(match, gathering.SEAL)
    for each in sharers[:2]:
        each.promise(match)
    showing = due(match, gathering.SHOW)
    before = tables.types(match)
    chance.end_promising(sealing)
    assert tables.types(match) == before
    for each in sharers[:2]:
        each.show(match)
    before = tables.types(match)
    chance.end_showing(showing)
    chance.end_promising(sealing)

    assert tables.types(match) == before


def test_time_to_show_is_short_and_after_a_refusal_time_to_promise_is_long(
    sharers: list[Sharer],
) -> None:
    match = seated(sharers[:2], gather=5)
    full = due(match, gathering.SEAL).due_at
    for each in sharers[:2]:
        each.promise(match)
    sealed = due(match, gathering.SHOW).due_at
    time_is_up(match)
    again = due(match, gathering.SEAL).due_at

    assert full < sealed < again
    assert again - sealed >= timedelta(seconds=60)


def replaced_meanwhile(monkeypatch: pytest.MonkeyPatch, match: UUID, *, times: int) -> bytes:
    """Have a seat replace its promise while the seal is signed, so often; return the last one."""
    sign, left = signing.sign, [times]

    def signed(text: str) -> str | None:
        if left[0]:
            left[0] -= 1
            promise = hashlib.sha256(bytes([left[0]])).digest()
            ChancePending.objects.filter(match=match, seat=1).update(promise=promise)
        return sign(text)

    monkeypatch.setattr(signing, "sign", signed)
    return hashlib.sha256(bytes([0])).digest()


def test_a_promise_replaced_at_the_due_seal_is_the_one_that_is_sealed(
    sharers: list[Sharer], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = seated(sharers)
    sharers[0].promise(match)
    sharers[1].promise(match)
    last = replaced_meanwhile(monkeypatch, match, times=1)
    time_is_up(match)

    assert tables.types(match).count("chance_sealed") == 1
    asked = sharers[0].look(match).chance
    assert asked
    assert f"1={last.hex()}\n" in (asked.seal or "")
    time_is_up(match)
    assert tables.types(match)[-1] == "chance_shown"


def test_the_agenda_tries_again_where_promises_are_replaced_all_the_time(
    sharers: list[Sharer], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = seated(sharers)
    sharers[0].promise(match)
    sharers[1].promise(match)
    with monkeypatch.context() as patched:
        replaced_meanwhile(patched, match, times=99)
        with refused("version_conflict"):
            time_is_up(match)
    assert tables.types(match)[-1] == "seat_taken"
    time_is_up(match)

    assert tables.types(match)[-1] == "chance_sealed"
    assert due(match, gathering.SHOW)


def test_a_promise_that_comes_while_the_table_fills_up_seals_at_once(
    sharers: list[Sharer], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = tables.opened(sharers[0].player, seats=2, game="second-story")
    tables.seat(match, sharers[0].player, shares=True)
    promised = gathering.promised

    def looked(state: MatchState, at: datetime) -> dict[int, bytes]:
        found = promised(state, at)
        monkeypatch.undo()
        with_promise(match, sharers[0])
        return found

    monkeypatch.setattr(gathering, "promised", looked)
    tables.seat(match, sharers[1].player)

    assert tables.types(match)[-1] == "chance_sealed"
    assert due(match, gathering.SHOW)


def with_promise(match: UUID, sharer: Sharer) -> None:
    """Write a promise as another process does beside a command that has looked for it already."""
    ChancePending.objects.create(
        match_id=match,
        seat=0,
        account_id=sharer.player.account,
        attempt=1,
        promise=hashlib.sha256(b"late").digest(),
        at=now(),
    )
