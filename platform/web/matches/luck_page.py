"""The page of a match's luck: what the draws, reviewed decisions and all else came to, in bars."""

from collections.abc import Mapping
from typing import NamedTuple
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from analyses import selectors as analyses
from analyses.answers import Luck, Queued
from matches import selectors
from matches.answers import MatchShown
from web import requests
from web.games.narration import People
from web.matches import log as match_log
from web.matches import match_page
from web.matches.luck import gains, line_of, mattered, signed

BAR = 100
"""Half the width of a bar's field, in its own units."""


class Bar(NamedTuple):
    """A figure with its bar, to the right of the middle for what is good."""

    words: str
    left: float
    width: float
    is_good: bool


class Row(NamedTuple):
    """A seat: what its draws were worth, its own decisions if they are known, and all else."""

    seat: int
    name: str
    is_me: bool
    draws: Bar
    decisions: Bar | None
    """What its mistakes gave away, by its review; None where the reader sees none."""
    rest: Bar
    place: str


class DrawShown(NamedTuple):
    """A draw that mattered."""

    at: int
    words: str
    gains: str
    """Whom it moved, and by how much."""


def _bar(value: float, scale: float) -> Bar:
    width = round(min(BAR, BAR * abs(value) / scale), 1)
    return Bar(signed(value), BAR if value >= 0 else round(BAR - width, 1), width, value >= 0)


def _rows(found: Luck, people: People, lost: Mapping[int, float]) -> list[Row]:
    rests = {each.seat: each.rest + lost.get(each.seat, 0.0) for each in found.seats}
    every = [*(seat.luck for seat in found.seats), *rests.values(), *lost.values()]
    scale = max(1.0, *map(abs, every))
    return [
        Row(
            each.seat,
            people.name(each.seat),
            each.seat == people.me,
            _bar(each.luck, scale),
            _bar(-lost[each.seat], scale) if each.seat in lost else None,
            _bar(rests[each.seat], scale),
            number_format(each.result, 0 if each.result.is_integer() else 1),
        )
        for each in sorted(found.seats, key=lambda each: each.result)
    ]


def _shown_draws(
    page: MatchShown, account: UUID | None, found: Luck, people: People
) -> list[DrawShown]:
    draws = mattered(found)
    if not draws:
        return []
    events = selectors.history(UUID(page.id), account).events
    lines = {each.version: each.words for each in match_log.lines(page, events, people)}
    opening = _("The opening")
    return [DrawShown(d.at, lines.get(d.at, opening), gains(d, people)) for d in draws]


def luck(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Show what the draws of a finished match were worth, or that it is being reckoned."""
    account = requests.account_id(request)
    there = analyses.luck(match_id, account)
    found = there if isinstance(there, Luck) else None
    page = selectors.match_page(match_id, account)
    people = match_page.people_of(match_id, page.my_seat)
    context: dict[str, object] = {"section": "matches", "match": page, "luck": found}
    context["has_failed"] = isinstance(there, Queued) and there.status == "failed"
    if found is not None:
        mine = line_of(page, found)
        lost = {each.seat: each.total for each in analyses.reviews(match_id, account)}
        context |= {
            "mine": mine.words if mine else "",
            "rows": _rows(found, people, lost),
            "has_reviews": bool(lost),
            "draws": _shown_draws(page, account, found, people),
            "explained": round(100 * (1 - found.variance_left)),
            "others": _up_to(len(found.seats) - 1),
        }
    response = render(request, "web/matches/luck.html", context)
    response["Cache-Control"] = "no-store"
    return response


def _up_to(places: int) -> str:
    return ngettext(
        "There is %(places)s place between first and last.",
        "There are %(places)s places between first and last.",
        places,
    ) % {"places": places}
