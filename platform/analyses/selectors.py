"""Read analyses, as far as somebody may see the match. Selectors read; they never write."""

from uuid import UUID

import msgspec
from django.db.models import Q

from analyses import refusals, services
from analyses.answers import Luck, Queued, Review, ReviewStatus
from analyses.models import Analysis
from bots.analysis import review as method
from bots.analysis.luck import VERSION
from games.core import ALL
from matches import redaction, selectors
from matches.models import Match
from matches.refusals import not_found

REVIEWS = (method.VERSION, *method.EARLIER)
"""The versions of reviews that are read, the latest first."""


def luck(match_id: UUID, account: UUID | None) -> Luck | Queued:
    """Return the luck of a match, or that it is not there yet.

    Raises not_found for a match that the account may not know of or whose hands are not open to
    it, and luck_not_offered.
    """
    with selectors.current_state(match_id, account) as state:
        is_open = state.over and redaction.viewer_of(state, account) == ALL
    if not is_open:
        raise not_found()
    if not services.offered(Match.objects.get(id=match_id)):
        raise refusals.luck_not_offered()
    row = Analysis.objects.filter(match=match_id, kind=Analysis.Kind.LUCK, version=VERSION).first()
    if row is None or row.done_at is None:
        return Queued("failed" if row is not None and row.has_failed else "queued")
    return msgspec.json.decode(row.body, type=Luck)


def review(match_id: UUID, account: UUID | None, seat: int) -> ReviewStatus:
    """Return the review of a seat: one's own, or one that is published; raises not_found."""
    with selectors.current_state(match_id, account) as state:
        is_open = state.over and redaction.viewer_of(state, account) == ALL
        is_mine = account is not None and state.seat_of(account) == seat
    row = _newest(match_id, seat, is_mine=is_mine) if is_open else None
    if row is None:
        raise refusals.no_review()
    if row.done_at is None:
        return ReviewStatus(seat, "failed" if row.has_failed else "queued", row.published, None)
    body = msgspec.json.decode(row.body, type=Review)
    return ReviewStatus(seat, "done", row.published, body)


def _newest(match_id: UUID, seat: int, *, is_mine: bool) -> Analysis | None:
    """Return the review of a seat by the latest version that may be read.

    To its player that is the one asked for last, done or not; to others one that is published,
    whole if there is one.
    """
    rows = Analysis.objects.filter(
        match=match_id, kind=Analysis.Kind.REVIEW, seat=seat, version__in=REVIEWS
    )
    found = sorted(rows, key=lambda row: REVIEWS.index(row.version))
    if is_mine:
        return found[0] if found else None
    published = sorted([row for row in found if row.published], key=lambda row: not row.done_at)
    return published[0] if published else None


def reviews(match_id: UUID, account: UUID | None) -> list[Review]:
    """Return all reviews of a match that an account may read; raises not_found."""
    with selectors.current_state(match_id, account) as state:
        is_open = state.over and redaction.viewer_of(state, account) == ALL
        mine = None if account is None else state.seat_of(account)
    if not is_open:
        return []
    rows = Analysis.objects.filter(
        match=match_id, kind=Analysis.Kind.REVIEW, version__in=REVIEWS, done_at__isnull=False
    )
    readable = rows.filter(Q(published=True) | Q(seat=-1 if mine is None else mine))
    found = sorted(readable, key=lambda row: -REVIEWS.index(row.version))
    # Of each seat the latest version stays.
    bodies = {row.seat: msgspec.json.decode(row.body, type=Review) for row in found}
    return sorted(bodies.values(), key=lambda body: body.seat)
