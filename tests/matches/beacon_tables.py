"""Matches whose deal waits for a public beacon, for tests: it comes, or it is given up."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast
from uuid import UUID

from django.db import transaction

from agenda.models import DueRow
from agenda.registry import Job
from beacons.models import BeaconValue
from cutpurse import verify
from games import beacons
from games.beacons import Beacon
from games.core import ALL
from matches import archive, logs
from matches.services import beacon_of_deal, chance
from tests.beacons import relay
from tests.matches import tables
from tests.matches.sharers import end

SHORT = {"rounds": 1}
Line = dict[str, Any]


def bots_alone(**wanted: Any) -> UUID:
    """Return a match at which nobody can add chance."""
    opener = tables.people(1)[0]
    match = tables.opened(opener, seats=3, beacon=True, options=SHORT, **wanted)
    for _ in range(3):
        tables.seat_bot(match, opener)
    return match


def log(match: UUID) -> list[Line]:
    """Return the lines of the whole log of a match, over or not."""
    return [json.loads(line) for line in archive.log_lines(match, ALL)]


def event(match: UUID, event_type: str) -> Line:
    """Return the data of the last event of a type."""
    found = [line for line in log(match) if line.get("type") == event_type]
    return cast("Line", found[-1]["data"])


def named(match: UUID) -> Beacon:
    found = Beacon.read(event(match, "chance_sealed")["beacon"])
    assert found is not None
    return found


def settle(match: UUID, value: bytes | None) -> None:
    """Settle the beacon that a match waits for, and let the match look when it may say so."""
    beacon = named(match)
    rows = BeaconValue.objects.filter(source=beacon.source, number=beacon.number)
    rows.update(value=value, settled_at=datetime.now(UTC))
    look(match, came=value is not None)


def come(match: UUID) -> None:
    """Let the beacon come that a match waits for."""
    settle(match, relay.signature(named(match).number))


def miss(match: UUID) -> None:
    """Let it be given up."""
    settle(match, None)


def look(match: UUID, *, came: bool) -> None:
    row = DueRow.objects.get(kind=beacon_of_deal.KIND, subject=match)
    beacon = Beacon.read(row.payload)
    assert beacon is not None
    due_at = beacons.due(beacon.number) if came else row.due_at
    job = Job(row.kind, match, row.version, due_at, row.payload, 0, None)
    # As the sweeper runs what is inline.
    with transaction.atomic():
        row.delete()
        chance.draw_beacon(job)


def lines_of(match: UUID) -> list[Line]:
    end(match)
    return log(match)


def verdict(lines: list[Line], tmp_path: Path) -> tuple[bool, list[str]]:
    """Return what `cutpurse-verify --strict` says of a log."""
    file = tmp_path / "match.ndjson"
    file.write_text("".join(logs.text(lines)))
    return verify.verdict(file, None, strict=True)
