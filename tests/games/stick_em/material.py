"""The cards of Stick 'Em, for the tests of the contract."""

import random
from collections.abc import Iterator, Mapping, Sequence

from msgspec import structs

from games.core import Event, Viewer
from games.stick_em.events import (
    CardPlayed,
    HandsDealt,
    PainChosen,
    PainRevealed,
    RoundBegan,
    TrickSetAside,
    TrickTaken,
)
from games.stick_em.model import HIDDEN, PAIN, PLAY, State


class StickEmMaterial:
    """Cards that are dealt, picked, played and captured."""

    def pieces(self, state: State) -> list[int]:
        """Return every card of the running round."""
        piles = [*state.hands, *state.captured, state.aside, state.trick]
        cards = [card for pile in piles for card in pile]
        return sorted([*cards, *(card for card in state.pain if card != HIDDEN)])

    def moves(self, state: State) -> Sequence[int]:
        """Return every card of the deck, and numbers that no card has."""
        return [*state.deck, -1, 90, 1000]

    def other_worlds(
        self, events: Sequence[Event], state: State, viewer: Viewer, rng: random.Random
    ) -> Iterator[list[Event]]:
        """Shuffle the cards of the running round that the viewer's log does not show."""
        begins = [at for at, event in enumerate(events) if isinstance(event, RoundBegan)][-1]
        running = events[begins:]
        hidden = unseen(running, state, viewer)
        if len(hidden) < 2:
            return
        for _ in range(2):
            shuffled = hidden[:]
            rng.shuffle(shuffled)
            swap = dict(zip(hidden, shuffled, strict=True))
            yield [*events[:begins], *(renamed(event, swap) for event in running)]


def unseen(events: Sequence[Event], state: State, viewer: Viewer) -> list[int]:
    """Return the cards of a round that the viewer's log of it does not show."""
    seen: set[int] = set()
    for event in events:
        if isinstance(event, HandsDealt) and viewer >= 0:
            seen.update(event.hands[viewer])
        elif isinstance(event, PainRevealed):
            seen.update(event.cards)
        elif isinstance(event, CardPlayed) and not state.memory:
            seen.add(event.card)
    seen.update(state.trick)
    running = state.phase in (PAIN, PLAY)
    return [card for card in state.deck if card not in seen] if running else []


def renamed(event: Event, names: Mapping[int, int]) -> Event:
    """Return the event with those cards renamed."""

    def renamed_cards(cards: Sequence[int]) -> tuple[int, ...]:
        return tuple(names.get(card, card) for card in cards)

    if isinstance(event, HandsDealt):
        return HandsDealt(tuple(renamed_cards(hand) for hand in event.hands))
    if isinstance(event, PainChosen | CardPlayed):
        return structs.replace(event, card=names.get(event.card, event.card))
    if isinstance(event, PainRevealed | TrickTaken | TrickSetAside):
        return structs.replace(event, cards=renamed_cards(event.cards))
    return event


MATERIAL = StickEmMaterial()
