"""How the table of a game moves: which events want a moment, which moves end a turn.

A game's folder says so in `pace.py`; without one every event just moves its pieces.
"""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Literal, NamedTuple, TypeAlias, cast

from games.json_types import JsonMapping
from web.games.registry import folder_of

Moment: TypeAlias = Literal["deal", "dice", "move", "open", "reveal", "stay", "trick"]
"""What a table does at an event; `pace.js` says for how long."""
View: TypeAlias = JsonMapping
Move: TypeAlias = JsonMapping
IsOpen: TypeAlias = Callable[[View, int, Move], bool]
"""Tells of a seat's only legal move whether everybody at the table sees that there is no other."""


def _never(_view: View, _seat: int, _move: Move) -> bool:
    return False


def _in_no_view(_view: View) -> bool:
    return False


class Pace(NamedTuple):
    """The pace of one game."""

    moments: Mapping[str, Moment] = {}
    """By type of event."""
    ends_turn: frozenset[str] = frozenset()
    """The types of moves after which somebody else is to move, or may be."""
    may_prepare: Callable[[View], bool] = _in_no_view
    """Tells whether the viewer may choose a card of the hand while others think."""
    is_open: IsOpen = _never


@cache
def pace_of(game: str) -> Pace:
    """Return the pace of a game."""
    name = f"web.games.{folder_of(game)}.pace"
    if find_spec(name) is None:
        return Pace()
    return cast("Pace", import_module(name).PACE)
