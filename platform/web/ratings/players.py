"""The page of a player on a ladder: how the rating went, match by match, seat by seat."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from rest_framework.request import Request

from accounts.models import Account
from api import pagination
from api.pagination import PageQuery
from eventstore import standby_reads
from ratings import decisions, players, selectors, statistics, visibility
from ratings.ladder.settings import parsed
from ratings.models import Ladder, RatedMatch, RatingChange, Standing
from ratings.report import as_points
from web import requests
from web.messages import localise
from web.ratings import graphs, people, standings
from web.templatetags.web_ratings import figure, signed

ROWS = 20
RIVALS_MAX = 12
POINTS_MAX = 400
"""Matches on the graph, the latest; the export has all."""


def player(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Show a player of a ladder; raises not_found."""
    ladder = visibility.by_slug(slug, requests.account_id(request))
    row = people.standing_called(ladder, name)
    person = people.people([row.player])[row.player]
    if person.address != name:
        return redirect("web:ladder-player", slug, person.address)
    query = PageQuery(limit=ROWS, cursor=request.GET.get("cursor", ""))
    mine = standings.my_standing(ladder, requests.account(request))
    decided = decisions_on(ladder, row)
    system = parsed(ladder.settings).rating_system()
    context = {
        **standings.frame(ladder),
        "person": person,
        "is_me": mine is not None and mine.pk == row.pk,
        "may_challenge": mine is not None and mine.pk != row.pk and ladder.kind == "challenge",
        "about": selectors.standing_page(ladder, row),
        "about_provisional": localise(system.about_provisional()),
        "row": row,
        "decisions": decided,
        **standby_reads.read(lambda: history(Request(request), query, ladder, row)),
        **standby_reads.read(lambda: graph(ladder, row, decided)),
    }
    return render(request, "web/ratings/player.html", context)


def history(request: Request, query: PageQuery, ladder: Ladder, row: Standing) -> dict[str, object]:
    """Return a page of a player's matches, and with whom the player has sat."""
    changes = RatingChange.objects.filter(ladder=ladder, player=row.player)
    page = pagination.page(request, query, changes, lambda each: each, ("-version",))
    return {
        "results": results(ladder, page.results),
        "next": standings.query_of(page.next),
        "previous": standings.query_of(page.previous),
        "rivals": rivals(ladder, row),
    }


def results(ladder: Ladder, changes: Sequence[RatingChange]) -> list[dict[str, object]]:
    """Return some matches of a player: against whom, which place, and what it brought."""
    decimals = parsed(ladder.settings).rating_system().decimals
    tables = statistics.tables(ladder, [row.version for row in changes])
    who = people.people(each.player for table in tables for each in table)
    return [
        {
            "match": row.match,
            "at": row.at,
            "place": row.place,
            "of": len(table),
            "seat": row.seat + 1,
            "others": [who[each.player] for each in table if each.seat != row.seat],
            "change": as_points(row.rating_after - row.rating_before, decimals),
            "after": as_points(row.rating_after, decimals),
            "points": as_points(row.points, 3),
            "position": row.position_after,
        }
        for row, table in zip(changes, tables, strict=True)
    ]


def rivals(ladder: Ladder, row: Standing) -> list[dict[str, object]]:
    """Return with whom a player has sat most often, and who came before whom."""
    found = statistics.head_to_head(ladder, row.player, RIVALS_MAX)
    who = people.people(each.player for each in found)
    return [
        {
            "person": who[each.player],
            **each._asdict(),
            "ahead_width": round(100 * each.ahead / each.matches, 1),
            "level_width": round(100 * each.level / each.matches, 1),
            "level_from": round(100 * each.ahead / each.matches, 1),
        }
        for each in found
    ]


class StaffDecision(NamedTuple):
    """What the staff has decided about a player, in words."""

    at: datetime
    words: str
    reason: str
    match: UUID | None


