"""Going on from what a round or a night came to, by a form, and hearing who has."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from api import limits
from matches import readiness, selectors
from matches.answers import MatchShown
from web import requests
from web.matches import match_page
from web.matches.readiness import last_end, ready_words
from web.matches.views import PART

READY = "ready"
"""The part of the page that the script asks for: see `views.PART`."""
DIGITS_MAX = 10


def ready(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Show who has gone on, or note that the reader has; raises not_found."""
    if request.method == "POST":
        return _go_on(request, match_id)
    return _shown(request, match_id, selectors.match_page(match_id, requests.account_id(request)))


@login_required
def _go_on(request: HttpRequest, match_id: UUID) -> HttpResponse:
    account = requests.member(request).pk
    limits.spend_leased("write", f"account:{account}")
    page = selectors.match_page(match_id, account)
    version = _version(request)
    if page.my_seat is not None and version == last_end(match_id, page):
        readiness.note(match_id=match_id, version=version, seat=page.my_seat)
    return _shown(request, match_id, page)


def _shown(request: HttpRequest, match_id: UUID, page: MatchShown) -> HttpResponse:
    if request.headers.get(PART) != READY:
        return redirect("web:match", match_id)
    people = match_page.people_of(match_id, page.my_seat)
    said = ready_words(match_id, page, _version(request), people)
    response = render(request, "web/matches/ends/ready.html", {"ready": said})
    response["Cache-Control"] = "no-store"
    return response


def _version(request: HttpRequest) -> int:
    """Return the version of the event that a page shows the end of; 0 for no number."""
    given = request.POST.get("version") or request.GET.get("version") or ""
    return int(given) if given.isascii() and given.isdigit() and len(given) <= DIGITS_MAX else 0
