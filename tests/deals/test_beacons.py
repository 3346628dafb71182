"""The deal of the day, drawn with a public beacon that comes before it opens."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

import pytest
from pytest_django import Settings

from agenda.models import DueRow
from agenda.registry import Job
from beacons.models import BeaconValue
from beacons.waiting import FETCH
from cutpurse import verify
from deals import beacon_of_deal, selectors, verdict
from deals.events import KIND
from deals.models import Deal
from deals.services import daily, waiting
from eventstore import streams, verification
from games import beacons, fair_draws
from games.beacons import Beacon
from games.fair_draws import Seal
from matches import dealer, draws, logs
from matches import selectors as matches
from matches.events import KIND as MATCH
from matches.folds import fold
from matches.state import MatchState
from tests import independent
from tests.beacons import relay
from tests.callers import new_player
from tests.deals import played
from tests.deals.played import later
from tests.matches import tables
from tests.matches.tables import refused
from tests.ratings.admins import ok

pytestmark = pytest.mark.django_db

SOON = timedelta(minutes=5)
"""Until the deal opens: the id of a match tells when it was made, to ten minutes."""


@pytest.fixture(autouse=True)
def drand(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the site take beacons from drand, where nobody asks, for deals that open soon."""
    settings.BEACON = "drand http://127.0.0.1:1"
    monkeypatch.setattr(beacon_of_deal, "NOTICE", timedelta(minutes=4))
    monkeypatch.setattr(beacon_of_deal, "BEFORE", timedelta(minutes=2))


def announced(opens_in: timedelta = SOON) -> UUID:
    """Return a deal that opens later, for some minutes."""
    return played.opened("pickpocket", 3, opens_at=datetime.now(UTC) + opens_in)


def named(deal: UUID) -> Beacon:
    found = Beacon.read(Deal.objects.get(pk=deal).beacon)
    assert found is not None
    return found


def look(deal: UUID) -> None:
    row = DueRow.objects.get(kind=waiting.KIND, subject=deal)
    waiting.settle(Job(row.kind, deal, row.version, row.due_at, row.payload, 0, None))


