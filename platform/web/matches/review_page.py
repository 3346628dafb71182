"""The page of a review: ask for it, read it, publish it."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from analyses import selectors as analyses
from analyses import services
from analyses.answers import ReviewStatus
from api import limits
from api.problems import Problem
from bots.analysis import review as method
from matches import selectors
from web import requests
from web.matches import match_page, review


def show(request: HttpRequest, match_id: UUID, seat: int) -> HttpResponse:
    """Show the review of a seat; its player asks for it and publishes it here."""
    account = requests.account_id(request)
    page = selectors.match_page(match_id, account)
    is_mine = review.is_offered(page) and page.my_seat == seat
    if request.method == "POST" and account is not None and is_mine:
        _act(request, match_id, account, seat)
        return redirect("web:review", match_id, seat)
    found = _review(match_id, account, seat, is_mine=is_mine)
    people = match_page.people_of(match_id, page.my_seat)
    context: dict[str, object] = {
        "section": "matches",
        "match": page,
        "seat": seat,
        "name": people.name(seat),
        "is_mine": is_mine,
        "status": found,
    }
    if found is not None and found.review is not None:
        context |= {
            "summary": review.summary(found.review),
            "shown": review.moves(page, found.review.shown, people),
            "good": review.moves(page, found.review.good, people),
            "more": found.review.more,
            "version": found.review.version,
            "told": round(100 * method.shown_share(page.game, found.review.version)),
        }
    response = render(request, "web/matches/review.html", context)
    response["Cache-Control"] = "no-store"
    return response


def _act(request: HttpRequest, match_id: UUID, account: UUID, seat: int) -> None:
    published = request.POST.get("published")
    limits.spend_leased("write", f"account:{account}")
    if published is None:
        services.request_review(match_id=match_id, account_id=account, seat=seat)
    else:
        services.publish_review(
            match_id=match_id, account_id=account, seat=seat, published=published == "yes"
        )


def _review(
    match_id: UUID, account: UUID | None, seat: int, *, is_mine: bool
) -> ReviewStatus | None:
    """Return a review; None where its player may still ask for it, raises not_found for others."""
    try:
        return analyses.review(match_id, account, seat)
    except Problem:
        if is_mine:
            return None
        raise
