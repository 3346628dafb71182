"""Whether personal draw orders leave the odds as they are, and what a deal at many tables explains.

`python -m tests.bots.same_deal second-story --deals 2500 --kept FILE` plays deals at eight tables
each, by the rules with one pile (`@1`) and by those with personal orders (`@2`). Players go by the
judgement of the search's guide with noise of six levels, drawn anew for every seat. A deal is a
line of the file and is not played again, so a long run may be made in pieces (`--seconds 240`).
Then it tells

- twelve statistics of both rules, and by how many standard errors they differ: the matches of one
  deal are alike, so that errors are reckoned from deals;
- what part of the variance of a result the deal and the seat explain (intraclass correlation) after
  the players' levels and the seats' effects were taken out;
- what a match tells of its players by each way to score it, placings without comparison being 1.
"""

import argparse
import random
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from math import hypot, inf
from pathlib import Path
from statistics import NormalDist, variance
from typing import NamedTuple

from bots.search import guide_of
from games import registry as games
from games.core import AnyRules, Event, placings
from games.fair_draws import OrderChance
from games.pickpocket import events as loot
from games.pickpocket.tiles import LOOTS, guard
from games.rewards import pairwise_scores
from games.second_story import events as houses
from games.second_story.cards import ACE, CROWN, KIND, RANK
from tests.bots.kept import resumed
from tests.bots.scorings import SCORINGS, Seated, information, intraclass, levelled

SEATS = {"second-story": 3, "pickpocket": 4}
VERSIONS = (1, 2)
TABLES = 8
"""At which each deal is played."""
STRONGEST, WEAKEST, LEVELS = 0.02, 0.4, 6
"""Noise of players, in the unit of the guide's judgement; the levels between are as far apart."""
DEVIATIONS = 3
"""What all twelve statistics may differ by, as one of them alone might (Bonferroni)."""

Parts = Mapping[str, tuple[float, float]]
"""A match's part of each statistic: what is counted, and of how many."""


class Played(NamedTuple):
    """A match: players' levels, scores and what they have left behind by seat, and its parts."""

    levels: Sequence[int]
    scores: Sequence[float]
    shares: Sequence[float]
    parts: Parts


def noises(weakest: float) -> list[float]:
    """Return the noise of each level."""
    step = (weakest / STRONGEST) ** (1 / (LEVELS - 1))
    return [STRONGEST * step**level for level in range(LEVELS)]


def play(rules: AnyRules, deal: str, table: int, weakest: float) -> Played:
    """Return a match of a deal; by all rules the same players sit at a table."""
    seats = SEATS[rules.game]
    guide, noise = guide_of(rules.game), noises(weakest)
    rng = random.Random(sha256(f"{deal}/{table}".encode()).digest())
    levels = [rng.randrange(LEVELS) for _ in range(seats)]
    chance = OrderChance(sha256(deal.encode()).digest())
    state = rules.new_state(seats, rules.check_options(seats, {}))
    told: list[Event] = []
    decisions = 0

    def fold(events: Iterable[Event]) -> None:
        for event in events:
            rules.evolve(state, event)
            told.append(event)

    fold(rules.opening_events(state, chance))
    while acting := rules.to_act(state):
        seat = acting[0]
        legal = rules.legal_moves(state, seat)
        # A guide judges by what the seat sees, whatever lies undrawn (tests/bots/test_lucky.py).
        values = guide.move_values(state, seat, legal)
        judged = [value + rng.gauss(0, noise[levels[seat]]) for value in values]
        fold(rules.effects(state, seat, legal[judged.index(max(judged))], chance))
        decisions += 1
    scores = rules.current_scores(state)
    shares = pairwise_scores(placings(rules.rank_keys(state)))
    parts = {
        "decisions a match": (decisions, 1.0),
        **{
            f"score of place {place}": (score, 1.0)
            for place, score in enumerate(sorted(scores, reverse=True), start=1)
        },
        **PARTS[rules.game](told),
    }
    return Played(levels, scores, shares, parts)


def burgled(events: Sequence[Event]) -> dict[str, tuple[float, float]]:
    """Return what is told of nights and houses."""
    nights = caught = 0
    first: list[int] = []
    later: list[int] = []
    alike, before = 0, 0
    is_first = False
    for event in events:
        nights += isinstance(event, houses.NightBegan)
        caught += isinstance(event, houses.ThiefCaught)
        is_first = is_first or isinstance(event, houses.NightBegan)
        if isinstance(event, houses.HouseEntered):
            (first if is_first else later).append(KIND[event.card])
            is_first = False
            alike += RANK[event.card] == before
            before = RANK[event.card]
    return {
        "nights a match": (nights, 1),
        "caught, of all nights": (caught, nights),
        "houses a night": (len(first) + len(later), nights),
        "Aces, of a night's first houses": (first.count(ACE), len(first)),
        "Crowns, of a night's first houses": (first.count(CROWN), len(first)),
        "Aces, of later houses": (later.count(ACE), len(later)),
        "Crowns, of later houses": (later.count(CROWN), len(later)),
        "houses of the rank before": (alike, len(first) + len(later)),
    }


