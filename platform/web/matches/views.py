"""The page of a match: its table, or the waiting room before the start.

The same page in three sizes: whole, only the part that changes, and that part as it was at each
step since a version, which the script asks for when the match has moved. All are made for one
viewer and hold nothing that he may not see.
"""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers

from api import addresses
from api.problems import Problem
from matches import selectors, visits
from matches.models import Match
from web import requests, sharing
from web.games.registry import language
from web.matches import match_page, refusals, rematches, steps

PART = "X-Part"
"""The header by which the script asks for less than the page: see `TEMPLATES`."""
WHOLE = "web/matches/match.html"
TEMPLATES = {"table": "web/matches/part.html", "steps": "web/matches/steps.html"}
"""The changing part alone, or that of each step since a version."""
DIGITS_MAX = 10


def match(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Show a match as far as the reader may see it."""
    return render_match(request, match_id)


def render_match(
    request: HttpRequest, match_id: UUID, problem: Problem | None = None
) -> HttpResponse:
    """Return the page of a match, with what has just been refused; raises not_found."""
    account = requests.account_id(request)
    context: dict[str, object] = {"section": "matches", "problem": None}
    part = request.headers.get(PART)
    if part == "steps":
        context |= vars(steps.steps_since(match_id, account, _since(request)))
    else:
        shown = match_page.match_page(match_id, account)
        visits.note(shown.match, account, addresses.site(request))
        context |= shown.without(request.GET.get("closed", "")).context()
    if part is None:
        context["shared"] = sharing.social_of(request, "match", match_id)
    if problem is not None:
        row = Match.objects.only("game", "dataset").get(id=match_id)
        context["problem"] = refusals.words(problem, language(row.game, row.dataset))
    status = 200 if problem is None else problem.status
    response = render(request, TEMPLATES.get(part or "", WHOLE), context, status=status)
    response["Cache-Control"] = "no-store"
    patch_vary_headers(response, [PART])
    return response


def _since(request: HttpRequest) -> int:
    """Return the version that the page shows, from its address or its form; 0 for no number."""
    given = request.GET.get("since") or request.POST.get("version") or ""
    return int(given) if given.isascii() and given.isdigit() and len(given) <= DIGITS_MAX else 0


@login_required
def again(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Show who wants another match like one that is over: a part of its page."""
    account = requests.member(request).pk
    page = selectors.match_page(match_id, account)
    row = Match.objects.get(id=match_id)
    if not rematches.may_follow(row, page):
        return redirect("web:match", match_id)
    people = match_page.people_of(match_id, page.my_seat)
    found = rematches.rematch(match_id, account)
    seats = rematches.rematch_seats(found, people)
    context = {"match": page, "rematch": found, "rematch_seats": seats}
    response = render(request, "web/matches/ends/again.html", context)
    response["Cache-Control"] = "no-store"
    return response


def live(request: HttpRequest, match_id: UUID) -> HttpResponse:  # noqa: ARG001 - Its form.
    """Lead to the match: the stream of its versions is served by `cutpurse.asgi` alone."""
    return redirect("web:match", match_id)
