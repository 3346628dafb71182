"""Matches of bots, as the analyses read them."""

import random
from collections.abc import Callable, Mapping
from hashlib import sha256

from bots.analysis.recorded import Recorded
from games.chance import FairChance
from games.core import AnyRules, Event, Seat

Choose = Callable[[object, Seat, int], object]
"""Returns a seat's move in a state; the version that its first event will have."""


def rng_of(deal: str) -> random.Random:
    """Return the chance of players, the same for the same deal."""
    return random.Random(sha256(deal.encode()).digest())


def record(
    rules: AnyRules, seats: int, given: Mapping[str, object], deal: str, choose: Choose
) -> tuple[Recorded, object]:
    """Return a match of a deal, and its end."""
    options = rules.check_options(seats, given)
    state = rules.new_state(seats, options, rules.datasets[0])
    chance = FairChance(sha256(deal.encode()).digest())
    events: list[Event] = []
    fresh = rules.opening_events(state, chance)
    while True:
        for event in fresh:
            rules.evolve(state, event)
            events.append(event)
        acting = rules.to_act(state)
        if not acting:
            break
        move = choose(state, acting[0], len(events) + 1)
        fresh = rules.decide(state, acting[0], move, chance)
    numbered = list(enumerate(events, start=1))
    return Recorded(rules, seats, options, rules.datasets[0], numbered), state
