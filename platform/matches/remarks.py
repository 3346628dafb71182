"""What people have said at a match or in a tournament's room, as a reader may know it.

Remarks are no part of any stream: a phrase must not race with a move for a version, and what proves
a match holds nothing of them.
"""

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from accounts import blocks, mutes, sanctions
from accounts.models import Account
from matches import match_lists, refusals
from matches.models import Match, Remark, Seat
from matches.phrases import PHRASES, Room
from matches.state import OVER, Status
from site_profile import selectors as site_profile
from site_profile.models import TalkForm

KEPT = timedelta(days=30)
REMOVED_KEPT = timedelta(days=1)
"""How long what was removed can still be reported by those who have read it."""
SAID_MAX = 50
"""How many of the latest remarks are read at once."""
AROUND = 5
"""How many lines before a remark, and after it, are kept with a report of it."""
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


def latest(match: Match, account: UUID | None, *, hears_muted: bool = False) -> QuerySet[Remark]:
    """Return the latest remarks that a reader who may see the match may know, newest first.

    Whom the reader has blocked or muted is not heard, but does not know; by whoever may remove
    remarks, who has to read them, the muted are heard.
    """
    is_seated = Seat.objects.filter(match=match, account=account).exists() if account else False
    audible = rooms(match, account, is_seated=is_seated)
    return heard(Remark.objects.filter(match=match), audible, account, hears_muted=hears_muted)


def heard(
    rows: QuerySet[Remark],
    rooms_heard: Sequence[Room],
    account: UUID | None,
    *,
    hears_muted: bool = False,
) -> QuerySet[Remark]:
    """Return the latest remarks of a place that a reader of some rooms may know, newest first."""
    # A newer release may have known more phrases.
    found = rows.filter(room__in=rooms_heard, phrase__in=("", *PHRASES), removed_at=None)
    if account is not None:
        found = found.exclude(account__in=blocks.made_by(account).values("blocked"))
    if account is not None and not hears_muted:
        found = found.exclude(account__in=mutes.made_by(account).values("muted"))
    return found.select_related("account").order_by("-id")[:SAID_MAX]


def at_place_of(remark: Remark) -> QuerySet[Remark]:
    """Return all that was said where a remark was said."""
    return Remark.objects.filter(match=remark.match_id, tournament=remark.tournament)


def around(remark: Remark, rooms_heard: Sequence[Room]) -> list[Remark]:
    """Return a remark with the lines before and after it that a reader heard, oldest first."""
    rows = at_place_of(remark).filter(room__in=rooms_heard).select_related("account")
    before = rows.filter(pk__lte=remark.pk).order_by("-id")[: AROUND + 1]
    after = rows.filter(pk__gt=remark.pk).order_by("id")[:AROUND]
    return [*reversed(before), *after]


def is_open(match: Match) -> bool:
    """Return whether people may talk at a match: while it runs, and shortly afterwards."""
    if match.status == Status.FINISHED.value:
        return match.ended_at is not None and match.ended_at > timezone.now() - AFTERWARDS
    return match.status == Status.LIVE.value


def may_say(match: Match, account: UUID) -> bool:
    """Return whether an account may say something at a match that it may see."""
    has_left = Seat.objects.filter(match=match, account=account, left=True).exists()
    return is_open(match) and not has_left and has_voice(account)


def has_voice(account: UUID) -> bool:
    """Return whether an account may talk at all: no program, and not muted by the staff."""
    is_bot = Account.objects.filter(pk=account, is_bot=True).exists()
    return not is_bot and not sanctions.is_muted(account)


def has_own_words(account: Account) -> bool:
    """Return whether somebody may use their own words: where the site has it so, and no guest."""
    return site_profile.current().talk == TalkForm.WORDS and not account.is_guest


def would_have_own_words(account: Account) -> bool:
    """Return whether a guest could use their own words once signed up."""
    is_free = site_profile.current().talk == TalkForm.WORDS and account.is_guest
    return is_free and not sanctions.is_muted(account.pk)


def purge() -> None:
    """Forget what was said longer ago than remarks are kept, and what was removed."""
    now = timezone.now()
    Remark.objects.filter(said_at__lt=now - KEPT).delete()
    Remark.objects.filter(removed_at__lt=now - REMOVED_KEPT).delete()