def decisions_on(ladder: Ladder, row: Standing) -> list[StaffDecision]:
    """Return what the staff has decided about a player, in words, the latest first."""
    settings = parsed(ladder.settings)
    decimals, digits = settings.rating_system().decimals, standings.digits(settings)
    return [
        StaffDecision(each.at, _decision_words(each, decimals, digits), each.reason, each.match)
        for each in decisions.of_player(ladder, row.player)
    ]


def _decision_words(each: decisions.Decision, decimals: int, digits: int) -> str:
    if each.by is not None:
        points = signed(as_points(each.by, decimals), digits)
        return _("Rating adjusted by %(points)s") % {"points": points}
    if each.other:
        return _("The matches of %(name)s count for this player") % {"name": each.other}
    if each.place is not None:
        return _("Match corrected: place %(place)s") % {"place": each.place}
    return _("Match annulled")


def graph(ladder: Ladder, row: Standing, decided: Sequence[StaffDecision]) -> dict[str, object]:
    """Return the graph of a player's rating, and its points for a table; None without a match."""
    changes = RatingChange.objects.filter(ladder=ladder, player=row.player).order_by("-version")
    rows = list(reversed(changes[:POINTS_MAX]))
    if not rows:
        return {"graph": None}
    settings = parsed(ladder.settings)
    system, digits = settings.rating_system(), standings.digits(settings)
    seats = dict(
        RatedMatch.objects.filter(
            ladder=ladder, version__in=[each.version for each in rows]
        ).values_list("version", "seats")
    )
    played = [
        graphs.Played(
            each.at,
            as_points(each.rating_after, system.decimals),
            _change_line(each, seats[each.version], system.decimals, digits),
        )
        for each in rows
    ]
    closed = ladder.seasons.order_by("number").values_list("closed_at", "name")
    adjusted = [(each.at, _decision_line(each)) for each in reversed(decided)]
    drawn = graphs.graph(
        played,
        spread=system.spread / 10**system.decimals,
        seasons=list(closed),
        adjusted=adjusted,
    )
    return {
        "graph": drawn,
        "dates": [(each.place, _date(each)) for each in drawn.dates],
        "width": graphs.WIDTH,
        "height": graphs.HEIGHT,
        "left": graphs.LEFT,
        "right": graphs.WIDTH - graphs.RIGHT,
        "top": graphs.TOP,
        "bottom": graphs.HEIGHT - graphs.BOTTOM,
        "played": list(reversed(played)),
        "first": played[0],
        "last": played[-1],
        "best": max(played, key=lambda each: each.rating),
        "is_cut": len(rows) == POINTS_MAX,
    }


def _decision_line(decided: StaffDecision) -> str:
    return _("%(date)s: %(words)s: %(reason)s") % {
        "date": date_format(decided.at, "SHORT_DATE_FORMAT"),
        "words": decided.words,
        "reason": decided.reason,
    }


def _change_line(row: RatingChange, seats: int, decimals: int, digits: int) -> str:
    change = as_points(row.rating_after - row.rating_before, decimals)
    return _("%(date)s: place %(place)s of %(seats)s, %(change)s, now %(rating)s") % {
        "date": date_format(row.at, "SHORT_DATE_FORMAT"),
        "place": row.place,
        "seats": seats,
        "change": signed(change, digits + 1),
        "rating": figure(as_points(row.rating_after, decimals), digits),
    }


def _date(tick: graphs.Date) -> str:
    """Return a date of the axis; the year where January begins would not tell otherwise."""
    if tick.is_hour:
        return date_format(tick.at, "H:i")
    return date_format(tick.at, pgettext("a date on an axis", "j M"))


def of_account(account: Account, reader: UUID | None) -> list[dict[str, object]]:
    """Return where an account stands on ladders that a reader may know of."""
    key = players.of_account(account.pk, account.username).key
    rows = Standing.objects.filter(player=key).select_related("ladder")
    found = []
    for row in rows.filter(ladder__in=visibility.visible(reader)).order_by("-last_at"):
        about = selectors.standing_page(row.ladder, row)
        digits = standings.digits(parsed(row.ladder.settings))
        found.append({"ladder": row.ladder, "about": about, "digits": digits})
    return found
