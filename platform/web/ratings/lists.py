"""The list of ladders."""

from uuid import UUID

from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from ratings import players, selectors, visibility
from ratings.ladder.settings import parsed
from ratings.models import Ladder, Standing
from web import requests
from web.ratings import rights
from web.ratings.words import KINDS

LISTED_MAX = 100


def ladders(request: HttpRequest) -> HttpResponse:
    """List the ladders that the reader may know of, newest first."""
    me = requests.account(request)
    mine = {} if me is None else standings_of(me.pk, me.username)
    seen = visibility.visible(None if me is None else me.pk)
    taking_part = Q(standings__games__gt=0) | Q(standings__position__isnull=False)
    players = Count("standings", filter=taking_part)
    # A query that groups has no order unless it says one.
    rows = seen.distinct().annotate(players=players).order_by("-id")
    context = {
        "section": "ladders",
        "may_run": rights.may_run(me),
        "ladders": [card(row, mine.get(row.id)) for row in rows[:LISTED_MAX]],
    }
    return render(request, "web/ratings/list.html", context)


def standings_of(account: UUID, name: str) -> dict[UUID, Standing]:
    """Return where an account stands, by ladder."""
    key = players.of_account(account, name).key
    return {row.ladder_id: row for row in Standing.objects.filter(player=key)}


def card(ladder: Ladder, mine: Standing | None) -> dict[str, object]:
    """Return what the list shows of a ladder; its players are counted in the query."""
    settings = parsed(ladder.settings)
    return {
        "ladder": ladder,
        "kind": KINDS[ladder.kind],
        "seats": settings.players,
        "season": settings.season,
        "place": None if mine is None else place(ladder, mine),
    }


def place(ladder: Ladder, standing: Standing) -> int | None:
    """Return the rank of a player; None while the standings leave them out."""
    rows = selectors.listed(ladder)
    is_listed = rows.filter(pk=standing.pk).exists()
    return selectors.rank_of(ladder, standing, rows) if is_listed else None
