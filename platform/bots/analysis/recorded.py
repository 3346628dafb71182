"""A match that was played, decision by decision."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from games.core import AnyRules, Event, Seat, State


class Recorded(NamedTuple):
    """The game's own events of a match."""

    rules: AnyRules
    seats: int
    options: Mapping[str, object]
    dataset: str
    events: Sequence[tuple[int, Event]]
    """Each with its version in the match."""

    def table(self) -> State:
        """Return the table before the first event."""
        table: State = self.rules.new_state(self.seats, self.options, self.dataset)
        return table


class Turn(NamedTuple):
    """A decision and all that it has set off; first of all the opening, which nobody decides."""

    before: State
    """The state in which it was made."""
    seat: Seat | None
    move: object
    events: Sequence[tuple[int, Event]]
    after: State
    """The state that it has led to, for as long as the next one is not asked for; read only."""

    @property
    def at(self) -> int:
        """The version of its first event."""
        return self.events[0][0]


def turns(recorded: Recorded) -> Iterator[Turn]:
    """Yield the opening, then every decision, in order.

    Raises ValueError for an event that no decision of the rules explains.
    """
    rules = recorded.rules
    state, events = recorded.table(), recorded.events
    start = 0
    while start < len(events):
        before = state.copy()
        decision: tuple[Seat | None, object] | None = (None, None)
        if start:
            following = events[start + 1][1] if start + 1 < len(events) else None
            decision = rules.recorded_move_at(before, events[start][1], following)
        if decision is None:
            message = f"nothing set the event at version {events[start][0]} off"
            raise ValueError(message)
        end = start
        while end < len(events) and (end == start or not rules.to_act(state)):
            rules.evolve(state, events[end][1])
            end += 1
        yield Turn(before, *decision, events[start:end], state)
        start = end
