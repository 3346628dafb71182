"""A seal that is older than its beacon, by the receipt of a player who was away and a witness."""

import json
from datetime import timedelta
from pathlib import Path
from uuid import UUID

import msgspec
import pytest
from pytest_django import Settings

from cutpurse import verify
from eventstore.canonical import parse_timestamp
from games import beacons
from matches import added, logs, receipts, selectors
from tests.matches import tables
from tests.matches.beacon_tables import SHORT, come, log, named
from tests.matches.sharers import Sharer, end, seated, time_is_up
from tests.transparency.cosigned import WITNESS, cosigned, keep_log
from transparency import writer

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def site(settings: Settings) -> None:
    """Have the site keep a public log, and take its beacons from drand, which nobody asks here."""
    settings.BEACON = "drand http://127.0.0.1:1"
    keep_log(settings)


def away() -> tuple[UUID, bytes]:
    """Return a match that was sealed with everybody away, and a receipt of that."""
    sharers = [Sharer(each) for each in tables.people(3)]
    match = seated(sharers, options=SHORT, beacon=True)
    time_is_up(match)
    writer.log_moved()
    receipt = receipts.newest(match, sharers[0].player.account)
    assert receipt.version == len(log(match)) - 1
    come(match)
    end(match)
    writer.log_moved()
    return match, msgspec.json.encode(receipt)


@pytest.mark.parametrize(
    ("late", "is_right"), [(timedelta(0), True), (timedelta(seconds=30), False)]
)
def test_a_witness_that_signed_before_the_beacon_was_due_shows_that_the_seal_is_older(
    late: timedelta,
    is_right: bool,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    match, encoded = away()
    sealed_at = next(each["at"] for each in log(match) if each.get("type") == "chance_sealed")
    signed_at = parse_timestamp(sealed_at) + timedelta(seconds=2) + late
    assert (signed_at < beacons.due(named(match).number)) == is_right
    receipt = json.loads(encoded)
    receipt["proof"] = cosigned(receipt["proof"], signed_at)
    header, *events = selectors.log(match, None)
    header["log"] = cosigned(header["log"], signed_at)
    file, kept = tmp_path / "m.ndjson", tmp_path / "receipt.json"
    file.write_text("".join(logs.text([header, *events])))
    kept.write_text(json.dumps(receipt))
    key = str(WITNESS.key)

    assert verify.main([str(file), "--strict", "--key", key]) == 1
    assert added.UNATTESTED in capsys.readouterr().out
    code = verify.main([str(file), "--strict", "--receipt", str(kept), "--key", key])
    said = capsys.readouterr().out
    assert (code == 0) == is_right
    assert (added.UNATTESTED in said) != is_right
    assert ("before the beacon was due" in said) == is_right
