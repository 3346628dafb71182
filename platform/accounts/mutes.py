"""Mutes: whose words an account does not want to read, at tables and in rooms.

A mute hides words and nothing else: the two meet, play and are friends as before, and neither the
other nor anybody else is told. Who wants nothing to do with somebody blocks them (`blocks`).
"""

from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from accounts import pairs
from accounts.models import Mute
from api.problems import Problem
from games.messages import Message

MUTED_MAX = 500
"""How many others one account may mute."""


def made_by(account: UUID) -> QuerySet[Mute]:
    """Return whom an account has muted, the latest first."""
    return Mute.objects.filter(muter=account).select_related("muted").order_by("-id")


def has_muted(account: UUID, other: UUID) -> bool:
    """Return whether an account has muted another."""
    return Mute.objects.filter(muter=account, muted=other).exists()


@transaction.atomic
def mute(*, account_id: UUID, other_id: UUID) -> None:
    """Read no words of somebody any more; again it does nothing.

    Raises not_found, and permission_denied for too many.
    """
    # What somebody has said stays after their account was closed.
    pairs.lock(account_id, other_id, closed=True)
    if has_muted(account_id, other_id):
        return
    if Mute.objects.filter(muter=account_id).count() >= MUTED_MAX:
        detail = Message("You have muted %(most)s players, which is the limit.", most=MUTED_MAX)
        raise Problem("permission_denied", detail, params={"limit": MUTED_MAX})
    Mute.objects.create(muter_id=account_id, muted_id=other_id)


def hear(*, account_id: UUID, other_id: UUID) -> None:
    """Read somebody's words again; where they are not muted it does nothing."""
    Mute.objects.filter(muter=account_id, muted=other_id).delete()


def unmute(*, account_id: UUID, other_id: UUID) -> None:
    """Read somebody's words again; raises not_found where they are not muted."""
    if not Mute.objects.filter(muter=account_id, muted=other_id).delete()[0]:
        raise Problem("not_found", Message("You have not muted this player."))
