"""The tables of the round that is played, on the console's first page: scores typed in place."""

from typing import NamedTuple

from tournaments import stage_plan
from tournaments.services import confirming
from tournaments.services.result_checks import needs_scores, sum_of_table
from tournaments.state import RoundState, TournamentState
from web.collation import sort_key
from web.tournaments import round_deals
from web.tournaments.console import drafts
from web.tournaments.console.console_context import ConsoleContext
from web.tournaments.console.drafts import Card
from web.tournaments.round_deals import DealRow


class TableEntry(NamedTuple):
    """A table, and whether the visitor may enter its result here."""

    card: Card
    state: str
    """`done`, `disputed`, `called`, `told` or `open`."""
    takes_scores: bool
    match: int | None
    """The number of the match that is entered next, where several are added up."""


class ScoreEntry(NamedTuple):
    """The round that is played."""

    round: RoundState
    tables: list[TableEntry]
    done: int
    """At how many tables nothing more is played."""
    confirmable: int
    """How many tables have reported what nobody has confirmed yet."""
    people: list[tuple[str, int, int]]
    """Who takes part: name, number and table, 0 where there is none; in the alphabet's order."""
    needs_scores: bool
    best_of: int
    """How many matches a table has at most."""
    sum_of: int
    """How many matches of a table are added up."""
    is_long: bool
    """Whether there are more tables than a screen has room for as cards."""
    deals: list[DealRow]
    """The deals that its tables share."""


LONG = 8


def score_entry(found: ConsoleContext) -> ScoreEntry | None:
    """Return the last round that is being played; None while there is none."""
    state = found.state
    live = [each for each in state.rounds if each.published and not each.closed]
    if not live:
        return None
    round_ = live[-1]
    tables = [_table(found, card) for card in drafts.cards(state, round_)]
    return ScoreEntry(
        round_,
        tables,
        sum(each.card.table.is_over for each in tables),
        len(confirming.waiting(round_)),
        _people(state, tables),
        any(needs_scores(state, each) for each in round_.tables),
        stage_plan.best_of(state, round_.stage),
        stage_plan.sum_of(state, round_.stage),
        len(tables) > LONG,
        round_deals.rows(state, [round_]),
    )


def _table(found: ConsoleContext, card: Card) -> TableEntry:
    table = card.table
    if table.is_over:
        state = "done"
    elif table.is_disputed:
        state = "disputed"
    elif table.is_called or table.stopped is not None:
        state = "called"
    else:
        state = "told" if table.reported is not None else "open"
    reported = found.state.settings["play"] == "reported"
    may = reported and "report" in found.can and found.deciders_instead(table) is None
    is_sum = sum_of_table(found.state, table) > 1
    takes_scores = may and table.is_open and not table.is_disputed
    return TableEntry(card, state, takes_scores, len(table.counted) + 1 if is_sum else None)


def _people(state: TournamentState, tables: list[TableEntry]) -> list[tuple[str, int, int]]:
    sits = {seat.entrant: each.card.number for each in tables for seat in each.card.seats}
    found = [(each.name, each.number, sits.get(each.number, 0)) for each in state.entrants.values()]
    return sorted(found, key=lambda each: sort_key(each[0]))
