"""Matches of bots by the rules alone: how strong one is against others, and how sure that is.

One bot plays against a table of others. Each deal is played once from every seat, so that nobody
has the better seat or the better cards; equal seeds give equal matches.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from math import sqrt
from operator import attrgetter
from statistics import fmean, pstdev
from typing import NamedTuple

from bots import registry
from bots.chance import RandomChance
from bots.core import Bot
from bots.sequential import Interval
from games import rewards
from games.chance import FairChance
from games.core import AnyRules, Outcome, Seat, replay
from games.observation import Observation

Z = 1.96
"""Standard deviations to either side that hold 95 in a hundred."""

RESAMPLES = 1000

ROUNDING = 1e-9
"""A lead below this is none."""

DEALS_MIN = 5
"""Fewer deals do not tell how much deals differ; then matches are taken one by one."""


class Contest(NamedTuple):
    """One bot against a table of another."""

    rules: AnyRules
    seats: int
    bot: str
    against: str
    options: Mapping[str, object] = {}


class Played(NamedTuple):
    """What the bot has reached in one match."""

    deal: int
    seat: Seat
    place: int
    share: float
    """The part of the others that it has left behind; a tie counts half."""
    margin: float
    """Its score less the mean of the others'."""


Figure = Callable[[Played], float]
"""What is compared."""

share: Figure = attrgetter("share")
margin: Figure = attrgetter("margin")


def played_as(deal: int, seat: Seat, outcome: Outcome) -> Played:
    """Return what the bot at a seat has reached in a match that ended so."""
    places = outcome.placings
    return Played(
        deal,
        seat,
        places[seat],
        rewards.pairwise_scores(places)[seat],
        rewards.margin(outcome.scores, seat),
    )


def play(rules: AnyRules, bots: Sequence[Bot], deal: str, options: Mapping[str, object]) -> Outcome:
    """Play a match by the rules alone and return how it ended; the deal's text decides all."""
    seats = len(bots)
    state = rules.new_state(seats, rules.check_options(seats, options), rules.datasets[0])
    digest = sha256(deal.encode()).digest()
    chance, rng = FairChance(digest), random.Random(digest)  # noqa: S311  # A bot's whim.
    replay(rules, state, rules.opening_events(state, chance))
    while acting := rules.to_act(state):
        seat = acting[0]
        chosen = bots[seat].choose(Observation(rules, state, seat, RandomChance(rng)), rng)
        move = rules.parse_move(state, seat, chosen)
        replay(rules, state, rules.decide(state, seat, move, chance))
    outcome = rules.outcome(state)
    if outcome is None:
        message = f"{rules.id}: nobody has to act, and the match is not over"
        raise RuntimeError(message)
    return outcome


def matches(contest: Contest, deals: int, seed: str, first: int = 0) -> Iterator[Played]:
    """Play every deal from every seat, from the first that is still to be played on."""
    rules, seats = contest.rules, contest.seats
    bot = registry.bot(contest.bot).without_clock()
    other = registry.bot(contest.against).without_clock()
    for deal in range(first, deals):
        for seat in range(seats):
            table = [other] * seats
            table[seat] = bot
            text = f"{seed}/{rules.id}/{seats}/{deal}"
            yield played_as(deal, seat, play(rules, table, text, contest.options))


def deal_means(played: Sequence[Played], of: Figure = share) -> list[float]:
    """Return the mean of a figure in each deal, in the order in which they were played."""
    deals: dict[int, list[float]] = {}
    for match in played:
        deals.setdefault(match.deal, []).append(of(match))
    return [fmean(some) for some in deals.values()]


def mean_of(played: Sequence[Played], seed: str, of: Figure = share) -> Interval:
    """Return the mean of a figure, by a bootstrap over deals: matches of one are not independent.

    The percentile interval of B. Efron, R. Tibshirani: "An Introduction to the Bootstrap" (1993),
    chapter 13.
    """
    means = deal_means(played, of)
    if len(means) < DEALS_MIN:
        means = [of(match) for match in played]
    rng = random.Random(seed)  # noqa: S311  # Figures are to come out alike.
    drawn = sorted(fmean(rng.choices(means, k=len(means))) for _ in range(RESAMPLES))
    edge = RESAMPLES // 40
    return Interval(fmean(map(of, played)), drawn[edge], drawn[-1 - edge])


class Needs(NamedTuple):
    """After how many matches a figure may be expected to be told from that of an equal."""

    apart: float
    """With cards of its own for each match."""
    rotated: float
    """With each deal played from every seat."""


def needs(played: Sequence[Played], of: Figure, even: float) -> Needs | None:
    """Return after how many matches the mean is Z standard errors from even, None if it is even.

    From the deviation of single matches, and from that of whole deals.
    """
    deals = deal_means(played, of)
    lead = fmean(map(of, played)) - even
    if abs(lead) < ROUNDING:
        return None
    apart, rotated = (
        (Z * pstdev(figures) / lead) ** 2 * len(played) / len(figures)
        for figures in ([*map(of, played)], deals)
    )
    return Needs(apart, rotated)


def firsts(played: Sequence[Played]) -> Interval:
    """Return how often the bot came first, alone or not, with Wilson's interval.

    E. B. Wilson: "Probable inference, the law of succession, and statistical inference", Journal
    of the American Statistical Association 22 (1927).

    >>> won, lost = Played(0, 0, 1, 1.0, 3.0), Played(0, 0, 2, 0.5, -1.0)
    >>> [round(it, 2) for it in firsts([won] * 8 + [lost] * 2)]
    [0.8, 0.49, 0.94]
    """
    count = len(played)
    rate = sum(match.place == 1 for match in played) / count
    centre = rate + Z * Z / (2 * count)
    half = Z * sqrt(rate * (1 - rate) / count + Z * Z / (4 * count * count))
    whole = 1 + Z * Z / count
    return Interval(rate, (centre - half) / whole, (centre + half) / whole)
