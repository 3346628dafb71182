"""The table of a study: what its lines leave, and the moves of a line after that."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from eventstore.canonical import encode
from games.core import AnyRules, Event
from studies.events import GameEvent, LineMoveMade
from studies.grounds import Ground
from studies.state import Line, StudyState


class Moment(NamedTuple):
    """A moment of a study: a line, after so many of its moves."""

    line: int
    ply: int


def board(ground: Ground, study: StudyState, line: Line, ply: int) -> object:
    """Return the game as it stands after so many moves of a line; it is the caller's own."""
    if line.parent is None:
        assert line.at is not None  # noqa: S101 - A line leaves the ground or another line.
        game = ground.at(line.at)
    else:
        game = board(ground, study, study.lines[line.parent], line.ply)
    rules = ground.rules
    for move in line.moves[:ply]:
        fold(rules, game, move)
    return game


def fold(rules: AnyRules, game: object, move: LineMoveMade) -> None:
    """Fold what a move has set off."""
    for event in move.events:
        rules.evolve(game, rules.decode_event(event.type, encode(event.data), event.schema))


def written(rules: AnyRules, events: Iterable[Event]) -> Iterator[GameEvent]:
    """Yield the game's events as the stream keeps them."""
    for event in events:
        yield GameEvent(rules.event_type(event), event.schema, rules.event_data(event))
