"""What people have said at a match, as a reader may know it.

Remarks are no part of the match's stream: a phrase must not race with a move for a version, and
what proves a match holds nothing of them.
"""

from datetime import timedelta
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from accounts import blocks, sanctions
from accounts.models import Account
from matches import match_lists, refusals
from matches.models import Match, Remark, Seat
from matches.phrases import PHRASES, Room
from matches.state import OVER, Status

KEPT = timedelta(days=30)
SAID_MAX = 50
"""How many of the latest remarks are read at once."""
AFTERWARDS = timedelta(minutes=15)
"""How long after its end people may still talk at a match."""


def match_row(match_id: UUID, account: UUID | None) -> Match:
    """Return the row of a match; raises not_found when the account may not know of it."""
    found = match_lists.visible(account).filter(id=match_id).first()
    if found is None:
        raise refusals.not_found()
    return found


def rooms(match: Match, account: UUID | None, *, is_seated: bool) -> list[Room]:
    """Return whose remarks a reader may know.

    While a match runs, its players don't hear the spectators. Nor do strangers: a player who signs
    out is one.
    """
    is_over = Status(match.status) in OVER
    hears_all = is_over or (account is not None and not is_seated)
    return ["players", "spectators"] if hears_all else ["players"]


def latest(match: Match, account: UUID | None) -> QuerySet[Remark]:
    """Return the latest remarks that a reader who may see the match may know, newest first.

    Whom the reader has blocked is not heard, but does not know.
    """
    is_seated = Seat.objects.filter(match=match, account=account).exists() if account else False
    heard = rooms(match, account, is_seated=is_seated)
    # A newer release may have known more phrases.
    found = Remark.objects.filter(match=match, room__in=heard, phrase__in=PHRASES)
    if account is not None:
        found = found.exclude(account__in=blocks.made_by(account).values("blocked"))
    return found.select_related("account").order_by("-id")[:SAID_MAX]


def is_open(match: Match) -> bool:
    """Return whether people may talk at a match: while it runs, and shortly afterwards."""
    if match.status == Status.FINISHED.value:
        return match.ended_at is not None and match.ended_at > timezone.now() - AFTERWARDS
    return match.status == Status.LIVE.value


def may_say(match: Match, account: UUID) -> bool:
    """Return whether an account may say something at a match that it may see."""
    is_bot = Account.objects.filter(pk=account, is_bot=True).exists()
    has_left = Seat.objects.filter(match=match, account=account, left=True).exists()
    may_talk = not is_bot and not has_left and not sanctions.is_muted(account)
    return is_open(match) and may_talk


def purge() -> None:
    """Forget what was said longer ago than remarks are kept."""
    Remark.objects.filter(said_at__lt=timezone.now() - KEPT).delete()
