"""How the greedy bot plays Stick 'Em: weigh each card by what the trick is likely to bring.

The weights were found by letting bots of different weights play one another.
"""

from collections.abc import Sequence

from games.observation import Move, Observation, View
from games.stick_em.cards import CARDS, COLOUR, NUMBER
from games.stick_em.scoring import STRENGTH, WORTH

OUTSIDE = 0.05
"""What a point of a colour in the others' hands costs as pain colour: it may be stuck to me."""

RIVAL = 0.4
"""What a point that a rival loses is worth to me; there are several rivals and one winner."""

RID = 0.06
"""What it is worth to be rid of a point of my pain colour that I would have to play later."""

SPITE = 2.5
"""What I expect each later player to add to a trick that I am winning, in points against me."""

SLIPS = 0.5
"""How likely the gentle bot leaves a decision to chance instead; measured in docs/bots.md."""


def choose(seen: Observation) -> Move:
    """Return the pain card that threatens least, or the card that is worth most in the trick."""
    view, deck = seen.view, seen.world.deck
    if view["phase"] == "pain":
        hand = {CARDS.index(name) for name in view["hand"]}
        outside = [card for card in deck if card not in hand]
        return min(seen.legal, key=lambda move: _threat(outside, CARDS.index(move["card"])))
    table = _Table(view, deck)
    return max(seen.legal, key=lambda move: table.worth(CARDS.index(move["card"])))


def _threat(outside: Sequence[int], pain: int) -> float:
    """Return the points that a pain card costs: its own, and a share of its colour outside."""
    colour = COLOUR[pain]
    return NUMBER[pain] + OUTSIDE * sum(NUMBER[card] for card in outside if COLOUR[card] == colour)


class _Table:
    """The trick as a seat sees it before it plays."""

    def __init__(self, view: View, deck: Sequence[int]) -> None:
        self.seat: int = view["seat"]
        self.seats = len(view["hand_sizes"])
        self.pain = [COLOUR[CARDS.index(name)] for name in view["pain"]]
        self.trick = [CARDS.index(played["card"]) for played in view["trick"]]
        self.players = [played["seat"] for played in view["trick"]]
        self.after = self.seats - len(self.trick) - 1
        self.unseen = self._unseen(view, deck)

    def _unseen(self, view: View, deck: Sequence[int]) -> list[int]:
        piles = [view["hand"], view["pain"], *(view["captured"] or [])]
        seen = {CARDS.index(name) for pile in piles for name in pile} | set(self.trick)
        return [card for card in deck if card not in seen]

    def worth(self, card: int) -> float:
        """Return the points that playing the card is expected to bring."""
        strengths = STRENGTH[COLOUR[self.trick[0] if self.trick else card]]
        rank = strengths[card]
        beaten = [strengths[other] for other in self.trick]
        best = max(beaten, default=0)
        wins = self._held(strengths, rank) if rank > best else 0.0
        taken = self._brings(self.seat, card) - SPITE * self.after * (wins > 0)
        lost = self._lost(card, beaten, best)
        return wins * taken + (1 - wins) * lost

    def _held(self, strengths: Sequence[int], rank: int) -> float:
        """Return how likely nobody after me plays a stronger card, if they play any card."""
        stronger = sum(strengths[other] > rank for other in self.unseen)
        return (1 - stronger / max(1, len(self.unseen))) ** self.after

    def _brings(self, seat: int, card: int) -> int:
        """Return what the trick so far and my card are worth to a seat."""
        worth = WORTH[self.pain[seat]]
        return sum(worth[other] for other in self.trick) + worth[card]

    def _lost(self, card: int, beaten: Sequence[int], best: int) -> float:
        """Return what it is worth to lose my card to another: his harm, and to be rid of it."""
        rid = RID * NUMBER[card] if COLOUR[card] == self.pain[self.seat] else 0.0
        if best:
            winner = self.players[beaten.index(best)]
            return rid - RIVAL * self._brings(winner, card)
        rivals = [seat for seat in range(self.seats) if seat != self.seat]
        average = sum(self._brings(seat, card) for seat in rivals) / len(rivals)
        return rid - RIVAL * average
