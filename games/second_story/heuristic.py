"""What a search knows of Second Story: nights, and when to go home."""

from collections.abc import Sequence
from operator import add

from games.core import AnyRules, Seat
from games.heuristic import Heuristic
from games.second_story.cards import RANK, SIDES, SUITS_OF
from games.second_story.events import DiceRolled, HouseEntered, NightEnded, ThiefCaught
from games.second_story.expectation import Expectation, lair_values
from games.second_story.foresight import Foresight
from games.second_story.jobs import NEED_BY_FLATS
from games.second_story.model import APPROACH, FLATS, HOME, MISSED, NOBODY, State
from games.second_story.moves import SECOND_CHANCE, USE_EXCUSE, taken
from games.second_story.scoring import rank_value

SUCCESS = 0.62
"""How likely it is to come out of the next house with something, all in all."""

MORE = 0.75
"""What the next house adds to a lair then, in chips that score."""

FLAT = 0.7
"""What a flat adds."""

CROWN, RISKED = 0.19, 0.5
"""How likely two dice reach a 10, and what the risked chip is worth."""

AGAIN, EXCUSED = 0.5, 0.4
"""How likely a roll succeeds that the Excuse pays for, and what the Excuse is worth at home."""


class SecondStoryHeuristic(Heuristic[State, int]):
    """Breaks playouts off when the night is over; what the other thieves get is mere chance."""

    stops = frozenset({NightEnded, ThiefCaught})
    shows = frozenset({HouseEntered, DiceRolled})
    lead = 1.6
    trust = 8.0
    certainty = 200.0
    playouts = (0,)
    worlds = (100, 1000)
    whim = 0.03

    def move_values(self, state: State, seat: Seat, legal: Sequence[int]) -> Sequence[float]:
        """Return what the lair may be worth after each move, beyond what it is worth already."""
        lair = state.lairs[seat]
        caught = worth_of(lair)
        chips = list(map(add, lair, state.bag))
        if state.phase == APPROACH:
            points = _approaches(state, chips, caught)
        elif state.phase == FLATS:
            won = worth_of(chips) - caught
            points = [
                (1 - (NEED_BY_FLATS[flats] - 1) / SIDES) * (won + FLAT * flats)
                for flats in (1, 2, 3)
            ]
        elif state.phase == HOME:
            points = _ways_home(state, worth_of(chips) - caught)[: len(legal)]
        elif state.phase == MISSED:
            won = worth_of(chips) - caught + FLAT
            points = [_way_out(move, won) for move in legal]
        else:
            points = [_with(chips, taken(move)) for move in legal]
        return [worth / self.lead for worth in points]

    def evaluate(self, rules: AnyRules, state: State) -> Sequence[float]:  # noqa: ARG002
        """Return what the lairs are good for."""
        return lair_values(state, state.lairs, min(state.bank), state.last_seat, state.active)

    def expected_rewards(
        self,
        rules: AnyRules,  # noqa: ARG002
        state: State,
        seat: Seat,  # noqa: ARG002  # It is the thief's.
        legal: Sequence[int],
    ) -> Sequence[float]:
        """Return what part of the others each move may leave behind: a night reckoned through."""
        return list(map(Foresight(state).value, legal))

    def prospects(self, rules: AnyRules, state: State) -> Sequence[float]:
        """Return what the thief may expect of the best move, and what that leaves to the others."""
        others = super().prospects(rules, state)
        thief = state.active
        expectation = Expectation(state)
        best = max(map(expectation.value, rules.legal_moves(state, thief)))
        left, rest = sum(others) - best, sum(others) - others[thief]
        if not rest:
            # The thief is so far ahead that nothing else counts: the others share what is left.
            return [
                best if seat == thief else left / (len(others) - 1) for seat in range(len(others))
            ]
        return [best if seat == thief else left / rest * part for seat, part in enumerate(others)]


def worth_of(lair: Sequence[int]) -> float:
    """Return what a lair is worth, in chips that score; any suit may become the second one.

    The weights, and the lead, are those that told best who would be ahead in the end, in a
    logistic regression over the nights of 400 matches of greedy bots.
    """
    sixth, fifth, fourth, third, second, first = sorted(lair)
    return 0.4 * first + second + 0.75 * third + 0.2 * fourth + 0.05 * fifth + 0.3 * sixth


def _with(chips: list[int], suits: Sequence[int]) -> float:
    more = chips[:]
    for suit in suits:
        more[suit] += 1
    return worth_of(more)


def _approaches(state: State, chips: list[int], caught: float) -> list[float]:
    """Return what robbing the house thoroughly may bring, and being quick about it."""
    card = state.street[-1]
    miss = (RANK[card] - 1) / SIDES
    suits = [suit for suit in SUITS_OF[card] if state.bank[suit]]
    both = _with(chips, suits)
    one = max([_with(chips, (suit,)) for suit in suits], default=both)
    return [(1 - miss) * (both - caught), (1 - miss * miss) * (one - caught)]


def _ways_home(state: State, won: float) -> list[float]:
    """Return what it brings to go home, and to try another house.

    Who would be behind at home after the last night has nothing to lose.
    """
    if state.last_seat != NOBODY and _behind(state):
        return [won, won + 2]
    return [won, SUCCESS * (won + MORE)]


def _behind(state: State) -> bool:
    mine = rank_value(list(map(add, state.lairs[state.active], state.bag)))
    return max(map(rank_value, state.lairs)) > mine


def _way_out(move: int, won: float) -> float:
    """Return what it brings to roll again at a price, or to be caught."""
    if move == SECOND_CHANCE:
        return CROWN * won - (1 - CROWN) * RISKED
    return AGAIN * won - EXCUSED if move == USE_EXCUSE else 0.0


HEURISTIC = SecondStoryHeuristic()
