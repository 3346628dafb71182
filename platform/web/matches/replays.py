"""A match played again: any moment, as anybody may see it, with its log and its proof."""

from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _

from api.problems import Problem
from matches import logs, selectors
from matches.state import OVER, Data
from web import requests
from web.games.narration import People
from web.games.registry import ends_of
from web.matches import ends, match_page, refusals
from web.matches.views import PART

AROUND = 40
"""Events that the log beside the table shows up to the moment."""


def replay(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Show the table as it stood at a version, for a viewer."""
    account = requests.account_id(request)
    page = selectors.match_page(match_id, account)
    asked = request.GET.get("at", "")
    viewer = request.GET.get("viewer") or None
    context = {"section": "matches", "match": page, "last": page["version"]}
    status = 200
    try:
        context |= _asked_moment(match_id, account, page, asked, viewer)
    except Problem as problem:
        at = _at(asked, page["version"])
        context |= _around(at, page["version"])
        status = problem.status
        context |= {"problem": refusals.words(problem), "viewers": _viewers(page, People({}))}
    is_part = request.headers.get(PART) == "table"
    context = ends.without_closed(context, request.GET.get("closed", ""))
    template = "web/matches/replay_part.html" if is_part else "web/matches/replay.html"
    response = render(request, template, context, status=status)
    response["Cache-Control"] = "no-store"
    patch_vary_headers(response, [PART])
    return response


def _at(text: str, last: int) -> int:
    """Return the version asked for, the nearest that there is; the last one for no number."""
    if not (text.isascii() and text.isdigit() and len(text) <= 10):
        return last
    return min(max(int(text), 1), last)


def _around(at: int, last: int) -> dict[str, int]:
    return {"at": at, "before": max(at - 1, 1), "after": min(at + 1, last)}


def _asked_moment(
    match_id: UUID, account: UUID | None, page: Data, asked: str, viewer: str | None
) -> dict[str, Any]:
    """Return the moment asked for; the first one of the game where none is.

    Of a match from memory that is running nobody may see the past, so it is the last one then.
    """
    last = page["version"]
    first = selectors.versions_of(match_id, ("match_started",), until=last)
    at = _at(asked, last) if asked or not first else min(first[0][0] + 1, last)
    try:
        return _moment(match_id, account, page, at, viewer) | _around(at, last)
    except Problem:
        if asked or viewer:
            raise
        return _moment(match_id, account, page, last, viewer) | _around(last, last)


def _moment(
    match_id: UUID, account: UUID | None, page: Data, at: int, viewer: str | None
) -> dict[str, Any]:
    """Return what a moment shows; raises Problem when the viewer may not look there."""
    moment = selectors.replay(match_id, account, at=at, viewer=viewer)
    seen_by = moment.viewer
    me = seen_by if isinstance(seen_by, int) else None
    people = match_page.people_of(match_id, me)
    _header, *events = selectors.log(match_id, account, viewer=str(seen_by))
    then = {
        **page,
        "clocks": [],
        "to_act": moment.to_act,
        "status": moment.status,
        "my_seat": me,
        "version": at,
        "view": moment.view,
    }
    seen = ends.Moment(match_id, account, then, events[:at], people, is_replay=True)
    ended = ends.ends_context(seen)
    told = match_page.lines(page, events[:at], people)
    return {
        "viewer": str(seen_by),
        "viewers": _viewers(page, match_page.people_of(match_id, None)),
        "match_then": then,
        "now": told[-1] if told else None,
        "status": {"words": told[-1]["words"] if told else "", "mine": False, "live": False},
        **match_page.log(told[-AROUND:], ended["chapters"]),
        **ended,
        "marks": _marks(match_id, page, events),
        "chapter": next((each.words for each in reversed(ended["chapters"])), ""),
        "in_replay": True,
        **match_page.table(then, moment.view, [], people),
    }


class ScrubberMark(NamedTuple):
    """Where on the scrubber a round, night or trick begins."""

    version: int
    level: str
    x: float
    """In thousandths of its length."""


def _marks(match_id: UUID, page: Data, events: list[Data]) -> list[ScrubberMark]:
    """Return the marks of the whole match: of what begins when, everybody may know."""
    game, last = ends_of(page["game"]), page["version"]
    found = selectors.versions_of(match_id, game.types, until=last)
    return [
        ScrubberMark(
            each.version, each.level, round(1000 * (each.version - 1) / max(last - 1, 1), 1)
        )
        for each in ends.chapters_of(game, found, events)
    ]


def _viewers(page: Data, people: People) -> list[dict[str, str]]:
    """Return as whom the reader may look: himself and the public, after the end anybody."""
    public = {"id": "public", "name": _("spectators")}
    if page["status"] in OVER:
        seats = [{"id": str(seat), "name": people.name(seat)} for seat in range(page["seats_max"])]
        return [{"id": "all", "name": _("all cards open")}, *seats, public]
    if page["my_seat"] is None:
        return [public]
    seat = page["my_seat"]
    return [{"id": str(seat), "name": people.name(seat)}, public]


def proof(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Return what proves the draws, for the script that checks it in the page."""
    answer = selectors.proof(match_id, requests.account_id(request))
    response = HttpResponse(msgspec.json.encode(answer), content_type="application/json")
    response["Cache-Control"] = "no-store"
    return response


def log(request: HttpRequest, match_id: UUID) -> StreamingHttpResponse:
    """Return the log as a file, as the API does: what the reader may see."""
    viewer = request.GET.get("viewer") or None
    found = selectors.log(match_id, requests.account_id(request), viewer=viewer)
    response = StreamingHttpResponse(logs.text(found), content_type="application/x-ndjson")
    response["Content-Disposition"] = f'attachment; filename="{match_id}.ndjson"'
    response["Cache-Control"] = "no-store"
    return response
