"""Note what became of an attempt: sent, to be tried again, or never."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from notifications import outcomes
from notifications.fan_out import schedule
from notifications.models import Delivery, PushSubscription, Webhook
from notifications.outcomes import Outcome

GIVEN_UP_MAX = 5
"""Deliveries in succession that came to nothing, after which a webhook is switched off."""
STATES = {"sent": Delivery.State.SENT, "dropped": Delivery.State.DROPPED}


@transaction.atomic
def settle(row: Delivery, outcome: Outcome) -> None:
    """Note an attempt; nothing where the delivery waits no longer."""
    attempts = row.attempts + (outcome.verdict != "dropped")
    pause = outcomes.wait(attempts, outcome.wait_s) if outcome.verdict == "again" else None
    now = timezone.now()
    waiting = Delivery.objects.filter(pk=row.pk, state=Delivery.State.WAITING)
    said = {
        "attempts": attempts,
        "reason": outcome.reason,
        "status_code": outcome.status_code,
    }
    if pause is not None:
        # A job of its own from now on, so that it holds nobody else up.
        if waiting.update(**said, due_at=now + pause, batch=row.pk):
            schedule(row.pk, now + pause, version=attempts)
        return
    state = STATES.get(outcome.verdict, Delivery.State.FAILED)
    if waiting.update(**said, state=state, done_at=now):
        _of_target(row, outcome)


def settle_all(outcomes_of: Iterable[tuple[Delivery, Outcome]]) -> None:
    """Note many attempts: those that were sent in few statements, the others one by one."""
    sent: defaultdict[tuple[str, int | None], list[Delivery]] = defaultdict(list)
    for row, outcome in outcomes_of:
        if outcome.verdict == "sent":
            sent[row.channel, outcome.status_code].append(row)
        else:
            settle(row, outcome)
    for (channel, status_code), rows in sent.items():
        _settle_sent(channel, status_code, rows)


def _settle_sent(channel: str, status_code: int | None, rows: Sequence[Delivery]) -> None:
    now = timezone.now()
    waiting = Delivery.objects.filter(pk__in=[row.pk for row in rows], state=Delivery.State.WAITING)
    waiting.update(
        state=Delivery.State.SENT,
        done_at=now,
        attempts=F("attempts") + 1,
        reason="",
        status_code=status_code,
    )
    targets = [row.target for row in rows]
    if channel == "push":
        PushSubscription.objects.filter(pk__in=targets).update(last_sent_at=now)
    else:
        Webhook.objects.filter(pk__in=targets).exclude(given_up=0).update(given_up=0)


def _of_target(row: Delivery, outcome: Outcome) -> None:
    """Draw the consequences for the address."""
    if row.channel == "push":
        _of_subscription(row.target, outcome)
    elif row.channel == "webhook" and outcome.verdict != "dropped":
        _of_webhook(row.target, outcome)


def _of_subscription(target: UUID, outcome: Outcome) -> None:
    rows = PushSubscription.objects.filter(pk=target)
    if outcome.verdict == "sent":
        rows.update(last_sent_at=timezone.now())
    elif outcome.verdict == "gone":
        rows.delete()


def _of_webhook(target: UUID, outcome: Outcome) -> None:
    rows = Webhook.objects.filter(pk=target)
    if outcome.verdict == "sent":
        rows.update(given_up=0)
        return
    rows.update(given_up=F("given_up") + 1)
    if outcome.verdict == "gone":
        rows.filter(off_because="").update(off_because="gone")
    rows.filter(off_because="", given_up__gte=GIVEN_UP_MAX).update(off_because="failing")
