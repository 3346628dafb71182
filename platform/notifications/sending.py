"""Send what waits, a batch a job: what was sent is noted at once, and what was not comes again.

Requests of a batch go out side by side, so that a slow address holds up few others; what has not
had its turn when the time is up waits for the next job.
"""

import time
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID, uuid5

import structlog
from django.db import DatabaseError
from django.utils import timezone, translation
from django.utils.translation import ngettext

from agenda.error_boundary import ErrorBoundary, describe
from agenda.registry import Job
from notifications import digest, mail, payloads, preferences, push, requesting, settling, words
from notifications.fan_out import schedule
from notifications.kinds import KINDS, Kind
from notifications.models import Delivery, Preferences, PushSubscription, Webhook
from notifications.outcomes import ERROR, Outcome
from notifications.payloads import Sending
from notifications.words import Scene, Words
from tournaments import visibility

BUDGET_S = 25.0
"""After this long no further request is begun; the lease is longer by more than one of them."""
LEASE_S = 45
UNWANTED = Outcome("dropped", "unwanted")
STALE = Outcome("dropped", "stale")

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


@dataclass
class Batch:
    """The deliveries of a job, and what they are made from, loaded at once."""

    rows: list[Delivery]
    scenes: Mapping[UUID, Scene]
    choices: Mapping[UUID, Preferences]
    webhooks: Mapping[UUID, Webhook]
    subscriptions: Mapping[UUID, PushSubscription]


def send_batch(due: Job) -> None:
    """Send what still waits of a batch."""
    batch = _load(due.subject)
    ends_at = time.monotonic() + BUDGET_S
    ready: dict[UUID, Sending] = {}
    letters: list[tuple[Delivery, Words]] = []
    for row in batch.rows:
        found = _prepared(batch, row)
        if isinstance(found, Outcome):
            settling.settle(row, found)
        elif isinstance(found, Sending):
            ready[row.pk] = found
        else:
            letters += [(row, each) for each in found]
    _mail(letters, ends_at)
    waiting = [(row, ready[row.pk]) for row in batch.rows if row.pk in ready]
    requesting.send_all(waiting, ends_at)
    left = Delivery.objects.filter(batch=due.subject, state=Delivery.State.WAITING)
    following = left.order_by("due_at").values_list("due_at", flat=True).first()
    if following is not None:
        schedule(due.subject, following, version=due.version + 1)


def _load(batch: UUID) -> Batch:
    found = Delivery.objects.filter(batch=batch, state=Delivery.State.WAITING)
    rows = list(found.select_related("notification", "account").order_by("pk"))
    targets = [row.target for row in rows]
    return Batch(
        rows=rows,
        scenes={row.notification_id: Scene(row.notification) for row in rows},
        choices=Preferences.objects.in_bulk([row.account_id for row in rows]),
        webhooks=Webhook.objects.in_bulk(targets),
        subscriptions=PushSubscription.objects.in_bulk(targets),
    )


def _prepared(batch: Batch, row: Delivery) -> Outcome | Sending | list[Words]:
    """Return what is to be sent; an error in it holds up nobody else, and is tried again."""
    attempt = ErrorBoundary()
    with attempt, translation.override(row.account.language or "en"):
        return prepare(batch, row)
    return _failed(row, attempt)


def _failed(row: Delivery, attempt: ErrorBoundary) -> Outcome:
    """Tell of an error in one delivery; the database's own are the whole batch's."""
    assert attempt.error is not None  # noqa: S101 - Asked only then.
    if isinstance(attempt.error, DatabaseError):
        raise attempt.error
    log.error("notification_failed", delivery=str(row.pk), error=describe(attempt.error))
    return ERROR


def prepare(batch: Batch, row: Delivery) -> Outcome | Sending | list[Words]:
    """Return what is to be sent, in the active language: a request, or the parts of a mail.

    An outcome says why nothing is.
    """
    if not row.account.is_active:
        return UNWANTED
    if row.channel == "webhook":
        return _hook(batch, row)
    return _message_for(batch, row) if _is_chosen(batch, row) else UNWANTED


def _kind(row: Delivery) -> Kind:
    return row.notification.kind  # type: ignore[return-value] # Written by `noting`.


def _is_chosen(batch: Batch, row: Delivery) -> bool:
    """Return whether the person still wants this kind by this channel."""
    kind = _kind(row)
    chosen = preferences.channels(batch.choices.get(row.account_id), kind)
    return kind == "test" or row.channel in chosen


def _message_for(batch: Batch, row: Delivery) -> Outcome | Sending | list[Words]:
    """Return what a person is sent."""
    kind, happened_at = _kind(row), row.notification.happened_at
    if kind == "weekly_digest":
        return digest.items(row.account, happened_at) or STALE
    if kind != "your_turn" and happened_at + KINDS[kind].lasts < timezone.now():
        return Outcome("dropped", "expired")
    said = words.said(batch.scenes[row.notification_id], row.account)
    if said is None:
        return STALE
    if row.channel == "email":
        return [said]
    subscription = batch.subscriptions.get(row.target)
    if subscription is None or not push.is_possible():
        return UNWANTED
    return push.compose(subscription, row.notification, said)


def _hook(batch: Batch, row: Delivery) -> Outcome | Sending:
    """Return what a webhook is sent: programs also what has passed, since they keep a history."""
    scene, kind = batch.scenes[row.notification_id], _kind(row)
    webhook = batch.webhooks.get(row.target)
    if webhook is None or webhook.off_because or not (kind in webhook.kinds or kind == "test"):
        return UNWANTED
    if KINDS[kind].of_tournament:
        tournament = scene.tournament()
        if tournament is None or not visibility.sees(tournament, row.account_id):
            return UNWANTED
    said = words.said(scene, row.account)
    if webhook.form == Webhook.Form.STANDARD:
        return payloads.standard(webhook, row.notification, said)
    return STALE if said is None else payloads.compose(webhook, row.notification, said)


class Group(NamedTuple):
    """Deliveries that make one mail."""

    rows: list[Delivery]
    items: list[Words]


def _mail(letters: Iterable[tuple[Delivery, Words]], ends_at: float) -> None:
    """Send mails one after the other: all turns of a person as one, everything else by itself."""
    groups: defaultdict[object, Group] = defaultdict(lambda: Group([], []))
    for row, said in letters:
        is_turn = _kind(row) == "your_turn"
        group = groups[("turns", row.account_id) if is_turn else row.pk]
        if row not in group.rows:
            group.rows.append(row)
        group.items.append(said)
    with mail.Post() as post:
        for group in groups.values():
            if time.monotonic() > ends_at:
                return
            outcome = _mailed(group, post)
            for row in group.rows:
                settling.settle(row, outcome)


def _mailed(group: Group, post: mail.Post) -> Outcome:
    first = group.rows[0]
    attempt = ErrorBoundary()
    with attempt, translation.override(first.account.language or "en"):
        return post.send(first.account, _letter(group))
    return _failed(first, attempt)


def _letter(group: Group) -> mail.Letter:
    first = group.rows[0]
    kind = _kind(first)
    subject = group.items[0].title
    count = len(group.items)
    if kind == "your_turn" and count > 1:
        text = ngettext("Your turn in %(count)s match", "Your turn in %(count)s matches", count)
        subject = text % {"count": count}
    if kind == "weekly_digest":
        subject = digest.subject()
    name = uuid5(first.notification_id, str(first.account_id))
    return mail.Letter(kind, subject, group.items, str(name))
