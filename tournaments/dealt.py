"""Whether a tournament, its matches and its deals say the same, by the logs of all. Pure."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import UNSET

from deals.audit import board_slot
from deals.events import RoundOf
from deals.state import DealState
from games import fair_draws
from games.json_types import JsonMapping
from matches.sequel import TIME_LIMIT
from tournaments import shared_deals
from tournaments.draw_audit import Audit
from tournaments.drawing import seats_on_roll
from tournaments.events import DrawShown
from tournaments.scores import with_last
from tournaments.state import Board, TableState

OTHERS = "the match says that others have added chance to the draw that it depends on"
FIELDS = ("deal", "commitment", "bind", "shared_deal")


class Opened(NamedTuple):
    """How a match was opened."""

    match: str
    deal: str
    """The tournament and the slot, with a slash between them."""
    commitment: str
    bind: str
    shared_deal: str
    draw_roll: object = None
    """How many have added chance to the draw that it hangs on, and of how many."""
    draw_seats: object = None
    """The seats whose players are among them."""

    @classmethod
    def of(cls, match: str, data: JsonMapping) -> "Opened":
        """Read the first event of a match."""
        deal, commitment, bind, shared_deal = (str(data.get(name, "")) for name in FIELDS)
        roll, seats = data.get("draw_roll"), data.get("draw_seats")
        return cls(match, deal, commitment, bind, shared_deal, roll, seats)

    @property
    def slot(self) -> str:
        """What the secret of its deal is drawn for within the tournament."""
        return self.deal.partition("/")[2]

    @property
    def board(self) -> int:
        """The number of the deal that many tables of its round play; 0 of its own."""
        first, _, number = self.slot.partition("/")
        return int(number) if first == "board" and self.shared_deal and number.isdigit() else 0

    @property
    def tournament(self) -> str:
        """The id of the tournament; empty of a match that has a secret of its own."""
        stream, slash, _ = self.deal.partition("/")
        return stream if slash else ""


def fault(opened: Opened, audit: Audit) -> str | None:
    """Return what is wrong with the deal of a match by a log of its tournament that was checked."""
    slot, board = opened.slot, audit.state.boards.get(opened.board)
    if board is not None:
        return _fault_of_board(opened, audit, board)
    if audit.deals.slots.get(slot) != opened.match:
        return f"the tournament has dealt no such match under the slot {slot}"
    draw = audit.state.draws.find(int(slot.partition("/")[0]))
    if draw is None or draw.value != opened.bind:
        return "the deal does not depend on the draw of its slot"
    if (opened.draw_roll, opened.draw_seats) != _added(audit, opened.match, draw):
        return OTHERS
    return _fault_of_secret(opened, audit)


def is_shown(opened: Opened, audit: Audit) -> bool:
    """Tell whether the secret is known of the well that a match has to come from."""
    return audit.deals.secret_of(opened.slot) is not None


def _added(audit: Audit, match: str, draw: DrawShown) -> tuple[object, object]:
    """Return who has added chance to a draw, as a match that hangs on it has to say."""
    if draw.shares is UNSET:
        return None, None
    seats = seats_on_roll(draw, audit.deals.seated.get(match, ()))
    return [len(draw.shares), draw.present], seats


def fault_of_result(match: str, ended: JsonMapping, audit: Audit) -> str | None:
    """Return what is wrong with what a tournament counts of a match, by its last event.

    Nothing is where the staff has decided the table, or where it has several matches.
    """
    for _, table in audit.state.tables():
        if str(table.match) == match and table.source == "match" and not table.counted:
            return _miscounted(table, ended)
    return None


def _miscounted(table: TableState, ended: JsonMapping) -> str | None:
    """Return what a table has that its match has not: its points follow from both alike."""
    if table.scores is not None and list(table.scores) != ended.get("scores"):
        return "the tournament counts other scores than those of the match"
    last = [table.seats.index(each) for each in table.last]
    placings = ended.get("placings")
    if placings is None or table.places != with_last(placings, last):
        return "the tournament counts other places than those of the match"
    if table.absent:
        return "the tournament counts somebody as absent who has played"
    if (table.ended == "time_limit") != (ended.get("reason") == TIME_LIMIT):
        return "the tournament and the match differ on whether it was ended at its time limit"
    return None


def _fault_of_board(opened: Opened, audit: Audit, board: Board) -> str | None:
    """Return what is wrong with a match that is to play a deal of its round with others."""
    draw = audit.state.draws.find(board.draw)
    if audit.deals.shared.get(opened.match) != board.number:
        return "the tournament has opened no such match at a table of its deal"
    if opened.shared_deal != str(board.deal):
        return "the match plays another deal than its round"
    if draw is None or draw.value != opened.bind:
        return "the deal does not depend on the draw of its round"
    added = opened.draw_roll, opened.draw_seats
    # Matches of shared deals did not always say who was on the roll.
    if added not in ((None, None), _added(audit, opened.match, draw)):
        return OTHERS
    return _fault_of_secret(opened, audit)


def _fault_of_secret(opened: Opened, audit: Audit) -> str | None:
    secret = audit.deals.secret_of(opened.slot)
    if secret is None:
        # As long as a tournament goes on, its well stays closed.
        return None
    if _is_of_well(opened.deal, opened.commitment, secret, audit):
        return None
    return "the secret of the deal does not come from the well of the tournament"


def _is_of_well(deal: str, commitment: str, secret: bytes, audit: Audit) -> bool:
    """Tell whether the secret of a deal, by its name, comes from that of a well."""
    own = fair_draws.slot_secret(secret, str(audit.id), deal.partition("/")[2])
    return fair_draws.commitment(own, deal).hex() == commitment


def faults_of_deal(deal: DealState, board: Board, audit: Audit) -> Iterator[str]:
    """Yield what a tournament says otherwise of a deal of its rounds than the deal itself."""
    name, state, opened = f"deal {board.number}", audit.state, deal.opened
    draw = state.draws.find(board.draw)
    if opened.round != RoundOf(str(state.id), board.round, board.number):
        yield f"{name} says that it is of another round"
    if opened.seats != board.seats:
        yield f"{name} is for tables of another size"
    if draw is None or draw.value != opened.bind:
        yield f"{name} does not depend on the draw of its round"
    secret = audit.deals.secret_of(board_slot(board.number))
    if secret is not None and not _is_of_well(opened.deal, opened.commitment, secret, audit):
        yield f"the secret of {name} does not come from the well of the tournament"
    if deal.closed is None or not board.is_closed:
        return
    dealt = {match for match, number in audit.deals.shared.items() if number == board.number}
    if {str(match) for match in deal.tables} != dealt:
        yield f"{name} was played by other matches than the tournament has opened"
    if (deal.closed.scoring is UNSET) != shared_deals.by_margin(state.settings):
        yield f"{name} is compared otherwise than its plan says"
    if tuple(deal.closed.shadow or ()) != board.shadow:
        yield f"{name} is compared with other means of bots than it has"
