"""Friends: one asks, the other accepts.

Who is declined, or asks somebody who has blocked them, sees a request that waits, and nothing else
ever; the same person can be asked once only, unless they ask themselves.
"""

from typing import Literal, NamedTuple, TypeAlias
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts import blocks, mutes, pairs
from accounts.models import Account, Block, Friendship
from agenda.announcements import Announcement, announce
from api.problems import Problem
from games.messages import Message

FRIENDS_MAX = 500
"""How many friends and requests of its own an account may have."""

State = Friendship.State
Standing: TypeAlias = Literal["none", "asked", "asks", "friends"]
"""What another account is to one: `asked` by it, or it `asks`."""


class Relation(NamedTuple):
    """What another account is to one, as that one may know it."""

    other: Account
    standing: Standing
    blocked: bool
    """Whether the one has blocked the other; never the other way round."""
    muted: bool = False
    """Whether the one has muted the other; never the other way round."""


def relation(account: UUID, other: Account) -> Relation:
    """Return what another account is to one."""
    row = pairs.friendship(account, other.pk)
    return Relation(
        other,
        _standing(account, row),
        blocked=blocks.has_blocked(account, [other.pk]),
        muted=mutes.has_muted(account, other.pk),
    )


def relations(account: UUID, others: list[Account]) -> list[Relation]:
    """Return the same of many, by three queries."""
    ids = [other.pk for other in others]
    rows = Friendship.objects.filter(
        Q(asker=account, asked__in=ids) | Q(asked=account, asker__in=ids)
    )
    known = {row.asked_id if row.asker_id == account else row.asker_id: row for row in rows}
    shut = Block.objects.filter(blocker=account, blocked__in=ids)
    blocked = set(shut.values_list("blocked", flat=True))
    muted = set(mutes.made_by(account).filter(muted__in=ids).values_list("muted", flat=True))
    return [
        Relation(
            other,
            _standing(account, known.get(other.pk)),
            blocked=other.pk in blocked,
            muted=other.pk in muted,
        )
        for other in others
    ]


def _standing(account: UUID, row: Friendship | None) -> Standing:
    if row is None or row.state == State.DROPPED:
        return "none"
    if row.state == State.ACCEPTED:
        return "friends"
    if row.asker_id == account:
        return "asked"
    return "asks" if row.state == State.ASKED else "none"


def friends(account: UUID) -> QuerySet[Account]:
    """Return the friends of an account, by name."""
    rows = Friendship.objects.filter(state=State.ACCEPTED)
    return Account.objects.filter(
        Q(pk__in=rows.filter(asker=account).values("asked"))
        | Q(pk__in=rows.filter(asked=account).values("asker")),
        is_active=True,
    ).order_by("username")


def are_friends(one: UUID, other: UUID) -> bool:
    """Return whether two accounts are friends."""
    row = pairs.friendship(one, other)
    return row is not None and row.state == State.ACCEPTED


def requests(account: UUID) -> list[Account]:
    """Return who waits for an account's answer, who asked first first."""
    rows = Friendship.objects.filter(asked=account, state=State.ASKED, asker__is_active=True)
    return [row.asker for row in rows.select_related("asker").order_by("id")]


def requests_count(account: UUID) -> int:
    """Return how many wait for an account's answer."""
    rows = Friendship.objects.filter(asked=account, state=State.ASKED, asker__is_active=True)
    return rows.count()


def asked(account: UUID) -> list[Account]:
    """Return whose answer an account waits for, as far as it knows."""
    unanswered = (State.ASKED, State.DECLINED)
    rows = Friendship.objects.filter(asker=account, state__in=unanswered, asked__is_active=True)
    return [row.asked for row in rows.select_related("asked").order_by("id")]


@transaction.atomic
def ask(*, account_id: UUID, other_id: UUID) -> Relation:
    """Ask somebody to be a friend; who has been asked by them accepts by that.

    Raises not_found, guests_not_allowed, and permission_denied for programs, for whom the account
    itself has blocked, and for too many.
    """
    other = pairs.lock(account_id, other_id)
    _require_people(account_id, other)
    row = pairs.friendship(account_id, other_id)
    if row is None:
        _require_room(account_id)
        is_shut = blocks.has_blocked(other_id, [account_id])
        state = State.DECLINED if is_shut else State.ASKED
        Friendship.objects.create(asker_id=account_id, asked_id=other_id, state=state)
        if not is_shut:
            announce(Announcement("friend_request", account_id, (other_id,), by=account_id))
    elif row.asker_id == account_id:
        _ask_again(row)
    elif row.state == State.DROPPED:
        row.delete()
        return ask(account_id=account_id, other_id=other_id)
    else:
        _accept(row, account_id)
    return relation(account_id, other)


def _ask_again(row: Friendship) -> None:
    if row.state == State.DROPPED:
        row.state = State.DECLINED
        row.save(update_fields=["state"])


@transaction.atomic
def accept(*, account_id: UUID, other_id: UUID) -> Relation:
    """Accept somebody's request; raises not_found where none waits."""
    other = pairs.lock(account_id, other_id)
    _accept(_request(account_id, other_id), account_id)
    return relation(account_id, other)


@transaction.atomic
def decline(*, account_id: UUID, other_id: UUID) -> Relation:
    """Decline somebody's request; they go on seeing one that waits. Raises not_found."""
    other = pairs.lock(account_id, other_id)
    row = _request(account_id, other_id)
    row.state = State.DECLINED
    row.save(update_fields=["state"])
    return relation(account_id, other)


@transaction.atomic
def remove(*, account_id: UUID, other_id: UUID) -> Relation:
    """End a friendship, or take a request back; raises not_found where there is neither."""
    other = pairs.lock(account_id, other_id)
    row = pairs.friendship(account_id, other_id)
    is_own = row is not None and row.asker_id == account_id
    if row is not None and (row.state == State.ACCEPTED or (is_own and row.state == State.ASKED)):
        row.delete()
    elif row is not None and is_own and row.state == State.DECLINED:
        row.state = State.DROPPED
        row.save(update_fields=["state"])
    else:
        raise Problem("not_found", Message("You are not friends, and have not sent a request."))
    return relation(account_id, other)


def _request(account: UUID, other: UUID) -> Friendship:
    row = pairs.friendship(account, other)
    if row is None or row.asked_id != account or row.state != State.ASKED:
        raise Problem("not_found", Message("This player is not waiting for your answer."))
    return row


def _accept(row: Friendship, account: UUID) -> None:
    if row.state != State.ACCEPTED:
        _require_room(account)
        row.state = State.ACCEPTED
        row.save(update_fields=["state"])


def _require_people(account_id: UUID, other: Account) -> None:
    """Raise a problem unless both are people with an account, and the one has not blocked them."""
    me = Account.objects.get(pk=account_id)
    if me.is_guest:
        text = Message("Guests cannot have friends. Sign up first; you keep your matches.")
        raise Problem("guests_not_allowed", text)
    if me.is_bot or other.is_bot or other.is_guest:
        raise Problem("permission_denied", Message("Only people with an account can be friends."))
    if blocks.has_blocked(account_id, [other.pk]):
        raise Problem(
            "permission_denied", Message("You have blocked this player. Unblock them first.")
        )


def _require_room(account: UUID) -> None:
    own = Q(asker=account) | Q(asked=account, state=State.ACCEPTED)
    if Friendship.objects.filter(own).count() >= FRIENDS_MAX:
        text = Message(
            "You have %(most)s friends and requests, which is the limit.", most=FRIENDS_MAX
        )
        raise Problem("permission_denied", text, params={"limit": FRIENDS_MAX})
