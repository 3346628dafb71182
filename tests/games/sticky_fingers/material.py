"""The cards of Sticky Fingers, for the tests of the contract."""

import random
from collections.abc import Iterator, Mapping, Sequence

from msgspec import structs

from games.core import Event, Seat, Viewer
from games.sticky_fingers.cards import (
    FENCE_PILE,
    FENCES,
    HARBOR,
    LOOT,
    LOOT_PILE,
    MUSEUM,
    PILED_FROM,
    TOOL_PILE,
    TOOLS,
    VILLA,
)
from games.sticky_fingers.events import (
    ChestCashed,
    LootSold,
    LootStolen,
    PileShuffled,
    StarterDrawn,
    ToolsDealt,
)
from games.sticky_fingers.folds import fold
from games.sticky_fingers.model import NONE, Move, State
from games.sticky_fingers.moves import EXCHANGE, PASS, PICK, PUT, SELL, STEAL, TAKE

MOVES: Sequence[Move] = (
    (PASS,),
    *((PICK, scoundrel) for scoundrel in range(-1, 6)),
    *((PUT, place, square) for place in range(-1, 6) for square in range(-1, 7)),
    *((TAKE, tools) for tools in ((), (0,), (0, 0), (0, 1), (3, 4), (1, 2, 3), (9, 9))),
    *((STEAL, slot, lent) for slot in range(-1, 4) for lent in (False, True)),
    *(
        (EXCHANGE, square, tools)
        for square in range(-1, 6)
        for tools in ((), (0,), (1, 4), (0,) * 4)
    ),
    *((SELL, fence, (loot,)) for fence in (-1, 0, 4, 13, 14) for loot in (-1, 0, 7, 29, 30)),
    *((SELL, fence, loot) for fence in (4, 5) for loot in ((), (15, 15), (15, 16), (15, 20))),
)
"""Moves that a seat might try, with numbers that nothing has."""


class StickyFingersMaterial:
    """Tools, loot and fences, in piles, on display, in hands and discarded."""

    def pieces(self, state: State) -> list[str]:
        """Return every card by its name, and every token."""
        hands = [
            tool for hand in state.hands for tool, count in enumerate(hand) for _ in [0] * count
        ]
        tools = [*hands, *state.display[0], *cards(state, TOOL_PILE)]
        held = [loot for held in state.loot for loot in held]
        shown = [loot for place in (VILLA, MUSEUM) for loot in state.display[place]]
        loot = [it for it in (*held, *shown, *cards(state, LOOT_PILE)) if it != NONE]
        fences = [*state.display[HARBOR], *cards(state, FENCE_PILE)]
        return sorted(
            [
                *(TOOLS.names[tool] for tool in tools),
                *(LOOT.names[it] for it in loot),
                *(FENCES.names[fence] for fence in fences),
            ]
        )

    def moves(self, _state: State) -> Sequence[Move]:
        """Return moves of every kind."""
        return MOVES

    def other_worlds(
        self, events: Sequence[Event], state: State, viewer: Viewer, rng: random.Random
    ) -> Iterator[list[Event]]:
        """Swap loot with one back that nobody else has seen, and tools that nobody has missed."""
        hidden = unseen_loot(events, state, viewer)
        if len(hidden) > 1:
            yield [renamed(event, shuffled_alike(state, hidden, rng)) for event in events]
        other = other_tools(events, state, viewer, rng)
        if other is not None:
            yield other


def cards(state: State, pile: int) -> list[int]:
    """Return the cards of a draw pile and its discards."""
    return [*state.piles[pile], *state.discards[pile]]


def unseen_loot(events: Sequence[Event], state: State, viewer: Viewer) -> list[int]:
    """Return the loot whose front the viewer's log has never shown."""
    seen: set[int] = set()
    for event in events:
        if isinstance(event, LootSold):
            seen.update(event.loot)
        elif isinstance(event, ChestCashed) or (
            isinstance(event, LootStolen) and event.seat == viewer
        ):
            seen.add(event.loot)
    dealt = any(isinstance(event, PileShuffled) for event in events)
    return [loot for loot in state.deck.cards[LOOT_PILE] if loot not in seen] if dealt else []


def shuffled_alike(state: State, loot: Sequence[int], rng: random.Random) -> Mapping[int, int]:
    """Return another card with the same back for each."""
    names: dict[int, int] = {}
    for face in {state.deck.face[card] for card in loot}:
        alike = [card for card in loot if state.deck.face[card] == face]
        names.update(zip(alike, rng.sample(alike, len(alike)), strict=True))
    return names


def renamed(event: Event, names: Mapping[int, int]) -> Event:
    """Return the event with those loot cards renamed."""
    if isinstance(event, LootStolen):
        return structs.replace(event, loot=names.get(event.loot, event.loot))
    if isinstance(event, PileShuffled) and event.pile == LOOT_PILE:
        start = PILED_FROM[LOOT_PILE]
        order = [start + names.get(card - start, card - start) for card in event.order]
        return structs.replace(event, order=tuple(order))
    return event


def other_tools(
    events: Sequence[Event], state: State, viewer: Viewer, rng: random.Random
) -> list[Event] | None:
    """Swap a tool that another seat was dealt and has kept with one that was never drawn.

    Whichever of the seat's equal tools leaves its hand first, one of a kind that it was dealt and
    never ran out of, beyond what everybody knows of, might as well have been another all along.
    """
    if state.shuffles[TOOL_PILE] != 1 or not state.piles[TOOL_PILE]:
        return None
    spare = kept(events, state)
    choices = [(seat, tool) for seat, tool in sorted(spare) if seat != viewer]
    if not choices:
        return None
    seat, tool = rng.choice(choices)
    dealt = next(event for event in events if isinstance(event, ToolsDealt))
    starter = next(event.seat for event in events if isinstance(event, StarterDrawn))
    before = [(starter + turn) % state.seats for turn in range((seat - starter) % state.seats)]
    at = sum(len(dealt.hands[other]) for other in before) + dealt.hands[seat].index(tool)
    hand = list(dealt.hands[seat])
    hand[hand.index(tool)] = state.piles[TOOL_PILE][0]
    hands = ToolsDealt((*dealt.hands[:seat], tuple(hand), *dealt.hands[seat + 1 :]))
    return [hands if event is dealt else with_last_at(event, at) for event in events]


def kept(events: Sequence[Event], state: State) -> set[tuple[Seat, int]]:
    """Return the kinds of tool that a seat was dealt and has had one of, unknown, ever since."""
    world = State(state.deck, state.seats, (state.open, False, False, state.picks))
    spare: set[tuple[Seat, int]] = set()
    for event in events:
        fold(world, event)
        if isinstance(event, ToolsDealt):
            spare = {(seat, tool) for seat, hand in enumerate(event.hands) for tool in hand}
        spare = {
            (seat, tool)
            for seat, tool in spare
            if world.hands[seat][tool] > world.known[seat][tool]
        }
    return spare


def with_last_at(event: Event, at: int) -> Event:
    """Return the event with the last tool of the pile at that place, and the other way round."""
    if isinstance(event, PileShuffled) and event.pile == TOOL_PILE:
        order = list(event.order)
        order[at], order[-1] = order[-1], order[at]
        return structs.replace(event, order=tuple(order))
    return event


MATERIAL = StickyFingersMaterial()
