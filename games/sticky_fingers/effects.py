"""Cards that leave the draw piles: dealing, filling up displays, exchanging at the Ruin."""

from games.chance import Chance
from games.core import Event, Seat
from games.sticky_fingers.cards import (
    CITY,
    FACES,
    FENCE_PILE,
    FENCES,
    HARBOR,
    LOOT_PILE,
    MUSEUM,
    PILED_FROM,
    PILES,
    TOOL_PILE,
    TOOLS,
    VILLA,
)
from games.sticky_fingers.events import (
    DisplayFilled,
    PileShuffled,
    PlaceOpened,
    RoundBegan,
    RoundEnded,
    ToolsDealt,
    ToolsDrawn,
)
from games.sticky_fingers.folds import PILE_AT, fold
from games.sticky_fingers.model import NONE, OVER, State

FILLING = (CITY, VILLA, MUSEUM, HARBOR)
"""The order in which displays are filled, at the start and after each round (SF-34, SF-41)."""

_TOOL_FACES = tuple(map(FACES.from_wire, TOOLS.names))
_FENCE_FACES = tuple(map(FACES.from_wire, FENCES.names))


class Effects:
    """What a decision sets off, folded into a state of its own as it comes."""

    __slots__ = ("chance", "events", "state")

    def __init__(self, state: State, chance: Chance) -> None:
        self.state = state.copy()
        self.chance = chance
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """Let it happen."""
        fold(self.state, event)
        self.events.append(event)

    def shuffle(self, pile: int) -> None:
        """Shuffle the discards, taken in dataset order, into the draw pile."""
        state = self.state
        label = f"{PILES.names[pile]}/{state.shuffles[pile] + 1}"
        discards = state.discards[pile]
        if pile == TOOL_PILE:
            cards = sorted(discards)
        else:
            cards = [card for card in state.deck.cards[pile] if card in discards]
        order = self.chance.shuffle(label, cards)
        start = PILED_FROM[pile]
        self.emit(PileShuffled(pile, tuple([start + card for card in order])))

    def next_cards(self, pile: int, count: int) -> list[int]:
        """Return up to so many cards from the front of the pile, which they do not leave yet.

        The discards are shuffled when a card is needed and the pile is empty; under
        `reshuffle: eager` as soon as the pile is (SF-25). With no discards either, there are just
        fewer cards (SF-26).
        """
        state = self.state
        left = len(state.piles[pile])
        short = left <= count if state.eager else left < count
        if count and short and state.discards[pile]:
            self.shuffle(pile)
        cards = state.piles[pile]
        return cards[max(0, len(cards) - count) :][::-1]

    def deal(self) -> None:
        """Shuffle all piles, deal the first tools, fill the displays and begin (SF-41)."""
        for pile in (TOOL_PILE, LOOT_PILE, FENCE_PILE):
            self.shuffle(pile)
        state = self.state
        sizes = state.deck.table.hands[: state.seats]
        tools = self.next_cards(TOOL_PILE, sum(sizes))
        hands: list[tuple[int, ...]] = [()] * state.seats
        for place, size in enumerate(sizes):
            hands[(state.starter + place) % state.seats] = tuple(tools[:size])
            del tools[:size]
        self.emit(ToolsDealt(tuple(hands)))
        self.fill()
        self.emit(RoundBegan(1, state.starter))

    def fill(self) -> None:
        """Fill the gaps of every display; what is left over from a round stays (SF-33)."""
        state = self.state
        for place in FILLING:
            cards = self.next_cards(PILE_AT[place], state.gaps(place))
            if cards:
                self.emit(DisplayFilled(place, tuple([_face(state, place, it) for it in cards])))

    def exchange(self, seat: Seat, count: int) -> None:
        """Draw the tools that an exchange gives; those just given may be among them (SF-23)."""
        self.emit(ToolsDrawn(seat, tuple(self.next_cards(TOOL_PILE, count))))

    def advance(self) -> None:
        """Go on to the next decision, if nobody has one: to a place, or to the next round."""
        state = self.state
        if state.acting:
            return
        place = state.next_place()
        if place != NONE:
            self.emit(PlaceOpened(place))
            return
        self.fill()
        self.emit(RoundEnded(state.round, tuple(state.money)))
        if state.phase != OVER:
            starter = (state.starter + 1) % state.seats
            self.emit(RoundBegan(state.round + 1, starter))


def _face(state: State, place: int, card: int) -> int:
    if place == CITY:
        return _TOOL_FACES[card]
    return _FENCE_FACES[card] if place == HARBOR else state.deck.face[card]
