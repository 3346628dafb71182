"""Deal again what a seat cannot see."""

from games.chance import Chance
from games.core import Seat
from games.stick_em.cards import NUMBER
from games.stick_em.events import TrickSetAside, TrickTaken
from games.stick_em.model import HIDDEN, PAIN, State
from games.stick_em.views import piles_hidden


def determinise(state: State, seat: Seat, chance: Chance) -> State:
    """Return a state that the seat cannot tell from this one.

    The others' hands and face-down pain cards are dealt again. Under `history: memory` so are
    the captured cards of this round, by their number only: who wants to remember them must
    remember by himself.
    """
    imagined = state.copy()
    if piles_hidden(state):
        imagined.captured = []
        imagined.aside = []
    unseen = chance.shuffle("imagine", _unseen(imagined, seat))
    if piles_hidden(state):
        _refill_piles(imagined, state, unseen)
    for other in range(state.seats):
        if other == seat:
            continue
        if state.phase == PAIN and state.pain[other] != HIDDEN:
            imagined.pain[other] = unseen.pop()
        imagined.hands[other] = sorted(unseen.pop() for _ in state.hands[other])
    return imagined


def _unseen(state: State, seat: Seat) -> list[int]:
    """Return the cards that the seat sees nowhere, in canonical order."""
    seen = {*state.hands[seat], *state.trick, *state.aside}
    for pile in state.captured:
        seen.update(pile)
    if state.phase == PAIN:
        seen.add(state.pain[seat])
    else:
        seen.update(state.pain)
    return [card for card in state.deck if card not in seen]


def _refill_piles(imagined: State, state: State, unseen: list[int]) -> None:
    """Fill the piles to their sizes, zeros into the one set aside: all its cards are zeros."""
    zeros = [card for card in unseen if not NUMBER[card]]
    imagined.aside = zeros[: len(state.aside)]
    for card in imagined.aside:
        unseen.remove(card)
    imagined.captured = [[unseen.pop() for _ in pile] for pile in state.captured]
    last = state.last_trick
    if state.tricks and isinstance(last, TrickTaken):
        cards = tuple(imagined.captured[last.seat][-state.seats :])
        imagined.last_trick = TrickTaken(last.seat, cards)
    elif state.tricks and last is not None:
        imagined.last_trick = TrickSetAside(tuple(imagined.aside[-state.seats :]))
