"""A match played again: any moment, as anybody may see it, with its log and its proof."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import NamedTuple
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from msgspec import structs

from api.problems import Problem
from matches import logs, receipts, selectors
from matches.answers import MatchShown
from matches.recordings import Recording
from matches.state import OVER
from transparency import site_stream
from web import requests
from web.games.chapters import Beginning, beginnings
from web.games.narration import People
from web.games.registry import ends_of
from web.matches import ends, luck, match_page, proofs, refusals, review
from web.matches import log as match_log
from web.matches.ends import Ends
from web.matches.log import Log
from web.matches.possibilities import may_study
from web.matches.table import Status, TableContext, table
from web.matches.views import PART
from web.matches.withheld import is_withheld

AROUND = 40
"""Events that the log beside the table shows up to the moment."""


class Viewer(NamedTuple):
    """As whom one may look at a moment."""

    id: str
    name: str


@dataclass(frozen=True, kw_only=True)
class ReplayMoment:
    """What a moment of a match shows."""

    viewer: str
    viewers: Sequence[Viewer]
    at: int
    status: Status
    log: Log
    ends: Ends
    marked: Sequence[int]
    """The versions at which anything begins."""
    marks: Sequence["ScrubberMarks"]
    table: TableContext
    luck_line: luck.LuckLine | None
    note: str
    """What an analysis says of this moment."""

    def context(self) -> dict[str, object]:
        """Return what the templates know by name."""
        return {
            "viewer": self.viewer,
            "viewers": self.viewers,
            "now": self.log.latest,
            "status": self.status,
            "marked": " ".join(map(str, self.marked)),
            "marks": self.marks,
            "chapter": self.ends.chapters[-1].words if self.ends.chapters else "",
            "in_replay": True,
            "luck": self.luck_line,
            "note": self.note,
            **vars(self.log),
            **vars(self.ends),
            **vars(self.table),
        }

    def without(self, closed: str) -> "ReplayMoment":
        """Return the same without the sheet that its reader has closed by its link."""
        return replace(self, ends=self.ends.without(closed))


def replay(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Show the table as it stood at a version, for a viewer."""
    account = requests.account_id(request)
    page, recording = selectors.recorded(match_id, account)
    asked = request.GET.get("at", "")
    viewer = request.GET.get("viewer") or None
    context: dict[str, object] = {"section": "matches", "match": page, "last": page.version}
    context["proven"] = proofs.proven(recording.head)
    context["review_seat"] = page.my_seat if review.is_offered(page) else None
    context["may_study"] = may_study(page, account)
    context["rewinds"] = lambda: site_stream.touching(match_id)
    status = 200
    try:
        moment = _asked_moment(page, recording, account, asked, viewer)
    except Problem as problem:
        context |= _around(_at(asked, page.version), page.version)
        status = problem.status
        context |= {"problem": refusals.words(problem), "viewers": _viewers(page, People({}))}
    else:
        context |= _around(moment.at, page.version)
        context |= moment.without(request.GET.get("closed", "")).context()
    is_part = request.headers.get(PART) == "table"
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
    page: MatchShown, recording: Recording, account: UUID | None, asked: str, viewer: str | None
) -> ReplayMoment:
    """Return the moment asked for; the first one of the game where none is.

    Of a match from memory that is running nobody may see the past, so it is the last one then.
    """
    last = page.version
    first = recording.versions_of(("match_started",))
    at = _at(asked, last) if asked or not first else min(first[0][0] + 1, last)
    try:
        return _moment(page, recording, account, at, viewer)
    except Problem:
        if asked or viewer:
            raise
        return _moment(page, recording, account, last, viewer)


