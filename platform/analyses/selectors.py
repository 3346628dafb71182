"""Read analyses, as far as somebody may see the match. Selectors read; they never write."""

from uuid import UUID

import msgspec
from django.db.models import Q

from analyses import refusals, services
from analyses.answers import Luck, Queued, Review, ReviewStatus
from analyses.models import Analysis
from bots.analysis.luck import VERSION
from bots.analysis.review import VERSION as REVIEW
from games.core import ALL
from matches import redaction, selectors
from matches.models import Match
from matches.refusals import not_found


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
    row = Analysis.objects.filter(
        match=match_id, kind=Analysis.Kind.REVIEW, seat=seat, version=REVIEW
    ).first()
    if row is None or not is_open or not (is_mine or row.published):
        raise refusals.no_review()
    if row.done_at is None:
        return ReviewStatus(seat, "failed" if row.has_failed else "queued", row.published, None)
    body = msgspec.json.decode(row.body, type=Review)
    return ReviewStatus(seat, "done", row.published, body)


def reviews(match_id: UUID, account: UUID | None) -> list[Review]:
    """Return all reviews of a match that an account may read; raises not_found."""
    with selectors.current_state(match_id, account) as state:
        is_open = state.over and redaction.viewer_of(state, account) == ALL
        mine = None if account is None else state.seat_of(account)
    if not is_open:
        return []
    rows = Analysis.objects.filter(
        match=match_id, kind=Analysis.Kind.REVIEW, version=REVIEW, done_at__isnull=False
    )
    readable = rows.filter(Q(published=True) | Q(seat=-1 if mine is None else mine))
    return [msgspec.json.decode(row.body, type=Review) for row in readable.order_by("seat")]
