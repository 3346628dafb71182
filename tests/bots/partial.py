"""How often honest pairs would be looked at, and accomplices found (`bots.analysis.partiality`).

`python -m tests.bots.partial --rounds 60 --kept FILE` plays rounds of Stick 'Em at tables of four:
a third of honest players of several styles, a third with two who favour each other fully, a third
with two who do so by half. Every round is a line of the file, and is not played again; so a long
run may be made in pieces. Then people are put together who have all met one another, 19 and a pair,
by drawing what two gave one another from the file again and again: 1,000 times with an honest pair,
and as often with accomplices. What is counted is what passes the rule once, and once more on other
rounds.
"""

import argparse
import random
import sys
from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations, permutations
from math import exp, inf
from pathlib import Path
from statistics import fmean
from time import process_time
from typing import Any, NamedTuple

from bots import registry
from bots.analysis import partiality, review
from bots.analysis.judgement import Judgement
from bots.analysis.partiality import Decision, Figure, Pair
from bots.analysis.recorded import Recorded, turns
from bots.chance import RandomChance
from games import registry as games
from games.core import AnyRules
from games.observation import Observation
from tests.bots.kept import resumed
from tests.bots.lucky import noisy_move
from tests.bots.recordings import record, rng_of

GAME, SEATS = "stick-em", 4
STYLES = ("greedy", "noisy 0.2", "noisy 0.8", "search")
WORLDS = 8
"""In which players who search look ahead."""
FAVOURS = (0.0, 1.0, 0.5)
"""How much the first two seats count each other's places beside their own, by turns."""
PAIRS = 1000
MATCHES = partiality.MATCHES_MIN


class Played(NamedTuple):
    """A round: who sat where, and what each seat's moves gave to each other one."""

    favour: float
    styles: Sequence[str]
    figures: Sequence[Sequence[tuple[float, float]]]
    seconds: float


class Sitter(NamedTuple):
    """Somebody at the table: how they play, and how much they favour their partner."""

    seat: int
    style: str
    favour: float


def chosen(rules: AnyRules, state: Any, sitter: Sitter, rng: random.Random) -> Any:
    """Return the move of whoever is to move."""
    seat, style, favour = sitter
    legal = list(rules.legal_moves(state, seat))
    if style == "search" or favour:
        seen = rules.determinise(state, seat, RandomChance(rng))
        values = Judgement(rules, seen, seat, rng).mean_rewards(WORLDS)
        wished = [
            own + favour * other
            for own, other in zip(values[seat], values[1 - seat if seat < 2 else seat], strict=True)
        ]
        return legal[wished.index(max(wished))]
    if style == "greedy":
        observed = Observation(rules, state, seat, RandomChance(rng))
        return rules.parse_move(state, seat, registry.bot("greedy").choose(observed, rng))
    return noisy_move(rules, state, seat, float(style.partition(" ")[2]), rng)


def recorded(number: int) -> tuple[Recorded, float, list[str]]:
    """Return a round, how much its first two seats favour each other, and everybody's styles."""
    rules = games.current_rules(GAME)
    # Others than those by whose rounds the rule was chosen.
    deal = f"partial/3/{number}"
    rng = rng_of(deal)
    favour = FAVOURS[number % len(FAVOURS)]
    styles = [rng.choice(STYLES) for _ in range(SEATS)]

    def choose(state: object, seat: int, _at: int) -> object:
        sitter = Sitter(seat, styles[seat], favour if seat < 2 else 0.0)
        return chosen(rules, state, sitter, rng)

    match, _end = record(rules, SEATS, {"rounds": 1}, deal, choose)
    return match, favour, styles


def played(number: int) -> Played:
    """Play a round, and reckon what everybody's moves gave to whom."""
    match, favour, styles = recorded(number)
    begun = process_time()
    found: dict[int, list[Decision]] = {seat: [] for seat in range(SEATS)}
    for turn in turns(match):
        if turn.seat is not None and review.has_choice(match.rules, turn):
            found[turn.seat].append(partiality.decision(match.rules, turn, str(number)))
    figures = []
    for seat, decisions in found.items():
        tau = partiality.sharpness(decisions, seat)
        row = [partiality.figure(decisions, seat, other, tau) for other in range(SEATS)]
        figures.append([(each.given, each.variance) for each in row])
    return Played(favour, styles, figures, process_time() - begun)


class Meeting(NamedTuple):
    """What two gave one another in a round."""

    there: Figure
    back: Figure


class Bank:
    """Rounds to draw from: what two partners gave one another, and what others did, by style."""

    def __init__(self, rounds: Sequence[Played]) -> None:
        self.partners: dict[float, list[Meeting]] = {favour: [] for favour in FAVOURS[1:]}
        self.honest: dict[tuple[str, str], list[Meeting]] = defaultdict(list)
        for each in rounds:
            for one, other in permutations(range(SEATS), 2):
                there, back = each.figures[one][other], each.figures[other][one]
                met = Meeting(Figure(*there), Figure(*back))
                if not each.favour or min(one, other) > 1:
                    self.honest[each.styles[one], each.styles[other]].append(met)
                elif max(one, other) == 1:
                    self.partners[each.favour].append(met)


class Pairing(NamedTuple):
    """Who is put together: how much the first gives, and whether it is returned."""

    favour: float = 0.0
    is_returned: bool = True


