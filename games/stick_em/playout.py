"""A round of Stick 'Em played on by quick judgement, all at once: a search does it by the thousand.

It is what `StickEmHeuristic.rollout_move` and the rules come to move by move, from the same random
numbers, without an event or a list of judgements a card; the tests compare the two.
"""

from collections.abc import Callable, Sequence
from math import inf

from games.stick_em.cards import CARDS, COLOUR, NUMBER
from games.stick_em.model import OVER, PLAY, SEATS, State
from games.stick_em.scoring import STRENGTH, WORTH, round_points

RIVAL = 0.4
"""What a point that a rival loses is worth; there are several rivals and one winner."""

RID = 0.06
"""What it is worth to be rid of a point of one's own pain colour."""

SPITE = 2.5
"""What each later player is expected to add to a trick, in points against whoever wins it."""

LOW = 0.05
"""What it is worth, by its number, to lead a card early that may win a trick late."""

STRONGEST = max(map(max, STRENGTH))

_ALL = range(len(CARDS.names))

BEGIN = tuple(
    tuple(LOW * NUMBER[card] - 4 * RID * min(0, worth[card]) for card in _ALL) for worth in WORTH
)
"""What it brings to lead a card, by one's own pain colour and card: any other colour beats it."""

HURT = tuple(tuple(RIVAL * worth[card] for card in _ALL) for worth in WORTH)
"""What it costs to let a rival have a card, by his pain colour and card."""

RIDDANCE = tuple(tuple(RID * min(0, worth[card]) for card in _ALL) for worth in WORTH)
"""What it is worth to keep a card, by one's own pain colour and card: never more than nothing."""

HOLDS = tuple(
    tuple((strength / STRONGEST) ** after for strength in range(STRONGEST + 1))
    for after in range(SEATS)
)
"""How likely a card stays ahead, by how many seats come after it and its strength."""


def play_round(state: State, random: Callable[[], float], whim: float, lead: float) -> None:
    """Play a round in which tricks are played on to its end, by quick judgement, and score it.

    The state is only good for its totals then, and for whether the match is over.
    """
    played = _Round(state, random, whim, lead)
    trick, leader = state.trick, state.trick_leader
    while trick or state.hands[leader]:
        leader = played.finish_trick(trick, leader)
        trick = []
    totals = zip(state.totals, played.points, strict=True)
    state.totals = tuple([total + more for total, more in totals])
    state.phase = OVER if state.round == state.rounds else PLAY


class _Round:
    """A round that is played on trick by trick."""

    __slots__ = ("colours", "hands", "lead", "points", "random", "whim", "zeros_to_leader")

    def __init__(self, state: State, random: Callable[[], float], whim: float, lead: float) -> None:
        self.hands = state.hands
        self.zeros_to_leader = state.zeros_to_leader
        self.colours = [COLOUR[card] for card in state.pain]
        self.points = [*map(round_points, state.pain, state.captured)]
        self.random = random
        self.whim = whim
        self.lead = lead

    def finish_trick(self, trick: list[int], leader: int) -> int:
        """Play the cards that a trick still lacks, count it, and return who leads the next one."""
        seats = len(self.hands)
        if not trick:
            weights = BEGIN[self.colours[leader]]
            hand = self.hands[leader]
            trick.append(self._choose(hand, [weights[card] for card in hand]))
        strengths = STRENGTH[COLOUR[trick[0]]]
        highest, winner = -1, leader
        for at, card in enumerate(trick):
            if strengths[card] > highest:
                highest, winner = strengths[card], (leader + at) % seats
        for at in range(len(trick), seats):
            seat = (leader + at) % seats
            hand = self.hands[seat]
            pains = self.colours[seat], self.colours[winner]
            card = self._choose(hand, _follow(hand, trick, highest, seats - at - 1, pains))
            trick.append(card)
            if strengths[card] > highest:
                highest, winner = strengths[card], seat
        if not highest and not self.zeros_to_leader:
            return leader
        worth = WORTH[self.colours[winner]]
        self.points[winner] += sum([worth[card] for card in trick])
        return winner

    def _choose(self, hand: list[int], weights: Sequence[float]) -> int:
        """Take the card that looks best, but for a whim, out of the hand and return it."""
        random, whim, lead = self.random, self.whim, self.lead
        best, chosen = -inf, hand[0]
        for card, weight in zip(hand, weights, strict=True):
            value = weight / lead + whim * random()
            if value > best:
                best, chosen = value, card
        hand.remove(chosen)
        return chosen


def _follow(
    hand: Sequence[int], trick: Sequence[int], highest: int, after: int, pains: tuple[int, int]
) -> list[float]:
    """Return what each card brings in the trick: to take it, or to let its winner have it.

    highest is the strength that wins the trick as it lies, after how many follow, and pains the
    colours of the seat and of the winner.
    """
    colour, his = pains
    own, other = WORTH[colour], WORTH[his]
    strengths, hurt, keeps = STRENGTH[COLOUR[trick[0]]], HURT[his], RIDDANCE[colour]
    taken = sum([own[card] for card in trick]) - SPITE * after
    lost = -RIVAL * sum([other[card] for card in trick])
    worse, holds = lost - RIVAL, HOLDS[after]
    weights = []
    for card in hand:
        strength = strengths[card]
        if strength > highest:
            wins = holds[strength]
            weights.append(wins * (taken + own[card]) + (1 - wins) * worse)
        else:
            weights.append(lost - hurt[card] - keeps[card])
    return weights


def follow(state: State, seat: int, hand: Sequence[int]) -> list[float]:
    """Return what each card of a seat brings in the trick that others have begun."""
    trick, pain, seats = state.trick, state.pain, state.seats
    strengths = STRENGTH[COLOUR[trick[0]]]
    highest, position = max([(strengths[card], -position) for position, card in enumerate(trick)])
    winner = (state.trick_leader - position) % seats
    pains = COLOUR[pain[seat]], COLOUR[pain[winner]]
    return _follow(hand, trick, highest, seats - len(trick) - 1, pains)


def begin(state: State, seat: int, hand: Sequence[int]) -> list[float]:
    """Return what it brings a seat to lead each card."""
    weights = BEGIN[COLOUR[state.pain[seat]]]
    return [weights[card] for card in hand]
