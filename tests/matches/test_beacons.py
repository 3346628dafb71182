"""Deals that wait for a public beacon: named before it exists, and never left out unseen."""

import sys
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest
from pytest_django import Settings

from agenda.models import DueRow
from beacons.models import BeaconValue
from beacons.waiting import FETCH
from eventstore.canonical import parse_timestamp
from games import beacons
from matches import added, logs, metrics, selectors
from matches.services import beacon_of_deal, chance, gathering, seating
from tests import independent
from tests.beacons import relay
from tests.matches import tables
from tests.matches.beacon_tables import (
    SHORT,
    bots_alone,
    come,
    event,
    lines_of,
    log,
    look,
    miss,
    named,
    settle,
    verdict,
)
from tests.matches.forging import rehashed
from tests.matches.sharers import Sharer, due, end, require_sound, seated, status, time_is_up
from tests.matches.tables import refused
from transparency.trusted_keys import NO_PROOF

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def drand(settings: Settings) -> None:
    """Have the site take its beacons from drand; nobody asks it here."""
    settings.BEACON = "drand http://127.0.0.1:1"


@pytest.fixture
def sharers() -> list[Sharer]:
    return [Sharer(each) for each in tables.people(3)]


def test_a_deal_is_drawn_with_the_shares_and_a_beacon_that_comes_after_them(
    sharers: list[Sharer], tmp_path: Path
) -> None:
    match = seated(sharers, options=SHORT, beacon=True)
    for each in sharers:
        each.promise(match)
    sealed_at = parse_timestamp(log(match)[-1]["at"])
    for each in sharers:
        each.show(match)
    assert status(match) == "open"
    come(match)

    assert status(match) == "live"
    assert tables.types(match)[4:7] == ["chance_sealed", "chance_shown", "match_started"]
    beacon = named(match)
    wait = beacons.due(beacon.number) - sealed_at
    assert timedelta(seconds=16) < wait <= timedelta(seconds=19)
    (attempt,) = selectors.proof(match, None).attempts or []
    assert attempt.seal.split("\n")[5] == beacon.line
    assert attempt.beacon == relay.signature(beacon.number).hex()
    require_sound(match)
    is_right, said = verdict(log(match), tmp_path)
    assert not is_right
    assert [each for each in said if each.startswith("WARNING")] == [f"WARNING {NO_PROOF}"]
    assert attempt.beacon in said[1]
    assert beacon.line in said[1]


def test_at_a_table_of_bots_the_beacon_alone_comes_after_the_secret(tmp_path: Path) -> None:
    match = bots_alone()
    assert tables.types(match)[-1] == "chance_sealed"
    assert event(match, "chance_sealed")["roll"] == []
    assert not DueRow.objects.filter(kind=gathering.SHOW, subject=match).exists()
    come(match)

    assert status(match) == "live"
    require_sound(match)
    is_right, said = verdict(log(match), tmp_path)
    # Whether the seal is older than the beacon only the site says here.
    assert not is_right
    assert f"WARNING {added.UNATTESTED}" in said
    assert not any(added.NOBODY in line for line in said)


@pytest.mark.parametrize(("roll", "warnings"), [([1, 20], [added.UNATTESTED]), ([10, 20], [])])
def test_a_beacon_makes_up_for_few_shares_of_the_draw_only_where_it_is_attested(
    roll: list[int], warnings: list[str]
) -> None:
    match = bots_alone()
    come(match)
    header, events = logs.parse(logs.text(lines_of(match)))

    assert added.added({**header, "draw_roll": roll}, events)[1] == warnings


def test_where_nobody_comes_the_beacon_is_there_all_the_same(sharers: list[Sharer]) -> None:
    match = seated(sharers, options=SHORT, beacon=True)
    time_is_up(match)
    assert tables.types(match)[-1] == "chance_sealed"
    come(match)

    assert status(match) == "live"
    proof = selectors.proof(match, None)
    assert [each.chance for each in proof.seats or []] == ["away"] * 3
    require_sound(match)


def test_nobody_comes_or_goes_while_the_beacon_is_waited_for(sharers: list[Sharer]) -> None:
    match = seated(sharers, beacon=True)
    time_is_up(match)

    with refused("already_sealed"):
        seating.give_seat_back(
            match_id=match, player=sharers[0].player, key=tables.new_key(), fingerprint=b""
        )


def test_another_value_of_the_beacon_makes_another_deal() -> None:
    match = bots_alone()
    come(match)
    lines = lines_of(match)
    drawn = next(line for line in lines if line.get("type") == "chance_shown")
    drawn["data"]["beacon"] = relay.signature(1).hex()

    assert logs.findings(*logs.parse(logs.text(rehashed(lines))))


def test_a_value_that_drand_has_not_signed_is_a_fault(tmp_path: Path) -> None:
    match = bots_alone()
    settle(match, bytes(48))

    line = named(match).line
    said = f"FAULT the value of the beacon is not the one that drand has signed: {line}"
    assert verdict(lines_of(match), tmp_path) == (False, [said])


