"""Fields of players whose results are known: matches that were really played, and made-up ones.

In a played field everybody chooses by the game's own judgement, imagining what a seat cannot see,
with a slip of the eye: normal noise on what each move seems to be worth. 0.02 plays well, 1.6
almost at random. So the luck of the cards and dice is the game's own, and the skill is the field's.
"""

from collections.abc import Iterator, Sequence
from math import exp, log
from random import Random
from typing import NamedTuple

from bots.chance import RandomChance
from bots.search import guide_of
from games.core import AnyRules, replay

SHARPEST, DULLEST = 0.02, 1.6
"""Deviations of the noise on a move's worth, from the best player of a field to the worst."""


class Result(NamedTuple):
    """How a match ended."""

    players: list[int]
    """By seat."""
    places: list[int]


def played(rules: AnyRules, *, players: int, count: int, seed: int) -> Iterator[Result]:
    """Yield matches of a game, at every number of seats by turns, between players of all levels."""
    rng = Random(f"{seed} {rules.id}")
    step = log(DULLEST / SHARPEST) / (players - 1)
    noise = [SHARPEST * exp(step * number) for number in range(players)]
    rng.shuffle(noise)
    sizes = range(rules.seats_min, rules.seats_max + 1)
    for number in range(count):
        table = rng.sample(range(players), sizes[number % len(sizes)])
        yield Result(table, _placings(rules, [noise[player] for player in table], rng))


def _placings(rules: AnyRules, noise: Sequence[float], rng: Random) -> list[int]:
    """Return the places of one match by seat."""
    guide, chance = guide_of(rules.game), RandomChance(rng)
    seats = len(noise)
    state = rules.new_state(seats, rules.check_options(seats, {}), rules.datasets[0])
    replay(rules, state, rules.opening_events(state, chance))
    while acting := rules.to_act(state):
        seat = acting[0]
        imagined = rules.determinise(state, seat, chance)
        legal = rules.legal_moves(state, seat)
        worth = guide.move_values(imagined, seat, legal) if len(legal) > 1 else [0.0]
        seen = [value + noise[seat] * rng.gauss(0, 1) for value in worth]
        move = legal[seen.index(max(seen))]
        replay(rules, state, rules.decide(state, seat, move, chance))
    outcome = rules.outcome(state)
    assert outcome is not None
    return list(outcome.placings)


class MadeUp(NamedTuple):
    """A field whose matches are drawn: strength and the luck of a match are normal."""

    title: str
    skill: float
    """The deviation of the players' strengths; that of the luck of a match is 1."""
    seats: Sequence[int] = (3, 4, 5, 6)
    drift: float = 0.0
    """How far a player's strength moves from one match of the field to the next."""


MADE_UP = (
    MadeUp("lucky", 0.35),
    MadeUp("between", 0.6),
    MadeUp("skilful", 0.9),
    MadeUp("drifting", 0.6, (2, 3, 4, 5), 0.015),
)


def made_up(field: MadeUp, *, players: int, count: int, seed: int) -> Iterator[Result]:
    """Yield matches of a field; scores are rounded, so that some players tie."""
    rng = Random(f"{seed} {field.title}")
    strength = [rng.gauss(0, field.skill) for _ in range(players)]
    for _ in range(count):
        table = rng.sample(range(players), rng.choice(field.seats))
        if field.drift:
            strength = [each + rng.gauss(0, field.drift) for each in strength]
        scores = [round(5 * (strength[player] + rng.gauss(0, 1))) for player in table]
        yield Result(table, [1 + sum(other > score for other in scores) for score in scores])
