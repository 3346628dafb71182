"""What a seat knows of a match, for whoever chooses its moves."""

from functools import cached_property

from games.chance import Chance
from games.core import AnyRules, Seat
from games.json_types import JsonMapping, JsonObject

Move = JsonObject
"""A move as clients send it."""
View = JsonMapping
"""What a seat may know, as JSON has it."""


class Observation:
    """A match as one seat sees it.

    What is hidden from the seat has been dealt anew before a bot gets it, so that no bot can look
    at it, whatever it does.
    """

    def __init__(self, rules: AnyRules, state: object, seat: Seat, chance: Chance) -> None:
        self.rules = rules
        self.seat = seat
        self.world = rules.determinise(state, seat, chance)
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
