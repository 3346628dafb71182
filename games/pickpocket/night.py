"""A night of Pickpocket as the thief on turn may reckon it, from the tiles not yet seen."""

from collections.abc import Sequence
from functools import cache
from operator import add, mul

from games.core import Seat
from games.pickpocket.dataset import BOXES
from games.pickpocket.model import DOUBLE, STEPS, State
from games.pickpocket.moves import DRAW, DRINK, LEAVE
from games.pickpocket.tiles import ELEMENTS, GUARDS, LINES, LOOTS, SHOWN

EXIT = 0.5
"""How likely a rival is to leave before one's next turn."""

DRAWS = 0.5
"""How likely a rival who stays is to draw from the bag until then."""

GROWTH = 0.5
"""Points that the loot is worth more by then."""

WARNING = 0.7
"""What share of a thief's prospects is left after a warning."""

GUARD = 23 / 7
"""What a guard is worth on average."""

KEPT = 1.2
"""What a point in hand is worth: it is sure, and the tile may yet serve."""

Counts = Sequence[float]
"""Elements by line."""


def on(lines: int, counts: Counts) -> float:
    """Return how many elements stand on the lines of a set."""
    purses, keys, vials, jewels = counts
    total = purses if lines & 1 else 0
    if lines & 2:
        total += keys
    if lines & 4:
        total += vials
    if lines & 8:
        total += jewels
    return total


ADDED = tuple(
    [tuple([on(lines, counts) for lines in range(1 << len(LINES))]) for counts in ELEMENTS]
)
"""How many elements a tile adds to the lines of a set, by tile and set."""


@cache
def _box(dataset: str) -> tuple[int, ...]:
    """Return how many of each loot tile there are."""
    return tuple(map(BOXES[dataset].loot.count, range(LOOTS)))


