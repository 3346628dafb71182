"""The luck of a player over many matches: by game, with a drawing of the mean and its interval."""

from typing import NamedTuple
from uuid import UUID

from analyses import player_luck
from analyses.answers import LuckOfGame
from web.matches.luck import signed

HALF = 100
"""Half the width of the drawing's field, in its own units; nothing is in the middle."""
LEAST_SCALE = 0.5
"""Places at the ends of the field at least, so that a tiny interval does not look large."""
PLACES = 2
"""Digits of the figures behind the point: they are smaller than those of one match."""


class LuckRow(NamedTuple):
    """A game: its figures in words, and where they are in the drawing."""

    game: str
    matches: int
    mean: str
    low: str
    high: str
    dot: float
    left: float
    right: float


def rows(account: UUID, viewer: UUID | None) -> list[LuckRow]:
    """Return the games of a player that have matches enough, as the viewer may know of them."""
    found = player_luck.of_player(account, viewer).games
    scale = max([LEAST_SCALE, *(abs(end) for each in found for end in (each.low, each.high))])
    return [_row(each, scale) for each in found]


def _row(found: LuckOfGame, scale: float) -> LuckRow:
    def at(value: float) -> float:
        return round(HALF * (1 + value / scale), 1)

    return LuckRow(
        game=found.game,
        matches=found.matches,
        mean=signed(found.mean, PLACES),
        low=signed(found.low, PLACES),
        high=signed(found.high, PLACES),
        dot=at(found.mean),
        left=at(found.low),
        right=at(found.high),
    )
