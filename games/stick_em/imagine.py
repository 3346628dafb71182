"""Deal again what a seat cannot see."""

from games.chance import Chance
from games.core import Seat
from games.stick_em.cards import NUMBER
from games.stick_em.model import HIDDEN, NOBODY, PAIN, State
from games.stick_em.views import last_trick_in_sight, piles_hidden


def imagine(state: State, seat: Seat, chance: Chance) -> State:
    """Return a state that the seat cannot tell from this one.

    The others' hands and face-down pain cards are dealt again. Under `history: memory` so are
    the captured cards of this round, by their number only: who wants to remember them must
    remember by himself.
    """
    imagined = state.copy()
    if piles_hidden(state):
        _forget_piles(imagined)
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


def _forget_piles(imagined: State) -> None:
    """Empty the piles but for the last trick, as long as it is in sight."""
    kept = list(imagined.last_trick) if imagined.tricks and last_trick_in_sight(imagined) else []
    imagined.captured = [
        kept[:] if seat == imagined.last_winner else [] for seat in range(imagined.seats)
    ]
    imagined.aside = kept[:] if imagined.last_winner == NOBODY else []


def _refill_piles(imagined: State, state: State, unseen: list[int]) -> None:
    """Fill the piles to their sizes, zeros into the one set aside: all its cards are zeros."""
    zeros = [card for card in unseen if not NUMBER[card]]
    while len(imagined.aside) < len(state.aside):
        card = zeros.pop()
        unseen.remove(card)
        imagined.aside.insert(0, card)
    for pile, captured in zip(imagined.captured, state.captured, strict=True):
        while len(pile) < len(captured):
            pile.insert(0, unseen.pop())
    if state.tricks and not last_trick_in_sight(state):
        winner = state.last_winner
        pile = imagined.aside if winner == NOBODY else imagined.captured[winner]
        imagined.last_trick = tuple(pile[-state.seats :])
