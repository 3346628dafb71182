"""Bots that think ahead: the same search with more and more time."""

import random
from collections.abc import Mapping
from math import inf
from time import monotonic
from typing import ClassVar

from bots.core import Bot, Move, Seen
from bots.guide import Guide
from bots.guide_pickpocket import PickpocketGuide
from bots.guide_second_story import SecondStoryGuide
from bots.guide_stick_em import StickEmGuide
from bots.guide_sticky_fingers import StickyFingersGuide
from bots.ismcts import Search

GUIDES: Mapping[str, Guide] = {
    "stick-em": StickEmGuide(),
    "second-story": SecondStoryGuide(),
    "sticky-fingers": StickyFingersGuide(),
    "pickpocket": PickpocketGuide(),
}
"""By game; a game without one is searched by its rules alone."""

UNGUIDED = Guide()


class Searcher(Bot):
    """Play what the search has tried most."""

    thinks = True
    iterations: ClassVar[int]
    """How many worlds are imagined for a move; with no clock, they and the seed decide alone."""
    seconds: ClassVar[float]
    """After how long a move is made with fewer, on a machine that is busy or slow."""

    def __init__(self, *, hurries: bool = True) -> None:
        """Set up a bot that keeps to its seconds, or one that takes the time that it needs."""
        self.hurries = hurries

    def unhurried(self) -> "Searcher":
        """Return the bot without its clock."""
        return type(self)(hurries=False)

    def choose(self, seen: Seen, rng: random.Random) -> Move:
        """Think about a move and return it."""
        rules, world, seat = seen.rules, seen.world, seen.seat
        search = Search(rules, world, seat, GUIDES.get(rules.game, UNGUIDED), rng)
        end = monotonic() + self.seconds if self.hurries else inf
        move = search.best(self.iterations, lambda: monotonic() > end)
        return rules.move_data(world, seat, move)


class Search1(Searcher):
    """The quick one."""

    id = "search-1"
    title = "Thinks ahead for a blink: 50 imagined worlds a move."
    iterations = 50
    seconds = 0.5


class Search2(Searcher):
    """The one in between."""

    id = "search-2"
    title = "Thinks ahead: 200 imagined worlds a move."
    iterations = 200
    seconds = 1.0


class Search3(Searcher):
    """The strong one."""

    id = "search-3"
    title = "Thinks ahead for long: 800 imagined worlds a move."
    iterations = 800
    seconds = 2.0
