"""Say something at a match or in a tournament's room, and take it back."""

from typing import NamedTuple, cast
from uuid import UUID

import structlog
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts import sanctions
from accounts.models import Account
from api.problems import Problem, invalid
from games.messages import Message
from matches import pubsub, refusals, remarks
from matches.models import Remark, Seat
from matches.phrases import WORDS_MAX, Phrase, Room, TooLongError, as_line
from matches.state import Status

REMOVE = "moderation.change_case"
"""The right of the site's staff to remove what others have said: that of deciding cases."""

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


class Saying(NamedTuple):
    """What somebody wants to say: a phrase, or own words."""

    phrase: Phrase | None = None
    words: str = ""


@transaction.atomic
def say(*, match_id: UUID, account_id: UUID, saying: Saying) -> Remark:
    """Say something: among the players if one sits there, else among the spectators.

    Raises not_found, match_not_started, match_over, invalid, and permission_denied for programs,
    for players who have given the match up, for whom the staff has muted, and for own words where
    there are none.
    """
    match = remarks.match_row(match_id, account_id)
    checked = check(account_id, saying)
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
        phrase=checked.phrase or "",
        words=checked.words,
    )


def check(account_id: UUID, saying: Saying) -> Saying:
    """Return what is said as it is kept; raises permission_denied and `invalid`."""
    account = _speaker(account_id)
    if saying.phrase is not None:
        if saying.words:
            raise invalid("words", Message("use either a phrase or your own words"))
        return saying
    try:
        words = as_line(saying.words)
    except TooLongError as error:
        most = Message("must have at most %(most)s characters", most=WORDS_MAX)
        raise invalid("words", most) from error
    if not words:
        raise invalid("words", Message("use a phrase, or text that can be read"))
    if not remarks.has_own_words(account):
        text = Message("You can only use phrases from the list here.")
        raise Problem("permission_denied", text)
    return Saying(words=words)


def _speaker(account_id: UUID) -> Account:
    """Return an account that may talk; raises permission_denied for programs and the muted."""
    account = Account.objects.get(pk=account_id)
    if account.is_bot:
        raise Problem("permission_denied", Message("Programs cannot talk at tables."))
    sanctions.require_voice(account_id)
    return account


def require_own_words(account_id: UUID) -> None:
    """Raise permission_denied for whom the site's rules of talk leave no words of their own."""
    if not remarks.has_own_words(_speaker(account_id)):
        text = Message("You can only use set phrases on this site.")
        raise Problem("permission_denied", text)


def remove(*, match_id: UUID, remark_id: int, account_id: UUID, may_remove: bool = False) -> None:
    """Have nobody read any more what one has said at a match, or what others have said.

    The latter by whom `may_remove` speaks for. What was reported is kept with its case. Raises
    not_found.
    """
    match = remarks.match_row(match_id, account_id)
    take_away(Remark.objects.filter(match=match), remark_id, account_id, may_remove=may_remove)


@transaction.atomic
def take_away(
    rows: QuerySet[Remark], remark_id: int, account_id: UUID, *, may_remove: bool
) -> None:
    """Remove one of some remarks; again it does nothing. Raises not_found."""
    own = rows if may_remove else rows.filter(account=account_id)
    row = own.select_for_update().filter(pk=remark_id).first()
    if row is None:
        raise Problem("not_found", Message("You have not said this here."))
    if row.removed_at is not None:
        return
    row.removed_at = timezone.now()
    row.save(update_fields=["removed_at"])
    if row.account_id != account_id:
        log.info("remark_removed", remark=row.pk, by=str(account_id), of=str(row.account_id))
    place, room = row.match_id or row.tournament, cast("Room", row.room)
    assert place is not None  # noqa: S101 - By the table's constraint.
    transaction.on_commit(lambda: pubsub.publish_remark(place, room))


def erase(*, account_id: UUID) -> None:
    """Forget all that an account has said."""
    Remark.objects.filter(account=account_id).delete()
