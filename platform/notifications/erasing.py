"""What goes with an account that is erased: choices, addresses, and the log of what it was sent."""

from uuid import UUID

from agenda import sql
from notifications import digest
from notifications.models import (
    Delivery,
    Follow,
    Notification,
    NotifiedTurn,
    Preferences,
    PushSubscription,
    Webhook,
)


def erase(*, account_id: UUID) -> None:
    """Forget everything about an account; what waits to be sent to it is not sent."""
    for model in (Delivery, Follow, PushSubscription, NotifiedTurn, Webhook, Preferences):
        model._default_manager.filter(account=account_id).delete()  # noqa: SLF001 - Django's name.
    # What was about nobody else; the rest names accounts by their ids alone.
    Notification.objects.filter(about__people=[str(account_id)]).delete()
    Notification.objects.filter(stream=account_id).delete()
    sql.cancel(kind=digest.KIND, subject=account_id)
