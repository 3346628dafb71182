"""Learns what lairs are good for in Second Story, from matches of bots among themselves.

`python -m tests.bots.learn_lairs` makes `games/second_story/learned-1.json`: greedy bots begin, and
in each further turn bots play by the model that was learned so far. A logistic regression over all
nights says which lairs ended ahead of which. Equal arguments give an equal file, wherever the sums
of floating point are the same.
"""

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from bots import registry
from bots.chance import RandomChance
from games import registry as games
from games.chance import FairChance
from games.core import Seat, replay
from games.observation import Observation
from games.second_story.events import NightBegan
from games.second_story.foresight import Foresight
from games.second_story.lair_model import GOING, LAST, LEFT, Dusk, LairModel
from games.second_story.model import NOBODY, State
from games.second_story.scoring import rank_value

GAME = "second-story"
FILE = Path("games/second_story/learned-1.json")
HOUSES = 1
SLIPS = 0.05
"""How likely a seat makes any legal move, so that lairs of all kinds come up."""
RIDGE = 3.0
STEPS = 12

Rows = list[NDArray[np.float64]]


class Night(NamedTuple):
    """A table when a night begins."""

    lairs: list[list[int]]
    dusk: Dusk


def going(night: Night, seat: Seat) -> list[float]:
    """Return what `LairModel.going` weighs of a seat."""
    seats, low, _, active, excuse = night.dusk
    near = 1 / (low + LEFT)
    counts = sorted(night.lairs[seat], reverse=True)
    wait = (seat - active) % seats / seats
    hurried = [near * count for count in counts]
    return [*counts, *hurried, wait, near * wait, float(seat == excuse)]


def last(night: Night, seat: Seat) -> list[float]:
    """Return what `LairModel.last` weighs of a seat."""
    seats, _, end, active, _ = night.dusk
    has_night = float((seat - active) % seats <= (end - active) % seats)
    counts = sorted(night.lairs[seat], reverse=True)
    return [*counts, *(has_night * count for count in counts), has_night]


def nights(
    seats: int, deal: str, model: LairModel | None
) -> tuple[list[Night], tuple[tuple[int, ...], ...]]:
    """Play a match; return the tables at the beginnings of its nights, and the lairs at its end."""
    rules, greedy = games.current_rules(GAME), registry.bot("greedy")
    digest = sha256(deal.encode()).digest()
    chance, rng = FairChance(digest), random.Random(digest)
    options = {name: rng.random() < 0.15 for name in ("excuse", "pawns", "courts")}
    state: State = rules.new_state(seats, rules.check_options(seats, options), rules.datasets[0])
    found: list[Night] = []
    _fold(rules, state, rules.opening_events(state, chance), found)
    while acting := rules.to_act(state):
        (seat,) = acting
        legal = rules.legal_moves(state, seat)
        move: Any
        if rng.random() < SLIPS:
            move = rng.choice(legal)
        elif model is None:
            seen = Observation(rules, state, seat, RandomChance(rng))
            move = rules.parse_move(state, seat, greedy.choose(seen, rng))
        else:
            move = max(legal, key=Foresight(state, HOUSES, model).value)
        _fold(rules, state, rules.decide(state, seat, move, chance), found)
    return found, tuple(map(rank_value, state.lairs))


def _fold(rules: Any, state: State, events: Sequence[Any], found: list[Night]) -> None:
    for event in events:
        replay(rules, state, [event])
        if isinstance(event, NightBegan):
            low = min(state.bank)
            dusk = Dusk(state.seats, low, state.last_seat, state.active, state.excuse_seat)
            found.append(Night([lair[:] for lair in state.lairs], dusk))


def pairs(some: Sequence[Night], ends: Sequence[Any]) -> Iterator[tuple[bool, list[float], float]]:
    """Yield for two seats of each night: whether it is a last one, what is different, who won."""
    for night in some:
        is_last = night.dusk.last != NOBODY
        each = [(last if is_last else going)(night, seat) for seat in range(len(ends))]
        for one in range(len(ends)):
            for other in range(one):
                ahead = 0.5 if ends[one] == ends[other] else float(ends[one] > ends[other])
                different = [a - b for a, b in zip(each[one], each[other], strict=True)]
                yield is_last, different, ahead


def fitted(rows: NDArray[np.float64], ahead: NDArray[np.float64]) -> tuple[list[float], float]:
    """Return the weights of a logistic regression, by Newton's method, and their log loss."""
    weights = np.zeros(rows.shape[1])
    for _ in range(STEPS):
        likely = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (ahead - likely) - RIDGE * weights
        curve = (rows * (likely * (1 - likely))[:, None]).T @ rows
        weights = weights + np.linalg.solve(curve + RIDGE * np.eye(len(weights)), slope)
    likely = np.clip(1 / (1 + np.exp(-rows @ weights)), 1e-9, 1 - 1e-9)
    loss = -float(np.mean(ahead * np.log(likely) + (1 - ahead) * np.log(1 - likely)))
    return [round(float(weight), 4) for weight in weights], loss


class Lessons:
    """All nights that were played so far."""

    def __init__(self) -> None:
        self.rows: tuple[Rows, Rows] = ([], [])
        self.ahead: tuple[list[float], list[float]] = ([], [])

    def play(self, turn: int, matches: int, model: LairModel | None) -> None:
        """Play so many matches by a model, or of greedy bots."""
        for number in range(matches):
            seats = (3, 3, 4, 2, 3, 5)[number % 6]
            found, ends = nights(seats, f"lairs/{turn}/{number}", model)
            for is_last, different, won in pairs(found, ends):
                self.rows[is_last].append(np.array(different))
                self.ahead[is_last].append(won)

    def learned(self, made_by: str) -> LairModel:
        """Return what all of them have taught."""
        weights = []
        for some, wins in zip(self.rows, self.ahead, strict=True):
            fit, loss = fitted(np.stack(some), np.array(wins))
            weights.append(tuple(fit))
            sys.stderr.write(f"{len(wins)} pairs, log loss {loss:.4f}\n")
        assert (len(weights[0]), len(weights[1])) == (GOING, LAST)
        return LairModel("second-story/learned-1", made_by, weights[0], weights[1])


def main(arguments: Sequence[str] | None = None) -> None:
    """Learn, and write the model."""
    parser = argparse.ArgumentParser(prog="python -m tests.bots.learn_lairs", description=__doc__)
    parser.add_argument("--matches", type=int, default=800, help="in each turn")
    parser.add_argument("--turns", type=int, default=2)
    parser.add_argument("--out", type=Path, default=FILE)
    asked = parser.parse_args(arguments)
    made_by = f"python -m tests.bots.learn_lairs --matches {asked.matches} --turns {asked.turns}"
    model: LairModel | None = None
    lessons = Lessons()
    for turn in range(asked.turns):
        lessons.play(turn, asked.matches, model)
        model = lessons.learned(made_by)
    written = msgspec.json.format(msgspec.json.encode(model)) + b"\n"
    asked.out.write_bytes(written)
    sys.stdout.write(f"{asked.out}: {sha256(written).hexdigest()}\n")


if __name__ == "__main__":
    main()
