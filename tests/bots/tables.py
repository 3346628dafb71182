"""Tables of bots, played by the rules alone."""

import random
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from bots.chance import RandomChance
from bots.core import Bot
from games.chance import FairChance
from games.core import AnyRules, Outcome, Seat, replay
from games.observation import Observation


def seen(rules: AnyRules, state: Any, seat: Seat | None = None) -> Observation:
    """Return what a seat knows, by default whoever has to act first."""
    acting = rules.to_act(state)[0] if seat is None else seat
    return Observation(rules, state, acting, RandomChance(random.Random(1)))


def observed(rules: AnyRules, state: Any, seat: Seat) -> Observation:
    """Return what a seat knows, with a world of its own."""
    return Observation(rules, state, seat, RandomChance(random.Random(7)))


def play(
    rules: AnyRules, bots: Sequence[Bot], seed: int, given: Mapping[str, object] | None = None
) -> tuple[Outcome, list[Any]]:
    """Return how a match between the bots ended, and a copy of every state that was decided in."""
    seats = len(bots)
    state = rules.new_state(seats, rules.check_options(seats, given or {}), rules.datasets[0])
    rng, chance = random.Random(seed), FairChance(sha256(str(seed).encode()).digest())
    states = []
    replay(rules, state, rules.opening_events(state, chance))
    while acting := rules.to_act(state):
        seat = acting[0]
        states.append(state.copy())
        known = Observation(rules, state, seat, RandomChance(rng))
        chosen = bots[seat].choose(known, rng)
        assert chosen in known.legal
        move = rules.parse_move(state, seat, chosen)
        replay(rules, state, rules.decide(state, seat, move, chance))
    outcome = rules.outcome(state)
    assert outcome is not None
    return outcome, states
