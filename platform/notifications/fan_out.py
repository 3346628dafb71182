"""From something that happened to a delivery for everybody who is told, once."""

import json
from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import groupby
from typing import cast
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.models import Account
from agenda import sql
from agenda.registry import Job
from api.ids import uuid7
from notifications import recipients
from notifications.kinds import Channel, Kind
from notifications.models import Delivery, Notification
from notifications.preferences import Target

SEND = "notify_send"
"""The agenda's kind for sending a batch of deliveries."""
BATCH: dict[Channel, int] = {"email": 50, "push": 50, "webhook": 20}
"""Deliveries of one job: as many as are surely sent within its lease."""


def fan_out(due: Job) -> None:
    """Write who is told of something, and have it sent; done twice it does nothing."""
    said = json.loads(due.payload)
    kind = cast("Kind", said["kind"])
    row = Notification(
        id=due.subject,
        kind=kind,
        stream=UUID(said["stream"]),
        version=due.version,
        about=said["about"],
        happened_at=datetime.fromisoformat(said["at"]),
    )
    now = timezone.now()
    deliver(row, recipients.of(row, now), now)


@transaction.atomic
def deliver(row: Notification, found: Iterable[Target], now: datetime) -> bool:
    """Enter a notification, its deliveries and the jobs that send them; False where it is there.

    One transaction: whoever finds the notification finds that all of it was done.
    """
    _made, is_new = Notification.objects.get_or_create(
        id=row.id,
        defaults={
            "kind": row.kind,
            "stream": row.stream,
            "version": row.version,
            "about": row.about,
            "happened_at": row.happened_at,
        },
    )
    if is_new:
        enter(row.id, found, now)
    return is_new


def enter(notification: UUID, found: Iterable[Target], now: datetime) -> list[Delivery]:
    """Enter deliveries in batches, each with its job; in the caller's transaction."""
    ordered = sorted(set(found), key=lambda each: (each.channel, each.due_at, each.target))
    # Who is erased at this moment has no row to refer to.
    accounts = {each.account for each in ordered}
    there = set(
        Account.objects.select_for_update(no_key=True)
        .filter(pk__in=accounts, is_active=True)
        .order_by("pk")
        .values_list("pk", flat=True)
    )
    rows: list[Delivery] = []
    for (channel, due_at), group in groupby(ordered, key=lambda each: (each.channel, each.due_at)):
        members = [each for each in group if each.account in there]
        size = BATCH[channel]
        for begin in range(0, len(members), size):
            rows += _batch(notification, channel, due_at, members[begin : begin + size])
    Delivery.objects.bulk_create(rows, batch_size=1000)
    for batch, due_at in {each.batch: each.due_at for each in rows}.items():
        schedule(batch, None if due_at <= now else due_at)
    return rows


def _batch(
    notification: UUID, channel: Channel, due_at: datetime, members: Iterable[Target]
) -> list[Delivery]:
    batch = uuid7()
    return [
        Delivery(
            notification_id=notification,
            account_id=each.account,
            channel=channel,
            target=each.target,
            batch=batch,
            due_at=due_at,
        )
        for each in members
    ]


def schedule(batch: UUID, due_at: datetime | None, *, version: int = 0) -> None:
    """Have a batch sent, now unless due_at says when."""
    sql.schedule(kind=SEND, subject=batch, version=version, due_at=due_at)


def purge(kept: timedelta = timedelta(days=30)) -> None:
    """Forget what is older than any that somebody still looks at or has sent again."""
    old = Notification.objects.filter(happened_at__lt=timezone.now() - kept)
    old.exclude(deliveries__state=Delivery.State.WAITING).delete()
