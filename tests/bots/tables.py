"""Tables of bots, played by the rules alone."""

import random
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from bots.core import Bot, Move
from games.chance import FairChance
from games.core import Outcome, Rules, Seat, replay

AnyRules = Rules[Any, Any, Any]


def legal_moves(rules: AnyRules, state: Any, seat: Seat) -> list[Move]:
    """Return the seat's legal moves as clients get them."""
    return [rules.move_data(state, seat, move) for move in rules.legal_moves(state, seat)]


def play(
    rules: AnyRules, bots: Sequence[Bot], seed: int, given: Mapping[str, object] | None = None
) -> tuple[Outcome, list[Any]]:
    """Return how a match between the bots ended, and a copy of every state that was decided in."""
    seats = len(bots)
    state = rules.new_state(seats, rules.check_options(seats, given or {}), rules.datasets[0])
    rng, chance = random.Random(seed), FairChance(sha256(str(seed).encode()).digest())
    states = []
    replay(rules, state, rules.opening(state, chance))
    while acting := rules.to_act(state):
        seat = acting[0]
        states.append(state.copy())
        legal = legal_moves(rules, state, seat)
        chosen = bots[seat].choose(rules, rules.view(state, seat), legal, rng)
        assert chosen in legal
        move = rules.parse_move(state, seat, chosen)
        replay(rules, state, rules.decide(state, seat, move, chance))
    outcome = rules.outcome(state)
    assert outcome is not None
    return outcome, states
