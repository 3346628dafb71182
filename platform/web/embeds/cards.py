"""What a shared link shows: a title, a line and some rows, as a stranger may know them."""

from typing import NamedTuple
from uuid import UUID

from django.urls import reverse
from django.utils.translation import get_language, gettext, ngettext

from accounts import selectors as accounts
from api.problems import Problem
from games.messages import Message
from matches import lobby, selectors
from site_profile import selectors as site
from web.embeds.pages import public_context
from web.matches import match_page
from web.templatetags.web_pages import title as game_title
from web.tournaments import labels, lines

WIDTH, HEIGHT = 1200, 630
"""Pixels: what the large networks ask for."""
ROWS_MAX = 4


class Row(NamedTuple):
    """A line of a picture: a place or a mark, a name, a figure."""

    mark: str
    name: str
    figure: str = ""


class Card(NamedTuple):
    """What a link to a page shows elsewhere; all but the address is drawn on its picture."""

    address: str
    """Where its picture is."""
    title: str
    line: str
    rows: tuple[Row, ...]
    site: str


def _card(view: str, key: object, title: str, line: str, rows: list[Row]) -> Card:
    address = f"{reverse(view, args=[key])}?lang={get_language()}"
    return Card(address, title, line, tuple(rows[:ROWS_MAX]), site.current().name)


def of_tournament(slug: str, *, has_rows: bool = True) -> Card:
    """Return the card of a tournament; raises not_found where a stranger may not know of it.

    Without rows no standings are counted.
    """
    seen = public_context(slug)
    there = len(seen.state.present)
    entrants = ngettext("%(there)s entrant", "%(there)s entrants", there) % {"there": there}
    parts = (game_title(seen.row.game), str(labels.STATUSES[seen.state.status]), entrants)
    found = lines.standings(seen).lines if has_rows and seen.published else []
    rows = [Row(str(each.rank), each.person.name, str(each.points)) for each in found]
    return _card("web:social-tournament", seen.row.slug, seen.row.name, " · ".join(parts), rows)


def of_match(match_id: UUID) -> Card:
    """Return the card of a match; raises not_found where a stranger may not know of it."""
    page = selectors.match_page(match_id, None)
    people = match_page.people_of(match_id, None)
    result = page.result
    places = (result and result.placings) or []
    scores = (result and result.scores) or []
    rows = [
        Row(
            str(places[each.seat]) if places else "·",
            people.name(each.seat),
            str(scores[each.seat]) if scores else "",
        )
        for each in page.seats
    ]
    words = match_page.status(page, people, []).words
    ranked = sorted(rows, key=lambda row: row.mark)
    return _card("web:social-match", match_id, game_title(page.game), words, ranked)


def of_player(name: str) -> Card:
    """Return the card of a player; raises not_found where there is none."""
    found = accounts.player(name)
    if found is None:
        raise Problem("not_found", Message("There is no such player."))
    played = lobby.by_game(found.pk)
    matches = sum(each.matches for each in played)
    line = ngettext("%(n)s match played", "%(n)s matches played", matches) % {"n": matches}
    firsts = gettext("First places")
    rows = [
        Row(str(each.matches), game_title(each.game), f"{firsts}: {each.firsts}")
        for each in sorted(played, key=lambda each: -each.matches)
    ]
    return _card("web:social-player", found.username, found.username, line, rows)
