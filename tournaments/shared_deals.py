"""Rounds in which all tables of a size play one deal: who waits for whom, and what it brings. Pure.

How a table ended stands nowhere in its tournament until the last table of its deal is over.
"""

from collections.abc import Sequence

from deals import measured, scoring
from deals.scoring import Explained
from games import rewards
from games.json_types import JsonMapping
from tournaments.points.registry import MARGIN
from tournaments.record import UNITS
from tournaments.state import Board, RoundState, TableState, TournamentState

STEP = UNITS // 10
"""A tenth of a point, of which those of margins are made."""


def plan_of(settings: JsonMapping) -> JsonMapping | None:
    """Return how a plan has tables share deals; None where each has its own."""
    found: JsonMapping | None = settings.get("deals")
    return found


def by_margin(settings: JsonMapping) -> bool:
    """Tell whether margins are the points, rather than places."""
    chosen: str = settings["points"]
    return chosen == MARGIN.id


def wants_shadow(settings: JsonMapping) -> bool:
    """Tell whether bots play deals that few tables have played, to be compared with as well."""
    plan = plan_of(settings)
    return plan is not None and bool(plan.get("shadow")) and by_margin(settings)


def tables_of(state: TournamentState, board: Board) -> list[TableState]:
    """Return the tables that play a deal, or have played it; none of a round that is no more."""
    if len(state.rounds) < board.round:
        return []
    return [each for each in state.rounds[board.round - 1].tables if each.board == board.number]


def is_held(state: TournamentState, board: Board) -> bool:
    """Tell whether somebody may still play a deal."""
    round_ = state.rounds[board.round - 1] if len(state.rounds) >= board.round else None
    is_on = round_ is not None and round_.published
    return is_on and any(table.is_open for table in tables_of(state, board))


def to_close(state: TournamentState) -> list[Board]:
    """Return the deals that nobody plays any more and that are still withheld."""
    return [
        each for each in state.boards.values() if not each.is_closed and not is_held(state, each)
    ]


def open_board(state: TournamentState, table: TableState) -> Board | None:
    """Return the deal of a table that others may still play."""
    board = None if table.board is None else state.boards[table.board]
    return None if board is None or board.is_closed else board


def counted(state: TournamentState, board: Board) -> list[TableState]:
    """Return the tables with whose margins others are compared: those that were played out."""
    return [
        table
        for table in tables_of(state, board)
        if table.source == "match" and table.scores is not None and not table.ended
    ]


def constants(state: TournamentState, seats: int) -> Explained:
    """Return what the comparison rests on; the plan was checked to have it."""
    found = measured.explained_at_tables(str(state.rules), seats)
    assert found is not None  # noqa: S101 - `plans.checked` refuses what was not measured.
    return found


def compared(state: TournamentState, table: TableState) -> list[float]:
    """Return the compared margin of each seat of a table that has scores.

    Who had left has the lowest, whatever the bot made of the cards.
    """
    scores = table.scores or ()
    known = constants(state, len(scores))
    board = None if table.board is None else state.boards[table.board]
    others = (
        [] if board is None else [each for each in counted(state, board) if each.id != table.id]
    )
    shadow = () if board is None else board.shadow
    return [
        -known.cut
        if has_left(table, seat)
        else scoring.compare_one(
            rewards.margin(scores, seat),
            [
                rewards.margin(each.scores or (), seat)
                for each in others
                if not has_left(each, seat)
            ],
            known,
            shadow[seat] / scoring.SHADOW_UNIT if shadow else None,
        )
        for seat in range(len(scores))
    ]


def has_left(table: TableState, seat: int) -> bool:
    """Tell whether who sat there had left the match, which a bot played on."""
    return table.seated[seat] in table.gone


def units(state: TournamentState, table: TableState) -> Sequence[int]:
    """Return what a table brings each seat where margins count; without scores what a bye does."""
    if table.scores is None:
        return MARGIN.points(table.seats, None)
    known = constants(state, len(table.seats))
    found = [scoring.points(each, known) for each in compared(state, table)]
    return [scoring.tenths(each) * STEP for each in found]


def waiting(round_: RoundState) -> int:
    """Return how many tables of a round are over while their deals are withheld."""
    return sum(table.is_played for table in round_.tables)
