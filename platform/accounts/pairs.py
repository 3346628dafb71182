"""Two accounts, and what is between them."""

from uuid import UUID

from django.db.models import Q

from accounts.models import Account, Block, Friendship, Mute
from api.problems import Problem, invalid
from games.messages import Message


def lock(account_id: UUID, other_id: UUID, *, closed: bool = False) -> Account:
    """Return another account, and let nobody else change what is between the two meanwhile.

    Raises not_found for an account that is not there or erased, or closed where `closed` does not
    say otherwise, and invalid for one's own.
    """
    if account_id == other_id:
        raise invalid("account", Message("must be another account's"))
    rows = Account.objects.select_for_update(no_key=True).filter(pk__in=(account_id, other_id))
    found = {row.pk: row for row in rows.order_by("pk")}
    other = found.get(other_id)
    if other is None or other.is_erased or not (closed or other.is_active):
        raise Problem("not_found", Message("There is no such player."))
    return other


def friendship(one: UUID, other: UUID) -> Friendship | None:
    """Return the row of two accounts, whoever asked."""
    both = Q(asker=one, asked=other) | Q(asker=other, asked=one)
    return Friendship.objects.filter(both).first()


def erase(account_id: UUID) -> None:
    """Forget all that is between an account and others."""
    Friendship.objects.filter(Q(asker=account_id) | Q(asked=account_id)).delete()
    Block.objects.filter(Q(blocker=account_id) | Q(blocked=account_id)).delete()
    Mute.objects.filter(Q(muter=account_id) | Q(muted=account_id)).delete()
