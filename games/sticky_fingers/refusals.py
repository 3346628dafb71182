"""Why a move is refused, in words for the person who tried it."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from games.core import Seat
from games.messages import All, Message
from games.sticky_fingers.cards import (
    CITY,
    FENCES,
    HARBOR,
    KINDS,
    LOOT,
    PLACES,
    SCOUNDRELS,
    TOOLS,
)
from games.sticky_fingers.dataset import SQUARES
from games.sticky_fingers.legal import TAKEN_MOST, may_use_tool, payment
from games.sticky_fingers.model import NOBODY, NONE, Move, State
from games.sticky_fingers.moves import (
    EXCHANGE,
    PASS,
    PICK,
    PUT,
    SELL,
    STEAL,
    TAKE,
    TYPES,
    first_free,
    wanted,
)


def reason(state: State, seat: Seat, move: Move) -> str:
    """Return why a move that is not legal for the seat is none."""
    if not move or move[0] not in wanted(state) or move[0] == PASS:
        return Message(
            "the move must be of type %(types)s now",
            types=" or ".join(TYPES[kind] for kind in wanted(state)),
        )
    kind, *fields = move
    return _REASONS[kind](state, seat, *fields)


def _picking(state: State, _seat: Seat, scoundrel: int) -> str:
    if scoundrel in state.scoundrels:
        return Message("%(scoundrel)s is already chosen", scoundrel=SCOUNDRELS.names[scoundrel])
    return Message("there is no such scoundrel")


def _placing(state: State, _seat: Seat, place: int, square: int) -> str:
    if not 0 <= place < len(PLACES.names):
        return Message("there is no such place")
    name = PLACES.names[place]
    if first_free(state, place) == SQUARES:
        return Message("all squares of the %(place)s are taken", place=name)
    if not 0 <= square < SQUARES:
        return Message(
            "the squares of the %(place)s count from 0 to %(most)s, there is no %(square)s",
            place=name,
            most=SQUARES - 1,
            square=square,
        )
    if state.squares[place * SQUARES + square] != NOBODY:
        return Message("square %(square)s of the %(place)s is taken", square=square, place=name)
    return Message(
        "the first free square of the %(place)s is %(free)s, not %(square)s",
        place=name,
        free=first_free(state, place),
        square=square,
    )


def _taking(state: State, _seat: Seat, tools: Sequence[int]) -> str:
    city = state.display[CITY]
    if not city:
        return Message("there are no tools left in the city")
    takes = min(TAKEN_MOST, len(city))
    if len(tools) != takes:
        return Message(
            "you must take exactly %(takes)s of the tools in the city, not %(given)s",
            takes=takes,
            given=len(tools),
        )
    return Message("the city has no %(tools)s to take", tools=_missing(tools, city))


def _stealing(state: State, seat: Seat, slot: int, with_scoundrel: bool) -> str:
    shown = state.display[state.place]
    if not 0 <= slot < len(shown) or shown[slot] == NONE:
        return Message(
            "there is no loot in slot %(slot)s of the %(place)s",
            slot=slot,
            place=PLACES.names[state.place],
        )
    lent = TOOLS.names[state.deck.lent[state.scoundrels[seat]]]
    if with_scoundrel and not may_use_tool(state, seat, shown[slot]):
        if state.used >> seat & 1:
            return Message("your scoundrel has lent its %(tool)s at this place already", tool=lent)
        return Message("your scoundrel lends a %(tool)s, which that loot does not need", tool=lent)
    needed = payment(state, seat, shown[slot], with_scoundrel=with_scoundrel)
    return Message("you lack %(tools)s for that loot", tools=_missing(needed, _hand(state, seat)))


def _exchanging(state: State, seat: Seat, square: int, tools: Sequence[int]) -> str:
    if not 0 <= square < SQUARES:
        return Message(
            "the exchange squares count from 0 to %(most)s, there is no %(square)s",
            most=SQUARES - 1,
            square=square,
        )
    if state.exchange[square] != NOBODY:
        return Message("exchange square %(square)s is taken", square=square)
    give, _ = state.deck.table.exchange[square]
    if len(tools) != give:
        return Message(
            "exchange square %(square)s takes %(give)s tools, not %(given)s",
            square=square,
            give=give,
            given=len(tools),
        )
    return Message("you have no %(tools)s to give", tools=_missing(tools, _hand(state, seat)))


def _selling(state: State, seat: Seat, fence: int, loot: Sequence[int]) -> str:
    if fence not in state.display[HARBOR]:
        return Message("that fence is not at the harbour")
    name = FENCES.names[fence]
    if not 1 <= len(loot) <= 2 or len(set(loot)) < len(loot):
        return Message("you can sell one or two loot cards per action")
    for card in loot:
        if card not in state.loot[seat]:
            return Message("you do not hold %(loot)s", loot=_name(card))
    kinds = {state.deck.kind[card] for card in loot}
    if len(kinds) > 1:
        return Message("loot sold in one action must be of one type")
    (kind,) = kinds
    if not state.deck.offers[fence][kind]:
        return Message("fence %(buyer)s does not buy %(kind)s", buyer=name, kind=KINDS.names[kind])
    return Message("fence %(buyer)s buys only one %(kind)s", buyer=name, kind=KINDS.names[kind])


def _name(loot: int) -> str:
    return LOOT.names[loot] if 0 <= loot < len(LOOT.names) else Message("such loot")


def _hand(state: State, seat: Seat) -> list[int]:
    return [tool for tool, count in enumerate(state.hands[seat]) for _ in range(count)]


def _missing(needed: Sequence[int], there: Sequence[int]) -> All | Message:
    """Return the tools that are not there."""
    missing = sorted((Counter(needed) - Counter(there)).elements())
    names = All(TOOLS.names[tool] for tool in missing if 0 <= tool < len(TOOLS.names))
    return names or Message("such tool")


_REASONS: Mapping[int, Callable[..., str]] = {
    PICK: _picking,
    PUT: _placing,
    TAKE: _taking,
    STEAL: _stealing,
    EXCHANGE: _exchanging,
    SELL: _selling,
}
