"""A table of a bracket: its name, how it ended for a seat, and where it can be looked at."""

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments import shared_deals
from tournaments.formats.small_final import FINAL, THIRD
from tournaments.state import TableState, TournamentState
from web.tournaments.page_context import TournamentContext


def title_of(number: int, key: str) -> str:
    """Return what a table is called, by its number and its place in the bracket."""
    title = _("Table %(number)s") % {"number": number}
    return f"{title} · {words_of(key)}" if key else title


def words_of(key: str) -> str:
    """Return the words for a place in a bracket; most keys are their own."""
    words = {FINAL: _("Final"), THIRD: _("Small final")}
    return words.get(key, key)


def result_of(table: TableState, seat: int) -> str:
    """Return the place and the score of a seat; empty while there is no result."""
    if table.places is None:
        return ""
    place = f"{table.places[seat]}."
    return place if table.scores is None else f"{place} ({table.scores[seat]})"


def link_of(visit: TournamentContext, table: TableState) -> str:
    """Return where a table is played or can be replayed; empty for whoever may not see that."""
    if visit.state.settings["play"] == "reported" or table.choosing is not None:
        return reverse("web:tournament-table", args=[visit.row.slug, table.id])
    if table.match is None:
        return ""
    own = visit.own
    is_own = own is not None and own.number in table.seats
    if not (is_own or is_open_to_all(visit.state, table)):
        return ""
    return reverse("web:replay" if table.done else "web:match", args=[table.match])


def is_open_to_all(state: TournamentState, table: TableState) -> bool:
    """Tell whether everyone may look at the match of a table, and not its players alone."""
    is_withheld = shared_deals.open_board(state, table) is not None
    return state.settings["visibility"] == "public" and not is_withheld
