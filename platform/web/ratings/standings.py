"""The page of a ladder: who stands where, how it works, and the ways to play."""

from collections.abc import Sequence
from urllib.parse import urlencode, urlsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from msgspec import structs
from rest_framework.request import Request

from accounts.models import Account
from api import pagination
from api.pagination import PageQuery
from matches import lobby
from matches.state import Status
from ratings import players, selectors, statistics, visibility
from ratings.ladder.settings import Settings, parsed
from ratings.models import Ladder, Standing
from ratings.report import as_points
from web import requests
from web.ratings import people, playing, proofs, rights, words
from web.ratings.people import Person

ROWS = 50
LEAD_ROWS = 5
"""Rows above somebody who has been looked for."""
LATEST = 5
LIVE_MAX = 5
COARSE = 50
"""Points; where players differ by more, nobody needs a digit behind the point."""


def ladder(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a ladder; raises not_found."""
    found = visibility.by_slug(slug, requests.account_id(request))
    me = requests.account(request)
    if "find" in request.GET:
        return redirect(address_of(found, request.GET["find"]))
    query = PageQuery(limit=ROWS, cursor=request.GET.get("cursor", ""))
    page = pagination.page(
        Request(request), query, selectors.listed(found), lambda row: row, order_of(found)
    )
    mine = my_standing(found, me)
    context = {
        **frame(found),
        "rows": rows(found, page.results, mine),
        "next": query_of(page.next),
        "previous": query_of(page.previous),
        "rules": words.rules(parsed(found.settings)),
        "proof": proofs.of_season(found) if found.well else None,
        "seats": selectors.seats(found),
        "seasons": selectors.seasons(found),
        "latest": latest(found),
        "live": lobby.listed(None, status=Status.LIVE.value).filter(ladder_id=found.id)[:LIVE_MAX],
        **playing.panel(found, me, mine),
        "may_run": rights.may_run(me),
    }
    return render(request, "web/ratings/ladder.html", context)


def frame(ladder: Ladder) -> dict[str, object]:
    """Return what every page of a ladder shows."""
    settings = parsed(ladder.settings)
    return {
        "section": "ladders",
        "ladder": ladder,
        "settings": settings,
        "kind": words.KINDS[ladder.kind],
        "digits": digits(settings),
        "form_matches": statistics.FORM_MATCHES,
    }


def digits(settings: Settings) -> int:
    """Return with how many digits behind the point ratings are shown; changes have one more."""
    system = settings.rating_system()
    return 0 if system.spread >= COARSE * 10**system.decimals else 1


def order_of(ladder: Ladder) -> Sequence[str]:
    """Return how the standings are ordered."""
    return selectors.ORDER[ladder.kind]


def my_standing(ladder: Ladder, me: Account | None) -> Standing | None:
    """Return where the reader stands, if anywhere."""
    if me is None:
        return None
    found: Standing | None = ladder.standings.filter(
        player=players.of_account(me.pk, me.username).key
    ).first()
    return found


def query_of(address: str | None) -> str:
    """Return the query of an address that a page of a list leads to; empty for none."""
    return "" if address is None else f"?{urlsplit(address).query}"


def rows(
    ladder: Ladder, page: Sequence[Standing], mine: Standing | None
) -> list[dict[str, object]]:
    """Return the rows of the standings as the page shows them."""
    keys = [row.player for row in page]
    who, lately = people.people(keys), statistics.form(ladder, keys)
    decimals = parsed(ladder.settings).rating_system().decimals
    return [
        {
            **structs.asdict(about),
            "person": who[row.player],
            "anchor": anchor(who[row.player]),
            "form": form(lately.get(row.player), decimals),
            "results": [as_points(each, 3) for each in row.best],
            "last_at": row.last_at,
            "mine": mine is not None and row.pk == mine.pk,
        }
        for row, about in zip(page, selectors.standings(ladder, page), strict=True)
    ]


def form(lately: statistics.RecentForm | None, decimals: int) -> dict[str, object] | None:
    """Return how somebody has fared lately; None for who has not played."""
    if lately is None:
        return None
    return {
        "matches": lately.matches,
        "rating": as_points(lately.rating, decimals),
        "rungs": lately.rungs,
        "rungs_up": abs(lately.rungs),
    }


def latest(ladder: Ladder) -> list[dict[str, object]]:
    """Return the latest results: when, and who came where."""
    found = statistics.latest(ladder, LATEST)
    who = people.people(row.player for _match, table in found for row in table)
    return [
        {
            "match": match.match,
            "at": match.at,
            "table": [(row.place, who[row.player]) for row in table],
        }
        for match, table in found
    ]


def address_of(ladder: Ladder, name: str) -> str:
    """Return where in the standings somebody is found; raises not_found."""
    standing = people.standing_called(ladder, name.strip())
    person = people.people([standing.player])[standing.player]
    page = reverse("web:ladder", args=[ladder.slug])
    listed = selectors.listed(ladder)
    if not listed.filter(pk=standing.pk).exists():
        return reverse("web:ladder-player", args=[ladder.slug, person.address])
    cursor = _cursor(ladder, standing)
    query = "?" + urlencode({"cursor": cursor}) if cursor else ""
    return f"{page}{query}#{anchor(person)}"


def anchor(person: Person) -> str:
    """Return the id of a player's row."""
    return "player-" + person.address.replace(":", "-")


def _cursor(ladder: Ladder, standing: Standing) -> str:
    """Return the cursor of the page that begins a few rows above a player; empty for the first."""
    order, _ = order_of(ladder)
    field = order.lstrip("-")
    above = "gt" if order.startswith("-") else "lt"
    ahead = selectors.listed(ladder).filter(**{f"{field}__{above}": getattr(standing, field)})
    back = field if order.startswith("-") else f"-{field}"
    nearest = list(ahead.order_by(back, "-id").values_list(field, flat=True)[: LEAD_ROWS + 1])
    if len(nearest) <= LEAD_ROWS:
        return ""
    return pagination.cursor_behind(nearest[-1])
