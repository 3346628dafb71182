"""How the greedy bot plays Pickpocket: weigh what the loot is worth now against one more tile.

The weights were found by letting bots of different weights play one another.
"""

from collections.abc import Sequence
from typing import NamedTuple

from games.observation import Move, Observation, View
from games.pickpocket.dataset import Components
from games.pickpocket.tiles import ELEMENTS, GUARDS_A_NIGHT, LINES, LOOT, LOOTS, SHOWN, guard_value

EXIT = 0.5
"""How likely a rival is to leave before my next turn."""

DRAW = 0.5
"""How likely a rival who stays is to draw from the bag."""

GROWTH = 0.5
"""Points that the loot is expected to be worth more at my next turn."""

WARNING = 0.7
"""What share of my prospects is left after a warning."""

KEPT = 1.2
"""What a point in hand is worth to me: it is sure, and the tile may yet serve."""

TASTE = ("accomplice", "bruce", "illusion", "glove", "passage", "beer", "ambidextrous")
"""The powers, the dearest first."""

SLIPS = 0.3
"""How likely the gentle bot leaves a decision to chance instead; measured in docs/bots.md."""


def choose(seen: Observation) -> Move:
    """Return the move that is expected to bring the most points tonight."""
    return max(seen.legal, key=_Tavern(seen.view, seen.world.box).worth)


class _Row(NamedTuple):
    """The loot: the set of its whole lines, and elements by line."""

    open: int
    counts: tuple[int, ...]

    def value(self) -> int:
        return sum(count for line, count in enumerate(self.counts) if self.open >> line & 1)

    def plus(self, tile: int) -> "_Row":
        elements = ELEMENTS[tile]
        counts = tuple([self.counts[line] + elements[line] for line in range(4)])
        return _Row(self.open & SHOWN[tile], counts)


class _Guards(NamedTuple):
    """Tonight's guards."""

    shown: int
    value: float

    def more(self, value: float) -> "_Guards":
        return _Guards(self.shown + 1, self.value + value)


