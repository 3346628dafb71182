"""What reaches whom: a person's choices, and the addresses of each channel."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db import transaction

from accounts.models import Account
from api.problems import invalid
from games.messages import Message
from notifications import quiet_hours, turn_watch
from notifications.kinds import CHOOSABLE, CHOSEN, KINDS, Channel, Kind
from notifications.models import Preferences, PushSubscription, Webhook

UTC = ZoneInfo("UTC")


class Target(NamedTuple):
    """One address of one person."""

    account: UUID
    channel: Channel
    target: UUID
    due_at: datetime


def of(account: UUID) -> Preferences:
    """Return what an account has chosen; a new object where it has not."""
    found = Preferences.objects.filter(account=account).first()
    return found or Preferences(account_id=account)


def channels(row: Preferences | None, kind: Kind) -> Collection[Channel]:
    """Return on which channels a kind comes, for whoever can be reached on them."""
    if row is not None and kind in row.choices:
        chosen: list[Channel] = row.choices[kind]
        return chosen
    return KINDS[kind].default


@transaction.atomic
def choose(*, account_id: UUID, choices: Mapping[Kind, Sequence[str]]) -> None:
    """Write on which channels kinds come; kinds that are not named stay as they are."""
    row, _made = Preferences.objects.select_for_update().get_or_create(account_id=account_id)
    for kind, wanted in choices.items():
        if kind not in CHOOSABLE:
            raise invalid("choices", Message("There is no kind %(kind)s.", kind=kind))
        possible = [each for each in CHOSEN if each in KINDS[kind].channels]
        if not set(wanted) <= set(possible):
            text = Message(
                "%(kind)s can be sent by %(channels)s only.", kind=kind, channels=possible
            )
            raise invalid("choices", text)
        row.choices[kind] = [each for each in possible if each in wanted]
    row.save(update_fields=["choices"])
    if "email" in choices.get("your_turn", ()):
        turn_watch.watch()


def set_quiet_hours(*, account_id: UUID, zone: str, begin: int | None, end: int | None) -> None:
    """Write when nothing comes by mail or push, as minutes after midnight of a time zone."""
    if quiet_hours.zone_named(zone) is None:
        raise invalid("zone", Message("There is no time zone %(zone)s.", zone=zone))
    if (begin is None) != (end is None) or (begin is not None and begin == end):
        text = Message("give both when the quiet hours begin and when they end, or neither")
        raise invalid("quiet_until", text)
    Preferences.objects.update_or_create(
        account_id=account_id,
        defaults={"zone": zone, "quiet_from": begin, "quiet_until": end},
    )


@transaction.atomic
def stop(*, account_id: UUID, kind: Kind, channel: Channel) -> None:
    """Have a kind no longer come by a channel, as by the link in a mail."""
    if not Account.objects.filter(pk=account_id, is_active=True).exists():
        return
    row, _made = Preferences.objects.select_for_update().get_or_create(account_id=account_id)
    row.choices[kind] = [each for each in channels(row, kind) if each != channel]
    row.save(update_fields=["choices"])


def heard_at(row: Preferences | None, moment: datetime) -> datetime:
    """Return when somebody may hear of something that happens now."""
    if row is None or row.quiet_from is None or row.quiet_until is None:
        return moment
    zone = quiet_hours.zone_named(row.zone) or UTC
    return quiet_hours.heard_at(moment, zone=zone, begin=row.quiet_from, end=row.quiet_until)


def targets(kind: Kind, accounts: Iterable[UUID], now: datetime) -> list[Target]:
    """Return every address at which some accounts are to be told of a kind, and when.

    Four queries, however many accounts there are.
    """
    people = list(
        Account.objects.filter(pk__in=set(accounts), is_active=True).values_list("pk", "email")
    )
    ids = [pk for pk, _email in people]
    rows = Preferences.objects.in_bulk(ids)
    mailed = {pk for pk, email in people if email and "email" in channels(rows.get(pk), kind)}
    pushed = {pk for pk in ids if "push" in channels(rows.get(pk), kind)}
    found = [Target(pk, "email", pk, heard_at(rows.get(pk), now)) for pk in ids if pk in mailed]
    subscribed = PushSubscription.objects.filter(account__in=pushed)
    for pk, account in subscribed.values_list("pk", "account"):
        found.append(Target(account, "push", pk, heard_at(rows.get(account), now)))
    own = Webhook.objects.filter(account__in=ids, tournament=None)
    return [*found, *webhook_targets(kind, own, now)]


def webhook_targets(kind: Kind, rows: Iterable[Webhook], now: datetime) -> Iterator[Target]:
    """Yield those of some webhooks that are to be told of a kind; they know no quiet hours."""
    for each in rows:
        if kind in each.kinds and not each.off_because:
            yield Target(each.account_id, "webhook", each.pk, now)
