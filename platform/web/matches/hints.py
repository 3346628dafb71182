"""What the page's script may know of a decision, so that hands do not slip."""

from typing import NamedTuple

from matches.state import Data, Status
from web.games.pace import pace_of


class Hints(NamedTuple):
    """What the script is told about the reader's next move; all of it the reader knows."""

    is_mine: bool
    """Whether it is the reader's turn."""
    forced: str
    """Why there is but one move: `open` for all to see, or `hidden` in the hand; else empty."""
    ends_turn: str
    """The types of moves that end a turn."""
    may_prepare: bool
    """Whether a card of the hand may be chosen before it is one's turn."""


def hints_of(page: Data) -> Hints:
    """Return the hints for a page, as `selectors.match_page` returned it."""
    seat, view = page["my_seat"], page["view"]
    pace = pace_of(page["game"])
    is_running = page["status"] == Status.LIVE and not page["paused"] and seat is not None
    is_mine = is_running and seat in page["to_act"]
    forced = ""
    if is_mine and len(page["legal_moves"]) == 1:
        forced = "open" if pace.is_open(view, seat, page["legal_moves"][0]) else "hidden"
    may_prepare = is_running and not is_mine and pace.may_prepare(view)
    return Hints(is_mine, forced, " ".join(sorted(pace.ends_turn)), may_prepare)
