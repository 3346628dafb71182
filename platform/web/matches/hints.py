"""What the page's script may know of a decision, so that hands do not slip."""

from typing import NamedTuple

from matches.answers import MatchShown
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


def hints_of(page: MatchShown) -> Hints:
    """Return the hints for a match as its reader sees it."""
    seat, view = page.my_seat, page.view
    pace = pace_of(page.game)
    ends_turn = " ".join(sorted(pace.ends_turn))
    if page.status != "live" or page.paused or seat is None or view is None:
        return Hints(is_mine=False, forced="", ends_turn=ends_turn, may_prepare=False)
    is_mine = seat in page.to_act
    forced = ""
    if is_mine and len(page.legal_moves) == 1:
        forced = "open" if pace.is_open(view, seat, page.legal_moves[0]) else "hidden"
    return Hints(is_mine, forced, ends_turn, not is_mine and pace.may_prepare(view))
