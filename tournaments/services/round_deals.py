"""The deals that all tables of a round play: opened with it, each bound to the round's draw.

While a deal is open the results of its tables stand nowhere in their tournament.
"""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from msgspec import UNSET

from api.ids import uuid7
from api.problems import Problem
from deals import secrets
from deals import selectors as deals
from deals.audit import board_slot
from deals.events import RoundOf
from deals.models import Deal
from deals.services import rounds as deal_rounds
from games.messages import Message
from matches.services import opening
from matches.services.opening import DrawRoll
from tournaments import drawing, plans, shared_deals, wells
from tournaments import events as e
from tournaments.record import Entrant
from tournaments.state import Board, RoundState, TableState, TournamentState
from tournaments.unit_of_work import UnitOfWork


def deal_round(work: UnitOfWork, round_: RoundState) -> None:
    """Add the deals of a round that is about to be published, one for every size of table."""
    state = work.state
    if shared_deals.plan_of(state.settings) is None or state.draws.chain is None:
        return
    boards: list[e.RoundBoard] = []
    for seats in sorted({len(table.seats) for table in round_.tables}):
        places = [at for at, table in enumerate(round_.tables, 1) if len(table.seats) == seats]
        slot = drawing.slot(state, round_, places[0])
        assert slot is not None  # noqa: S101 - There is a chain, so the round comes from a draw.
        boards.append(
            e.RoundBoard(
                board=len(state.boards) + len(boards) + 1,
                seats=seats,
                deal=str(uuid7()),
                draw=slot.draw,
                tables=[str(round_.tables[place - 1].id) for place in places],
            )
        )
    if boards:
        work.add(e.RoundDealt(round=round_.number, boards=boards))
        work.also.append(lambda: _open(work, [state.boards[each.board] for each in boards]))


def _open(work: UnitOfWork, boards: Sequence[Board]) -> None:
    state = work.state
    for board in boards:
        drawn = state.draws.find(board.draw)
        assert drawn is not None  # noqa: S101 - Its slot named it.
        deal_rounds.open_deal(
            deal_rounds.RoundDeal(
                id=board.deal,
                round=RoundOf(str(state.id), board.round, board.number),
                request=match_request(state, board.seats),
                secret=wells.slot_secret(state, board_slot(board.number)),
                bind=bytes.fromhex(drawn.value),
                opens_at=work.at,
            )
        )


class SharedDeal(NamedTuple):
    """What the match of a table is opened with that plays a deal with others."""

    deal: UUID
    request: opening.Request
    dealt: opening.Dealt


def of_table(state: TournamentState, table: TableState) -> SharedDeal | None:
    """Return the deal that a table is to play with others; None where it has its own."""
    board = shared_deals.open_board(state, table)
    row = None if board is None else Deal.objects.filter(pk=board.deal, closed_at=None).first()
    if board is None or row is None or deals.status_of(row) != "open":
        return None
    opened = deals.load(board.deal).opened
    drawn = state.draws.find(board.draw)
    assert drawn is not None  # noqa: S101 - The deal was opened with it.
    dealt = opening.Dealt(
        opened.deal,
        secrets.read(board.deal),
        bytes.fromhex(opened.bind),
        draw_roll=roll_of(drawn, table.seated),
    )
    asked = match_request(state, board.seats)._replace(until=row.closes_at)
    return SharedDeal(board.deal, asked, dealt)


def roll_of(drawn: e.DrawShown, seated: Sequence[Entrant]) -> DrawRoll | None:
    """Return who has added chance to the draw of a table; None where nobody has."""
    if drawn.shares is UNSET or drawn.present is UNSET:
        return None
    return DrawRoll(len(drawn.shares), drawn.present, drawing.seats_on_roll(drawn, seated))


def match_request(state: TournamentState, seats: int) -> opening.Request:
    """Return the match that a table of a shared deal is to have, but for the end of its time."""
    asked = plans.match_request(state.settings, seats)
    return asked._replace(rules=state.rules, gather=0, chance="offered")


def require_shown(state: TournamentState, table: TableState) -> None:
    """Raise result_locked while others play the deal of a table, whose result nobody knows."""
    if shared_deals.open_board(state, table) is not None:
        text = Message(
            "Other tables are still playing this deal, so no result can be entered. Have the "
            "table played again, or call it off."
        )
        raise Problem("result_locked", text)
