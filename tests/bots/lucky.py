"""What luck comes to over many matches, by the estimate that the platform shows (docs/luck.md).

`python -m tests.bots.lucky second-story:3 --matches 2000 --kept FILE` plays matches at so many
seats by the judgement of the search's guide with noise, every other seat with little and the rest
with more, and reckons the luck of each. Every match is a line of the file, and is not played again;
so a long run may be made in pieces. Then it tells whether luck is nothing on average, for each
seat, and for strong and weak players apart; what weight fits best on the first half of the matches;
and what part of the variance of results that weight leaves in the second.
"""

import random
from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev, variance
from time import process_time
from typing import Any, NamedTuple

from bots.analysis import luck
from bots.analysis.luck import Reckoning
from bots.analysis.recorded import Recorded
from bots.search import guide_of
from games import registry as games
from games.chance import FairChance
from games.core import AnyRules, placings
from games.rewards import pairwise_scores
from tests.bots.kept import measure
from tests.bots.recordings import record, rng_of

NOISE = (0.05, 0.4)
"""Of strong players and of weak ones, in the unit of the guide's judgement."""
SEATS = {"second-story": 3, "pickpocket": 4}
"""Of the usual tables."""
TABLES = [
    f"{rules}:{seats}"
    for game in SEATS
    for rules in (game, f"{game}@2")
    for seats in sorted(luck.measured(game))
]
"""Rules, by the name of a game or their id, with a number of seats."""


class Reckoned(NamedTuple):
    """A match: by seat what was left behind, the luck with weight 1, and the player's noise."""

    shares: Sequence[float]
    luck: Sequence[float]
    noise: Sequence[float]
    seconds: float


def noisy_move(rules: AnyRules, state: Any, seat: int, noise: float, rng: random.Random) -> Any:
    """Return the move that looks best to somebody whose judgement is off by so much."""
    legal = rules.legal_moves(state, seat)
    values = guide_of(rules.game).move_values(state, seat, legal)
    judged = [value + rng.gauss(0, noise) for value in values]
    return legal[judged.index(max(judged))]


def played(game: str, seats: int, deal: str, noise: Sequence[float]) -> tuple[Recorded, Any]:
    """Return a match of such players, and its end; other rules than the usual by their id."""
    rules, rng = games.named_rules(game), rng_of(deal)

    def choose(state: object, seat: int, _at: int) -> object:
        seen = rules.determinise(state, seat, chance_of(rng))
        return noisy_move(rules, seen, seat, noise[seat], rng)

    return record(rules, seats, {}, deal, choose)


def chance_of(rng: random.Random) -> FairChance:
    """Return chance for what a player imagines."""
    return FairChance(rng.randbytes(32))


def read(table: str) -> tuple[str, int, Reckoning]:
    """Return the rules and the number of seats of a table, and how its luck is reckoned."""
    game, seats = table.split(":")
    return game, int(seats), luck.measured(games.named_rules(game).game)[int(seats)]


def reckoned(table: str, number: int) -> Reckoned:
    """Return one match, with its luck."""
    game, seats, reckoning = read(table)
    noise = [NOISE[(seat + number) % 2] for seat in range(seats)]
    recorded, end = played(game, seats, f"lucky/{table}/{number}", noise)
    begun = process_time()
    found = luck.draws(recorded, f"{number}", reckoning._replace(weight=1.0))
    seconds = process_time() - begun
    shares = pairwise_scores(placings(recorded.rules.rank_keys(end)))
    return Reckoned(shares, luck.total(found, seats), noise, seconds)


def z_of(values: Sequence[float]) -> float:
    """Return how many standard errors a mean is from nothing."""
    return fmean(values) * sqrt(len(values)) / stdev(values)


def centred(matches: Sequence[Reckoned]) -> tuple[list[float], list[float]]:
    """Return results and luck of all seats, less what players of that strength have on average."""
    shares: list[float] = []
    lucks: list[float] = []
    for noise in NOISE:
        pairs = [
            (match.shares[seat], match.luck[seat])
            for match in matches
            for seat, its in enumerate(match.noise)
            if its == noise
        ]
        mean = fmean(share for share, _ in pairs)
        shares += [share - mean for share, _ in pairs]
        lucks += [worth for _, worth in pairs]
    return shares, lucks


def fitted(matches: Sequence[Reckoned]) -> float:
    """Return the weight of luck that leaves the least variance."""
    shares, lucks = centred(matches)
    together = sum(a * b for a, b in zip(shares, lucks, strict=True))
    return float(together / sum(b * b for b in lucks))


def variance_left(matches: Sequence[Reckoned], weight: float) -> float:
    """Return the part of the variance of results that is left when luck is taken out."""
    shares, lucks = centred(matches)
    left = [share - weight * worth for share, worth in zip(shares, lucks, strict=True)]
    return variance(left) / variance(shares)


def report(table: str, matches: Sequence[Reckoned]) -> str:
    """Return what the matches tell."""
    game, size, reckoning = read(table)
    seats = range(size)
    half = len(matches) // 2
    by_seat = [z_of([match.luck[seat] for match in matches]) for seat in seats]
    by_noise = [
        z_of([w for m in matches for w, its in zip(m.luck, m.noise, strict=True) if its == noise])
        for noise in NOISE
    ]
    off = max(abs(sum(match.luck)) for match in matches)
    weight = fitted(matches[:half])
    return (
        f"{game}, {len(seats)} seats, {len(matches)} matches, {luck.VERSION}\n"
        f"z of mean luck by seat: {' '.join(f'{z:.1f}' for z in by_seat)};"
        f" strong {by_noise[0]:.1f}, weak {by_noise[1]:.1f}\n"
        f"weight that fits the first half: {weight:.2f}; variance left in the second half"
        f" {variance_left(matches[half:], weight):.2f}, with the weight in use"
        f" ({reckoning.weight}) {variance_left(matches[half:], reckoning.weight):.2f}\n"
        f"{fmean(match.seconds for match in matches):.3f} processor seconds a match;"
        f" largest sum over the seats {off:.1e}\n"
    )


if __name__ == "__main__":
    measure(Reckoned, TABLES, reckoned, report)
