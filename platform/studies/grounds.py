"""What the lines of a study leave: a finished match, or a position that was set up by hand."""

from collections.abc import Callable
from typing import NamedTuple

from games import positions, registry
from games.chance import FairChance
from games.core import AnyRules
from games.positions import Table
from matches.folds import fold as fold_match
from matches.recordings import Recording
from studies.events import PositionSet

UNUSED = FairChance(b"")
"""For positions of which nothing is left to chance."""


class Ground(NamedTuple):
    """A table as it stood before any move of a study."""

    table: Table
    at: Callable[[int], object]
    """The game at a version of the match, the caller's own; a position has but one."""
    recording: Recording | None
    """The history of the match; None for a position."""

    @property
    def rules(self) -> AnyRules:
        """The rules that it is played by."""
        return self.table.rules

    @property
    def seats(self) -> int:
        """How many sit there."""
        return self.table.seats

    def decision_at(self, at: int) -> int:
        """Return the version of the last decision up to a moment of a match, or of its first one.

        A position is a decision.
        """
        if self.recording is None:
            return 0
        state, found = self.recording.at(0), 0
        for event in self.recording.events:
            if found and event.version > at:
                break
            fold_match(state, [event])
            if state.begun and self.rules.to_act(state.game):
                found = event.version
        return found


def of_match(recording: Recording) -> Ground:
    """Return what a finished match is to its studies."""
    head = recording.head
    table = Table(head.rules, head.seats, head.options, head.dataset)
    return Ground(table, lambda version: recording.at(version).game, recording)


def of_position(event: PositionSet) -> Ground:
    """Return what a position is; what was dealt stands in the event, so nothing is drawn."""
    rules = registry.rules(event.rules)
    table = Table(rules, event.seats, event.options, event.dataset)
    return Ground(table, lambda _at: positions.set_up(table, event.position, UNUSED), None)
