"""Webhooks of an account: made, changed, tried, told again."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID, uuid5

from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from accounts.models import Account
from api.ids import uuid7
from api.problems import Problem, invalid
from games.messages import Message
from notifications import outgoing, program_addresses, signing, turn_watch
from notifications.fan_out import BATCH, deliver, schedule
from notifications.kinds import FOR_WEBHOOKS, KINDS
from notifications.models import Delivery, Notification, Webhook
from notifications.preferences import Target
from tournaments import visibility

WEBHOOKS_MAX = 20
"""How many an account may have."""
REPLAYED_MAX = 1000
OF_TOURNAMENT = tuple(
    kind for kind in FOR_WEBHOOKS if KINDS[kind].of_tournament and kind != "my_table"
)
"""What one that watches a tournament may be told; tables are told to those who sit there."""


class WebhookFields(NamedTuple):
    """What its owner says of a webhook."""

    url: str
    form: str
    kinds: Sequence[str]
    tournament: str = ""
    """The slug of the one that it watches; empty: whatever concerns the account."""


def of_account(account: UUID, program: str = "") -> QuerySet[Webhook]:
    """Return an account's webhooks, the newest first; to a program only those that it has made."""
    found = Webhook.objects.filter(account=account).select_related("tournament").order_by("-id")
    return found.filter(program=program) if program else found


def find(account: UUID, webhook: UUID, program: str = "") -> Webhook:
    """Return a webhook of an account, to a program one that it has made; raises not_found."""
    found = of_account(account, program).filter(pk=webhook).first()
    if found is None:
        raise Problem("not_found", Message("You have no webhook with this id."))
    return found


def secret(row: Webhook) -> str:
    """Return what a webhook's messages are signed with."""
    return signing.secret(settings.SECRET_KEY, row.pk, row.serial)


@transaction.atomic
def create(*, account_id: UUID, fields: WebhookFields, program: str = "") -> Webhook:
    """Make a webhook, as a program or not; raises `invalid`, not_found and permission_denied."""
    account = Account.objects.select_for_update().get(pk=account_id)
    program_addresses.require_allowed(account_id, program)
    if account.is_guest:
        text = Message("Guests cannot have webhooks. Sign up first; you keep your matches.")
        raise Problem("guests_not_allowed", text)
    if Webhook.objects.filter(account=account_id).count() >= WEBHOOKS_MAX:
        text = Message("You have %(most)s webhooks, which is the limit.", most=WEBHOOKS_MAX)
        raise Problem("permission_denied", text, params={"limit": WEBHOOKS_MAX})
    row = Webhook(account=account, program=program)
    _fill(row, fields)
    row.save()
    return row


@transaction.atomic
def change(*, account_id: UUID, webhook_id: UUID, fields: WebhookFields) -> Webhook:
    """Change a webhook, and switch it on again where it had been switched off."""
    row = find(account_id, webhook_id)
    _fill(row, fields)
    row.off_because = ""
    row.given_up = 0
    # Not its serial, which may be turned on at the same time.
    row.save(update_fields=["url", "form", "tournament", "kinds", "off_because", "given_up"])
    return row


def _fill(row: Webhook, fields: WebhookFields) -> None:
    outgoing.require_url(fields.url)
    tournament = None
    possible: Collection[str] = FOR_WEBHOOKS
    if fields.tournament:
        tournament = visibility.find(fields.tournament, row.account_id)
        possible = OF_TOURNAMENT
    wrong = [each for each in fields.kinds if each not in possible]
    if wrong or not fields.kinds:
        text = Message("must name some of %(possible)s", possible=list(possible))
        raise invalid("kinds", text)
    row.url, row.form, row.tournament = fields.url, fields.form, tournament
    row.kinds = [each for each in possible if each in fields.kinds]
    if "your_turn" in row.kinds:
        turn_watch.watch()


