"""A lesson's match as it stands at a step: the same deal and the same moves, every time."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games import registry
from games.chance import FairChance
from games.core import Event, Outcome
from games.json_types import JsonMapping
from web.games.courses import LEARNER, Course, Move

Told = tuple[str, JsonMapping]
"""An event as the learner may see it: its type and its data."""


class Moment(NamedTuple):
    """What the learner has before them at a step."""

    view: JsonMapping
    legal_moves: Sequence[Move]
    to_act: Sequence[int]
    outcome: Outcome | None
    told: Sequence[Told]
    """What has happened since the learner last had something to do."""


def moment(course: Course, step: int) -> Moment:
    """Return the match before a step (from 0): all that was taught before it has been done."""
    rules = registry.current_rules(course.game)
    seats = len(course.players)
    state = rules.new_state(seats, rules.check_options(seats, {}))
    chance = FairChance(hashlib.sha256(f"lesson/{course.game}/{course.deal}".encode()).digest())
    told: list[Told] = []
    folded = 0

    def happen(events: Sequence[Event]) -> None:
        nonlocal folded
        for event in events:
            rules.evolve(state, event)
            seen = rules.redact(event, folded, LEARNER, state)
            told.append((rules.event_type(event), seen))
            folded += 1

    happen(rules.opening_events(state, chance))
    for done in course.steps[:step]:
        told.clear()
        for seat, data in _moves(done.move, done.replies):
            move = rules.parse_move(state, seat, data)
            happen(rules.decide(state, seat, move, chance))
    acting = rules.to_act(state)
    legal = rules.legal_moves(state, LEARNER) if LEARNER in acting else ()
    return Moment(
        view=rules.view(state, LEARNER),
        legal_moves=[rules.move_data(state, LEARNER, move) for move in legal],
        to_act=acting,
        outcome=rules.outcome(state),
        told=told,
    )


def _moves(move: Move | None, replies: Sequence[tuple[int, Move]]) -> Iterator[tuple[int, Move]]:
    if move is not None:
        yield LEARNER, move
    yield from replies
