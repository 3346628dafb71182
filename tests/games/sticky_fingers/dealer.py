"""Tables of Sticky Fingers with the cards that a test wants, in the rulebook's own terms.

Tools are written by their letters: H hammer, L lock pick, M map, P pliers, W welding equipment.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from games.chance import FairChance
from games.core import Event, Seat, replay
from games.sticky_fingers.cards import (
    FENCE_PILE,
    FENCES,
    HARBOR,
    LOOT,
    LOOT_PILE,
    MUSEUM,
    PLACES,
    SCOUNDRELS,
    TOOLS,
    VILLA,
)
from games.sticky_fingers.dataset import SQUARES
from games.sticky_fingers.events import PlaceOpened
from games.sticky_fingers.model import NOBODY, NONE, State
from games.sticky_fingers.rules import StickyFingers

T = TypeVar("T")

RULES = StickyFingers()
LETTERS = "HLMPW"
CHANCE = FairChance(bytes(32))

Told = tuple[str, dict[str, Any]]
"""An event's name and data."""


def tools(letters: str) -> list[int]:
    """Return the tools of those letters."""
    return [LETTERS.index(letter) for letter in letters]


def names(letters: str) -> list[str]:
    """Return the names of the tools of those letters."""
    return [TOOLS.names[tool] for tool in tools(letters)]


def letters(hand: Sequence[int]) -> str:
    """Return a hand, which counts each tool, as letters."""
    return "".join(letter * count for letter, count in zip(LETTERS, hand, strict=True))


class Stacked:
    """Chance that starts where it is told and has the told cards on top of each pile."""

    def __init__(self, starter: Seat = 0, **tops: Sequence[int]) -> None:
        self.starter = starter
        self.tops = tops
        self.labels: list[str] = []
        self.shuffled: dict[str, list[Any]] = {}

    def below(self, label: str, n: int) -> int:
        """Return the starter."""
        self.labels.append(label)
        assert 0 <= self.starter < n
        return self.starter

    def shuffle(self, label: str, items: Sequence[T]) -> list[T]:
        """Return the told cards of the pile, and then the others as they came."""
        self.labels.append(label)
        self.shuffled[label] = list(items)
        rest = list(items)
        top = [rest.pop(rest.index(card)) for card in self.tops.get(label.replace("/", "_"), ())]  # type: ignore[arg-type]  # The told cards are of the kind of the items.
        return top + rest


def new_state(seats: int, given: Mapping[str, object] | None = None) -> State:
    """Return an empty table."""
    return RULES.new_state(seats, RULES.check_options(seats, given or {}))


def opened(
    seats: int, chance: Stacked | None = None, given: Mapping[str, object] | None = None
) -> State:
    """Return a table about to place its first token; seat 0 starts unless chance says else."""
    state = new_state(seats, given)
    return replay(RULES, state, RULES.opening_events(state, chance or Stacked()))


def acting(
    place: str, queue: Sequence[Seat], seats: int = 3, given: Mapping[str, object] | None = None
) -> State:
    """Return a table at which those seats' tokens act at a place; Hans, Yoshiko, Tommaso sit."""
    cast = [SCOUNDRELS.index(name) for name in ("hans", "yoshiko", "tommaso", "pascal", "bobby")]
    state = opened(seats, Stacked(scoundrels=cast), given)
    state.placed = state.tokens()
    at = PLACES.index(place)
    for square, seat in enumerate(queue):
        state.squares[at * SQUARES + square] = seat
    return replay(RULES, state, [PlaceOpened(at)])


def give(state: State, seat: Seat, hand: str) -> None:
    """Let the seat's hand be those tools."""
    state.hands[seat] = [hand.count(letter) for letter in LETTERS]


def hold(state: State, seat: Seat, *loot: str) -> None:
    """Let the seat hold that loot, wherever it was."""
    for name in loot:
        card = LOOT.index(name)
        remove(state, LOOT_PILE, card)
        state.loot[seat].append(card)


def show(state: State, place: str, *cards: str) -> None:
    """Let loot or fences lie at the place, wherever they were."""
    at = PLACES.index(place)
    pile, material = (FENCE_PILE, FENCES) if at == HARBOR else (LOOT_PILE, LOOT)
    shown = [material.index(name) for name in cards]
    for card in shown:
        remove(state, pile, card)
    state.piles[pile] += [card for card in state.display[at] if card != NONE]
    state.display[at] = shown


def remove(state: State, pile: int, card: int) -> None:
    """Take a card away from where it lies."""
    if card in state.piles[pile]:
        state.piles[pile].remove(card)
    for place in (VILLA, MUSEUM) if pile == LOOT_PILE else (HARBOR,):
        shown = state.display[place]
        if card in shown:
            shown[shown.index(card)] = state.piles[pile].pop()


def tell(events: Sequence[Event]) -> list[Told]:
    """Return the events as the log has them."""
    return [(RULES.event_type(event), RULES.event_data(event)) for event in events]


def do(state: State, kind: str, chance: Any = CHANCE, **fields: object) -> list[Told]:
    """Make the move of whoever has to act and return what the log tells of it."""
    (seat,) = RULES.to_act(state)
    move = RULES.parse_move(state, seat, {"type": kind, **fields})
    events = RULES.decide(state, seat, move, chance)
    replay(RULES, state, events)
    return tell(events)


def legal(state: State, kind: str | None = None) -> list[dict[str, Any]]:
    """Return the legal moves, of one type if told, of whoever has to act; types are left out."""
    (seat,) = RULES.to_act(state)
    moves = [RULES.move_data(state, seat, move) for move in RULES.legal_moves(state, seat)]
    if kind is None:
        return moves
    return [
        {name: value for name, value in move.items() if name != "type"}
        for move in moves
        if move["type"] == kind
    ]


def queue(state: State, place: str) -> list[Seat]:
    """Return whose tokens lie at the place, in order of squares."""
    at = PLACES.index(place) * SQUARES
    return [seat for seat in state.squares[at : at + SQUARES] if seat != NOBODY]
