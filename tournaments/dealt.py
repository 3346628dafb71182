"""Whether the deal of a match comes from the well of its tournament, by the logs of both. Pure."""

from typing import NamedTuple

from games import fair_draws
from games.json_types import JsonMapping
from tournaments.draw_audit import Audit
from tournaments.drawing import board_slot
from tournaments.state import Board

FIELDS = ("deal", "commitment", "bind", "shared_deal")


class Opened(NamedTuple):
    """How a match was opened."""

    match: str
    deal: str
    """The tournament and the slot, with a slash between them."""
    commitment: str
    bind: str
    shared_deal: str

    @classmethod
    def of(cls, match: str, data: JsonMapping) -> "Opened":
        """Read the first event of a match."""
        said = (str(data.get(name, "")) for name in FIELDS)
        return cls(match, *said)

    @property
    def board(self) -> int:
        """The number of the deal that many tables of its round play; 0 of its own."""
        first, _, number = self.deal.partition("/")[2].partition("/")
        return int(number) if first == "board" and self.shared_deal and number.isdigit() else 0

    @property
    def tournament(self) -> str:
        """The id of the tournament; empty of a match that has a secret of its own."""
        stream, slash, _ = self.deal.partition("/")
        return stream if slash else ""


def fault(opened: Opened, audit: Audit) -> str | None:
    """Return what is wrong with the deal of a match by a log of its tournament that was checked."""
    slot = opened.deal.partition("/")[2]
    board = audit.state.boards.get(opened.board)
    if board is not None:
        return _fault_of_board(opened, audit, board)
    if audit.slots.get(slot) != opened.match:
        return f"the tournament has dealt no such match under the slot {slot}"
    draw = audit.state.draws.find(int(slot.partition("/")[0]))
    if draw is None or draw.value != opened.bind:
        return "the deal does not hang on the draw of its slot"
    return _fault_of_secret(opened, audit, slot)


def fault_of_result(match: str, ended: JsonMapping, audit: Audit) -> str | None:
    """Return what is wrong with the scores that a tournament counts of a match, by its last event.

    Nothing is where the staff has decided the table, or where it has several matches.
    """
    for _, table in audit.state.tables():
        if str(table.match) != match or table.source != "match" or table.counted:
            continue
        if table.scores is not None and list(table.scores) != ended.get("scores"):
            return "the tournament counts other scores than those of the match"
    return None


def _fault_of_board(opened: Opened, audit: Audit, board: Board) -> str | None:
    """Return what is wrong with a match that is to play a deal of its round with others."""
    draw = audit.state.draws.find(board.draw)
    if audit.shared.get(opened.match) != board.number:
        return "the tournament has opened no such match at a table of its deal"
    if opened.shared_deal != str(board.deal):
        return "the match plays another deal than its round"
    if draw is None or draw.value != opened.bind:
        return "the deal does not hang on the draw of its round"
    return _fault_of_secret(opened, audit, board_slot(board.number))


def _fault_of_secret(opened: Opened, audit: Audit, slot: str) -> str | None:
    if not audit.secrets:
        return "the log of the tournament does not show the secret of its well"
    stream = str(audit.id)
    for secret in audit.secrets:
        own = fair_draws.slot_secret(secret, stream, slot)
        if fair_draws.commitment(own, opened.deal).hex() == opened.commitment:
            return None
    return "the secret of the deal does not come from a well that the tournament has shown"