def stolen(events: Sequence[Event]) -> dict[str, tuple[float, float]]:
    """Return what is told of nights and draws from the bag."""
    nights = caught = 0
    first: list[int] = []
    later: list[int] = []
    alike, before = 0, -1
    is_first = False
    for event in events:
        nights += isinstance(event, loot.NightBegan)
        caught += isinstance(event, loot.ThiefCaught)
        is_first = is_first or isinstance(event, loot.NightBegan)
        if isinstance(event, loot.TileDrawn | loot.GuardAppeared):
            tile = guard(event.value) if isinstance(event, loot.GuardAppeared) else event.tile
            (first if is_first else later).append(tile >= LOOTS)
            is_first = False
            alike += tile == before
            before = tile
    drawn = len(first) + len(later)
    return {
        "nights a match": (nights, 1),
        "draws a match": (drawn, 1),
        "caught, of all draws": (caught, drawn),
        "guards, of a night's first draws": (sum(first), len(first)),
        "guards, of later draws": (sum(later), len(later)),
        "the tile before once more": (alike, drawn),
        "draws a night": (drawn, nights),
    }


PARTS: Mapping[str, Callable[[Sequence[Event]], dict[str, tuple[float, float]]]] = {
    "second-story": burgled,
    "pickpocket": stolen,
}


class Ratio(NamedTuple):
    """A statistic with its standard error."""

    value: float
    error: float


def ratio(deals: Sequence[Sequence[tuple[float, float]]]) -> Ratio:
    """Return the sum of what was counted over that of how many, its error by deals."""
    counted = [sum(part[0] for part in deal) for deal in deals]
    of = [sum(part[1] for part in deal) for deal in deals]
    value = sum(counted) / sum(of)
    off = [a - value * b for a, b in zip(counted, of, strict=True)]
    return Ratio(value, (variance(off) * len(off)) ** 0.5 / sum(of))


class Compared(NamedTuple):
    """A statistic by both rules."""

    name: str
    first: Ratio
    second: Ratio

    @property
    def deviations(self) -> float:
        """By how many standard errors the second is more than the first."""
        return (self.second.value - self.first.value) / hypot(self.first.error, self.second.error)


Deals = Mapping[int, Sequence[Sequence[Played]]]
"""By version of the rules: the tables of each deal."""


def statistics(deals: Deals) -> list[Compared]:
    """Return all statistics of both rules."""
    names = list(deals[1][0][0].parts)
    return [
        Compared(
            name,
            *(
                ratio([[match.parts[name] for match in tables] for tables in deals[version]])
                for version in VERSIONS
            ),
        )
        for name in names
    ]


def allowed(count: int) -> float:
    """Return how many standard errors one of so many statistics may be off."""
    return NormalDist().inv_cdf(1 - (1 - NormalDist().cdf(DEVIATIONS)) / count)


def seated(tables: Sequence[Sequence[Played]]) -> list[Seated]:
    """Return the results of all seats of deals; a margin is a score less the others' mean."""
    found = []
    for deal, matches in enumerate(tables):
        for table, match in enumerate(matches):
            total, others = sum(match.scores), len(match.scores) - 1
            for seat, score in enumerate(match.scores):
                margin = score - (total - score) / others
                found.append(
                    Seated(deal, table, seat, match.levels[seat], match.shares[seat], margin)
                )
    return found


def report(game: str, deals: Deals) -> Iterator[str]:
    """Yield what the deals tell, a line each."""
    compared = statistics(deals)
    limit = allowed(len(compared))
    yield (
        f"{game}, {SEATS[game]} seats: {len(deals[1])} deals at {TABLES} tables by each rules,"
        f" {len(deals[1]) * TABLES} matches"
    )
    for each in compared:
        told = " / ".join(f"{it.value:.4f} ± {it.error:.4f}" for it in (each.second, each.first))
        yield f"{each.name}: personal / one pile {told}, {each.deviations:+.1f}"
    worst = max(abs(each.deviations) for each in compared)
    fits = "all within" if worst <= limit else "NOT within"
    yield f"{fits} {limit:.2f} standard errors ({DEVIATIONS} for one of {len(compared)})"
    for version in VERSIONS:
        results = seated(deals[version])
        share = intraclass(levelled(results, [each.share for each in results]))
        margin = intraclass(levelled(results, [each.margin for each in results]))
        yield f"{game}@{version}: rho of share {share:.3f}, of margin {margin:.3f}"
    yield "information against placings without comparison: one pile, personal orders"
    first, second = (information(seated(deals[version])) for version in VERSIONS)
    for name in SCORINGS:
        yield f"{name}: {first[name]:.2f}, {second[name]:.2f}"


def dealt(game: str, number: int, weakest: float) -> list[list[Played]]:
    """Return the tables of a deal, by each version of the rules."""
    deal = f"same deal/{game}/{number}"
    every = [games.rules(f"{game}@{version}") for version in VERSIONS]
    return [[play(rules, deal, table, weakest) for table in range(TABLES)] for rules in every]


def main(arguments: Sequence[str] | None = None) -> None:
    """Play what is missing, and print what all of it tells."""
    parser = argparse.ArgumentParser(prog="python -m tests.bots.same_deal", description=__doc__)
    parser.add_argument("game", choices=SEATS)
    parser.add_argument("--deals", type=int, default=2500)
    parser.add_argument("--weakest", type=float, default=WEAKEST, help="noise of the last level")
    parser.add_argument("--kept", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=inf, help="for new deals, at most")
    asked = parser.parse_args(arguments)
    found = resumed(
        asked.kept,
        list[list[Played]],
        asked.deals,
        lambda number: dealt(asked.game, number, asked.weakest),
        asked.seconds,
    )
    deals = {version: [every[at] for every in found] for at, version in enumerate(VERSIONS)}
    sys.stdout.writelines(f"{line}\n" for line in report(asked.game, deals))


if __name__ == "__main__":
    main()
