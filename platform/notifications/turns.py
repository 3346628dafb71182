"""Tell people of turns that have waited for a while: once from one decision of theirs to the next.

A move pays nothing for this: what waits follows from the rows of matches, which a job of the agenda
looks at. So no turn is lost, whoever made it one, and none is told that has passed.
"""

from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID, uuid5

from django.db import connection, transaction
from django.utils import timezone

from agenda import sql
from agenda.registry import Job
from matches import presence
from notifications import preferences, turn_watch, words
from notifications.fan_out import deliver
from notifications.models import Delivery, Notification, NotifiedTurn
from notifications.preferences import Target

PATIENCE = timedelta(minutes=1)
"""How long a turn waits before it is told: whoever is there has moved by then."""
MAIL_PATIENCE = timedelta(minutes=10)
"""How long before it is mailed, and between two such mails."""
MOST = 500
"""Turns that one run tells; the next one goes on."""

WAITING = f"""
    WITH wanting AS ({turn_watch.WANTING})
    SELECT seat.account_id, match.id, match.version, match.updated_at
    FROM wanting
    JOIN matches_seat AS seat ON seat.account_id = wanting.account_id
    JOIN matches_match AS match ON match.id = seat.match_id
    WHERE match.status = 'live' AND seat.seat = ANY(match.to_act) AND NOT seat."left"
        AND seat.bot = '' AND match.updated_at < %(before)s
        AND NOT EXISTS (
            SELECT 1 FROM notifications_notifiedturn AS notified
            WHERE notified.match = match.id AND notified.account_id = seat.account_id
                AND notified.told_at >= match.updated_at
        )
        AND NOT EXISTS (
            SELECT 1 FROM matches_presence AS here
            JOIN accounts_account AS account ON account.id = here.account_id
            WHERE here.account_id = seat.account_id AND NOT account.is_bot
                AND here.seen_at > %(here)s
        )
        AND (
            SELECT event.type FROM eventstore_event AS event
            WHERE event.stream_kind = 'match' AND event.stream_id = match.id
                AND event.type IN ('match_paused', 'match_resumed')
            ORDER BY event.version DESC LIMIT 1
        ) IS DISTINCT FROM 'match_paused'
    ORDER BY match.updated_at LIMIT %(most)s
"""  # noqa: S608 - Built from constants.


class WaitingTurn(NamedTuple):
    """A turn of somebody who may want to know."""

    account: UUID
    match: UUID
    version: int
    since: datetime


def look(due: Job) -> None:
    """Tell of the turns that wait, and look again as long as anybody wants to know."""
    tell()
    if turn_watch.is_wanted():
        again = timezone.now() + turn_watch.EVERY
        sql.schedule(kind=due.kind, subject=due.subject, version=due.version + 1, due_at=again)


def tell() -> None:
    """Tell of the turns that wait and were not told."""
    now = timezone.now()
    with connection.cursor() as cursor:
        # Who is on the site sees that it is their turn.
        moments = {"before": now - PATIENCE, "here": now - presence.CONNECTED}
        cursor.execute(WAITING, {**moments, "most": MOST})
        found = [WaitingTurn(*row) for row in cursor.fetchall()]
    for each in found:
        _tell(each, now)


@transaction.atomic
def _tell(turn: WaitingTurn, now: datetime) -> None:
    decided_at = words.last_decision(turn.match, turn.account)
    notified, is_new = NotifiedTurn.objects.select_for_update().get_or_create(
        match=turn.match, account_id=turn.account, defaults={"decided_at": decided_at}
    )
    is_same = not is_new and notified.decided_at == decided_at
    notified.decided_at, notified.told_at = decided_at, now
    notified.save(update_fields=["decided_at", "told_at"])
    if is_same:
        # Others at the table have moved meanwhile; it is the same turn.
        return
    row = Notification(
        id=uuid5(turn.match, f"your_turn:{turn.account}:{decided_at}"),
        kind="your_turn",
        stream=turn.match,
        version=turn.version,
        about={"people": [str(turn.account)], "decided_at": decided_at},
        happened_at=turn.since,
    )
    found = preferences.targets("your_turn", [turn.account], now)
    deliver(row, [_patient(each, turn.since) for each in found], now)
    _put_together(turn.account)


def _patient(target: Target, since: datetime) -> Target:
    """Return when an address is told: mails later than the others."""
    if target.channel != "email":
        return target
    last = Delivery.objects.filter(
        account=target.account, channel="email", notification__kind="your_turn"
    )
    mailed = last.filter(done_at__isnull=False, state="sent").order_by("-done_at").first()
    due_at = max(target.due_at, since + MAIL_PATIENCE)
    if mailed is not None and mailed.done_at is not None:
        due_at = max(due_at, mailed.done_at + MAIL_PATIENCE)
    return target._replace(due_at=due_at)


def _put_together(account: UUID) -> None:
    """Have all turns of somebody that wait to be mailed go in one mail, with the first of them."""
    waiting = Delivery.objects.filter(
        account=account, channel="email", notification__kind="your_turn", state="waiting"
    )
    # Locked, so that its batch does not end between this look and the move.
    first = waiting.select_for_update(of=("self",)).order_by("due_at", "pk").first()
    if first is not None:
        waiting.filter(attempts=0).update(batch=first.batch)


def purge() -> None:
    """Forget what was told of matches that ended long ago."""
    old = timezone.now() - timedelta(days=90)
    NotifiedTurn.objects.filter(told_at__lt=old).delete()
