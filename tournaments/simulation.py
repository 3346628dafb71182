"""Tournaments in memory, with entrants of known strength: to try a plan before people come. Pure.

Results follow Plackett and Luce: whoever is left at a table comes next with a chance in proportion
to e to the strength (D. Luce, Individual Choice Behavior, 1959), drawn by Gumbel's trick.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import NamedTuple

from games.chance import FairChance
from tournaments.formats.core import Format, Options, Pairing, Sizes, Stage
from tournaments.formats.pods import Pods
from tournaments.points.core import PointsScheme
from tournaments.record import Entrant, Record, Round, Table
from tournaments.standings import standings

RESOLUTION = 1 << 30
ROUND_SECONDS = 5 * 60
"""How long a table takes, for formats with a clock."""


class Plan(NamedTuple):
    """What is simulated."""

    form: Format
    options: Options
    sizes: Sizes
    points: PointsScheme
    tiebreaks: tuple[str, ...]
    spread_percent: int = 100
    """The standard deviation of the entrants' strengths, in hundredths; 0 is a game of luck."""


def simulate(plan: Plan, entrants: int, seed: int) -> Stage:
    """Return one tournament as it stands at its end; the strongest has number 1."""
    seeds = tuple(range(1, entrants + 1))
    field = len(_teams(plan, seeds)) if plan.form.of_teams else entrants
    plan.form.check(field, plan.sizes, plan.options)
    rounds: list[Round] = []
    stage = _stage(plan, seeds, rounds, seed)
    while not plan.form.is_over(stage):
        pairing = plan.form.pair(stage)
        rounds.append(_played(plan, pairing, len(rounds) + 1, seed, entrants))
        stage = _stage(plan, seeds, rounds, seed)
    return stage


def at_random(plan: Plan, entrants: int, seed: int, count: int) -> Stage:
    """Return a tournament of so many rounds at tables drawn without regard to anything."""
    plan = plan._replace(form=Pods(), options=Pods().check_options({"rounds": max(count, 1)}))
    seeds = tuple(range(1, entrants + 1))
    split = plan.sizes.split(entrants)
    rounds: list[Round] = []
    for number in range(1, count + 1):
        chance = FairChance(sha256(f"tables:{seed}:{number}".encode()).digest())
        left = list(chance.shuffle("tables", seeds))
        tables = [tuple(left.pop() for _ in range(size)) for size in split.tables]
        rounds.append(_played(plan, Pairing(tuple(tables), tuple(left)), number, seed, entrants))
    return _stage(plan, seeds, rounds, seed)


def _stage(plan: Plan, seeds: tuple[Entrant, ...], rounds: Sequence[Round], seed: int) -> Stage:
    size = plan.sizes.target
    record = Record(
        seeds,
        rounds,
        bye_points=plan.points.bye(size),
        win=plan.points.most(size),
        draw=_level(plan),
    )
    drawn = sha256(f"{seed}:{len(rounds)}".encode()).digest()
    extra = {"seconds": ROUND_SECONDS * len(rounds), "teams": _teams(plan, seeds)}
    first = Stage(seeds, seeds, record, seeds, plan.sizes, plan.options, drawn, extra=extra)
    lines = standings(
        record,
        plan.tiebreaks,
        tiers=plan.form.tiers(first),
        entrants=seeds,
        points=plan.form.points(first),
    )
    return replace(first, standings=tuple(line.entrant for line in lines))


def _teams(plan: Plan, seeds: tuple[Entrant, ...]) -> tuple[tuple[Entrant, ...], ...]:
    """Return teams that fill the boards of a match, dealt to and fro; none for other formats."""
    count = len(seeds) // int(plan.options["boards"]) if plan.form.of_teams else 0
    rows = [seeds[at : at + count] for at in range(0, len(seeds), count or len(seeds))]
    turned = [row if at % 2 == 0 else row[::-1] for at, row in enumerate(rows)]
    return tuple(tuple(row[team] for row in turned if team < len(row)) for team in range(count))


def _played(plan: Plan, pairing: Pairing, number: int, seed: int, entrants: int) -> Round:
    chance = FairChance(sha256(f"results:{seed}:{number}".encode()).digest())
    tables = []
    for place, seats in enumerate(pairing.tables):
        luck = [
            _strength(plan, each, entrants) + _gumbel(chance, f"{index}")
            for index, each in enumerate(seats)
        ]
        places = tuple(1 + sum(other > own for other in luck) for own in luck)
        scores = tuple(10 * (len(seats) - place) for place in places)
        earned = plan.points.points(places, scores)
        tables.append(Table(tuple(seats), places, scores, earned, key=pairing.key(place)))
    rests = plan.form.rests(plan.options)
    granted = dict.fromkeys(pairing.byes, _level(plan)) if rests else {}
    return Round(number, tuple(tables), pairing.byes, pairing.walkovers, granted=granted)


def _level(plan: Plan) -> int:
    """Return the units of each at a table of the wanted size that ends level."""
    return 0 if plan.points.needs_scores else plan.points.points((1,) * plan.sizes.target, None)[0]


def _strength(plan: Plan, entrant: Entrant, entrants: int) -> float:
    """Return strengths evenly spaced, the first entrant's the highest."""
    middle = (entrants + 1) / 2
    width = math.sqrt((entrants * entrants - 1) / 12) or 1
    return plan.spread_percent / 100 * (middle - entrant) / width


def _gumbel(chance: FairChance, label: str) -> float:
    uniform = (chance.below(label, RESOLUTION) + 0.5) / RESOLUTION
    return -math.log(-math.log(uniform))


def many(plan: Plan, entrants: int, times: int, seed: int) -> Iterator[Stage]:
    """Yield many tournaments at their ends, each from a seed of its own."""
    for number in range(times):
        yield simulate(plan, entrants, seed + number)
