"""Bots that think ahead: the same search with more and more time."""

import random
from math import inf
from time import monotonic
from typing import ClassVar, cast

from bots.core import Bot
from bots.ismcts import Search
from games.heuristic import AnyHeuristic, Heuristic
from games.observation import Move, Observation
from games.parts import part_of

UNGUIDED: AnyHeuristic = Heuristic()

MOST = 20_000
"""Playouts of the strongest level of a game, as far as they fit into its seconds."""


def guide_of(game: str) -> AnyHeuristic:
    """Return `HEURISTIC` of a game; a game without one is searched by its rules alone."""
    part = part_of(game, "heuristic")
    return cast("AnyHeuristic", part.HEURISTIC) if part else UNGUIDED


class Searcher(Bot):
    """Play what the search expects to bring most."""

    level = "crafty"
    thinks = True
    step: ClassVar[int]
    """Which of the search's levels it is, from 1 on; not every game has as many."""
    seconds: ClassVar[float]
    """After how long a move is made with fewer, on a machine that is busy or slow."""

    def __init__(self, *, hurries: bool = True) -> None:
        """Set up a bot that keeps to its seconds, or one that takes the time that it needs."""
        self.hurries = hurries

    def is_offered(self, game: str) -> bool:
        """Tell whether this level of the search exists in the game."""
        return self.plays(game) and self.step <= len(guide_of(game).playouts)

    def without_clock(self) -> "Searcher":
        """Return the bot without its clock."""
        return type(self)(hurries=False)

    def playouts(self, game: str) -> int:
        """Return after how many playouts it moves; with no clock, they and the seed decide alone.

        Where its level does not exist, it plays like the last one that does. That one takes the
        time that there is.
        """
        each = guide_of(game).playouts
        if self.hurries and self.step >= len(each) and each[-1]:
            return MOST
        return each[min(self.step, len(each)) - 1]

    def choose(self, seen: Observation, rng: random.Random) -> Move:
        """Think about a move and return it."""
        rules, world, seat = seen.rules, seen.world, seen.seat
        end = monotonic() + self.seconds if self.hurries else inf
        search = Search(rules, world, seat, guide_of(rules.game), rng)
        move = search.best(self.playouts(rules.game), lambda: monotonic() > end)
        return rules.move_data(world, seat, move)


class Search1(Searcher):
    """The quick one."""

    id = "search-1"
    title = "Looks ahead briefly."
    step = 1
    seconds = 0.5


class Search2(Searcher):
    """The one in between."""

    id = "search-2"
    title = "Looks ahead."
    step = 2
    seconds = 1.0


class Search3(Searcher):
    """The strong one."""

    id = "search-3"
    title = "Looks far ahead."
    step = 3
    seconds = 2.0
