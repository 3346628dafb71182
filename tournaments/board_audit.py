"""Whether the deals that many tables play are those of their rounds, by a recorded stream. Pure."""

from collections.abc import Iterator

from msgspec import UNSET

from deals import scoring
from tournaments import drawing, shared_deals
from tournaments import events as e
from tournaments.state import Board, RoundState, TableState, TournamentState


def dealt(state: TournamentState, event: e.RoundDealt) -> str | None:
    """Tell what is wrong with the deals of a round: every table of a size plays the same."""
    if shared_deals.plan_of(state.settings) is None:
        return "by the plan no tables share a deal"
    round_ = state.rounds[event.round - 1]
    sizes = sorted({len(table.seats) for table in round_.tables})
    if [each.seats for each in event.boards] != sizes:
        return f"round {event.round} has not one deal for every size of table"
    if round_.published:
        return f"round {event.round} was published already"
    for number, each in enumerate(event.boards, start=len(state.boards) + 1):
        wrong = _misplaced(state, round_, each, number)
        if wrong is not None:
            return f"deal {each.board}: {wrong}"
    return None


def _misplaced(
    state: TournamentState, round_: RoundState, each: e.RoundBoard, number: int
) -> str | None:
    tables = [table for table in round_.tables if len(table.seats) == each.seats]
    if each.board != number:
        return f"the next one has the number {number}"
    if each.tables != [str(table.id) for table in tables]:
        return "it is not for the tables of its size"
    slot = drawing.slot(state, round_, round_.tables.index(tables[0]) + 1)
    return None if slot is not None and slot.draw == each.draw else "it depends on another draw"


def opened(state: TournamentState, table: TableState, event: e.TableOpened) -> str | None:
    """Tell what is wrong with a table that is to play a deal with others."""
    if table.board != event.board or table.match is not None:
        return f"the table is not to play deal {event.board}"
    return None if shared_deals.open_board(state, table) else f"deal {event.board} was shown before"


def closed(state: TournamentState, event: e.TournamentEvent) -> str | None:
    """Tell what is wrong with the end of a deal."""
    assert isinstance(event, e.RoundDealClosed)  # noqa: S101 - As registered.
    board = state.boards.get(event.board)
    if board is None or board.is_closed or board.round != event.round:
        return f"there is no deal {event.board} to close"
    if shared_deals.is_held(state, board):
        return f"deal {event.board} was shown while it could be played"
    if event.shadow is UNSET:
        return None
    if not shared_deals.wants_shadow(state.settings):
        return f"deal {event.board} is compared with bots, which its plan has not"
    if len(event.shadow) != board.seats:
        return f"deal {event.board} has not one mean for every seat"
    return None


def published(state: TournamentState, event: e.RoundPublished) -> str | None:
    """Tell whether a round is published without the deals that its plan promises."""
    wanted = shared_deals.plan_of(state.settings) is not None
    tables = state.rounds[event.round - 1].tables
    missing = wanted and any(table.board is None for table in tables)
    return f"round {event.round} has tables without the deal of their size" if missing else None


def words(state: TournamentState) -> Iterator[str]:
    """Yield what was compared, deal by deal."""
    for board in state.boards.values():
        tables = shared_deals.counted(state, board)
        if board.is_closed and tables:
            said = f"round {board.round}: {len(tables)} tables of {board.seats} played one deal"
            more = len(board.seated) - len(tables)
            left_out = f", {more} left out" if more else ""
            yield said + left_out + _compared(state, board, len(tables))


def _compared(state: TournamentState, board: Board, tables: int) -> str:
    if not shared_deals.by_margin(state.settings):
        return ", scored by places"
    count = tables + (scoring.SHADOW_TABLES if board.shadow else 0)
    taken = scoring.beta(shared_deals.constants(state, board.seats).explained, count)
    bots = ", bots counted in" if board.shadow else ""
    return f"{bots}, compared by {scoring.ROUNDS} with beta {taken:.2f}"
