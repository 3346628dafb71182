"""What each viewer may know of a match of Sticky Fingers."""

from collections.abc import Iterable, Sequence
from typing import TypedDict

from games.core import ALL, Event, Seat, Viewer
from games.json_types import JsonObject
from games.sticky_fingers.cards import (
    CITY,
    FACES,
    FENCE_PILE,
    FENCES,
    HARBOR,
    KINDS,
    LOOT,
    LOOT_PILE,
    MUSEUM,
    PLACES,
    SCOUNDRELS,
    TOOL_PILE,
    TOOLS,
    VILLA,
    Back,
    BackView,
    shown_back,
)
from games.sticky_fingers.dataset import SQUARES, TOKENS
from games.sticky_fingers.events import LootStolen, PileShuffled, ToolsDealt, ToolsDrawn
from games.sticky_fingers.model import NOBODY, NONE, PHASES, PLACE, State


class ScoundrelView(TypedDict):
    """A scoundrel card and the tool that it lends."""

    scoundrel: str
    name: str
    tool: str
    colour: str


class LootView(BackView):
    """Loot as who may look at its front sees it."""

    loot: str
    type: str
    value: int


class IconView(TypedDict):
    """One type of loot that a fence buys one of, and what it pays on top."""

    type: str
    bonus: int


class FenceView(TypedDict):
    """A fence and what it buys."""

    fence: str
    icons: list[IconView]


class ExchangeView(TypedDict):
    """A square of the Ruin, and whose token blocks it."""

    give: int
    draw: int
    seat: int | None


class PilesView(TypedDict):
    """A number a pile."""

    tools: int
    loot: int
    fences: int


class DiscardsView(TypedDict):
    """What lies in the discard piles, in canonical order: the true one means nothing (SF-44)."""

    tools: list[str]
    loot: list[LootView]
    fences: list[str]


class OrdersView(TypedDict):
    """The draw piles, next card first."""

    tools: list[str]
    loot: list[str]
    fences: list[str]


class View(TypedDict):
    """Sticky Fingers as one viewer sees it; lists go by seat or by square, squares from 0.

    `hand` and `loot` are the viewer's own. `hands`, `fronts` (by place) and `orders` are for ALL.
    `known` are the tools of each seat that everybody has seen, under `visibility: open`.
    """

    seat: int | None
    round: int
    phase: str
    starter: int | None
    to_act: list[int]
    target: int
    money: list[int]
    spaces: list[int]
    scoundrels: list[ScoundrelView | None]
    scoundrel_used: list[bool]
    tokens_left: list[int]
    hand: list[str] | None
    hands: list[list[str]] | None
    hand_sizes: list[int]
    known: list[list[str]] | None
    loot: list[LootView] | None
    loots: list[list[LootView]] | None
    held: list[list[BackView]]
    place: str | None
    square: int | None
    squares: dict[str, list[int | None]]
    city: list[str]
    villa: list[BackView | None]
    exchange: list[ExchangeView]
    museum: list[BackView | None]
    harbor: list[FenceView]
    fronts: dict[str, list[str | None]] | None
    piles: PilesView
    orders: OrdersView | None
    discards: DiscardsView
    shuffles: PilesView


def view(state: State, viewer: Viewer) -> View:
    """Return what the viewer may know.

    Hidden are the others' tools (SF-42), the fronts of their loot (SF-18), the fronts on display
    and the draw piles; their numbers are not, nor are backs, fences and discards.
    """
    every, own = viewer == ALL, viewer >= 0
    return {
        "seat": viewer if own else None,
        "round": state.round,
        "phase": PHASES[state.phase],
        "starter": _seat(state.starter),
        "to_act": list(state.acting),
        "target": state.deck.table.target,
        "money": list(state.money),
        "spaces": [space(state, money) for money in state.money],
        "scoundrels": [_scoundrel(state, card) for card in state.scoundrels],
        "scoundrel_used": [bool(state.used >> seat & 1) for seat in range(state.seats)],
        "tokens_left": [_tokens_left(state, seat) for seat in range(state.seats)],
        "hand": _tools(state.hands[viewer]) if own else None,
        "hands": [_tools(hand) for hand in state.hands] if every else None,
        "hand_sizes": [sum(hand) for hand in state.hands],
        "known": [_tools(hand) for hand in state.known] if state.open else None,
        "loot": _loot(state, state.loot[viewer]) if own else None,
        "loots": [_loot(state, held) for held in state.loot] if every else None,
        "held": [[_back(state, loot) for loot in held] for held in state.loot],
        "place": None if state.place == NONE else PLACES.names[state.place],
        "square": None if state.square == NONE else state.square,
        "squares": _squares(state),
        "city": [TOOLS.names[tool] for tool in state.display[CITY]],
        "villa": _backs(state, VILLA),
        "exchange": _exchange(state),
        "museum": _backs(state, MUSEUM),
        "harbor": [_fence(state, fence) for fence in state.display[HARBOR]],
        "fronts": _fronts(state) if every else None,
        "piles": _numbers([len(pile) for pile in state.piles]),
        "orders": _orders(state) if every else None,
        "discards": _discards(state),
        "shuffles": _numbers(state.shuffles),
    }


