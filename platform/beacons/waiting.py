"""Name a beacon that does not exist yet, wait for it, and say what it has come to.

Whoever waits for one has a row on the agenda whose payload is its line; that is due at once when
the beacon is settled. A worker asks the source, and nobody else: who needs a beacon looks here.
"""

from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import uuid4

import structlog
from django.db import transaction
from django.db.models import Q, Value
from django.db.models.functions import Greatest
from django.utils import timezone

from agenda import selectors as agenda_rows
from agenda import sql as agenda
from agenda.registry import Job
from beacons import source
from beacons.models import BeaconValue
from beacons.source import Pulse, SourceError
from eventstore.canonical import format_timestamp
from eventstore.errors import OvertakenError
from games import beacons
from games.beacons import Beacon

FETCH = "beacon_fetch"
"""The agenda's kind for asking a source for a value."""
PUBLISHED = timedelta(seconds=1)
"""How long after it is due a beacon is asked for first: it takes a moment to be everywhere."""
AGAIN = {"drand": timedelta(seconds=3), "nist": timedelta(seconds=10)}
"""When a source is asked again that gave nothing."""
KNOWN_SINCE = timedelta(minutes=5)
"""Of which age the newest pulse may be from which the next ones are counted."""
NEXT = 5
"""How many beacons behind one are looked at as well, to see whether it must be out by now."""
KEPT = timedelta(days=1)
"""At least; deals keep what they were drawn with themselves."""

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


class Settled(NamedTuple):
    """That it is known what a beacon has come to."""

    value: bytes | None
    """None where it did not come in time."""


def first_after(wanted: beacons.Source | None, moment: datetime) -> Beacon | None:
    """Return the first beacon of a source that comes later than a moment.

    None where the site takes none from there now, does not know which pulse is the next, or has
    seen by its own rows that it is out: its clock is slow then.
    """
    taken = source.of_site()
    if taken is None or taken.name != wanted:
        return None
    found = beacons.first_round_after(moment) if wanted == "drand" else _next_pulse(moment)
    if found is not None and _is_out(found):
        log.error("beacon_out_already", beacon=found.line)
        return None
    return found


def _next_pulse(moment: datetime) -> Beacon | None:
    # By their times: one wrong answer would otherwise count for the newest as long as it is kept.
    rows = BeaconValue.objects.filter(source="nist", value__isnull=False, due_at__lte=moment)
    known = rows.order_by("-due_at").first()
    if known is None or known.due_at < moment - KNOWN_SINCE:
        return None
    return beacons.first_pulse_after(moment, known.number, known.due_at)


def _is_out(beacon: Beacon) -> bool:
    """Tell whether a beacon is settled, or one soon after it has come.

    Not any later one: one wrong answer would otherwise do for as long as it is kept.
    """
    later = Q(number__range=(beacon.number, beacon.number + NEXT), value__isnull=False)
    rows = BeaconValue.objects.filter(source=beacon.source, settled_at__isnull=False)
    return rows.filter(Q(number=beacon.number) | later).exists()


def wait_for(beacon: Beacon, after: datetime) -> None:
    """Have a beacon asked for when it is due, in the transaction that names it.

    Of several who name it, it has to be later than all want it to be, and none gives it up for
    another. Raises OvertakenError where it is settled by now: then another has to be named.
    """
    due_at, given_up_at = beacon.due_from(after), beacon.given_up_from(after)
    row, is_new = BeaconValue.objects.get_or_create(
        source=beacon.source,
        number=beacon.number,
        defaults={
            "id": uuid4(),
            "due_at": due_at,
            "given_up_at": given_up_at,
        },
    )
    if is_new:
        agenda.schedule(kind=FETCH, subject=row.pk, due_at=due_at + PUBLISHED, version=1)
        return
    is_open = row.settled_at is None
    if is_open and row.due_at < due_at:
        unsettled = BeaconValue.objects.filter(pk=row.pk, settled_at=None)
        is_open = bool(
            unsettled.update(
                due_at=Greatest("due_at", Value(due_at)),
                given_up_at=Greatest("given_up_at", Value(given_up_at)),
            )
        )
    if not is_open:
        raise OvertakenError


