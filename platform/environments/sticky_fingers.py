"""Sticky Fingers in numbers: every move of its components has an id."""

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
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
from games.sticky_fingers.cards import (
    DATASETS,
    DECKS,
    FENCES,
    LOOT,
    MUSEUM,
    PLACES,
    SCOUNDRELS,
    TOOLS,
    VILLA,
    BackView,
)
from games.sticky_fingers.dataset import SQUARES
from games.sticky_fingers.legal import TAKEN_MOST
from games.sticky_fingers.model import PHASES, Move
from games.sticky_fingers.moves import EXCHANGE, PASS, PICK, PUT, SELL, STEAL, TAKE
from games.sticky_fingers.views import View

DECK = DECKS[DATASETS[0]]
TOOL = index_of(TOOLS.names)
CARD = index_of(LOOT.names)
FENCE = index_of(FENCES.names)
SCOUNDREL = index_of(SCOUNDRELS.names)
PLACE = index_of(PLACES.names)
PHASE = index_of(PHASES)
PROTECTION = index_of(("chest", "pillar", "showcase", "safe"))
SLOTS = max(size for sizes in DECK.sizes for size in sizes[VILLA : MUSEUM + 1])
EACH = 0.25
"""What a tool counts for where several of a kind lie together."""
MONEY_MOST = 20.0
TOKENS = 3.0


def picks(size: int) -> list[tuple[int, ...]]:
    """Return every choice of so many tools."""
    return list(combinations_with_replacement(range(len(TOOLS.names)), size))


def moves() -> Iterator[Move]:
    """Yield every move that the components allow, in the order of the action ids."""
    yield (PASS,)
    yield from ((PICK, scoundrel) for scoundrel in range(len(SCOUNDRELS.names)))
    yield from ((PUT, place, at) for place in range(len(PLACES.names)) for at in range(SQUARES))
    for size in range(1, TAKEN_MOST + 1):
        yield from ((TAKE, tools) for tools in picks(size))
    yield from ((STEAL, slot, lent) for slot in range(SLOTS) for lent in (False, True))
    for square, (give, _) in enumerate(DECK.table.exchange):
        yield from ((EXCHANGE, square, tools) for tools in picks(give))
    for fence, offers in enumerate(DECK.offers):
        cards = [card for card, kind in enumerate(DECK.kind) if offers[kind]]
        yield from ((SELL, fence, (card,)) for card in cards)
        for one, other in combinations(cards, 2):
            if DECK.kind[one] == DECK.kind[other] and len(offers[DECK.kind[one]]) > 1:
                yield (SELL, fence, (one, other))


def back(shown: BackView | None) -> Numbers:
    """Return what a card shows face down."""
    if shown is None:
        return [0.0] * (1 + len(PROTECTION) + len(TOOL))
    guarded = one_hot(PROTECTION[shown["protection"]], len(PROTECTION))
    return [1.0, *guarded, *counts(shown["tools"], TOOL, EACH)]


class StickyFingers(Encoding):
    """The first rules of Sticky Fingers, with the components that ship."""

    rules_id = "sticky-fingers@1"
    moves = tuple(moves())

    def numbers(self, view: JsonMapping, seats: int) -> Numbers:
        """Return hand, loot, places and money, seats clockwise from one's own."""
        seen = cast("View", view)
        order = clockwise(seen["seat"] or 0, seats)
        numbers = one_hot(PHASE[seen["phase"]], len(PHASES))
        numbers += one_hot(PLACE[seen["place"]] if seen["place"] else None, len(PLACE))
        numbers += one_hot(seen["square"], SQUARES)
        numbers += [seen["round"] / MONEY_MOST, seen["target"] / MONEY_MOST]
        numbers += counts(seen["hand"], TOOL, EACH)
        numbers += counts((card["loot"] for card in seen["loot"] or ()), CARD)
        numbers += counts(seen["city"], TOOL, EACH)
        for place in (seen["villa"], seen["museum"]):
            for slot in range(SLOTS):
                numbers += back(place[slot] if slot < len(place) else None)
        numbers += counts((fence["fence"] for fence in seen["harbor"]), FENCE)
        for square in seen["exchange"]:
            numbers += seat_hot(square["seat"], order)
        for place_name in PLACES.names:
            for holder in seen["squares"][place_name]:
                numbers += seat_hot(holder, order)
        numbers += scaled((seen["piles"]["tools"], seen["piles"]["loot"]), len(CARD))
        numbers += [seen["piles"]["fences"] / len(FENCE)]
        numbers += counts(seen["discards"]["tools"], TOOL, EACH)
        numbers += counts((card["loot"] for card in seen["discards"]["loot"]), CARD)
        numbers += counts(seen["discards"]["fences"], FENCE)
        return numbers + self._of_seats(seen, order)

    def _of_seats(self, seen: View, order: list[int]) -> Numbers:
        numbers = seat_hot(seen["starter"], order)
        numbers += flags(seat in seen["to_act"] for seat in order)
        numbers += flags(seen["scoundrel_used"][seat] for seat in order)
        numbers += scaled((seen["money"][seat] for seat in order), MONEY_MOST)
        numbers += scaled((seen["tokens_left"][seat] for seat in order), TOKENS)
        numbers += scaled((seen["hand_sizes"][seat] for seat in order), MONEY_MOST)
        for seat in order:
            scoundrel, held = seen["scoundrels"][seat], seen["held"][seat]
            place = SCOUNDREL[scoundrel["scoundrel"]] if scoundrel else None
            numbers += one_hot(place, len(SCOUNDREL))
            numbers += counts(seen["known"][seat] if seen["known"] else (), TOOL, EACH)
            numbers += [len(held) / TOKENS]
            numbers += counts((card["protection"] for card in held), PROTECTION, EACH)
        return numbers