def test_who_cannot_check_signatures_is_told_to_compare(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "beacons.curve", None)
    match = bots_alone()
    value = b"\x07" * 48
    settle(match, value)

    _, words = verdict(lines_of(match), tmp_path)
    said = f"beacon: {named(match).line}, said to be {value.hex()}: compare that, and when it was"
    assert said in words[1]


def test_a_program_that_shares_no_code_draws_the_same(sharers: list[Sharer]) -> None:
    match = seated(sharers[:2], beacon=True)
    for each in sharers[:2]:
        each.promise(match)
    for each in sharers[:2]:
        each.show(match)
    come(match)
    text = "".join(logs.text(lines_of(match)))
    proof = msgspec.to_builtins(selectors.proof(match, None))

    assert independent.match(text, proof) > 0


def test_a_share_that_is_withheld_ends_the_attempt_before_the_beacon_exists(
    sharers: list[Sharer], settings: Settings
) -> None:
    settings.OUTAGE_MIN_SECONDS = 10
    match = seated(sharers, options=SHORT, beacon=True)
    for each in sharers:
        each.promise(match)
    sharers[0].show(match)
    first = named(match)
    chance.end_showing(due(match, gathering.SHOW))
    refusal = log(match)[-1]
    assert refusal["data"]["withheld"] == [1, 2]
    assert "beacon" not in refusal["data"]
    assert parse_timestamp(refusal["at"]) < beacons.due(first.number)
    for each in sharers:
        each.promise(match)
    for each in sharers:
        each.show(match)
    assert named(match).number > first.number
    come(match)

    assert status(match) == "live"
    require_sound(match)


def test_a_missing_share_is_waited_for_though_the_beacon_is_there(sharers: list[Sharer]) -> None:
    match = seated(sharers[:2], beacon=True)
    for each in sharers[:2]:
        each.promise(match)
    sharers[0].show(match)
    come(match)

    assert tables.types(match)[-1] == "chance_sealed"


@pytest.mark.more
def test_a_beacon_that_does_not_come_ends_the_attempt_and_the_next_has_none(
    sharers: list[Sharer], tmp_path: Path
) -> None:
    match = seated(sharers, options=SHORT, beacon=True)
    for each in sharers:
        each.promise(match)
    for each in sharers:
        each.show(match)
    before = metrics.BEACONS_MISSED._value.get()  # noqa: SLF001 - How a test reads a counter.
    line = named(match).line
    miss(match)
    assert status(match) == "open"
    assert event(match, "chance_shown")["beacon"] is None
    assert metrics.BEACONS_MISSED._value.get() == before + 1  # noqa: SLF001 - The same.
    for each in sharers:
        each.promise(match)
    for each in sharers:
        each.show(match)

    assert status(match) == "live"
    assert "beacon" not in event(match, "chance_sealed")
    require_sound(match)
    is_right, said = verdict(log(match), tmp_path)
    assert not is_right
    assert f"WARNING in attempt 1 the beacon did not come: {line}" in said


def test_bots_are_dealt_without_the_beacon_that_did_not_come_and_that_shows(
    tmp_path: Path,
) -> None:
    match = bots_alone()
    miss(match)

    assert status(match) == "live"
    assert [each.attempt for each in selectors.proof(match, None).attempts or []] == [1, 2]
    require_sound(match)
    is_right, said = verdict(log(match), tmp_path)
    assert not is_right
    assert f"WARNING {added.NOBODY}" in said
    assert any("the beacon did not come" in line for line in said)


def test_a_site_that_names_no_beacon_where_one_was_promised_shows_it(
    settings: Settings, tmp_path: Path
) -> None:
    opener = tables.people(1)[0]
    match = tables.opened(opener, seats=3, beacon=True, options=SHORT)
    settings.BEACON = ""
    for _ in range(3):
        tables.seat_bot(match, opener)

    assert status(match) == "live"
    require_sound(match)
    is_right, said = verdict(log(match), tmp_path)
    assert not is_right
    assert f"WARNING {added.NO_BEACON}" in said


def test_a_site_without_a_source_opens_matches_as_before(settings: Settings) -> None:
    settings.BEACON = ""
    match = bots_alone()

    assert status(match) == "live"
    assert "beacon" not in event(match, "match_opened")


def test_a_source_that_is_late_is_looked_for_again() -> None:
    match = bots_alone()
    look(match, came=False)

    assert tables.types(match)[-1] == "chance_sealed"
    row = DueRow.objects.get(kind=beacon_of_deal.KIND, subject=match)
    assert row.payload == named(match).line
    come(match)
    assert status(match) == "live"


def test_a_match_that_is_called_off_meanwhile_waits_for_nothing() -> None:
    match = bots_alone()
    end(match)
    come(match)

    assert status(match) == "void"
    assert tables.log_findings(match) == []


def test_tables_of_one_second_wait_for_one_beacon() -> None:
    matches = [bots_alone(), bots_alone()]

    lines = {named(match).line for match in matches}
    assert BeaconValue.objects.count() == DueRow.objects.filter(kind=FETCH).count() == len(lines)
