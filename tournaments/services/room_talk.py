"""Say something in a tournament's room, and take it back."""

from uuid import UUID

from django.db import transaction

from api.problems import Problem
from games.messages import Message
from matches import pubsub
from matches.models import Remark
from matches.services import talking
from matches.services.talking import Saying
from tournaments import room
from tournaments.state import Role

REMOVERS = (Role.JUDGE, Role.ORGANISER)


@transaction.atomic
def say(*, slug: str, account_id: UUID, saying: Saying) -> Remark:
    """Say something: among players and staff for those who are one, else among the spectators.

    Raises not_found, and what `talking.check` does; permission_denied before it is announced and
    long after its end.
    """
    row, state = room.find(slug, account_id)
    checked = talking.check(account_id, saying)
    if not room.is_open(row):
        text = Message("The chat is closed: the tournament has not been announced, or is over.")
        raise Problem("permission_denied", text)
    where = room.room_of(state, account_id)
    transaction.on_commit(lambda: pubsub.publish_remark(row.pk, where))
    return Remark.objects.create(
        tournament=row.pk,
        account_id=account_id,
        room=where,
        phrase=checked.phrase or "",
        words=checked.words,
    )


def may_remove(slug: str, account: UUID) -> bool:
    """Return whether an account may remove what others have said: judges and organisers."""
    _row, state = room.find(slug, account)
    return state.role_of(account) in REMOVERS


def remove(*, slug: str, remark_id: int, account_id: UUID, may_remove: bool = False) -> None:
    """Have nobody read a remark any more: one's own, or others' for whom `may_remove` speaks.

    Raises not_found.
    """
    row, _state = room.find(slug, account_id)
    talking.take_away(room.said(row), remark_id, account_id, may_remove=may_remove)
