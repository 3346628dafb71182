"""What people look for before and after they play: their tables, their turns, open seats."""

from typing import NamedTuple
from uuid import UUID

from django.db.models import BooleanField, Case, Count, F, QuerySet, When, Window
from django.db.models.expressions import RawSQL
from django.db.models.functions import RowNumber

from matches import match_lists
from matches.models import Match, Seat
from matches.state import Status

LISTED_MAX = 50
"""Matches on one list; the API has all of them, page by page."""
OF_ONE_MAX = 5
"""Open matches of one opener that a list of open seats shows."""


def tables(account: UUID) -> list[Seat]:
    """Return an account's seats at running matches: its turns first, the most urgent first."""
    seats = (
        Seat.objects.filter(account=account, left=False, match__status=Status.LIVE.value)
        .select_related("match")
        .prefetch_related("match__chairs__account")
    )
    return sorted(seats, key=_urgency)


def _urgency(seat: Seat) -> tuple[bool, bool, float]:
    deadline = seat.match.deadline
    return (
        not is_turn(seat),
        deadline is None,
        deadline.timestamp() if deadline else -seat.match.updated_at.timestamp(),
    )


def is_turn(seat: Seat) -> bool:
    """Return whether a seat has to act."""
    return seat.match.status == Status.LIVE.value and seat.seat in seat.match.to_act


def turns(account: UUID) -> list[Seat]:
    """Return the seats of an account that have to act, the most urgent first."""
    return [seat for seat in tables(account) if is_turn(seat)]


def waiting(account: UUID) -> QuerySet[Match]:
    """Return the matches that have not started where an account sits, or that it opened."""
    rows = Match.objects.filter(status=Status.OPEN.value)
    mine = rows.filter(chairs__account=account) | rows.filter(opened_by=account)
    return mine.distinct().prefetch_related("chairs__account").order_by("-id")


def joinable(account: UUID | None) -> QuerySet[Match]:
    """Return public matches with a free seat where an account does not sit yet, newest first.

    Of one opener only the latest few, so that nobody fills the list alone, and none where somebody
    is from whom a block keeps the account.
    """
    newest = Window(RowNumber(), partition_by="opened_by", order_by="-id")
    rows = (
        Match.objects.filter(status=Status.OPEN.value, visibility=Match.Visibility.PUBLIC)
        .alias(taken=Count("chairs"))
        .filter(taken__lt=F("seats_max"))
        .alias(newest=newest)
        .filter(newest__lte=OF_ONE_MAX)
        .prefetch_related("chairs__account")
        .order_by("-id")
    )
    if account is None:
        return rows
    seated = Seat.objects.filter(account=account).values_list("match", flat=True)
    rows = rows.exclude(id__in=seated).exclude(opened_by=account)
    return match_lists.in_company(rows, account)


def played(*, by: UUID, viewer: UUID | None) -> QuerySet[Seat]:
    """Return the seats of an account at ended matches that a viewer may see, the latest first."""
    seen = match_lists.visible(viewer).filter(status=Status.FINISHED.value).values_list("id")
    return (
        Seat.objects.filter(account=by, match__in=seen)
        .select_related("match")
        .prefetch_related("match__chairs__account")
        .order_by("-match__ended_at")
    )


def listed(
    viewer: UUID | None, *, game: str | None = None, status: str | None = None
) -> QuerySet[Match]:
    """Return the matches that a viewer may see, the newest first."""
    rows = match_lists.listed(viewer, game=game, status=status, player=None)
    return rows.prefetch_related("chairs__account").order_by("-id")


def place(seat: Seat) -> int | None:
    """Return the place that a seat took, from 1; None where there are none."""
    placings = (seat.match.result or {}).get("placings")
    return None if placings is None else int(placings[seat.seat])


class Played(NamedTuple):
    """How often somebody has played a game to its end, and been first."""

    game: str
    matches: int
    firsts: int


def by_game(account: UUID) -> list[Played]:
    """Return how often an account has finished and won each game in public, by game."""
    first = RawSQL(
        "(matches_match.result -> 'placings' ->> matches_seat.seat)::int = 1", (), BooleanField()
    )
    rows = (
        played(by=account, viewer=None)
        .order_by("match__game")
        .values_list("match__game")
        .annotate(matches=Count("id"), firsts=Count(Case(When(first, then=1))))
    )
    return [Played(*row) for row in rows]
