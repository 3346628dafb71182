"""What lairs are good for, as matches of bots have taught: a linear model of who ends ahead.

`learned-1.json` was made by `python -m tests.bots.learn_lairs`, from matches by the rules alone;
docs/bots.md has how, and the sum of the file. Its unit is that of `Heuristic.evaluate`.
"""

from collections.abc import Sequence
from importlib.resources import files
from operator import mul
from typing import NamedTuple

import msgspec

from games.core import Seat
from games.second_story.cards import SUIT_COUNT
from games.second_story.model import NOBODY

Chips = Sequence[int]
"""A count for each suit, in any order."""

LEFT = 3
"""What is added to the chips of the scarcest suit: the fewer there are, the nearer is the end."""

GOING = 2 * SUIT_COUNT + 3
LAST = 2 * SUIT_COUNT + 1
"""How many weights there are before the last nights, and in them."""


class LairModel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The weights: of the chips from the most numerous suit on, and of what is yet to come."""

    model: str
    made_by: str
    going: tuple[float, ...]
    """Of each count, of each count by how near the end is, of the wait for the next night, of
    that by how near the end is, and of the Excuse."""
    last: tuple[float, ...]
    """Of each count, of each count of who has a night left, and of having one."""

    def __post_init__(self) -> None:
        """Raise ValueError unless there are as many weights as there are things to weigh."""
        if (len(self.going), len(self.last)) != (GOING, LAST):
            message = f"{self.model} must have {GOING} and {LAST} weights"
            raise ValueError(message)

    def weights(self, low: int, *, is_last: bool, has_night: bool) -> tuple[float, ...]:
        """Return what a chip of each suit is worth, from the most numerous suit on."""
        if is_last:
            chips, more = self.last[:SUIT_COUNT], self.last[SUIT_COUNT : 2 * SUIT_COUNT]
            return tuple([one + has_night * two for one, two in zip(chips, more, strict=True)])
        near = 1 / (low + LEFT)
        chips, more = self.going[:SUIT_COUNT], self.going[SUIT_COUNT : 2 * SUIT_COUNT]
        return tuple([one + near * two for one, two in zip(chips, more, strict=True)])

    def nights_ahead(self, low: int, wait: float, *, is_last: bool, has_night: bool) -> float:
        """Return what the nights to come are worth; wait is the next one's, in rounds."""
        if is_last:
            return has_night * self.last[2 * SUIT_COUNT]
        first, near = self.going[2 * SUIT_COUNT : 2 * SUIT_COUNT + 2]
        return wait * (first + near / (low + LEFT))

    @property
    def excuse(self) -> float:
        """Return what the Excuse is worth at home."""
        return self.going[-1]


MODEL = msgspec.json.decode(
    files("games.second_story").joinpath("learned-1.json").read_bytes(), type=LairModel
)


class Dusk(NamedTuple):
    """What is known of a table when a night begins, besides the lairs."""

    seats: int
    low: int
    """How many chips the bank has of the suit that it has the fewest of."""
    last: Seat
    """Whose night is the last one; NOBODY where the last nights have not begun."""
    active: Seat
    """Whose night begins."""
    excuse: Seat
    """In whose lair the Excuse is."""


class Stage:
    """How far a match is when a night begins: what chips are worth at each seat then."""

    __slots__ = ("extras", "weights")

    def __init__(self, dusk: Dusk, model: LairModel | None = None) -> None:
        """Look at a table when a night begins; by default with what was learned."""
        seats, low, last, active, excuse = dusk
        model = MODEL if model is None else model
        is_last = last != NOBODY
        left = (last - active) % seats
        self.weights = []
        self.extras = []
        for seat in range(seats):
            wait = (seat - active) % seats
            has_night = is_last and wait <= left
            extra = model.nights_ahead(low, wait / seats, is_last=is_last, has_night=has_night)
            if seat == excuse and not is_last:
                extra += model.excuse
            self.weights.append(model.weights(low, is_last=is_last, has_night=has_night))
            self.extras.append(extra)

    def value(self, seat: Seat, lair: Chips) -> float:
        """Return what a seat has with such a lair."""
        counts = sorted(lair, reverse=True)
        value: float = sum(map(mul, self.weights[seat], counts))
        return value + self.extras[seat]
