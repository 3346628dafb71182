"""The cards and chips of Second Story, for the tests of the contract."""

import random
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from games.core import Event, Viewer
from games.second_story.cards import SUITS, THE_EXCUSE
from games.second_story.events import DeckShuffled, HouseEntered, OrderDrawn
from games.second_story.model import NOBODY, State


class SecondStoryMaterial:
    """Cards that are flipped and discarded, chips that wander between bank, bag and lairs."""

    def pieces(self, state: State) -> list[tuple[str, int]]:
        """Return every card and every chip."""
        cards = [*state.draw, *state.discard, *state.street]
        if state.excuse_seat != NOBODY:
            cards.append(THE_EXCUSE)
        piles = [state.bank, state.bag, *state.lairs]
        assert all(count >= 0 for pile in piles for count in pile)
        chips = [(name, sum(pile[suit] for pile in piles)) for suit, name in enumerate(SUITS.names)]
        return [*chips, *(("card", card) for card in sorted(cards))]

    def moves(self, state: State) -> Sequence[int]:  # noqa: ARG002  # The same for every state.
        """Return every move that there is, and numbers that mean none."""
        return range(-1, 90)

    def other_worlds(
        self,
        events: Sequence[Event],
        state: State,
        viewer: Viewer,  # noqa: ARG002  # All viewers see alike.
        rng: random.Random,
    ) -> Iterator[list[Event]]:
        """Shuffle what was never flipped of each order, of that of the last deck or night too."""
        if len(state.draw) < 2:
            return
        other = list(events)
        flipped = 0
        for at in range(len(events) - 1, -1, -1):
            event = events[at]
            if isinstance(event, DeckShuffled | OrderDrawn):
                other[at] = replace(event, order=shuffled_from(event.order, flipped, rng))
            flipped = 0 if other[at] is not event else flipped + isinstance(event, HouseEntered)
        yield other


def shuffled_from(order: tuple[int, ...], first: int, rng: random.Random) -> tuple[int, ...]:
    """Return the order with what comes from that place on in another one."""
    coming = list(order[first:])
    rng.shuffle(coming)
    return (*order[:first], *coming)


MATERIAL = SecondStoryMaterial()
