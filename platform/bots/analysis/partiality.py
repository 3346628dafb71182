"""Whether somebody's moves were unusually favourable to another seat at the table.

For staff, who look at the decisions; nobody is accused by a figure, and no figure decides anything.

The figure is a score test of λ = 0 in π ∝ exp((q_X + λ q_Y)/τ): what X's moves gave to Y beyond the
other opponents, less what moves as sharp as X's usual ones would have given. How it falls out for
the honest depends on how they play, so it is never taken for itself: what two gave one another is
ranked among what either has with others, which has a bounded error whatever the model of play.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import exp, log
from statistics import fmean
from typing import NamedTuple

from bots.analysis.judgement import Judgement
from bots.analysis.recorded import Turn
from games.core import AnyRules, Seat

VERSION = "partiality/4"
"""How pairs are compared.

The third looked at the same matches again every month, and asked no more where many were compared.
The second ranked each direction alone, where two small favours look like none; the first looked
into a third as many worlds besides, whose noise hid much of what was given.
"""
MEASURED = "partiality/2"
"""How it is told what moves gave: as by the second, so nothing of that is reckoned anew."""

WORLDS = 36
"""In which each move is played out, in two halves: one says how likely it was, one what it gave."""
MATCHES_MIN = 16
"""Of two players together, before anything is said of them."""
OTHERS_MIN = 19
"""Players whom somebody is compared with; with fewer there is no test."""
RANK_MAX = 0.05
"""The largest p, among the others of either."""
MANY = 400
"""Where more pairs than these are compared in a month, more is asked of each."""
OTHERS_MIN_OF_MANY, RANK_MAX_OF_MANY = 99, 0.01
FIGURE_MIN = 3.1
"""What the figure of both directions together has to be above."""
SHARPNESS = (0.005, 0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64)
"""The temperatures that are tried, in parts of the others left behind."""

MeanRewards = Sequence[Sequence[float]]
"""By seat and move, what each seat may be expected to leave behind."""


class Decision(NamedTuple):
    """What the moves of a decision were worth to everybody at the table."""

    at: int
    """The version of the match at which it was made."""
    made: int
    """Which of the moves."""
    first: MeanRewards
    second: MeanRewards
    """The same from other worlds."""


def decision(rules: AnyRules, turn: Turn, match: str, worlds: int = WORLDS) -> Decision:
    """Return what the legal moves of a turn are worth; the match's id seeds the worlds."""
    judgement = Judgement.of(rules, turn, MEASURED, match)
    halves = [judgement.mean_rewards(worlds // 2) for _ in range(2)]
    return Decision(turn.at - 1, judgement.legal.index(turn.move), *halves)


class Figure(NamedTuple):
    """What was given to one opponent, and how much that varies."""

    given: float
    variance: float

    @property
    def z(self) -> float:
        """The figure in standard deviations; 0 where there was nothing to give."""
        return self.given / self.variance**0.5 if self.variance > 0 else 0.0


def sharpness(decisions: Sequence[Decision], seat: Seat) -> float:
    """Return how sharply somebody plays: the temperature under which their moves are likeliest."""
    return max(SHARPNESS, key=lambda tau: _likelihood(decisions, seat, tau))


def _likelihood(decisions: Sequence[Decision], seat: Seat, tau: float) -> float:
    return sum(
        log(max(_likely(half[seat], tau)[each.made], 1e-12))
        for each in decisions
        for half in (each.first, each.second)
    )


def _likely(values: Sequence[float], tau: float) -> list[float]:
    """Return how likely each move is of somebody who plays for themselves, so sharply."""
    best = max(values)
    weights = [exp((value - best) / tau) for value in values]
    total = sum(weights)
    return [weight / total for weight in weights]


def figure(decisions: Sequence[Decision], seat: Seat, other: Seat, tau: float) -> Figure:
    """Return what a seat's moves gave another one beyond the other opponents."""
    parts = [given(each, seat, other, tau) for each in decisions]
    return Figure(sum(part.given for part in parts), sum(part.variance for part in parts))


def given(found: Decision, seat: Seat, other: Seat, tau: float) -> Figure:
    """Return the same of one decision.

    How likely the moves were is told by one half of the worlds and what they gave by the other,
    and the other way round: else noise in the one would turn up in the other.
    """
    halves = [
        _given(found.made, likely, gave, (seat, other), tau)
        for likely, gave in ((found.first, found.second), (found.second, found.first))
    ]
    return Figure(fmean(half.given for half in halves), fmean(half.variance for half in halves))


def _given(
    made: int, likely: MeanRewards, gave: MeanRewards, seats: tuple[Seat, Seat], tau: float
) -> Figure:
    seat, other = seats
    rest = [each for each in range(len(gave)) if each not in seats]
    favour = [
        gave[other][move] - (fmean(gave[each][move] for each in rest) if rest else 0.0)
        for move in range(len(gave[seat]))
    ]
    chances = _likely(likely[seat], tau)
    mean = sum(chance * value for chance, value in zip(chances, favour, strict=True))
    variance = sum(
        chance * (value - mean) ** 2 for chance, value in zip(chances, favour, strict=True)
    )
    return Figure(favour[made] - mean, variance)


Pair = tuple[str, str]
"""Who gives, and to whom."""


def mutual(figures: Mapping[Pair, float]) -> dict[Pair, float]:
    """Return what any two gave one another together, in either order.

    A favour that is returned is told from chance by the sum long before it is by either half. Each
    half is less the giver's own mean towards all others, so that a style that gives to everybody
    is no favour; of who has met nobody else often nothing can be said.
    """
    given: dict[str, list[float]] = defaultdict(list)
    for (giver, _taker), figure in figures.items():
        given[giver].append(figure)
    totals = {giver: (sum(each), len(each)) for giver, each in given.items()}
    halves = {
        pair: figure - (total - figure) / (number - 1)
        for pair, figure in figures.items()
        for total, number in [totals[pair[0]]]
        if number > 1
    }
    back = {pair: halves[pair[::-1]] for pair in halves if pair[::-1] in halves}
    return {pair: halves[pair] + half for pair, half in back.items()}


class Ranked(NamedTuple):
    """A pair among those that one of the two makes with others."""

    p: float
    others: int


def ranked(given: Mapping[Pair, float], pair: Pair) -> Ranked | None:
    """Return how unusual a pair is among those of its second; None without enough others.

    If its first is like the others whom the second meets, p is at most a with a chance of at most
    a, whatever the model of play.
    """
    first, second = pair
    others = [each for (one, other), each in given.items() if other == second and one != first]
    if pair not in given or len(others) < OTHERS_MIN:
        return None
    ahead = sum(each >= given[pair] for each in others)
    return Ranked((1 + ahead) / (len(others) + 1), len(others))


def is_unusual(figures: Sequence[float], ranks: Sequence[Ranked | None], pairs: int) -> bool:
    """Tell whether a pair ranks high with both and is large: then it is looked at once more.

    On matches that are played after this, by the same rule, and only then is the staff told. So
    many pairs are compared in the month.
    """
    is_many = pairs > MANY
    least, most = (OTHERS_MIN_OF_MANY, RANK_MAX_OF_MANY) if is_many else (OTHERS_MIN, RANK_MAX)
    is_high = all(rank is not None and rank.others >= least and rank.p <= most for rank in ranks)
    return is_high and sum(figures) / len(figures) ** 0.5 > FIGURE_MIN