def settle(deal: UUID, value: bytes | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settle the beacon of a deal when it opens."""
    rows = BeaconValue.objects.filter(number=named(deal).number)
    rows.update(value=value, settled_at=datetime.now(UTC))
    with later(monkeypatch, SOON):
        look(deal)


def come(deal: UUID, monkeypatch: pytest.MonkeyPatch) -> str:
    """Let the beacon come, and return its value."""
    value = relay.signature(named(deal).number)
    settle(deal, value, monkeypatch)
    return value.hex()


def played_by(count: int, deal: UUID, monkeypatch: pytest.MonkeyPatch) -> list[UUID]:
    """Return the matches of so many who have played the deal to its end."""
    with later(monkeypatch, SOON + timedelta(seconds=1)):
        return [played.played(deal, each, seed=1) for each in tables.people(count)]


def verdicts(deal: UUID, folder: Path) -> tuple[int, Path]:
    """Return what `cutpurse-verify` says of the logs of a deal and of its matches, and one file."""
    files = []
    of_matches = {str(match): matches.log(match, None) for match in selectors.load(deal).tables}
    for name, lines in {"deal": selectors.log(deal, None), **of_matches}.items():
        files.append(folder / f"{name}.ndjson")
        files[-1].write_text("".join(logs.text(lines)))
    return verify.main([str(each) for each in files]), files[0]


def test_a_deal_is_announced_with_a_beacon_and_drawn_with_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deal = announced()
    opened = selectors.load(deal).opened
    due = beacons.due(named(deal).number)
    before = selectors.load(deal).opens_at - beacon_of_deal.BEFORE
    assert before < due <= before + beacons.PERIOD
    value = come(deal, monkeypatch)
    both = played_by(2, deal, monkeypatch)

    seal = Seal(
        opened.deal,
        1,
        bytes.fromhex(opened.commitment),
        fair_draws.NO_BIND,
        {},
        {},
        named(deal).line,
    )
    root = seal.root(dealer.read_seed(both[0]), {}, bytes.fromhex(value))
    for match in both:
        state = fold(MatchState(match), streams.load(MATCH, match))
        assert draws.root(state, dealer.read_seed(match)) == root
    played.close(deal, monkeypatch)
    assert [*verification.check(KIND, deal)] == []
    for match in both:
        assert [*verification.check(MATCH, match)] == []
    code, path = verdicts(deal, tmp_path)
    assert code == 0
    assert verify.verdict(path, None, strict=True)[0]
    said = capsys.readouterr().out
    assert f"beacon: {opened.beacon} is {value}, which drand has signed" in said
    assert "the same cards as at all 2 tables" in said


@pytest.mark.more
def test_a_program_that_shares_no_code_draws_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = announced()
    come(deal, monkeypatch)
    (match,) = played_by(1, deal, monkeypatch)
    played.close(deal, monkeypatch)
    text = "".join(logs.text(matches.log(match, None)))
    proof = ok(new_player().get(f"/matches/{match}/proof"))

    assert independent.match(text, proof) > 0
    assert proof["attempts"][0]["beacon"] == relay.signature(named(deal).number).hex()


def test_nobody_plays_before_the_beacon_is_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = announced()
    ann = tables.people(1)[0]
    with later(monkeypatch, SOON + timedelta(seconds=1)):
        with refused("deal_not_open"):
            played.begun(deal, ann)
        assert selectors.status_of(Deal.objects.get(pk=deal)) == "announced"
        look(deal)
        assert DueRow.objects.get(kind=waiting.KIND, subject=deal).version == 2
    come(deal, monkeypatch)
    with later(monkeypatch, SOON + timedelta(seconds=1)):
        assert selectors.status_of(Deal.objects.get(pk=deal)) == "open"


def test_a_beacon_that_is_there_early_is_not_said_before_it_is_due() -> None:
    deal = announced()
    beacon = named(deal)
    rows = BeaconValue.objects.filter(number=beacon.number)
    rows.update(value=relay.signature(beacon.number), settled_at=datetime.now(UTC))
    look(deal)

    assert selectors.load(deal).awaits_beacon


@pytest.mark.more
def test_a_beacon_that_does_not_come_is_left_out_in_public(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deal = announced()
    settle(deal, None, monkeypatch)
    (match,) = played_by(1, deal, monkeypatch)
    opened = json.loads(streams.load(MATCH, match, until=1)[0].body)
    assert "beacon_drawn" not in opened
    played.close(deal, monkeypatch)

    assert [*verification.check(KIND, deal)] == []
    code, path = verdicts(deal, tmp_path)
    assert code == 0
    assert not verify.verdict(path, None, strict=True)[0]
    assert f"REFUSED BY THE SITE: the beacon did not come, {named(deal).line}" in (
        capsys.readouterr().out
    )


def test_the_api_says_which_beacon_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    deal, without = announced(), played.opened()
    ann = new_player()
    line = named(deal).line
    assert ok(ann.get(f"/deals/{deal}"))["beacon"] == {"named": line, "value": None}
    value = come(deal, monkeypatch)

    assert ok(ann.get(f"/deals/{deal}"))["beacon"] == {"named": line, "value": value}
    assert ok(ann.get(f"/deals/{without}"))["beacon"] is None


def test_the_deal_of_tomorrow_has_one_and_a_deal_that_opens_at_once_has_none(
    settings: Settings,
) -> None:
    daily.announce()
    tomorrow = selectors.today() + timedelta(days=1)
    ahead = Deal.objects.filter(day=tomorrow)

    assert ahead.exists()
    assert all(row.beacon and row.awaits_beacon for row in ahead)
    # All of a day open at the same moment.
    assert DueRow.objects.filter(kind=FETCH).count() == 1
    assert not any(row.beacon for row in Deal.objects.filter(day=selectors.today()))
    assert not Deal.objects.get(pk=played.opened()).beacon
    assert not Deal.objects.get(pk=announced(timedelta(minutes=3))).beacon
    for setting in ("", "nist http://127.0.0.1:1"):
        settings.BEACON = setting
        assert not Deal.objects.get(pk=announced()).beacon


@pytest.mark.more
def test_a_match_with_another_beacon_is_not_of_the_deal(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    deal = announced()
    value = come(deal, monkeypatch)
    (match,) = played_by(1, deal, monkeypatch)
    played.close(deal, monkeypatch)
    _, file = verdicts(deal, tmp_path)
    states = verdict.Deals([Path(file), Path(file)])
    body = streams.load(MATCH, match, until=1)[0].body

    assert states.verdict(str(match), body) is not None
    for other in (body.replace(value, "00" * 48), body.replace('"beacon_drawn"', '"nothing"')):
        found = states.verdict(str(match), other)
        assert found is not None
        assert found == (False, "FAULT the beacon of the match is not that of its deal")
