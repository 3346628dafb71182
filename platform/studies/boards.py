"""The table of a study: a match as it stood, and the moves of a line after that."""

from collections.abc import Iterator
from typing import Any

from eventstore.canonical import encode
from games.core import AnyRules
from matches.folds import fold as fold_match
from matches.recordings import Recording
from studies.events import GameEvent, LineMoveMade
from studies.state import Line, StudyState


def decision_at(recording: Recording, at: int) -> int:
    """Return the version of the last decision up to a moment of a match, or of its first one."""
    rules, state, found = recording.head.rules, recording.at(0), 0
    for event in recording.events:
        if found and event.version > at:
            break
        fold_match(state, [event])
        if state.begun and rules.to_act(state.game):
            found = event.version
    return found


def board(recording: Recording, study: StudyState, line: Line, ply: int) -> Any:
    """Return the game as it stands after so many moves of a line; it is the caller's own."""
    if line.parent is None:
        assert line.at is not None  # noqa: S101 - A line leaves the match or another line.
        game = recording.at(line.at).game
    else:
        game = board(recording, study, study.lines[line.parent], line.ply)
    rules = recording.head.rules
    for move in line.moves[:ply]:
        fold(rules, game, move)
    return game


def fold(rules: AnyRules, game: Any, move: LineMoveMade) -> None:
    """Fold what a move has set off."""
    for event in move.events:
        rules.evolve(game, rules.decode_event(event.type, encode(event.data), event.schema))


def written(rules: AnyRules, events: Any) -> Iterator[GameEvent]:
    """Yield the game's events as the stream keeps them."""
    for event in events:
        yield GameEvent(rules.event_type(event), event.schema, rules.event_data(event))