class _Tavern:
    """A night as a seat sees it."""

    def __init__(self, view: View, box: Components) -> None:
        self.view = view
        self.box = box
        self.guard_worth = sum(map(guard_value, box.guards)) / len(box.guards)
        self.seat: int = view["seat"]
        self.powers = frozenset(view["powers"][self.seat])
        self.hand = tuple(map(LOOT.index, view["hand"]))
        self.rivals = sum(view["inside"]) - 1
        self.row = _Row(
            sum(1 << LINES.index(it) for it in view["open_lines"]), (*view["elements"],)
        )
        self.guards = _Guards(len(view["guards"]), sum(view["guards"]))
        self.may_redraw = "ambidextrous" in self.powers and not view["redraw_used"]
        self.beer = "beer" in self.powers and not view["beer_drunk"]
        self.warned = len(view["scores"]) > 3 or view["lying"][self.seat]
        self.guard: float = view["guards_left"] / max(1, view["bag_size"])
        self.next = self._next()

    def _next(self) -> list[tuple[int, float]]:
        """Return the loot tiles that the bag may bring next, and how likely each is."""
        unseen = [0] * LOOTS
        for tile in self.box.loot:
            unseen[tile] += 1
        for pile in (self.view["row"], self.view["discard"], self.view["hand"]):
            for name in pile:
                unseen[LOOT.index(name)] -= 1
        share = (1 - self.guard) / max(1, sum(unseen))
        return [(tile, count * share) for tile, count in enumerate(unseen) if count]

    def worth(self, move: Move) -> float:
        """Return the points that the move is expected to bring."""
        phase, kind = self.view["phase"], move["type"]
        if phase == "power":
            return -TASTE.index(move["power"])
        if phase == "redraw":
            return self._redraw(use=kind == "use_redraw")
        if phase == "double":
            return self._step(kind, move, 1 - self.view["double_steps"])
        return self._turn(kind, move)

    def _turn(self, kind: str, move: Move) -> float:
        """Return what a move brings while others are inside."""
        if kind == "leave":
            return self._left(move["lay_down"])
        if kind == "draw_tile":
            return self._drawn()
        if kind == "drink_beer":
            return self._inside(self.row, self.guards, self.hand)
        tile = LOOT.index(move["tile"])
        return self._inside(self.row.plus(tile), self.guards, self._without(tile)) - self._kept(
            tile
        )

    def _left(self, rival: int | None) -> float:
        """Return what leaving brings; of equals, rather lay down who is ahead."""
        glove = 2.0 if "glove" in self.powers else 0.0
        ahead: float = 0.0 if rival is None else self.view["scores"][rival] / 1000
        return self._exit(self.row, self.guards) + glove + ahead

    def _without(self, tile: int) -> tuple[int, ...]:
        at = self.hand.index(tile)
        return self.hand[:at] + self.hand[at + 1 :]

    def _kept(self, tile: int) -> float:
        """Return what the tile would be worth in hand at the end."""
        return KEPT * self.box.values[tile]

    def _exit(self, row: _Row, guards: _Guards, times: int = 1) -> float:
        """Return the points for leaving of one's own will."""
        points = row.value() * times + guards.value
        if "illusion" in self.powers:
            points += self.box.illusion[row.open & sum(1 << i for i in range(4) if row.counts[i])]
        if "accomplice" in self.powers:
            points += guards.value
        return points + (2 if "bruce" in self.powers else 0)

    def _blocked(self, row: _Row, guards: _Guards) -> float:
        """Return the points when the second guard comes."""
        return row.value() + guards.value + self.guard_worth if "passage" in self.powers else 0.0

    def _inside(self, row: _Row, guards: _Guards, hand: Sequence[int]) -> float:
        """Return what it is worth to be inside until my next turn, or alone until then."""
        alone: float = EXIT**self.rivals
        draws = (self.rivals * (1 - EXIT)) * DRAW
        blocked: float = 1 - (1 - self.guard) ** draws if guards.shown else 0.0
        stays = (1 - blocked) * (self._exit(row, guards) + GROWTH)
        stays += blocked * self._blocked(row, guards)
        return alone * self._double(row, guards, hand) + (1 - alone) * stays

    def _double(self, row: _Row, guards: _Guards, hand: Sequence[int]) -> float:
        """Return about what stop-or-double brings: sure steps from the hand, others by luck."""
        sure = sum(1 for tile in hand if SHOWN[tile] & row.open) + self.beer
        safe = sum(share for tile, share in self.next if SHOWN[tile] & row.open)
        if not guards.shown:
            safe += self.guard
        return safe ** max(0, 2 - sure) * (self._exit(row, guards, 2) + GROWTH)

    def _drawn(self) -> float:
        """Return what drawing a tile brings."""
        caught = 0.0
        if not self.warned:
            caught = WARNING * self._inside(self.row, self.guards, self.hand)
        elif self.may_redraw:
            caught = self._draw_once(0.0)
        return self._draw_once(caught)

    def _draw_once(self, caught: float) -> float:
        if self.guards.shown + 1 < GUARDS_A_NIGHT:
            points = self.guard * self._inside(
                self.row, self.guards.more(self.guard_worth), self.hand
            )
        else:
            points = self.guard * self._blocked(self.row, self.guards)
        for tile, share in self.next:
            if SHOWN[tile] & self.row.open:
                points += share * self._inside(self.row.plus(tile), self.guards, self.hand)
            else:
                points += share * caught
        return points

    def _redraw(self, *, use: bool) -> float:
        """Return whether to draw again: always in stop-or-double, and where no warning is left."""
        alone = self.view["double_steps"] is not None
        return float(use == (self.warned or alone))

    def _step(self, kind: str, move: Move, left: int) -> float:
        """Return what a step of stop-or-double brings, with that many steps after it."""
        if kind == "drink_beer":
            return self._steps(self.row, self.guards, self.hand, left, beer=False)
        if kind == "draw_tile":
            return self._step_drawn(self.row, self.guards, self.hand, left, beer=self.beer)
        tile = LOOT.index(move["tile"])
        hand = self._without(tile)
        after = self._steps(self.row.plus(tile), self.guards, hand, left, beer=self.beer)
        return after - self._kept(tile)

    def _steps(
        self, row: _Row, guards: _Guards, hand: tuple[int, ...], left: int, *, beer: bool
    ) -> float:
        """Return the best that the steps that are left may bring."""
        if not left:
            return self._exit(row, guards, 2)
        best = self._step_drawn(row, guards, hand, left - 1, beer=beer)
        for tile in hand:
            if SHOWN[tile] & row.open:
                best = max(best, self._exit(row.plus(tile), guards, 2) - self._kept(tile))
        return max(best, self._exit(row, guards, 2)) if beer else best

    def _step_drawn(
        self, row: _Row, guards: _Guards, hand: tuple[int, ...], left: int, *, beer: bool
    ) -> float:
        if guards.shown + 1 < GUARDS_A_NIGHT:
            points = self.guard * self._steps(
                row, guards.more(self.guard_worth), hand, left, beer=beer
            )
        else:
            points = self.guard * self._blocked(row, guards)
        safe = 0.0
        for tile, share in self.next:
            if SHOWN[tile] & row.open:
                points += share * self._steps(row.plus(tile), guards, hand, left, beer=beer)
                safe += share
        return points * (2 - safe) if self.may_redraw else points
