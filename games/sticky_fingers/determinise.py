"""Deal again what a seat cannot see."""

from collections import Counter
from collections.abc import Iterable

from games.chance import Chance
from games.core import Seat
from games.sticky_fingers.cards import (
    CITY,
    FENCE_PILE,
    HARBOR,
    LOOT_PILE,
    MUSEUM,
    TOOL_PILE,
    VILLA,
)
from games.sticky_fingers.model import NONE, State


def determinise(state: State, seat: Seat, chance: Chance) -> State:
    """Return a state that the seat cannot tell from this one.

    Dealt again are the others' tools, but for those that were seen taken in the City and have not
    left the hand since, which an attentive player remembers; all loot whose front the seat does not
    see, each card where one with its back lies; and the piles.
    """
    imagined = state.copy()
    imagined.moves = None
    _deal_tools(imagined, seat, chance)
    _deal_loot(imagined, seat, chance)
    seen = [*state.display[HARBOR], *state.discards[FENCE_PILE]]
    fences = _unseen(state, FENCE_PILE, seen)
    imagined.piles[FENCE_PILE] = chance.shuffle("imagine/fences", fences)
    return imagined


def _unseen(state: State, pile: int, seen: Iterable[int]) -> list[int]:
    """Return the cards of the pile that are not among those seen, in dataset order."""
    left = Counter(state.deck.cards[pile])
    left.subtract(seen)
    return list(left.elements())


def _deal_tools(state: State, seat: Seat, chance: Chance) -> None:
    held = Counter(dict(enumerate(state.hands[seat])))
    for other in range(state.seats):
        if other != seat:
            held += Counter(dict(enumerate(state.known[other])))
    seen = [*state.display[CITY], *state.discards[TOOL_PILE], *held.elements()]
    unseen = chance.shuffle("imagine/tools", _unseen(state, TOOL_PILE, seen))
    for other in range(state.seats):
        if other != seat:
            hidden = sum(state.hands[other]) - sum(state.known[other])
            hand = state.known[other][:]
            for _ in range(hidden):
                hand[unseen.pop()] += 1
            state.hands[other] = hand
    state.piles[TOOL_PILE] = unseen


def _deal_loot(state: State, seat: Seat, chance: Chance) -> None:
    seen = [*state.discards[LOOT_PILE], *state.loot[seat]]
    unseen = chance.shuffle("imagine/loot", _unseen(state, LOOT_PILE, seen))
    others = [state.loot[other] for other in range(state.seats) if other != seat]
    for cards in (state.display[VILLA], state.display[MUSEUM], *others):
        for at, loot in enumerate(cards):
            if loot != NONE:
                cards[at] = _take_alike(state, unseen, loot)
    state.piles[LOOT_PILE] = unseen


def _take_alike(state: State, cards: list[int], loot: int) -> int:
    """Take the first of the cards with the same back away and return it."""
    face = state.deck.face
    alike = next(card for card in cards if face[card] == face[loot])
    cards.remove(alike)
    return alike


def reshuffle(state: State, chance: Chance) -> State:
    """Return the state with all piles shuffled, and with other loot of equal backs on show.

    Held tools and loot stay: their seats have seen them.
    """
    shuffled = state.copy()
    shuffled.moves = None
    shown = (shuffled.display[VILLA], shuffled.display[MUSEUM])
    loot = [*state.piles[LOOT_PILE], *(each for cards in shown for each in cards if each != NONE)]
    unseen = chance.shuffle("reshuffle/loot", sorted(loot))
    for cards in shown:
        for at, front in enumerate(cards):
            if front != NONE:
                cards[at] = _take_alike(state, unseen, front)
    shuffled.piles[LOOT_PILE] = unseen
    for pile in (TOOL_PILE, FENCE_PILE):
        shuffled.piles[pile] = chance.shuffle(f"reshuffle/{pile}", sorted(state.piles[pile]))
    return shuffled
