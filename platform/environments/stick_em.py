"""Stick 'Em in numbers: an action is a card."""

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
from games.stick_em.cards import CARDS, COLOURS, HAND, NUMBERS, TRICKS
from games.stick_em.model import PHASES
from games.stick_em.views import View

CARD = index_of(CARDS.names)
COLOUR = index_of(COLOURS)
PHASE = index_of(PHASES)
POINTS_MOST = 30.0


class StickEm(Encoding):
    """The first rules of Stick 'Em. A pain card is chosen by the action that would play it."""

    rules_id = "stick-em@1"
    moves = tuple(range(len(CARDS.names)))

    def numbers(self, view: JsonMapping, seats: int) -> Numbers:
        """Return hand, table, piles and scores, seats clockwise from one's own."""
        seen = cast("View", view)
        order = clockwise(seen["seat"] or 0, seats)
        trick = {played["seat"]: played["card"] for played in seen["trick"]}
        captured = seen["captured"] or [[] for _ in order]
        numbers = one_hot(PHASE[seen["phase"]], len(PHASES))
        numbers += [seen["round"] / seats, seen["rounds"] / seats, seen["trick_number"] / TRICKS]
        numbers += counts(seen["hand"], CARD)
        numbers += seat_hot(seen["leader"], order)
        numbers += flags(seat in seen["to_act"] for seat in order)
        numbers += flags(seen["committed"][seat] for seat in order)
        numbers += one_hot(COLOUR[seen["lead"]] if seen["lead"] else None, len(COLOURS))
        numbers += scaled((seen["hand_sizes"][seat] for seat in order), HAND)
        numbers += scaled((seen["captured_sizes"][seat] for seat in order), HAND * seats)
        numbers += scaled((seen["totals"][seat] for seat in order), POINTS_MOST)
        numbers += [seen["aside_size"] / HAND]
        for seat in order:
            pain = seen["pain"][seat]
            colour, _, number = (pain or "").partition("-")
            numbers += one_hot(COLOUR[colour] if pain else None, len(COLOURS))
            numbers += [int(number) / NUMBERS if pain else 0.0]
            numbers += counts((trick[seat],) if seat in trick else (), CARD)
            numbers += counts(captured[seat], CARD)
        return numbers
