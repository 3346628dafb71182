"""What a bot is: a policy that gets what a seat knows and nothing else."""

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar, Literal

from bots.chance import RandomChance
from games.core import Rules, Seat

AnyRules = Rules[Any, Any, Any]
Move = dict[str, Any]
View = Mapping[str, Any]
"""What a seat may know, as JSON has it."""
"""A move as clients send it."""
Level = Literal["gentle", "steady", "crafty"]
"""How hard a bot is to play against, from the easiest on."""


class Observation:
    """A match as one seat sees it.

    What is hidden from the seat has been dealt anew before a bot gets it, so that no bot can look
    at it, whatever it does.
    """

    def __init__(self, rules: AnyRules, state: Any, seat: Seat, rng: random.Random) -> None:
        self.rules = rules
        self.seat = seat
        self.world = rules.determinise(state, seat, RandomChance(rng))
        """A state that the seat cannot tell from the true one; a bot may read it, not change it."""

    @cached_property
    def view(self) -> View:
        """The seat's view, as the API shows it."""
        return self.rules.view(self.world, self.seat)

    @cached_property
    def legal(self) -> list[Move]:
        """The seat's legal moves in canonical order, as the API shows them."""
        rules, world, seat = self.rules, self.world, self.seat
        return [rules.move_data(world, seat, move) for move in rules.legal_moves(world, seat)]


class Bot(ABC):
    """A policy for one or more games; one instance plays at any number of tables."""

    id: ClassVar[str]
    title: ClassVar[str]
    """A sentence for the person who seats it."""
    level: ClassVar[Level | None] = None
    """None for one that is there for programs to be tried on, and no company for people."""
    games: ClassVar[frozenset[str] | None] = None
    """The games that it plays, None for every game."""
    thinks: ClassVar[bool] = False
    """Whether a move takes it much longer than making it takes the server."""

    def plays(self, game: str) -> bool:
        """Tell whether the bot plays the game."""
        return self.games is None or game in self.games

    def without_clock(self) -> "Bot":
        """Return the bot as it plays without a clock, so that it always plays alike."""
        return self

    @abstractmethod
    def choose(self, seen: Observation, rng: random.Random) -> Move:
        """Return one of the seat's legal moves, of which there is at least one.

        The same for all that the seat cannot tell apart, and for equal chance: all chance is
        rng's, and nothing is kept from one move to the next.
        """
