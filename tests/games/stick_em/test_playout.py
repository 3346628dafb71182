"""A round played on at once comes to what its moves one by one come to."""

import random

import pytest

from bots import registry
from bots.chance import RandomChance
from bots.ismcts import Playout
from games.core import AnyRules
from games.heuristic import AnyHeuristic
from games.stick_em.cards import TRICKS
from games.stick_em.heuristic import HEURISTIC
from games.stick_em.model import PAIN, PLAY, State
from tests.bots.tables import play
from tests.games.stick_em.dealer import RULES, playing


class Table:
    """What a playout asks of a search."""

    def __init__(self, seed: int) -> None:
        self.rules: AnyRules = RULES
        self.guide: AnyHeuristic = HEURISTIC
        self.chance = RandomChance(random.Random(seed))


def move_by_move(state: State, seat: int, seed: int) -> list[float]:
    """Return the rewards when each move is judged and made by the rules."""
    playout, chance = Playout(Table(seed), state), random.Random(seed).random
    turn: int | None = seat
    while turn is not None:
        likely = HEURISTIC.rollout_move(state, turn, RULES.legal_moves(state, turn), chance)
        turn = playout.make(turn, likely)
    return playout.rewards()


def at_once(state: State, seat: int, seed: int) -> list[float]:
    """Return the rewards of the short cut."""
    return list(Playout(Table(seed), state).finish(seat, random.Random(seed).random))


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("options", [{}, {"all_zero": "leader_wins", "rounds": 2}])
def test_it_comes_to_the_same_from_anywhere(seats: int, options: dict[str, object]) -> None:
    _, states = play(RULES, [registry.bot("random")] * seats, seats, options)
    phases = set()

    for number, state in enumerate(states[::11]):
        seat = RULES.to_act(state)[0]
        phases.add(state.phase)
        one, other = state.copy(), state.copy()
        assert at_once(one, seat, number) == move_by_move(other, seat, number)
    assert phases == {PAIN, PLAY}


@pytest.mark.parametrize("zeros_to_leader", [False, True])
def test_a_trick_of_zeros_only_is_set_aside_or_the_leaders(zeros_to_leader: bool) -> None:
    state = playing(["B0 B1", "G0 G1", "R0 R1"], "Y1 Y2 Y3")
    state.zeros_to_leader = zeros_to_leader
    state.tricks = TRICKS - 1
    for hand in state.hands:
        del hand[1]

    one, other = state.copy(), state.copy()
    assert at_once(one, 0, 1) == move_by_move(other, 0, 1)
    leader = state.totals[0] - 1 + 3 * zeros_to_leader
    assert one.totals == (leader, state.totals[1] - 2, state.totals[2] - 3)
