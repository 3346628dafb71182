"""Tournaments whose draws wait for a public beacon, for tests: it comes, or it is given up."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.db import transaction

from agenda.models import DueRow
from agenda.registry import Job
from beacons.models import BeaconValue
from cutpurse import verify
from games import beacons
from games.beacons import Beacon
from tests.beacons import relay
from tests.tournaments.draw_sharers import Sharer, begun
from tests.tournaments.events import Event
from tournaments import draw_beacons, selectors
from tournaments.services import draw_shares

RELAY = "drand http://127.0.0.1:1"
"""Nobody asks it here."""


def waiting(count: int = 6, **settings: Any) -> tuple[Event, list[Sharer]]:
    """Return a tournament whose lots were drawn with the beacon, and its clients."""
    event, people = begun(count, draw_beacon=True, **settings)
    come(event)
    return event, people


def named(event: Event) -> Beacon:
    """Return the beacon that the draw waits for."""
    running = event.state.draws.running
    assert running is not None
    found = Beacon.read(running.deal.named or "")
    assert found is not None
    return found


def settle(event: Event, value: bytes | None) -> None:
    """Settle the beacon that a draw waits for, and look at the draw when it may be told."""
    beacon = named(event)
    rows = BeaconValue.objects.filter(source=beacon.source, number=beacon.number)
    assert rows.update(value=value, settled_at=datetime.now(UTC)) == 1
    look(event, came=value is not None)


def come(event: Event) -> None:
    """Let the beacon come."""
    settle(event, relay.signature(named(event).number))


def miss(event: Event) -> None:
    """Let it be given up."""
    settle(event, None)


def look(event: Event, *, came: bool) -> None:
    """Run what the agenda has for the beacon of a draw, as the sweeper runs what is inline."""
    row = DueRow.objects.get(kind=draw_beacons.KIND, subject=event.state.id)
    beacon = Beacon.read(row.payload)
    assert beacon is not None
    due_at = beacons.due(beacon.number) if came else row.due_at
    job = Job(row.kind, row.subject, row.version, due_at, row.payload, 0, None)
    with transaction.atomic():
        row.delete()
        draw_shares.look_at_beacon(job)


def said(event: Event, tmp_path: Path) -> tuple[bool, list[str]]:
    """Return what `cutpurse-verify --strict` says of the log, but for the public log."""
    path = tmp_path / "cup.ndjson"
    path.write_text("".join(selectors.log(event.state)))
    return verify.verdict(path, None, strict=True)
