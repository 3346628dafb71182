"""Bots that think ahead: the same search with more and more time."""

import random
from math import inf
from time import monotonic
from typing import ClassVar, cast

from bots.core import Bot
from bots.ismcts import Search
from games.heuristic import Heuristic
from games.observation import Move, Observation
from games.parts import part_of

UNGUIDED = Heuristic()


def guide_of(game: str) -> Heuristic:
    """Return `HEURISTIC` of a game; a game without one is searched by its rules alone."""
    part = part_of(game, "heuristic")
    return cast("Heuristic", part.HEURISTIC) if part else UNGUIDED


class Searcher(Bot):
    """Play what the search has tried most."""

    level = "crafty"
    thinks = True
    iterations: ClassVar[int]
    """How many worlds are imagined for a move; with no clock, they and the seed decide alone."""
    seconds: ClassVar[float]
    """After how long a move is made with fewer, on a machine that is busy or slow."""

    def __init__(self, *, hurries: bool = True) -> None:
        """Set up a bot that keeps to its seconds, or one that takes the time that it needs."""
        self.hurries = hurries

    def without_clock(self) -> "Searcher":
        """Return the bot without its clock."""
        return type(self)(hurries=False)

    def choose(self, seen: Observation, rng: random.Random) -> Move:
        """Think about a move and return it."""
        rules, world, seat = seen.rules, seen.world, seen.seat
        search = Search(rules, world, seat, guide_of(rules.game), rng)
        end = monotonic() + self.seconds if self.hurries else inf
        move = search.best(self.iterations, lambda: monotonic() > end)
        return rules.move_data(world, seat, move)


class Search1(Searcher):
    """The quick one."""

    id = "search-1"
    title = "Looks ahead briefly: 50 simulations per move."
    iterations = 50
    seconds = 0.5


class Search2(Searcher):
    """The one in between."""

    id = "search-2"
    title = "Looks ahead: 200 simulations per move."
    iterations = 200
    seconds = 1.0


class Search3(Searcher):
    """The strong one."""

    id = "search-3"
    title = "Looks far ahead: 800 simulations per move."
    iterations = 800
    seconds = 2.0
