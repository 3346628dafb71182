"""What the mistakes of a review cost when matches are played to their end by other players.

`python -m tests.bots.to_the_end second-story --matches 20 --kept FILE` reviews the matches with
planted random moves of `tests.bots.reviewed`. From each mistake that is shown it plays on, by the
better move and by the made one, in fresh worlds, with greedy bots at every seat and to the end of
the match: so neither the guide's judgement decides nor how far a playout goes. One mistake is told
by that to no more than a tenth or so; all of them together are.
"""

import random
from collections.abc import Sequence
from hashlib import sha256
from statistics import fmean, stdev
from typing import NamedTuple

from bots import registry
from bots.analysis import review
from bots.analysis.recorded import Turn, turns
from bots.chance import RandomChance
from games.core import AnyRules, placings
from games.observation import Observation
from games.rewards import pairwise_scores
from tests.bots.kept import measure
from tests.bots.reviewed import SEATS, played

WORLDS = 50


class Match(NamedTuple):
    """The mistakes that are shown of a match."""

    told: Sequence[float]
    """What each cost in the worlds of the review."""
    cost: Sequence[float]
    """What each cost when played to the end."""


def to_the_end(rules: AnyRules, world: object, seat: int, move: object, seed: int) -> float:
    """Return what a seat leaves behind by a move when greedy bots play on from it."""
    rng = random.Random(seed)
    chance, greedy = RandomChance(rng), registry.bot("greedy")
    rules.apply_move(world, seat, move, chance)
    while acting := rules.to_act(world):
        legal = rules.legal_moves(world, acting[0])
        chosen = legal[0]
        if len(legal) > 1:
            observed = Observation(rules, world, acting[0], chance)
            chosen = rules.parse_move(world, acting[0], greedy.choose(observed, rng))
        rules.apply_move(world, acting[0], chosen, chance)
    return pairwise_scores(placings(rules.rank_keys(world)))[seat]


def cost(rules: AnyRules, turn: Turn, better: object, key: str) -> float:
    """Return how much more a better move brings than the made one."""
    assert turn.seat is not None
    rng = random.Random(sha256(f"{key}/{turn.at}".encode()).digest())
    differences = []
    for _ in range(WORLDS):
        world = rules.determinise(turn.before, turn.seat, RandomChance(rng))
        seed = rng.getrandbits(64)
        better_off, made = (
            to_the_end(rules, world.copy(), turn.seat, move, seed) for move in (better, turn.move)
        )
        differences.append(better_off - made)
    return fmean(differences)


def looked(game: str, number: int) -> Match:
    """Review a match, and play on from each mistake."""
    recorded, _planted = played(game, f"reviewed/{game}/{number}")
    rules = recorded.rules
    told, found = [], []
    for turn in turns(recorded):
        if turn.seat != 0 or not review.has_choice(rules, turn):
            continue
        verdict = review.judge(rules, turn, str(number)).verdict
        if verdict is not None and not verdict.is_good:
            better = rules.parse_move(turn.before, turn.seat, verdict.other)
            told.append(verdict.difference.value)
            found.append(cost(rules, turn, better, f"to the end/{number}"))
    return Match(told, found)


def report(game: str, matches: Sequence[Match]) -> str:
    """Return what the matches tell."""
    told = [value for match in matches for value in match.told]
    found = [value for match in matches for value in match.cost]
    off = stdev(found) / len(found) ** 0.5
    return (
        f"{game}, {SEATS[game]} seats, {len(matches)} matches, {len(told)} mistakes,"
        f" {review.VERSION}: they cost {fmean(told):.3f} of the others left behind as told,"
        f" {fmean(found):.3f} ± {off:.3f} to the end by greedy bots in {WORLDS} worlds each\n"
    )


if __name__ == "__main__":
    measure(Match, SEATS, looked, report)
