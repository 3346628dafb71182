"""From what is asked for to a position: the table, what is set on it, and what is dealt."""

import secrets
from collections.abc import Mapping
from hashlib import sha256
from typing import NamedTuple
from uuid import UUID

from games import positions, registry
from games.chance import FairChance
from games.json_types import JsonObject
from games.messages import Message
from games.positions import PositionError, Table
from matches.services import opening
from studies import boards, grounds, refusals, selectors
from studies.answers import PositionShown
from studies.boards import Moment

SEED_MAX = 64
"""Characters of a seed."""


class Wanted(NamedTuple):
    """A position as somebody asks for it."""

    game: str
    seats: int
    options: Mapping[str, object]
    position: JsonObject
    rules: str | None = None
    dataset: str | None = None
    seed: str | None = None


class Found(NamedTuple):
    """A position that can be, whole: nothing is left to chance."""

    table: Table
    seed: str
    position: JsonObject


def found(wanted: Wanted) -> Found:
    """Return what is asked for, dealt out; raises invalid_options and invalid."""
    table = _table(wanted)
    seed = wanted.seed or secrets.token_hex(8)
    chance = FairChance(sha256(b"position\0" + seed.encode()).digest())
    try:
        state = positions.set_up(table, wanted.position, chance)
        whole = positions.position_of(table.rules, state)
        # What is stored must be set up again whenever it is read.
        positions.set_up(table, whole, grounds.UNUSED)
    except PositionError as error:
        raise refusals.no_position(error) from error
    return Found(table, seed, whole)


def opening_of(wanted: Wanted) -> Found:
    """Return the position in which a match of the table would begin, dealt from the seed."""
    table = _table(wanted)
    seed = wanted.seed or secrets.token_hex(8)
    chance = FairChance(sha256(b"opening\0" + seed.encode()).digest())
    state = table.rules.new_state(table.seats, table.options, table.dataset)
    for event in table.rules.opening_events(state, chance):
        table.rules.evolve(state, event)
    return Found(table, seed, positions.position_of(table.rules, state))


def of_moment(match_id: UUID, account: UUID | None, at: int) -> PositionShown:
    """Return the last decision up to a version of a finished match as a position.

    Raises not_found, match_not_over, and invalid where the game's cannot be set up.
    """
    ground = grounds.of_match(selectors.finished(match_id, account))
    return _shown(ground.table, ground.at(ground.decision_at(at)))


def of_study(study_id: UUID, account: UUID | None, moment: Moment) -> PositionShown:
    """Return a moment of a study as a position; raises not_found, and invalid as above.

    Raises invalid also where nobody has to act.
    """
    state, ground = selectors.readable(study_id, account)
    line = selectors.line_of(state, moment)
    return _shown(ground.table, boards.board(ground, state, line, moment.ply))


def _shown(table: Table, state: object) -> PositionShown:
    if positions.offered(table.rules.game) is None:
        raise refusals.not_set_up(table.rules.title)
    if not table.rules.to_act(state):
        raise refusals.invalid("ply", Message("the game is over in this line"))
    return PositionShown(
        game=table.rules.game,
        rules=table.rules.id,
        seats=table.seats,
        dataset=table.dataset,
        options=dict(table.options),
        position=positions.position_of(table.rules, state),
    )


def _table(wanted: Wanted) -> Table:
    request = opening.complete(
        opening.Request(
            game=wanted.game,
            rules=opening.asked_rules(wanted.game, wanted.rules),
            seats=wanted.seats,
            options=wanted.options,
            dataset=wanted.dataset,
        )
    )
    assert request.rules is not None  # noqa: S101 - It is complete.
    rules = registry.rules(request.rules)
    if positions.offered(rules.game) is None:
        raise refusals.not_set_up(rules.title)
    return Table(rules, request.seats, request.options, str(request.dataset))