def settled(line: str) -> Settled | None:
    """Return what a beacon has come to; None where that is not known yet."""
    beacon = Beacon.read(line)
    if beacon is None:
        return None
    row = BeaconValue.objects.filter(
        source=beacon.source, number=beacon.number, settled_at__isnull=False
    ).first()
    return None if row is None else Settled(None if row.value is None else bytes(row.value))


def fetch(job: Job) -> None:
    """Ask for a value, and settle it; safe late and twice.

    What did not come in time stays so for ever, whatever the source says later. A worker that comes
    late asks once all the same.
    """
    unsettled = BeaconValue.objects.filter(pk=job.subject, settled_at=None)
    row = unsettled.first()
    if row is None:
        return
    beacon = _beacon(row)
    pulse = _ask(beacon)
    with transaction.atomic():
        # Others may have named it while it was asked for, and want it to be later.
        row = unsettled.select_for_update().first()
        if row is not None:
            _settle(row, beacon, _in_time(row, pulse), job.version)


def _ask(beacon: Beacon) -> Pulse | None:
    """Return what a beacon has come to; None where nobody says so."""
    taken = source.of_site()
    try:
        return None if taken is None else source.value(taken, beacon)
    except SourceError as error:
        log.warning("beacon_not_there", beacon=beacon.line, error=str(error))
        return None


def _in_time(row: BeaconValue, pulse: Pulse | None) -> Pulse | None:
    """Return what a beacon has come to; None where it was there before."""
    if pulse is not None and pulse.at < row.due_at:
        # Whoever sealed might have known it: the clock of this site is slow, or the source lies.
        made_at = format_timestamp(pulse.at)
        log.error("beacon_too_old", beacon=pulse.beacon.line, made_at=made_at)
        return None
    return pulse


def _settle(row: BeaconValue, beacon: Beacon, pulse: Pulse | None, version: int) -> None:
    """Keep what a beacon has come to, and have those go on who wait for it; or ask again later."""
    moment = timezone.now()
    if pulse is None and row.given_up_at is not None and moment < row.given_up_at:
        again = moment + AGAIN[row.source]
        agenda.schedule(kind=FETCH, subject=row.pk, due_at=again, version=version)
        return
    if pulse is None:
        log.error("beacon_missed", beacon=beacon.line)
    else:
        row.value, row.due_at = pulse.value, pulse.at
    row.settled_at = moment
    row.save(update_fields=["value", "due_at", "settled_at"])
    agenda.hasten(payload=beacon.line)


def look() -> None:
    """Keep the number of the newest pulse where the site takes those: no clock tells it."""
    taken = source.of_site()
    if taken is None or taken.name != "nist":
        return
    try:
        pulse = source.latest_pulse(taken)
    except SourceError as error:
        log.warning("beacon_not_there", beacon="the newest pulse", error=str(error))
        return
    BeaconValue.objects.get_or_create(
        source=taken.name,
        number=pulse.beacon.number,
        defaults={
            "id": uuid4(),
            "due_at": pulse.at,
            "value": pulse.value,
            "settled_at": timezone.now(),
        },
    )


def purge() -> None:
    """Forget values that nobody waits for any more; who waits for one that is not settled does.

    While no web process is there nobody looks at what has come, for days if need be: then a row of
    the agenda still names it.
    """
    old = BeaconValue.objects.filter(settled_at__lt=timezone.now() - KEPT)
    lines = {row.pk: _beacon(row).line for row in old.only("source", "number")}
    waited = agenda_rows.named(lines.values())
    old.filter(pk__in=[pk for pk, line in lines.items() if line not in waited]).delete()


def _beacon(row: BeaconValue) -> Beacon:
    return Beacon("drand" if row.source == "drand" else "nist", row.number)
