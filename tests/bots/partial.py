"""How often honest pairs would be looked at, and accomplices found (`bots.analysis.partiality`).

`python -m tests.bots.partial --rounds 60 --kept FILE` plays rounds of Stick 'Em at tables of four:
a third of honest players of several styles, a third with two who favour each other fully, a third
with two who do so by half. Every round is a line of the file, and is not played again; so a long
run may be made in pieces. Then pairs are put together by drawing rounds from the file again and
again: 1,000 honest ones, each compared with 19 other honest players, and as many of accomplices.
What is counted is what passes the rule once, and once more on other rounds.
"""

import argparse
import json
import random
import sys
from collections.abc import Mapping, Sequence
from hashlib import sha256
from math import exp
from pathlib import Path
from statistics import fmean
from time import process_time
from typing import Any, NamedTuple

from bots import registry
from bots.analysis import partiality, review
from bots.analysis.partiality import Decision, Figure, Ranked, mean_rewards
from bots.analysis.recorded import Recorded, turns
from bots.chance import RandomChance
from bots.search import guide_of
from games import registry as games
from games.chance import FairChance
from games.core import AnyRules, Event
from games.observation import Observation
from tests.bots.lucky import noisy_move

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
        values = mean_rewards(rules, guide_of(GAME), seen, (seat, legal), rng, WORLDS)
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
    options = rules.check_options(SEATS, {"rounds": 1})
    state = rules.new_state(SEATS, options, rules.datasets[0])
    digest = sha256(f"partial/{number}".encode()).digest()
    chance, rng = FairChance(digest), random.Random(digest)
    favour = FAVOURS[number % len(FAVOURS)]
    styles = [rng.choice(STYLES) for _ in range(SEATS)]
    events: list[Event] = []
    fresh = rules.opening_events(state, chance)
    while True:
        for event in fresh:
            rules.evolve(state, event)
            events.append(event)
        acting = rules.to_act(state)
        if not acting:
            break
        seat = acting[0]
        sitter = Sitter(seat, styles[seat], favour if seat < 2 else 0.0)
        move = chosen(rules, state, sitter, rng)
        fresh = rules.decide(state, seat, move, chance)
    numbered = list(enumerate(events, start=1))
    return Recorded(rules, SEATS, options, rules.datasets[0], numbered), favour, styles


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


class Bank:
    """Rounds to draw from: what a player's moves gave to somebody, and to the other two."""

    def __init__(self, rounds: Sequence[Played]) -> None:
        self.honest: list[tuple[Figure, Figure]] = []
        self.partners: dict[float, list[tuple[Figure, Figure]]] = {1.0: [], 0.5: []}
        by_style: dict[str, list[tuple[Figure, Figure]]] = {style: [] for style in STYLES}
        for each in rounds:
            for giver in range(SEATS):
                for taker in range(SEATS):
                    if giver == taker:
                        continue
                    rest = [other for other in range(SEATS) if other not in (giver, taker)]
                    pair = (
                        Figure(*each.figures[giver][taker]),
                        _together([Figure(*each.figures[giver][other]) for other in rest]),
                    )
                    if each.favour and giver < 2:
                        if taker < 2:
                            self.partners[each.favour].append(pair)
                    elif not each.favour or taker > 1:
                        by_style[each.styles[giver]].append(pair)
        self.by_style: Mapping[str, list[tuple[Figure, Figure]]] = by_style


def _together(figures: Sequence[Figure]) -> Figure:
    return Figure(sum(each.given for each in figures), sum(each.variance for each in figures))


class Shown(NamedTuple):
    """A direction of a pair over so many matches: its figure, and that to the others."""

    z: float
    to_others: float


def drawn(bank: Sequence[tuple[Figure, Figure]], rng: random.Random) -> Shown:
    """Return a direction of a pair from rounds of a bank."""
    rows = [rng.choice(bank) for _ in range(MATCHES)]
    return Shown(
        _together([own for own, _rest in rows]).z,
        _together([rest for _own, rest in rows]).z / 2,
    )


def rank_of(own: Shown, others: Sequence[Shown]) -> Ranked | None:
    """Return how the test of the platform ranks a direction among honest others."""
    figures = {("me", "them"): own.z, ("me", "rest"): own.to_others}
    for number, each in enumerate(others):
        figures |= {(str(number), "them"): each.z, (str(number), "rest"): each.to_others}
    return partiality.ranked(figures, ("me", "them"))


def stage(
    bank: Bank, own: Sequence[Sequence[tuple[Figure, Figure]]], rng: random.Random
) -> tuple[bool, list[float]]:
    """Return whether a pair passes the rule once, and the p of both directions."""
    directions = [drawn(each, rng) for each in own]
    ranks = []
    for each in directions:
        styles = [rng.choice(STYLES) for _ in range(partiality.OTHERS_MIN)]
        ranks.append(rank_of(each, [drawn(bank.by_style[style], rng) for style in styles]))
    is_unusual = partiality.is_unusual([each.z for each in directions], ranks)
    return is_unusual, [rank.p for rank in ranks if rank is not None]


class Passed(NamedTuple):
    """How many of a thousand pairs pass once, and twice."""

    once: int
    twice: int
    p: Sequence[float]


def pairs(bank: Bank, favour: float, rng: random.Random) -> Passed:
    """Put pairs together and count."""
    once = twice = 0
    every: list[float] = []
    for _ in range(PAIRS):
        if favour:
            own = [bank.partners[favour]] * 2
        else:
            own = [bank.by_style[rng.choice(STYLES)] for _ in range(2)]
        is_first, p = stage(bank, own, rng)
        every += p
        once += is_first
        twice += is_first and stage(bank, own, rng)[0]
    return Passed(once, twice, every)


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
    honest = pairs(bank, 0.0, rng)
    off, likely = uniformity(honest.p)
    lines = [
        (
            f"{GAME}, {SEATS} seats, one round: {counts[0.0]} rounds of honest players,"
            f" {counts[1.0]} with full accomplices, {counts[0.5]} with half ones;"
            f" {partiality.VERSION}"
        ),
        (
            f"{PAIRS} honest pairs of {MATCHES} matches drawn from these: {honest.once} pass once,"
            f" {honest.twice} twice; p is off from uniform by {off:.3f} (Kolmogorov-Smirnov, p ="
            f" {likely:.3f})"
        ),
    ]
    for favour in FAVOURS[1:]:
        drift = [own.z for own, _rest in bank.partners[favour]]
        found = pairs(bank, favour, rng)
        lines.append(
            f"accomplices, {favour}: {fmean(drift):.2f} a round; of {PAIRS} pairs {found.once} pass"
            f" after {MATCHES} matches, {found.twice} again after {2 * MATCHES}"
        )
    lines.extend(
        f"honest, {style}: {fmean(own.z for own, _rest in rows):.2f} a round ({len(rows)} rounds)"
        for style, rows in bank.by_style.items()
        if rows
    )
    seconds = sum(each.seconds for each in rounds) / len(rounds)
    lines.append(f"{seconds:.2f} processor seconds a round, all seats")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Play what is missing, and print what all of it tells."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--kept", type=Path, required=True)
    asked = parser.parse_args()
    lines = asked.kept.read_text().splitlines() if asked.kept.exists() else []
    rounds = [Played(*json.loads(line)) for line in lines]
    with asked.kept.open("a") as kept:
        for number in range(len(rounds), asked.rounds):
            rounds.append(played(number))
            kept.write(json.dumps(rounds[-1]) + "\n")
            kept.flush()
    sys.stdout.write(report(rounds))


if __name__ == "__main__":
    main()
