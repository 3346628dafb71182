"""Which moves are legal: the one place that knows."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement

from games.core import Seat
from games.sticky_fingers.cards import CITY, HARBOR, PLACES, RUIN, TOOLS
from games.sticky_fingers.dataset import SQUARES
from games.sticky_fingers.model import ACT, CHOOSE, NOBODY, NONE, PLACE, Move, State
from games.sticky_fingers.moves import EXCHANGE, PASS, PICK, PUT, SELL, STEAL, TAKE, first_free

TAKEN_MOST = 2
"""Tools that an action at the City takes (SF-6)."""

_PLACES = range(len(PLACES.names))
_KINDS = range(len(TOOLS.names))


def legal_moves(state: State) -> tuple[Move, ...]:
    """Return the legal moves of the seat that has to act, in canonical order.

    A token must go down (SF-2), anywhere with a free square: also where nothing can be gained
    (SF-3) and beside the seat's own tokens (SF-4). Every action may be passed, and is where
    nothing can be done (SF-8, SF-15).
    """
    if not state.acting:
        return ()
    seat = state.acting[0]
    if state.phase == PLACE:
        return tuple(placements(state))
    if state.phase == ACT:
        return ((PASS,), *actions(state, seat))
    if state.phase == CHOOSE:
        return tuple((PICK, it) for it in state.deck.scoundrels if it not in state.scoundrels)
    return ()


def placements(state: State) -> Iterator[Move]:
    """Yield the free squares that a token may go to.

    The first free one of each place; any under `squares: chosen` (SF-1).
    """
    for place in _PLACES:
        if state.chosen_squares:
            for square in range(SQUARES):
                if state.squares[place * SQUARES + square] == NOBODY:
                    yield (PUT, place, square)
        elif (square := first_free(state, place)) < SQUARES:
            yield (PUT, place, square)


def actions(state: State, seat: Seat) -> Iterator[Move]:
    """Yield what the seat's token can do at the place that is being resolved.

    What it has gained at earlier places of this round it may use (SF-31, SF-32).
    """
    if state.place == CITY:
        return takings(state)
    if state.place == RUIN:
        return exchanges(state, seat)
    return sales(state, seat) if state.place == HARBOR else thefts(state, seat)


def takings(state: State) -> Iterator[Move]:
    """Yield every pair of tools in the City, or the one that is left (SF-6).

    The City is not filled up between two tokens (SF-7), and is not taken from by halves (SF-8).
    """
    city = state.display[CITY]
    counts = [city.count(tool) for tool in _KINDS]
    for tools in picks(counts, min(TAKEN_MOST, len(city))):
        yield (TAKE, tools)


def thefts(state: State, seat: Seat) -> Iterator[Move]:
    """Yield every way to take a displayed loot card, with the scoundrel's tool or without.

    Using the scoundrel is free to choose (SF-14). Nothing limits how much a seat holds (SF-19).
    """
    for slot, loot in enumerate(state.display[state.place]):
        if loot != NONE:
            for with_scoundrel in (False, True):
                if may_pay(state, seat, loot, with_scoundrel=with_scoundrel):
                    yield (STEAL, slot, with_scoundrel)


def may_pay(state: State, seat: Seat, loot: int, *, with_scoundrel: bool) -> bool:
    """Tell whether the seat can pay for the loot in that way.

    The hand must hold exactly what the back shows (SF-9), less one copy of the scoundrel's own
    tool where it lends it: not any tool (SF-10), one icon alone (SF-11, SF-12), and once a round
    and place (SF-13).
    """
    if with_scoundrel and not may_use_tool(state, seat, loot):
        return False
    hand = state.hands[seat]
    lent = state.deck.lent[state.scoundrels[seat]] if with_scoundrel else NONE
    for tool, count in enumerate(state.deck.needs[loot]):
        if hand[tool] + (tool == lent) < count:
            return False
    return True


def may_use_tool(state: State, seat: Seat, loot: int) -> bool:
    """Tell whether the seat's scoundrel has its tool to lend, and the card shows it."""
    shown = state.deck.needs[loot][state.deck.lent[state.scoundrels[seat]]]
    return bool(shown) and not state.used >> seat & 1


def payment(state: State, seat: Seat, loot: int, *, with_scoundrel: bool) -> tuple[int, ...]:
    """Return the tools that leave the hand for the loot, ascending."""
    counts = list(state.deck.needs[loot])
    if with_scoundrel:
        counts[state.deck.lent[state.scoundrels[seat]]] -= 1
    return tuple([tool for tool in _KINDS for _ in range(counts[tool])])


def exchanges(state: State, seat: Seat) -> Iterator[Move]:
    """Yield every way to give tools on an exchange square.

    Any empty one will do (SF-20) whose first number the hand has (SF-21); the scoundrel's tool
    is not in the hand (SF-24). Who declines blocks no square (SF-22).
    """
    hand = state.hands[seat]
    for square, (give, _) in enumerate(state.deck.table.exchange):
        if state.exchange[square] == NOBODY:
            for tools in picks(hand, give):
                yield (EXCHANGE, square, tools)


def sales(state: State, seat: Seat) -> Iterator[Move]:
    """Yield every sale of the seat's loot to a fence.

    One fence and one type (SF-27): a card, or two where the fence shows the type twice, though
    one alone will do (SF-28).
    """
    kind = state.deck.kind
    held = sorted(state.loot[seat])
    for fence in sorted(state.display[HARBOR]):
        offers = state.deck.offers[fence]
        for loot in held:
            if offers[kind[loot]]:
                yield (SELL, fence, (loot,))
        for one, other in combinations(held, 2):
            if kind[one] == kind[other] and len(offers[kind[one]]) > 1:
                yield (SELL, fence, (one, other))


def price(state: State, fence: int, loot: Sequence[int]) -> int:
    """Return what a fence pays for cards of one type.

    Their values, and a bonus for each that an icon of the type has, best first (SF-29).
    """
    bonuses = state.deck.offers[fence][state.deck.kind[loot[0]]]
    return sum([state.deck.value[card] for card in loot]) + sum(bonuses[: len(loot)])


def picks(counts: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    """Yield every choice of so many of the counted tools, ascending, each once."""
    if not 0 < size <= sum(counts):
        return
    for tools, needed in _multisets(size):
        for tool, count in needed:
            if counts[tool] < count:
                break
        else:
            yield tools


@cache
def _multisets(size: int) -> tuple[tuple[tuple[int, ...], tuple[tuple[int, int], ...]], ...]:
    """Return every choice of so many tools with how many of each it takes."""
    return tuple(
        (tools, tuple((tool, tools.count(tool)) for tool in sorted(set(tools))))
        for tools in combinations_with_replacement(_KINDS, size)
    )