def _moment(
    page: MatchShown, recording: Recording, account: UUID | None, at: int, viewer: str | None
) -> ReplayMoment:
    """Return what a moment shows; raises Problem when the viewer may not look there."""
    moment = selectors.replay_of(recording, account, at=at, viewer=viewer)
    seen_by = moment.viewer
    me = seen_by if isinstance(seen_by, int) else None
    match_id = recording.head.id
    seat_rows = match_page.seats_of(match_id)
    people = match_page.people_on(seat_rows, me)
    events = selectors.recorded_lines(recording, account, str(seen_by))
    then = structs.replace(
        page,
        clocks=[],
        to_act=moment.to_act,
        status=moment.status,
        my_seat=me,
        version=at,
        view=moment.view,
    )
    game = ends_of(page.game)
    marks = recording.versions_of(game.types)
    begun = beginnings(game.headings, marks)
    until = [mark for mark in marks if mark[0] <= at]
    seen = ends.Moment(match_id, account, then, events[:at], until, people, is_replay=True)
    ended = ends.ends_of_moment(seen)
    log_lines = match_log.lines(page, events[:at], people, most=AROUND)
    drawn = luck.of(page, account)
    notes = luck.notes(drawn, people) | review.notes(page, account, people)
    return ReplayMoment(
        viewer=str(seen_by),
        viewers=_viewers(page, match_page.people_on(seat_rows, None)),
        at=at,
        status=Status(log_lines[-1].words if log_lines else "", mine=False, live=False),
        log=match_log.log(log_lines, ended.chapters),
        ends=ended,
        marked=[each.version for each in begun],
        marks=_marks(begun, page.version, notes),
        table=table(then, moment.view, [], people),
        luck_line=luck.line_of(page, drawn) if at == page.version else None,
        note=notes.get(at, ""),
    )


class ScrubberMarks(NamedTuple):
    """Where on the scrubber parts of one level begin: rounds and nights, or tricks."""

    level: str
    versions: Sequence[int]
    last: int
    """The version at the end of the scrubber."""

    @property
    def path(self) -> str:
        """Return the marks as one path of SVG, on a scrubber of a thousand by ten."""
        line = {"step": "6v4", "note": "0h.1"}.get(self.level, "0v10")
        length = max(self.last - 1, 1)
        return "".join(f"M{round(1000 * (at - 1) / length, 1)} {line}" for at in self.versions)


def _marks(
    beginnings: Sequence[Beginning], last: int, notes: Collection[int]
) -> list[ScrubberMarks]:
    """Return the marks of the whole match: of what begins when, everybody may know."""
    levels: dict[str, list[int]] = {"note": sorted(notes)} if notes else {}
    for each in beginnings:
        levels.setdefault(each.level, []).append(each.version)
    return [ScrubberMarks(level, versions, last) for level, versions in levels.items()]


def _viewers(page: MatchShown, people: People) -> list[Viewer]:
    """Return as whom the reader may look: himself and the public, after the end anybody."""
    public = Viewer("public", _("spectators"))
    if page.status in OVER and not is_withheld(page):
        seats = [Viewer(str(seat), people.name(seat)) for seat in range(page.seats_max)]
        return [Viewer("all", _("all cards open")), *seats, public]
    if page.my_seat is None:
        return [public]
    return [Viewer(str(page.my_seat), people.name(page.my_seat)), public]


def proof(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Return what proves the draws, for the script that checks it in the page."""
    answer = selectors.proof(match_id, requests.account_id(request))
    response = HttpResponse(msgspec.json.encode(answer), content_type="application/json")
    response["Cache-Control"] = "no-store"
    return response


def receipt(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Return a receipt of a match that is being played, for the script that keeps it.

    The script says of which version it has one: what is not newer is not sent again.
    """
    held = request.headers.get("If-None-Match", "").strip('"')
    after = int(held) if held.isascii() and held.isdecimal() and len(held) < 10 else 0
    answer = receipts.newest(match_id, requests.account_id(request), after=after)
    if after and answer.version is None:
        return HttpResponse(status=HTTPStatus.NOT_MODIFIED)
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
