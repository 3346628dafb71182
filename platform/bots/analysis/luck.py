"""How much the draws of a match were worth to each seat.

The chance part of AIVAT (N. Burch, M. Schmid, M. Moravčík, M. Bowling: "AIVAT: A New Variance
Reduction Technique for Agent Evaluation in Imperfect Information Games", arXiv:1612.06915), for the
placings of any number of players. After each move the state is compared with those that the same
move might have led to, had all that nobody has seen lain in another order: what it is worth less
what they are worth on average is the luck of that draw. Over many matches that comes to nothing,
whatever the guide's judgement of a state is: a bad one only makes luck noisy. What players chose is
left as it is.
"""

from collections.abc import Sequence
from hashlib import sha256
from random import Random
from typing import NamedTuple

from bots.analysis.recorded import Recorded, Turn, turns
from bots.chance import RandomChance
from bots.search import guide_of
from games.core import AnyRules, Event, State, placings
from games.heuristic import AnyHeuristic
from games.parts import part_of
from games.rewards import pairwise_scores

VERSION = "luck/2"
"""Of the whole: method, guides and figures. Another one gives other figures, beside these.

The first had the figures of one number of seats for all.
"""

VARIANCE_MAX = 0.8
"""Where more than this is left of the differences between results, draws explain too little."""


class Reckoning(NamedTuple):
    """How luck is reckoned at tables of a size: `DRAWS` in the game's `luck.py`."""

    samples: int
    """How many other draws each one is compared with."""
    opening: int
    """The same of the opening."""
    weight: float
    """How much of what the guide makes of a draw counts."""
    variance_left: float
    """What part of the variance of results is left when luck is taken out."""


class Draw(NamedTuple):
    """A draw, and by how much it moved what each seat could expect to leave behind."""

    at: int
    """The version of the event that shows it."""
    worth: Sequence[float]
    """By seat; their sum is 0."""


def measured(game: str) -> dict[int, Reckoning]:
    """Return how luck is reckoned in a game, by the number of seats that it was measured for."""
    found = getattr(part_of(game, "luck"), "DRAWS", {})
    return {seats: Reckoning(**figures) for seats, figures in found.items()}


def reckoning_of(game: str, seats: int) -> Reckoning | None:
    """Return how luck is reckoned at such tables; None where it explains too little to be told.

    Nothing is told either of a number of seats for which it was never measured.
    """
    found = measured(game).get(seats)
    return found if found is not None and found.variance_left <= VARIANCE_MAX else None


def draws(recorded: Recorded, match: str, reckoning: Reckoning) -> list[Draw]:
    """Return the draws of a match that moved anything; match is its id, which seeds the samples."""
    guide = guide_of(recorded.rules.game)
    found = []
    for turn in turns(recorded):
        key = f"{VERSION}\0{match}\0{turn.at}".encode()
        rng = Random(sha256(key).digest())  # noqa: S311  # Equal on every machine.
        worth = _worth(recorded, turn, reckoning, guide, RandomChance(rng))
        if any(worth):
            found.append(Draw(_shown_at(turn, guide), worth))
    return found


def _shown_at(turn: Turn, guide: AnyHeuristic) -> int:
    """Return the version of the event in which everybody sees what was drawn first."""
    shown = [at for at, event in turn.events if type(event) in guide.shows]
    return shown[0] if shown else turn.events[-1][0]


def _worth(
    recorded: Recorded, turn: Turn, reckoning: Reckoning, guide: AnyHeuristic, chance: RandomChance
) -> list[float]:
    """Return what a turn's draws were worth to each seat, in parts of the others left behind."""
    rules = recorded.rules
    events = tuple([event for _, event in turn.events])
    others, differs = [], False
    for _ in range(reckoning.opening if turn.seat is None else reckoning.samples):
        state, again = drawn_again(recorded, turn, chance)
        others.append(state)
        differs = differs or again != events
    if not differs:
        return [0.0] * recorded.seats
    actual = value(rules, guide, turn.after)
    values = [value(rules, guide, other) for other in others]
    means = [sum(each) / len(values) for each in zip(*values, strict=True)]
    return [reckoning.weight * (had - mean) for had, mean in zip(actual, means, strict=True)]


def drawn_again(
    recorded: Recorded, turn: Turn, chance: RandomChance
) -> tuple[State, Sequence[Event]]:
    """Return where the turn might as well have led to, and by which events."""
    rules = recorded.rules
    if turn.seat is not None:
        state = rules.reshuffle(turn.before, chance)
        return state, rules.apply_move(state, turn.seat, turn.move, chance)
    state = recorded.table()
    events = rules.opening_events(state, chance)
    for event in events:
        rules.evolve(state, event)
    return state, events


def value(rules: AnyRules, guide: AnyHeuristic, state: State) -> Sequence[float]:
    """Return what part of the others each seat may be expected to leave behind, or has."""
    if rules.to_act(state):
        return guide.prospects(rules, state)
    return pairwise_scores(placings(rules.rank_keys(state)))


def total(found: Sequence[Draw], seats: int) -> list[float]:
    """Return the luck of each seat in the whole match."""
    return [sum([draw.worth[seat] for draw in found]) for seat in range(seats)]
