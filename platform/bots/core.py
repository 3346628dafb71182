"""What a bot is: a policy that gets what a seat knows and nothing else."""

import random
from abc import ABC, abstractmethod
from typing import ClassVar, Literal

from games.observation import Move, Observation

Level = Literal["gentle", "steady", "crafty"]
"""How hard a bot is to play against, from the easiest on."""


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

    def is_offered(self, game: str) -> bool:
        """Tell whether the bot is a level of its own in a game that it plays."""
        return self.plays(game)

    def without_clock(self) -> "Bot":
        """Return the bot as it plays without a clock, so that it always plays alike."""
        return self

    @abstractmethod
    def choose(self, seen: Observation, rng: random.Random) -> Move:
        """Return one of the seat's legal moves, of which there is at least one.

        The same for all that the seat cannot tell apart, and for equal chance: all chance is
        rng's, and nothing is kept from one move to the next.
        """
