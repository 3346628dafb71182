"""A match of Pickpocket as it stands."""

from collections.abc import Mapping
from typing import Final, Self

from games.core import Seat
from games.pickpocket.dataset import BOXES, Components
from games.pickpocket.tiles import AMBIDEXTROUS, POWERS

SETUP: Final = 0
POWER: Final = 1
TURN: Final = 2
REDRAW: Final = 3
DOUBLE: Final = 4
DAWN: Final = 5
OVER: Final = 6
PHASES = ("setup", "power", "turn", "redraw", "double", "dawn", "over")
"""The phase's name; `setup` and `dawn` only stand between the events of one decision."""

NOBODY: Final = -10
"""Where there is no seat; no viewer is called so."""

NO_TILE: Final = -1

SEATS_WARNED_MAX: Final = 3
"""At tables of up to so many, a thief is warned before he is expelled (PK-26)."""

STEPS: Final = 2
"""What stop-or-double asks for: tiles, or a beer for one of them (PK-35)."""

ALONE = tuple((seat,) for seat in range(6))
"""Who has to act where only that seat has."""


class State:
    """A match of Pickpocket as it stands; sets of seats are numbers whose bit s is seat s."""

    __slots__ = (
        "acting",
        "arrivals",
        "bag",
        "beer_drunk",
        "box",
        "caught",
        "counts",
        "discard",
        "dutch",
        "guard_counts",
        "guards",
        "hand_values",
        "hands",
        "holders",
        "inside",
        "left_with",
        "night",
        "open",
        "past_guards",
        "phase",
        "powers",
        "prince",
        "queue",
        "redrawn",
        "row",
        "scores",
        "seats",
        "standing",
        "starter",
        "steps",
        "warns",
    )

    box: Components
    """The dataset."""
    powers: bool
    """Whether it is played with powers (PK-56)."""
    dutch: bool
    """Whether the passage is that of the Dutch rules (D2)."""
    guard_counts: bool
    """Whether a first guard is one of the two tiles of stop-or-double (PK-16)."""
    warns: bool
    """Whether thieves are warned before they are expelled (PK-26)."""
    arrivals: list[Seat]
    """Seats by when their markers last moved, the longest ago first: the stacks (PK-21)."""
    hands: list[list[int]]
    """Sorted, by seat."""
    bag: list[int]
    """The next tile last."""
    row: list[int]
    """The loot after the merchant, in the order in which it was laid."""
    counts: list[int]
    """Elements in the row and on the merchant, by line."""
    open: int
    """The set of lines that have been whole since the merchant."""
    guards: list[int]
    """The values of tonight's guards."""
    past_guards: list[int]
    """The values of the guards of earlier nights (PK-51)."""
    standing: int
    """Who may still be warned tonight; nobody where there are no warnings."""
    left_with: list[int | None]
    """What each seat got that has left tonight, of its own will or by the passage; else None."""
    holders: list[Seat]
    """Who has the power tonight, or NOBODY; by power."""
    queue: tuple[Seat, ...]
    """Who has yet to choose a power, in this order."""
    redrawn: bool
    """Whether the ambidextrous thief has drawn again tonight."""
    caught: int
    """The tile that the ambidextrous thief was caught with, while he thinks; else NO_TILE."""
    steps: int
    """How many of the two steps of stop-or-double are done."""
    hand_values: tuple[int, ...]
    """What the hands were worth at the end; none before."""

    def __init__(self, dataset: str, seats: int, options: Mapping[str, object]) -> None:
        self.box = BOXES[dataset]
        self.seats = seats
        self.powers = options["powers"] is True
        self.dutch = options["passage"] == "dutch"
        self.guard_counts = options["guard_counts_in_double"] is True
        self.warns = seats <= SEATS_WARNED_MAX
        self.phase = SETUP
        self.acting: tuple[Seat, ...] = ()
        self.night = 0
        self.starter: Seat = NOBODY
        self.prince: Seat = NOBODY
        self.scores = [0] * seats
        self.arrivals = list(range(seats))
        self.hands = [[] for _ in range(seats)]
        self.bag = []
        self.row = []
        self.counts = [*self.box.elements]
        self.open = self.box.opens
        self.discard: list[int] = []
        self.guards = []
        self.past_guards = []
        self.inside = 0
        self.standing = 0
        self.left_with = [None] * seats
        self.holders = [NOBODY] * len(POWERS.names)
        self.queue = ()
        self.beer_drunk = False
        self.redrawn = False
        self.caught = NO_TILE
        self.steps = 0
        self.hand_values = ()

    def copy(self) -> Self:
        """Return a state that shares nothing mutable with this one."""
        other = self.__new__(type(self))
        other.box = self.box
        other.seats = self.seats
        other.powers = self.powers
        other.dutch = self.dutch
        other.guard_counts = self.guard_counts
        other.warns = self.warns
        other.phase = self.phase
        other.acting = self.acting
        other.night = self.night
        other.starter = self.starter
        other.prince = self.prince
        other.scores = self.scores[:]
        other.arrivals = self.arrivals[:]
        other.hands = [hand[:] for hand in self.hands]
        other.bag = self.bag[:]
        other.row = self.row[:]
        other.counts = self.counts[:]
        other.open = self.open
        other.discard = self.discard[:]
        other.guards = self.guards[:]
        other.past_guards = self.past_guards[:]
        other.inside = self.inside
        other.standing = self.standing
        other.left_with = self.left_with[:]
        other.holders = self.holders[:]
        other.queue = self.queue
        other.beer_drunk = self.beer_drunk
        other.redrawn = self.redrawn
        other.caught = self.caught
        other.steps = self.steps
        other.hand_values = self.hand_values
        return other

    def next_tile(self, seat: Seat) -> int:  # noqa: ARG002  # All draw from one pile.
        """Return the tile that a seat would draw next."""
        return self.bag[-1]

    def take_next(self, seat: Seat) -> None:  # noqa: ARG002  # All draw from one pile.
        """Take the tile that a seat draws out of the bag."""
        self.bag.pop()

    def next_inside(self, seat: Seat) -> Seat:
        """Return the next thief clockwise who is still inside (PK-49); there must be one."""
        inside, seats = self.inside, self.seats
        seat = (seat + 1) % seats
        while not inside >> seat & 1:
            seat = (seat + 1) % seats
        return seat

    def alone(self) -> bool:
        """Tell whether exactly one thief is inside."""
        return self.inside & (self.inside - 1) == 0 and self.inside != 0

    def rivals_standing(self, seat: Seat) -> int:
        """Return the set of the other thieves whom whoever leaves may lay down (PK-28)."""
        return self.inside & self.standing & ~(1 << seat)

    def may_redraw(self, seat: Seat) -> bool:
        """Tell whether a seat that is caught may draw again: once a night (PK-31)."""
        return self.holders[AMBIDEXTROUS] == seat and not self.redrawn

    def guards_shown(self) -> int:
        """Return how many guards have appeared in the match."""
        return len(self.past_guards) + len(self.guards)


class PersonalState(State):
    """A match by `pickpocket@2`: `bag` is sorted, and each seat draws in an order of its own."""

    __slots__ = ("orders", "pieces")

    pieces: tuple[int, ...]
    """The tile of each piece that has been in the bag; a piece is a number from 0."""
    orders: list[list[int]]
    """By seat, the pieces that are in the bag, the one that it draws next last."""

    def __init__(self, dataset: str, seats: int, options: Mapping[str, object]) -> None:
        super().__init__(dataset, seats, options)
        self.pieces = ()
        self.orders = [[] for _ in range(seats)]

    def copy(self) -> Self:
        """Return a state that shares nothing mutable with this one."""
        other = super().copy()
        other.pieces = self.pieces
        other.orders = [order[:] for order in self.orders]
        return other

    def next_tile(self, seat: Seat) -> int:
        """Return the tile that a seat would draw next."""
        return self.pieces[self.orders[seat][-1]]

    def take_next(self, seat: Seat) -> None:
        """Take the piece that a seat draws out of the bag, and so out of everybody's order."""
        piece = self.orders[seat][-1]
        self.bag.remove(self.pieces[piece])
        for order in self.orders:
            order.remove(piece)
