"""The page of a match: its table, or the waiting room before the start.

The same page in two sizes: whole, and only the part that changes, which the script asks for when
the match has moved. Both are made for one viewer and hold nothing that he may not see.
"""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers

from api.problems import Problem
from web import requests
from web.matches import match_page, refusals

PART = "X-Part"
"""The header by which the script asks for the changing part alone."""


def match(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Show a match as far as the reader may see it."""
    return render_match(request, match_id)


def render_match(
    request: HttpRequest, match_id: UUID, problem: Problem | None = None
) -> HttpResponse:
    """Return the page of a match, with what has just been refused; raises not_found."""
    context = {
        "section": "matches",
        "problem": None if problem is None else refusals.words(problem),
        **match_page.match_context(match_id, requests.account_id(request)),
    }
    is_part = request.headers.get(PART) == "table"
    template = "web/matches/part.html" if is_part else "web/matches/match.html"
    status = 200 if problem is None else problem.status
    response = render(request, template, context, status=status)
    response["Cache-Control"] = "no-store"
    patch_vary_headers(response, [PART])
    return response


def live(request: HttpRequest, match_id: UUID) -> HttpResponse:  # noqa: ARG001 - Its form.
    """Lead to the match: the stream of its versions is served by `cutpurse.asgi` alone."""
    return redirect("web:match", match_id)
