"""People who are notified, for tests, in their own terms."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db.models.functions import Now

from accounts import services
from accounts.models import Account
from agenda.models import DueRow
from notifications import preferences, webhooks
from notifications.fan_out import SEND
from notifications.models import Delivery, Webhook
from notifications.webhooks import WebhookFields
from tests.callers import PASSWORD, new_name
from tests.tournaments.events import Event
from tests.tournaments.events import run_all as settle
from tournaments.services.entry import Newcomer


def person(*, email: bool = True, **choices: Sequence[str]) -> Account:
    """Return somebody who has an address, and has chosen channels for some kinds."""
    name = new_name()
    account = services.register(
        username=name, password=PASSWORD, email=f"{name}@example.org" if email else ""
    )
    preferences.choose(account_id=account.pk, choices=choices)  # type: ignore[arg-type] # Kinds.
    return account


def webhook(account: Account, url: str, kinds: Sequence[str], **fields: Any) -> Webhook:
    """Return a webhook of somebody."""
    said = WebhookFields(url=url, form=fields.pop("form", "standard"), kinds=kinds, **fields)
    return webhooks.create(account_id=account.pk, fields=said)


def cup(*accounts: Account, **settings: Any) -> Event:
    """Return a tournament that some people have entered, and that has begun."""
    event = Event(**{"play": "reported", **settings})
    event.enter(*(Newcomer(each.username, each.pk) for each in accounts))
    return event


def deliveries(account: Account) -> list[Delivery]:
    """Return what somebody was sent or is to be, the first first."""
    found = Delivery.objects.filter(account=account).select_related("notification")
    return list(found.order_by("notification__happened_at", "pk"))


def kinds(account: Account) -> list[str]:
    return [each.notification.kind for each in deliveries(account)]


def run_all() -> None:
    """Do all that is due."""
    settle()


def pass_time(amount: timedelta) -> None:
    """Have what waits to be sent be due, as after some time."""
    DueRow.objects.filter(kind=SEND, due_at__lte=Now() + amount).update(due_at=Now())
    Delivery.objects.filter(state="waiting", due_at__lte=Now() + amount).update(due_at=Now())
