"""What a search knows of Pickpocket: a night at a time, and when to leave."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from bots.core import AnyRules
from bots.guide import Guide
from games.core import Seat
from games.pickpocket.dataset import BOXES
from games.pickpocket.events import GuardAppeared, NightEnded, TileDrawn
from games.pickpocket.model import DOUBLE, POWER, REDRAW, State
from games.pickpocket.moves import DRAW, DRINK, LEAVE
from games.pickpocket.tiles import ELEMENTS, GUARDS, LOOTS, SHOWN

STAYS = 0.5
"""How likely a rival is still inside at one's next turn."""

DRAWS = 0.25
"""How likely a rival draws from the bag until then."""

GROWTH = 0.6
"""Points that the loot is worth more by then."""

WARNING = 0.6
"""What share of a thief's prospects is left after a warning."""

GUARD = 3
"""What a guard is worth on average."""

KEPT = 1.2
"""What a point in hand is worth: it is sure, and the tile may yet serve."""

KEPT_FIRST, KEPT_LESS = 1.3, 0.08
"""What it is worth between nights, before the first guard, and how much less after each.

These, and the lead that holds, told best who would be ahead in the end, in a logistic regression
over the nights of 400 matches of greedy bots.
"""


class Fit(NamedTuple):
    """A way in which a tile may carry the row on."""

    lines: int
    """The set of lines that are whole after it."""
    share: float
    """How many of the loot tiles do so."""
    elements: float
    """What these tiles add to those lines on average."""


class PickpocketGuide(Guide):
    """Breaks playouts off when a night is over."""

    stops = frozenset({NightEnded})
    shows = frozenset({TileDrawn, GuardAppeared})
    trust = 20.0
    whim = 0.02

    def weigh(self, state: State, seat: Seat, legal: Sequence[int]) -> Sequence[float]:
        """Return the points that each move is likely to bring tonight."""
        if state.phase == POWER:
            return [0.0] * len(legal)
        if state.phase == REDRAW:
            draws = state.alone() or not state.standing >> seat & 1
            return (1.0, 0.0) if draws else (0.0, 1.0)
        night = _Night(state, seat)
        lead = _lead(state)
        return [night.points(move) / lead for move in legal]

    def worth(self, rules: AnyRules, state: State) -> Sequence[float]:  # noqa: ARG002
        """Return the scores and what the hands are good for."""
        values, lead = state.box.values, _lead(state)
        kept = KEPT_FIRST - KEPT_LESS * state.guards_shown()
        return [
            (score + kept * sum([values[tile] for tile in hand])) / lead
            for score, hand in zip(state.scores, state.hands, strict=True)
        ]


def _lead(state: State) -> float:
    """Return how many points of a lead may be expected to hold: fewer with every guard."""
    return 8.0 - 0.9 * state.guards_shown()


@cache
def fits(dataset: str, lines: int) -> tuple[Fit, ...]:
    """Return how loot tiles carry on a row of which those lines are whole."""
    loot = BOXES[dataset].loot
    tiles = Counter[int]()
    elements = Counter[int]()
    for tile in loot:
        after = SHOWN[tile] & lines
        tiles[after] += 1
        elements[after] += _on(after, ELEMENTS[tile])
    return tuple(
        Fit(after, count / len(loot), elements[after] / count)
        for after, count in tiles.items()
        if after
    )


def _on(lines: int, counts: Sequence[int]) -> int:
    """Return how many elements stand on the lines."""
    purses, keys, vials, jewels = counts
    total = purses if lines & 1 else 0
    if lines & 2:
        total += keys
    if lines & 4:
        total += vials
    if lines & 8:
        total += jewels
    return total


class _Night:
    """A night as the thief on turn may reckon it, knowing tiles by their shares in the box."""

    __slots__ = ("alone", "blocked", "fits", "guard", "guards", "hopes", "seat", "state", "steps")

    def __init__(self, state: State, seat: Seat) -> None:
        self.state = state
        self.seat = seat
        self.fits = fits(state.box.table.dataset, state.open)
        self.guards = sum(state.guards)
        self.guard = (GUARDS - state.guards_shown()) / len(state.bag)
        """How likely the next tile is a guard."""
        rivals = state.inside.bit_count() - 1
        self.alone: float = STAYS**rivals
        self.blocked: float = 1 - (1 - self.guard) ** (rivals * DRAWS) if state.guards else 0.0
        self.steps = 1 - state.steps if state.phase == DOUBLE else 2
        self.hopes = 0.0 if state.phase == DOUBLE else GROWTH

    def points(self, move: int) -> float:
        """Return the points that a move is likely to bring; of equals, lay down who is ahead."""
        state = self.state
        if move == DRAW:
            return self._drawn()
        if move < LOOTS:
            lines = state.open & SHOWN[move]
            elements = _on(lines, state.counts) + _on(lines, ELEMENTS[move])
            return self._inside(elements, lines) - KEPT * state.box.values[move]
        elements = _on(state.open, state.counts)
        if move == DRINK:
            return self._inside(elements, state.open)
        ahead = state.scores[move - LEAVE - 1] / 100 if move > LEAVE else 0.0
        return elements + self.guards + ahead

    def _inside(self, elements: float, lines: int, guard: int = 0) -> float:
        """Return what it is worth to be inside after the move; guard is one that it brought."""
        guards = self.guards + guard
        safe = sum([fit.share for fit in fits(self.state.box.table.dataset, lines)])
        safe = safe * (1 - self.guard) + (0.0 if guards else self.guard)
        doubled: float = safe**self.steps * (2 * elements + guards + self.hopes)
        if self.state.phase == DOUBLE:
            return doubled
        stays = (1 - self.blocked) * (elements + guards + GROWTH)
        return self.alone * doubled + (1 - self.alone) * stays

    def _drawn(self) -> float:
        """Return what drawing a tile is worth: it carries on, is a guard, or catches the thief."""
        state = self.state
        counts = state.counts
        here = _on(state.open, counts)
        points, caught = 0.0, 1.0
        for lines, share, elements in self.fits:
            points += share * self._inside(_on(lines, counts) + elements, lines)
            caught -= share
        if state.standing >> self.seat & 1:
            points += caught * WARNING * self._inside(here, state.open)
        points *= 1 - self.guard
        if not state.guards:
            points += self.guard * self._inside(here, state.open, GUARD)
        return points