class Night:
    """What the moves of the thief on turn are likely to bring tonight, in points.

    It judges as the greedy bot does where nobody has a power, many times as fast.
    """

    __slots__ = ("_fits", "alone", "draws", "guard", "guards", "hand", "next", "shown", "state")

    def __init__(self, state: State, seat: Seat) -> None:
        self.state = state
        self.hand = state.hands[seat]
        self.guards = sum(state.guards)
        self.guard = (GUARDS - state.guards_shown()) / len(state.bag)
        """How likely the next tile is a guard."""
        self.next = self._next()
        """The loot that may be next, and how likely each is."""
        self.shown = [sum([p for tile, p in self.next if ELEMENTS[tile][i]]) for i in range(4)]
        """How likely the next tile shows a line, by line."""
        rivals = state.inside.bit_count() - 1
        self.alone: float = EXIT**rivals
        """How likely all the others leave before one's next turn."""
        self.draws = rivals * (1 - EXIT) * DRAWS
        """How many tiles are drawn until then."""
        self._fits: dict[int, tuple[float, float]] = {}

    def _next(self) -> list[tuple[int, float]]:
        state = self.state
        unseen = [*_box(state.box.table.dataset)]
        for pile in (state.row, state.discard, self.hand):
            for tile in pile:
                unseen[tile] -= 1
        share = (1 - self.guard) / max(1, sum(unseen))
        return [(tile, count * share) for tile, count in enumerate(unseen) if count * share]

    def fits(self, lines: int) -> tuple[float, float]:
        """Return how likely the next tile is loot that carries on a line, and what it adds."""
        found = self._fits.get(lines)
        if found is None:
            likely = sum([share for tile, share in self.next if SHOWN[tile] & lines])
            adds = sum([share * ADDED[tile][lines] for tile, share in self.next])
            found = self._fits[lines] = likely, adds
        return found

    def points(self, move: int) -> float:
        """Return the points that a move is likely to bring; of equals, lay down who is ahead."""
        state, guards = self.state, self.guards
        lines, counts = state.open, state.counts
        if state.phase == DOUBLE:
            return self._step(move, STEPS - 1 - state.steps)
        if move == DRAW:
            return self._drawn()
        if move < LOOTS:
            lines &= SHOWN[move]
            elements = on(lines, counts) + ADDED[move][lines]
            return self._inside(elements, lines, guards, self._without(move)) - self._kept(move)
        elements = on(lines, counts)
        if move == DRINK:
            return self._inside(elements, lines, guards, self.hand)
        ahead = state.scores[move - LEAVE - 1] / 1000 if move > LEAVE else 0.0
        return elements + guards + ahead

    def _without(self, tile: int) -> Sequence[int]:
        hand = self.hand[:]
        hand.remove(tile)
        return hand

    def _kept(self, tile: int) -> float:
        return KEPT * self.state.box.values[tile]

    def _inside(self, elements: float, lines: int, guards: float, hand: Sequence[int]) -> float:
        """Return what it is worth to be inside until one's next turn, or alone by then."""
        safe, _ = self.fits(lines)
        if not guards:
            safe += self.guard
        steps = max(0, STEPS - sum([1 for tile in hand if SHOWN[tile] & lines]))
        doubled = (2 * elements + guards + GROWTH) * safe**steps
        stays = elements + guards + GROWTH
        if guards:
            stays *= (1 - self.guard) ** self.draws
        worth: float = self.alone * doubled + (1 - self.alone) * stays
        return worth

    def _drawn(self) -> float:
        """Return what drawing a tile is worth: it carries on, is a guard, or catches the thief."""
        state, hand, guards = self.state, self.hand, self.guards
        lines, counts = state.open, state.counts
        ways: dict[int, tuple[float, float]] = {}
        caught = 0.0
        for tile, share in self.next:
            after = lines & SHOWN[tile]
            if after:
                likely, added = ways.get(after, (0.0, 0.0))
                ways[after] = likely + share, added + share * ADDED[tile][after]
            else:
                caught += share
        points = 0.0
        for after, (likely, added) in ways.items():
            elements = on(after, counts) + added / likely
            points += likely * self._inside(elements, after, guards, hand)
        here = on(lines, counts)
        if state.standing >> state.acting[0] & 1:
            points += WARNING * caught * self._inside(here, lines, guards, hand)
        if not guards:
            points += self.guard * self._inside(here, lines, GUARD, hand)
        return points

    def _step(self, move: int, left: int) -> float:
        """Return the points of a step of stop-or-double, with so many after it."""
        state, guards = self.state, self.guards
        lines, counts = state.open, state.counts
        if move == DRINK:
            return self._steps(lines, counts, guards, self.hand, left)
        if move < LOOTS:
            after = tuple(map(add, counts, ELEMENTS[move]))
            steps = self._steps(lines & SHOWN[move], after, guards, self._without(move), left)
            return steps - self._kept(move)
        if not left:
            return self._last_drawn(lines, counts, guards)
        points = 0.0
        for tile, share in self.next:
            if SHOWN[tile] & lines:
                after = tuple(map(add, counts, ELEMENTS[tile]))
                points += share * self._steps(lines & SHOWN[tile], after, guards, self.hand, left)
        if not guards:
            points += self.guard * self._steps(lines, counts, GUARD, self.hand, left)
        return points

    def _steps(
        self, lines: int, counts: Counts, guards: float, hand: Sequence[int], left: int
    ) -> float:
        """Return the best that the step that is left may bring, or what there is after the last."""
        if not left:
            return 2 * on(lines, counts) + guards
        best = self._last_drawn(lines, counts, guards)
        for tile in hand:
            after = SHOWN[tile] & lines
            if after:
                points = 2 * (on(after, counts) + ADDED[tile][after]) + guards - self._kept(tile)
                best = max(best, points)
        return best

    def _last_drawn(self, lines: int, counts: Counts, guards: float) -> float:
        """Return what drawing the last tile is worth.

        An element still counts if the tile shows its line, so no tile is looked at by itself.
        """
        safe, added = self.fits(lines)
        points = 2 * (on(lines, tuple(map(mul, counts, self.shown))) + added) + guards * safe
        if not guards:
            points += self.guard * (2 * on(lines, counts) + GUARD)
        return points