def space(state: State, money: int) -> int:
    """Return where the piece stands on the track, which goes on from 1 after its end (SF-38)."""
    track = state.deck.table.target
    return money if money <= track else (money - 1) % track + 1


def _seat(seat: Seat) -> Seat | None:
    return seat if seat != NOBODY else None


def _tokens_left(state: State, seat: Seat) -> int:
    if state.phase != PLACE:
        return 0
    turns, begun = divmod(state.placed, state.seats)
    return TOKENS - turns - ((seat - state.starter) % state.seats < begun)


def _tools(hand: Sequence[int]) -> list[str]:
    return [TOOLS.names[tool] for tool, count in enumerate(hand) for _ in range(count)]


def _scoundrel(state: State, card: int) -> ScoundrelView | None:
    if card == NONE:
        return None
    row = state.deck.table.scoundrels[state.deck.scoundrels.index(card)]
    return {
        "scoundrel": SCOUNDRELS.names[card],
        "name": row.name,
        "tool": row.tool,
        "colour": row.colour,
    }


def _back(state: State, loot: int) -> BackView:
    back = FACES.faces[state.deck.face[loot]]
    assert isinstance(back, Back)  # noqa: S101  # Loot shows nothing else.
    return shown_back(back)


def _backs(state: State, place: int) -> list[BackView | None]:
    return [None if loot == NONE else _back(state, loot) for loot in state.display[place]]


def _loot(state: State, cards: Iterable[int]) -> list[LootView]:
    deck = state.deck
    return [
        {
            **_back(state, loot),
            "loot": LOOT.names[loot],
            "type": KINDS.names[deck.kind[loot]],
            "value": deck.value[loot],
        }
        for loot in cards
    ]


def _fence(state: State, fence: int) -> FenceView:
    icons: list[IconView] = [
        {"type": KINDS.names[kind], "bonus": bonus}
        for kind, bonuses in enumerate(state.deck.offers[fence])
        for bonus in bonuses
    ]
    return {"fence": FENCES.names[fence], "icons": icons}


def _squares(state: State) -> dict[str, list[int | None]]:
    return {
        name: [_seat(seat) for seat in state.squares[place * SQUARES : (place + 1) * SQUARES]]
        for place, name in enumerate(PLACES.names)
    }


def _exchange(state: State) -> list[ExchangeView]:
    rates = state.deck.table.exchange
    return [
        {"give": give, "draw": draw, "seat": _seat(seat)}
        for (give, draw), seat in zip(rates, state.exchange, strict=True)
    ]


def _fronts(state: State) -> dict[str, list[str | None]]:
    return {
        PLACES.names[place]: [
            None if loot == NONE else LOOT.names[loot] for loot in state.display[place]
        ]
        for place in (VILLA, MUSEUM)
    }


def _numbers(numbers: Sequence[int]) -> PilesView:
    return {
        "tools": numbers[TOOL_PILE],
        "loot": numbers[LOOT_PILE],
        "fences": numbers[FENCE_PILE],
    }


def _orders(state: State) -> OrdersView:
    return {
        "tools": [TOOLS.names[tool] for tool in reversed(state.piles[TOOL_PILE])],
        "loot": [LOOT.names[loot] for loot in reversed(state.piles[LOOT_PILE])],
        "fences": [FENCES.names[fence] for fence in reversed(state.piles[FENCE_PILE])],
    }


def _discards(state: State) -> DiscardsView:
    return {
        "tools": [TOOLS.names[tool] for tool in sorted(state.discards[TOOL_PILE])],
        "loot": _loot(state, sorted(state.discards[LOOT_PILE])),
        "fences": [FENCES.names[fence] for fence in sorted(state.discards[FENCE_PILE])],
    }


def redact(event: Event, data: JsonObject, viewer: Viewer) -> JsonObject:
    """Return the event's data as the viewer may see it; `data` is the whole of it.

    The order of a pile is nobody's, tools that are dealt or drawn are their seat's, and so is the
    id of stolen loot, which would tell its front: also a chest's, which is told as it is cashed.
    """
    if viewer == ALL:
        return data
    if isinstance(event, PileShuffled):
        data["order"] = len(event.order)
    elif isinstance(event, ToolsDealt):
        hands = data["hands"]
        data["hands"] = [hand if seat == viewer else len(hand) for seat, hand in enumerate(hands)]
    elif isinstance(event, ToolsDrawn):
        if event.seat != viewer:
            data["tools"] = len(event.tools)
    elif isinstance(event, LootStolen) and event.seat != viewer:
        data["loot"] = None
    return data
