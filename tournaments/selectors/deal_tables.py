"""The tables that have played the deal of a round, as the standings count them."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from deals.round_tables import Entered, LeftOut, RoundTable
from tournaments import shared_deals
from tournaments.command_handler import load
from tournaments.events import DrawShown
from tournaments.record import Entrant
from tournaments.state import Board, TableState, TournamentState


class Source(NamedTuple):
    """What the deal of a round comes from."""

    draw: DrawShown | None
    """The draw that it hangs on; None of a deal that is no more."""
    is_of_later_well: bool = False
    """Whether its secret has taken the place of another since the tournament was made."""


class DealtRound(NamedTuple):
    """What a tournament tells of the deal of a round."""

    source: Source
    tables: Mapping[UUID, RoundTable]
    """By match, who has sat at its tables, and which of them count."""


def of_deal(tournament: UUID, deal: UUID) -> DealtRound:
    """Return what a tournament tells of the deal of a round, by folding it once."""
    state = load(tournament)
    board = next((each for each in state.boards.values() if each.deal == deal), None)
    if board is None:
        return DealtRound(Source(None), {})
    source = Source(state.draws.find(board.draw), board.is_of_later_well)
    return DealtRound(source, _tables(state, board))


def tables_of_deal(tournament: UUID, deal: UUID) -> Mapping[UUID, RoundTable]:
    """Return, by match, who has sat at the tables of a deal, and which of them count."""
    return of_deal(tournament, deal).tables


def _tables(state: TournamentState, board: Board) -> Mapping[UUID, RoundTable]:
    counting = {each.match for each in shared_deals.counted(state, board)}
    standing = {each.match: each for each in shared_deals.tables_of(state, board)}
    return {
        match: RoundTable(
            [_entered(state, each) for each in seated],
            None if match in counting else _left_out(standing.get(match)),
            _gone(standing.get(match), seated),
        )
        for match, seated in board.seated.items()
    }


def _entered(state: TournamentState, number: int) -> Entered:
    return Entered(number, state.entrants[number].name)


def _gone(table: TableState | None, seated: Sequence[Entrant]) -> list[int]:
    """Return the seats of a table that somebody had left."""
    return [] if table is None else [s for s, each in enumerate(seated) if each in table.gone]


def _left_out(table: TableState | None) -> LeftOut:
    """Return why nobody is compared with a match, whose table it may not be any more."""
    if table is None:
        return "replaced"
    if table.places is None:
        return "void"
    return "time_limit" if table.ended == "time_limit" else "decided"
