"""The deals that tables of a round share, as pages tell of them."""

from collections.abc import Iterable
from typing import NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _

from games.json_types import JsonMapping
from tournaments import shared_deals
from tournaments.state import Board, RoundState, TableState, TournamentState


class DealRow(NamedTuple):
    """A deal of a round."""

    round: int
    seats: int
    """At each of its tables."""
    tables: int
    ended: int
    """How many are over, as far as they ended at all."""
    link: UUID | None
    """The id of the deal once everything of it is shown; None before."""


def rows(state: TournamentState, rounds: Iterable[RoundState]) -> list[DealRow]:
    """Return the deals of some rounds that are still played, or were."""
    numbers = {each.number for each in rounds if each.published}
    found = [_row(state, each) for each in state.boards.values() if each.round in numbers]
    return [each for each in found if each.tables]


def of_table(state: TournamentState, table: TableState) -> list[DealRow]:
    """Return the deal that a table plays with others, or has played; none of one of its own."""
    return [] if table.board is None else [_row(state, state.boards[table.board])]


def _row(state: TournamentState, board: Board) -> DealRow:
    tables = shared_deals.tables_of(state, board)
    return DealRow(
        round=board.round,
        seats=board.seats,
        tables=len(tables),
        ended=sum(not each.is_open for each in tables),
        link=board.deal if board.is_closed else None,
    )


def in_words(settings: JsonMapping) -> str:
    """Return how the tables of a plan share deals, for who thinks of entering; empty if not."""
    plan = shared_deals.plan_of(settings)
    if plan is None:
        return ""
    if plan["compare"] == "margin":
        return _("the same at all tables of a round; the margin counts, not the place")
    return _("the same at all tables of a round; the place counts")
