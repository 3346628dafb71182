"""What a game needs to be learnt: a fixed id for every move, and a view told in numbers."""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property
from typing import ClassVar

from environments.numbers import Numbers
from games import registry
from games.core import AnyRules, Outcome, Seat
from games.json_types import JsonMapping

Move = Hashable
"""A move as the engine keeps it."""


class Encoding(ABC):
    """How one game, in one version of its rules, is told in numbers."""

    rules_id: ClassVar[str]
    moves: Sequence[Move]
    """Every move that there is, by action id; further ones are only ever added at the end."""

    @cached_property
    def rules(self) -> AnyRules:
        """The rules of the game."""
        return registry.rules(self.rules_id)

    @cached_property
    def action_ids(self) -> Mapping[Move, int]:
        """The id of each move."""
        return {move: action for action, move in enumerate(self.moves)}

    @abstractmethod
    def numbers(self, view: JsonMapping, seats: int) -> Numbers:
        """Return what a seat knows, from its view alone; as many numbers in every view."""

    def legal_actions(self, state: object, seat: Seat) -> list[int]:
        """Return the ids of a seat's legal moves, ascending."""
        ids = self.action_ids
        return sorted([ids[move] for move in self.rules.legal_moves(state, seat)])

    def size(self, seats: int, options: Mapping[str, object]) -> int:
        """Return how many numbers a view has."""
        state = self.rules.new_state(seats, options)
        return len(self.numbers(self.rules.view(state, 0), seats))


def rewards(outcome: Outcome) -> list[float]:
    """Return what the match was worth to each seat: 1 for the first alone, -1 for the last alone.

    The part of the others that a seat has left behind less the part that it came behind. They add
    up to 0.
    """
    places = outcome.placings
    others = len(places) - 1
    return [
        (sum(place > own for place in places) - sum(place < own for place in places)) / others
        for own in places
    ]