def circle(bank: Bank, pairing: Pairing, rng: random.Random) -> dict[Pair, float]:
    """Return the figures of people who have all met one another so often.

    The first two are the pair, and there are as many others as a test needs at least. Accomplices
    play for themselves, as those who search do, where they meet anybody else.
    """
    styles = [rng.choice(STYLES) for _ in range(2 + partiality.OTHERS_MIN)]
    if pairing.favour:
        styles[:2] = ["search", "search"]
    figures: dict[Pair, float] = {}
    for one, other in combinations(range(len(styles)), 2):
        usual = bank.honest[styles[one], styles[other]]
        is_pair = pairing.favour and other == 1
        met = rng.choices(bank.partners[pairing.favour] if is_pair else usual, k=MATCHES)
        back = met if pairing.is_returned or not is_pair else rng.choices(usual, k=MATCHES)
        figures[str(one), str(other)] = _together([each.there for each in met]).z
        figures[str(other), str(one)] = _together([each.back for each in back]).z
    return figures


def _together(figures: Sequence[Figure]) -> Figure:
    return Figure(sum(each.given for each in figures), sum(each.variance for each in figures))


class Stage(NamedTuple):
    """What the test of the platform says of a pair once."""

    is_unusual: bool
    is_first: bool
    """Whether it ranks as high as that asks for, whatever its figure."""
    p: Sequence[float]


PAIR: Pair = ("0", "1")


def stage(bank: Bank, pairing: Pairing, rng: random.Random) -> Stage:
    """Return what a test says of a pair among people who are drawn from the bank."""
    figures = circle(bank, pairing, rng)
    both = partiality.mutual(figures)
    ranks = [partiality.ranked(both, PAIR), partiality.ranked(both, PAIR[::-1])]
    p = [rank.p for rank in ranks if rank is not None]
    is_unusual = partiality.is_unusual([figures[PAIR], figures[PAIR[::-1]]], ranks, 1)
    return Stage(is_unusual, all(each <= partiality.RANK_MAX for each in p), p)


class Passed(NamedTuple):
    """How many of a thousand pairs pass once, and twice; and how many would by rank alone."""

    once: int
    twice: int
    first_once: int
    first_twice: int
    p: Sequence[float]


def pairs(bank: Bank, pairing: Pairing, rng: random.Random) -> Passed:
    """Put pairs together and count."""
    tried = [[stage(bank, pairing, rng) for _ in range(2)] for _ in range(PAIRS)]
    return Passed(
        sum(first.is_unusual for first, _later in tried),
        sum(first.is_unusual and later.is_unusual for first, later in tried),
        sum(first.is_first for first, _later in tried),
        sum(first.is_first and later.is_first for first, later in tried),
        [p for first, _later in tried for p in first.p],
    )


def uniformity(p: Sequence[float]) -> tuple[float, float]:
    """Return how far ranks are from uniform (Kolmogorov-Smirnov), and how likely that is."""
    steps = partiality.OTHERS_MIN + 1
    off = max(
        abs(sum(each <= (step + 1e-9) / steps for each in p) / len(p) - step / steps)
        for step in range(1, steps + 1)
    )
    root = len(p) ** 0.5 * off
    return off, min(1.0, 2 * sum((-1) ** (k - 1) * exp(-2 * (k * root) ** 2) for k in range(1, 50)))


def report(rounds: Sequence[Played]) -> str:
    """Return what the rounds tell."""
    bank, rng = Bank(rounds), random.Random(1)
    counts = {favour: sum(each.favour == favour for each in rounds) for favour in FAVOURS}
    honest = pairs(bank, Pairing(), rng)
    offs = [uniformity(honest.p[start::2]) for start in range(2)]
    lines = [
        (
            f"{GAME}, {SEATS} seats, one round: {counts[0.0]} rounds of honest players,"
            f" {counts[1.0]} with full accomplices, {counts[0.5]} with half ones;"
            f" {partiality.VERSION}"
        ),
        (
            f"{PAIRS} honest pairs of {MATCHES} matches drawn from these: {honest.once} pass once,"
            f" {honest.twice} twice; by rank alone {honest.first_once} and {honest.first_twice}"
        ),
        *(
            f"p is off from uniform by {off:.3f} (Kolmogorov-Smirnov, p = {likely:.3f})"
            for off, likely in offs
        ),
    ]
    for favour in FAVOURS[1:]:
        drift = fmean(each.there.z for each in bank.partners[favour])
        for is_returned in (True, False):
            found = pairs(bank, Pairing(favour, is_returned), rng)
            lines.append(
                f"accomplices, {favour}, {'both' if is_returned else 'one'} of a pair:"
                f" {drift:.2f} a round; of {PAIRS} pairs {found.once} pass after {MATCHES} matches,"
                f" {found.twice} again after {2 * MATCHES}"
            )
    for style in STYLES:
        given = [
            each.there.z
            for (giver, _taker), met in bank.honest.items()
            for each in met
            if giver == style
        ]
        lines.append(f"honest, {style}: {fmean(given):.2f} a round ({len(given)} figures)")
    seconds = sum(each.seconds for each in rounds) / len(rounds)
    lines.append(f"{seconds:.2f} processor seconds a round, all seats")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Play what is missing, and print what all of it tells."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--kept", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=inf, help="for new rounds, at most")
    asked = parser.parse_args()
    rounds = resumed(asked.kept, Played, asked.rounds, played, asked.seconds)
    sys.stdout.write(report(rounds))


if __name__ == "__main__":
    main()
