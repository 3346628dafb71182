"""What a bot is: a policy that sees a seat's view and legal moves and nothing else."""

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from games.core import Rules

Move = dict[str, Any]
"""A move as clients send it."""


class Bot(ABC):
    """A policy for one or more games; one instance plays at any number of tables."""

    id: ClassVar[str]
    title: ClassVar[str]
    """A sentence for the person who seats it."""
    games: ClassVar[frozenset[str] | None] = None
    """The games that it plays, None for every game."""

    def plays(self, game: str) -> bool:
        """Tell whether the bot plays the game."""
        return self.games is None or game in self.games

    @abstractmethod
    def choose(
        self,
        rules: Rules[Any, Any, Any],
        view: Mapping[str, Any],
        legal: Sequence[Move],
        rng: random.Random,
    ) -> Move:
        """Return one of the legal moves, of which there is at least one.

        view and legal are the seat's own, as the API shows them. Equal arguments choose equally:
        all chance is rng's, and nothing is kept from one move to the next.
        """
