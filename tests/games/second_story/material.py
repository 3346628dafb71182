"""The cards and chips of Second Story, for the tests of the contract."""

import random
from collections.abc import Iterator, Sequence

from games.core import Event, Viewer
from games.second_story.cards import SUITS, THE_EXCUSE
from games.second_story.events import DeckShuffled
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
        """Shuffle the cards to come, in the last shuffle's order."""
        if len(state.draw) < 2:
            return
        at = max(at for at, event in enumerate(events) if isinstance(event, DeckShuffled))
        shuffle = events[at]
        assert isinstance(shuffle, DeckShuffled)
        flipped = shuffle.order[: len(shuffle.order) - len(state.draw)]
        coming = list(state.draw)
        rng.shuffle(coming)
        yield [*events[:at], DeckShuffled((*flipped, *coming)), *events[at + 1 :]]


MATERIAL = SecondStoryMaterial()
