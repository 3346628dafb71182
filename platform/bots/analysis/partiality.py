"""Whether somebody's moves were unusually favourable to another seat at the table.

For staff, who look at the decisions; nobody is accused by a figure, and no figure decides anything.

The figure is a score test of λ = 0 in π ∝ exp((q_X + λ q_Y)/τ): what X's moves gave to Y beyond the
other opponents, less what moves as sharp as X's usual ones would have given. How it falls out for
the honest depends on how they play, so it is never taken for itself: it is ranked among those of
other players towards the same seat, which has a bounded error whatever the model of play.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from math import exp, log
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

from bots.analysis.recorded import Turn
from bots.analysis.review import Table
from bots.chance import RandomChance
from bots.ismcts import Playout
from bots.search import guide_of
from games.core import AnyRules, Seat
from games.heuristic import Heuristic

VERSION = "partiality/2"
"""The first looked into a third as many worlds, whose noise hid much of what was given."""

WORLDS = 36
"""In which each move is played out, in two halves: one says how likely it was, one what it gave."""
MATCHES_MIN = 16
"""Of two players together, before anything is said of them."""
OTHERS_MIN = 19
"""Players whom somebody is compared with; with fewer there is no test."""
RANK_MAX = 0.05
"""The largest p of either direction."""
FIGURE_MIN = 3.1
"""What one direction's figure has to be above."""
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
    assert turn.seat is not None  # noqa: S101 - The opening has no choice.
    guide, seat = guide_of(rules.game), turn.seat
    rng = Random(sha256(f"{VERSION}\0{match}\0{seat}\0{turn.at}".encode()).digest())  # noqa: S311
    # A copy that the truth cannot be read from, whatever guides look at.
    seen = rules.determinise(turn.before, seat, RandomChance(rng))
    legal = list(rules.legal_moves(seen, seat))
    halves = [mean_rewards(rules, guide, seen, (seat, legal), rng, worlds // 2) for _ in range(2)]
    return Decision(turn.at - 1, legal.index(turn.move), *halves)


def mean_rewards(  # noqa: PLR0913, PLR0917 - A decision, and how long to look at it.
    rules: AnyRules,
    guide: Heuristic,
    seen: Any,
    choice: tuple[Seat, Sequence[Any]],
    rng: Random,
    worlds: int,
) -> MeanRewards:
    """Return what each move brings to each seat, on average over the same worlds for all."""
    seat, legal = choice
    sums = [[0.0] * len(legal) for _ in rules.current_scores(seen)]
    for _ in range(worlds):
        world = rules.determinise(seen, seat, RandomChance(rng))
        seed = rng.getrandbits(64)
        for number, move in enumerate(legal):
            table = Table(rules, guide, seed)
            playout = Playout(table, world.copy())
            turn = playout.make(seat, move)
            while turn is not None:
                moves = rules.legal_moves(playout.state, turn)
                turn = playout.make(
                    turn, guide.rollout_move(playout.state, turn, moves, table.random)
                )
            for each, reward in enumerate(playout.rewards()):
                sums[each][number] += reward
    return [[value / worlds for value in values] for values in sums]


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


class Ranked(NamedTuple):
    """A direction of a pair among those of others towards the same player."""

    p: float
    others: int


def ranked(figures: Mapping[Pair, float], pair: Pair) -> Ranked | None:
    """Return how unusual a pair's figure is; None without enough others.

    Each is taken less the giver's own mean towards all others, so that a style that gives to
    everybody is no favour. If whoever gives is like those they are compared with, p is at most a
    with a chance of at most a, whatever the model of play.
    """
    giver, taker = pair
    own = _residual(figures, pair)
    others = [
        found
        for each, to in figures
        if to == taker and each != giver and (found := _residual(figures, (each, to))) is not None
    ]
    if own is None or len(others) < OTHERS_MIN:
        return None
    return Ranked((1 + sum(each >= own for each in others)) / (len(others) + 1), len(others))


def _residual(figures: Mapping[Pair, float], pair: Pair) -> float | None:
    giver, taker = pair
    rest = [value for (each, to), value in figures.items() if each == giver and to != taker]
    return figures[pair] - fmean(rest) if rest and pair in figures else None


def is_unusual(figures: Sequence[float], ranks: Sequence[Ranked | None]) -> bool:
    """Tell whether both directions rank high and one is large: then it is looked at once more.

    On matches that are played after this, by the same rule, and only then is the staff told.
    """
    is_high = all(rank is not None and rank.p <= RANK_MAX for rank in ranks)
    return is_high and max(figures) > FIGURE_MIN