def switch_off(*, account_id: UUID, webhook_id: UUID) -> Webhook:
    """Send nothing more to a webhook until it is changed; raises not_found."""
    row = find(account_id, webhook_id)
    row.off_because = "asked"
    row.save(update_fields=["off_because"])
    return row


def delete(*, account_id: UUID, webhook_id: UUID) -> None:
    """Remove a webhook and its log; raises not_found."""
    row = find(account_id, webhook_id)
    Delivery.objects.filter(target=row.pk, account=account_id).delete()
    row.delete()


def rotate(*, account_id: UUID, webhook_id: UUID) -> Webhook:
    """Give a webhook another secret; the one before counts no more."""
    row = find(account_id, webhook_id)
    Webhook.objects.filter(pk=row.pk).update(serial=F("serial") + 1)
    return find(account_id, webhook_id)


def test(*, account_id: UUID, webhook_id: UUID) -> Delivery:
    """Have a test sent; what became of it stands in the log."""
    row = find(account_id, webhook_id)
    if row.off_because:
        raise Problem("permission_denied", Message("The webhook is off: save it to switch it on."))
    return send_test(account_id, Target(account_id, "webhook", row.pk, timezone.now()))


def send_test(account_id: UUID, target: Target) -> Delivery:
    """Have a test sent to one address of an account; while one waits, that is the one."""
    tests = Delivery.objects.filter(
        account=account_id, target=target.target, notification__kind="test"
    )
    waiting = tests.filter(state=Delivery.State.WAITING).first()
    if waiting is not None:
        return waiting
    now = timezone.now()
    row = Notification(
        id=uuid7(),
        kind="test",
        stream=account_id,
        version=0,
        about={"people": [str(account_id)]},
        happened_at=now,
    )
    deliver(row, [target], now)
    return Delivery.objects.get(notification=row.pk, target=target.target)


def log(account: UUID, webhook: UUID) -> QuerySet[Delivery]:
    """Return what a webhook was sent, or is to be, the latest first; raises not_found."""
    row = find(account, webhook)
    found = Delivery.objects.filter(account=account, target=row.pk)
    return found.select_related("notification").order_by("-id")


@transaction.atomic
def replay(
    *, account_id: UUID, webhook_id: UUID, stream: UUID | None, after_version: int, since: datetime
) -> int:
    """Have a webhook told again; return of how much.

    That is everything of its log since a moment, of one stream only what happened after a version
    of it, each under the id under which it was sent at first.
    """
    row = find(account_id, webhook_id)
    if row.off_because:
        raise Problem("permission_denied", Message("The webhook is off: save it to switch it on."))
    found = log(account_id, webhook_id).filter(notification__happened_at__gte=since)
    if stream is not None:
        found = found.filter(notification__stream=stream, notification__version__gt=after_version)
    found = found.exclude(state=Delivery.State.WAITING).exclude(notification__kind="test")
    ids = list(found.values_list("pk", flat=True)[:REPLAYED_MAX])
    return _again(ids[::-1])


def resend(*, account_id: UUID, webhook_id: UUID, delivery_id: UUID) -> Delivery:
    """Have one delivery sent again; raises not_found."""
    row = log(account_id, webhook_id).filter(pk=delivery_id).first()
    if row is None:
        raise Problem("not_found", Message("This webhook has no delivery with this id."))
    with transaction.atomic():
        _again([row.pk])
    row.refresh_from_db()
    return row


def _again(ids: Sequence[UUID]) -> int:
    """Have deliveries wait once more, in the order of what happened."""
    now = timezone.now()
    done = 0
    for begin in range(0, len(ids), BATCH["webhook"]):
        part = ids[begin : begin + BATCH["webhook"]]
        batch = uuid5(part[0], f"again {now.timestamp()}")
        done += (
            Delivery.objects.filter(pk__in=part)
            .exclude(state=Delivery.State.WAITING)
            .update(state="waiting", attempts=0, batch=batch, due_at=now, done_at=None, reason="")
        )
        schedule(batch, None)
    return done
