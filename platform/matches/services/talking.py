"""Say something at a match."""

from uuid import UUID

from django.db import transaction

from accounts import sanctions
from accounts.models import Account
from api.problems import Problem
from games.messages import Message
from matches import pubsub, refusals, remarks
from matches.models import Remark, Seat
from matches.phrases import Phrase, Room
from matches.state import Status


@transaction.atomic
def say(*, match_id: UUID, account_id: UUID, phrase: Phrase) -> Remark:
    """Say a phrase: among the players if one sits there, else among the spectators.

    Raises not_found, match_not_started, match_over, and permission_denied for programs, for
    players who have given the match up, and for whom the staff has muted.
    """
    match = remarks.match_row(match_id, account_id)
    if Account.objects.get(pk=account_id).is_bot:
        raise Problem("permission_denied", Message("Programs do not talk at tables."))
    sanctions.require_voice(account_id)
    seat = Seat.objects.filter(match=match, account=account_id).first()
    if seat is not None and seat.left:
        raise Problem("permission_denied", Message("You have left this match."))
    if match.status == Status.OPEN.value:
        raise refusals.match_not_started()
    if not remarks.is_open(match):
        raise refusals.match_over()
    room: Room = "spectators" if seat is None else "players"
    transaction.on_commit(lambda: pubsub.publish_remark(match_id, room))
    return Remark.objects.create(
        match=match,
        account_id=account_id,
        seat=None if seat is None else seat.seat,
        room=room,
        phrase=phrase,
    )


def erase(*, account_id: UUID) -> None:
    """Forget all that an account has said."""
    Remark.objects.filter(account=account_id).delete()
