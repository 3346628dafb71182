"""Pickpocket in numbers: action ids are the engine's own numbers of moves."""

from typing import cast

from environments.core import Encoding
from environments.numbers import (
    Numbers,
    clockwise,
    counts,
    flags,
    index_of,
    one_hot,
    scaled,
    seat_hot,
)
from games.json_types import JsonMapping
from games.pickpocket.model import PHASES
from games.pickpocket.moves import CHOOSE
from games.pickpocket.tiles import GUARDS, LINES, LOOT, POWERS
from games.pickpocket.views import View

TILE = index_of(LOOT.names)
LINE = index_of(LINES)
POWER = index_of(POWERS.names)
PHASE = index_of(PHASES)
POINTS_MOST = 50.0
TILES_MOST = 60.0
STEPS = 3
GUARD_MOST = 10.0
EACH = 0.25
"""What a tile counts for where several of a kind lie together."""


class Pickpocket(Encoding):
    """The first rules of Pickpocket."""

    rules_id = "pickpocket@1"
    moves = tuple(range(CHOOSE + len(POWERS.names)))

    def numbers(self, view: JsonMapping, seats: int) -> Numbers:
        """Return hand, loot, thieves, powers and scores, seats clockwise from one's own."""
        seen = cast("View", view)
        order = clockwise(seen["seat"] or 0, seats)
        numbers = one_hot(PHASE[seen["phase"]], len(PHASES))
        numbers += counts(seen["hand"], TILE, EACH)
        numbers += counts(seen["row"], TILE, EACH)
        numbers += counts(seen["discard"], TILE, EACH)
        numbers += counts(seen["open_lines"], LINE)
        numbers += scaled(seen["elements"], GUARD_MOST)
        numbers += [seen["night"] / GUARDS, seen["loot"] / POINTS_MOST]
        numbers += [len(seen["guards"]) / 2, sum(seen["guards"]) / GUARD_MOST]
        numbers += [seen["guards_left"] / GUARDS, seen["bag_size"] / TILES_MOST]
        numbers += flags((seen["beer_drunk"], seen["redraw_used"]))
        numbers += one_hot(TILE[seen["caught"]] if seen["caught"] else None, len(TILE))
        numbers += one_hot(seen["double_steps"], STEPS)
        numbers += counts(seen["powers_free"], POWER)
        numbers += seat_hot(seen["starter"] if seen["starter"] in order else None, order)
        numbers += seat_hot(seen["prince"], order)
        return numbers + self._of_seats(seen, order)

    def _of_seats(self, seen: View, order: list[int]) -> Numbers:
        numbers: Numbers = []
        ranks = {seat: rank for rank, seat in enumerate(seen["stack"])}
        numbers += flags(seat in seen["to_act"] for seat in order)
        numbers += flags(seat in seen["power_queue"] for seat in order)
        for part, most in (("hand_sizes", 5), ("left_with", POINTS_MOST), ("scores", POINTS_MOST)):
            numbers += scaled((cast("list[int]", seen[part])[seat] for seat in order), most)  # type: ignore[literal-required] # Three of its names.
        numbers += scaled((seen["exit_points"][seat] for seat in order), POINTS_MOST)
        numbers += flags(seen["inside"][seat] for seat in order)
        numbers += flags(seen["lying"][seat] for seat in order)
        numbers += scaled((ranks.get(seat) for seat in order), len(order))
        for seat in order:
            numbers += counts(seen["powers"][seat], POWER)
        return numbers


class Pickpocket2(Pickpocket):
    """The rules with an order of the bag for each seat, whose hidden part tells nobody more."""

    rules_id = "pickpocket@2"
