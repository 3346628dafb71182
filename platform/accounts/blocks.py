"""Blocks: who wants nothing to do with whom.

A block keeps both from tables that have not begun, whoever of them made it; only who made it is
ever told so. It is between accounts, not names.
"""

from collections.abc import Collection
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts import pairs
from accounts.models import Block, Friendship
from api.problems import Problem
from games.messages import Message

BLOCKED_MAX = 500
"""How many others one account may block."""


def made_by(account: UUID) -> QuerySet[Block]:
    """Return whom an account has blocked, the latest first."""
    return Block.objects.filter(blocker=account).select_related("blocked").order_by("-id")


def has_blocked(account: UUID, others: Collection[UUID]) -> bool:
    """Return whether an account itself has blocked one of others."""
    return Block.objects.filter(blocker=account, blocked__in=others).exists()


def are_apart(account: UUID, others: Collection[UUID]) -> bool:
    """Return whether an account has blocked one of others, or is blocked by one."""
    made = Q(blocker=account, blocked__in=others)
    return Block.objects.filter(made | Q(blocked=account, blocker__in=others)).exists()


def apart_from(account: UUID) -> set[UUID]:
    """Return all whom an account has blocked or who have blocked it."""
    rows = Block.objects.filter(Q(blocker=account) | Q(blocked=account))
    return {each for row in rows.values_list("blocker", "blocked") for each in row} - {account}


def apart_among(accounts: Collection[UUID]) -> set[frozenset[UUID]]:
    """Return the pairs out of some accounts of which one has blocked the other."""
    rows = Block.objects.filter(blocker__in=accounts, blocked__in=accounts)
    return {frozenset(row) for row in rows.values_list("blocker", "blocked")}


@transaction.atomic
def block(*, account_id: UUID, other_id: UUID) -> None:
    """Block somebody; a friendship ends, and requests between the two lead nowhere.

    Whom this account had been asked by goes on seeing a request that waits. Raises not_found, and
    permission_denied for too many.
    """
    pairs.lock(account_id, other_id)
    if has_blocked(account_id, [other_id]):
        return
    if Block.objects.filter(blocker=account_id).count() >= BLOCKED_MAX:
        detail = Message("You have blocked %(most)s players, which is the limit.", most=BLOCKED_MAX)
        raise Problem("permission_denied", detail, params={"limit": BLOCKED_MAX})
    Block.objects.create(blocker_id=account_id, blocked_id=other_id)
    row = pairs.friendship(account_id, other_id)
    if row is None:
        return
    if row.state == Friendship.State.ACCEPTED or row.asker_id == account_id:
        row.delete()
    elif row.state == Friendship.State.ASKED:
        row.state = Friendship.State.DECLINED
        row.save(update_fields=["state"])


def unblock(*, account_id: UUID, other_id: UUID) -> None:
    """Take a block back; raises not_found where there is none."""
    if not Block.objects.filter(blocker=account_id, blocked=other_id).delete()[0]:
        raise Problem("not_found", Message("You have not blocked this player."))
