"""Why a move is refused, in words for the person who tried it."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from games.core import Seat
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
        return f"the move must be of type {' or '.join(TYPES[kind] for kind in wanted(state))} now"
    kind, *fields = move
    return _REASONS[kind](state, seat, *fields)


def _picking(state: State, _seat: Seat, scoundrel: int) -> str:
    if scoundrel in state.scoundrels:
        return f"{SCOUNDRELS.names[scoundrel]} is chosen already"
    return "there is no such scoundrel"


def _placing(state: State, _seat: Seat, place: int, square: int) -> str:
    if not 0 <= place < len(PLACES.names):
        return "there is no such place"
    name = PLACES.names[place]
    if first_free(state, place) == SQUARES:
        return f"all squares of the {name} are taken"
    if not 0 <= square < SQUARES:
        return f"the squares of the {name} count from 0 to {SQUARES - 1}, there is no {square}"
    if state.squares[place * SQUARES + square] != NOBODY:
        return f"square {square} of the {name} is taken"
    return f"the first free square of the {name} is {first_free(state, place)}, not {square}"


def _taking(state: State, _seat: Seat, tools: Sequence[int]) -> str:
    city = state.display[CITY]
    if not city:
        return "there are no tools left in the city"
    takes = min(TAKEN_MOST, len(city))
    if len(tools) != takes:
        return f"you take exactly {takes} of the tools in the city, not {len(tools)}"
    return _missing(tools, city, "the city has no {} to take")


def _stealing(state: State, seat: Seat, slot: int, with_scoundrel: bool) -> str:
    shown = state.display[state.place]
    if not 0 <= slot < len(shown) or shown[slot] == NONE:
        return f"there is no loot in slot {slot} of the {PLACES.names[state.place]}"
    lent = TOOLS.names[state.deck.lent[state.scoundrels[seat]]]
    if with_scoundrel and not may_use_tool(state, seat, shown[slot]):
        if state.used >> seat & 1:
            return f"your scoundrel has lent its {lent} at this place already"
        return f"your scoundrel lends a {lent}, which that loot does not need"
    needed = payment(state, seat, shown[slot], with_scoundrel=with_scoundrel)
    return _missing(needed, _hand(state, seat), "you lack {} for that loot")


def _exchanging(state: State, seat: Seat, square: int, tools: Sequence[int]) -> str:
    if not 0 <= square < SQUARES:
        return f"the exchange squares count from 0 to {SQUARES - 1}, there is no {square}"
    if state.exchange[square] != NOBODY:
        return f"exchange square {square} is taken"
    give, _ = state.deck.table.exchange[square]
    if len(tools) != give:
        return f"exchange square {square} takes {give} tools, not {len(tools)}"
    return _missing(tools, _hand(state, seat), "you have no {} to give")


def _selling(state: State, seat: Seat, fence: int, loot: Sequence[int]) -> str:
    if fence not in state.display[HARBOR]:
        return "that fence is not at the harbor"
    name = FENCES.names[fence]
    if not 1 <= len(loot) <= 2 or len(set(loot)) < len(loot):
        return "you sell one or two loot cards for an action"
    for card in loot:
        if card not in state.loot[seat]:
            return f"you do not hold {_name(card)}"
    kinds = {state.deck.kind[card] for card in loot}
    if len(kinds) > 1:
        return "loot sold for one action must be of one type"
    (kind,) = kinds
    if not state.deck.offers[fence][kind]:
        return f"fence {name} does not buy {KINDS.names[kind]}"
    return f"fence {name} buys only one {KINDS.names[kind]}"


def _name(loot: int) -> str:
    return LOOT.names[loot] if 0 <= loot < len(LOOT.names) else "such loot"


def _hand(state: State, seat: Seat) -> list[int]:
    return [tool for tool, count in enumerate(state.hands[seat]) for _ in range(count)]


def _missing(needed: Sequence[int], there: Sequence[int], text: str) -> str:
    """Return the text with the tools that are not there."""
    missing = sorted((Counter(needed) - Counter(there)).elements())
    names = [TOOLS.names[tool] for tool in missing if 0 <= tool < len(TOOLS.names)]
    return text.format(" and ".join(names) or "such tool")


_REASONS: Mapping[int, Callable[..., str]] = {
    PICK: _picking,
    PUT: _placing,
    TAKE: _taking,
    STEAL: _stealing,
    EXCHANGE: _exchanging,
    SELL: _selling,
}
