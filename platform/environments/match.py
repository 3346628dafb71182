"""One match as adaptors play it: a decision after another, each by its action id."""

from collections.abc import Mapping, Sequence
from typing import Self

import msgspec

from environments import registry
from environments.core import Encoding
from games.chance import Chance
from games.core import Event, Outcome, Seat, State
from games.json_types import JsonObject


class Match:
    """A match that begins, takes actions and ends.

    Where several seats decide at once they are asked one after the other, the lowest seat first;
    none of them is shown what the others have chosen.
    """

    __slots__ = ("_lines", "encoding", "folded", "seats", "state")

    def __init__(
        self,
        encoding: Encoding,
        seats: int,
        options: Mapping[str, object],
        *,
        keeps_history: bool = False,
    ) -> None:
        self.encoding = encoding
        self.seats = seats
        self.state = encoding.rules.new_state(seats, options)
        self.folded = 0
        """How many events there were."""
        self._lines: list[list[str]] | None = [[] for _ in range(seats)] if keeps_history else None

    def copy(self) -> Self:
        """Return a match that goes its own way."""
        other = type(self).__new__(type(self))
        other.encoding, other.seats, other.folded = self.encoding, self.seats, self.folded
        other.state = self.state.copy()
        other._lines = None if self._lines is None else [list(lines) for lines in self._lines]  # noqa: SLF001
        return other

    def __deepcopy__(self, _memo: object) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        kept = (self.seats, self.state, self.folded, self._lines)
        return _restored, (type(self), self.encoding.rules_id, kept)

    @property
    def to_act(self) -> Seat | None:
        """The seat whose decision is next; None after the end."""
        return next(iter(self.encoding.rules.to_act(self.state)), None)

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended; None while it runs."""
        return self.encoding.rules.outcome(self.state)

    def legal_actions(self, seat: Seat) -> list[int]:
        """Return the ids of the moves that a seat may make now; none unless it is next."""
        return self.encoding.legal_actions(self.state, seat) if seat == self.to_act else []

    def opening(self, chance: Chance) -> Sequence[Event]:
        """Return the events that begin the match; change nothing."""
        return self.encoding.rules.opening_events(self.state, chance)

    def effects(self, action: int, chance: Chance) -> Sequence[Event]:
        """Return the events that a legal action of the next seat sets off; change nothing."""
        seat = self.to_act
        assert seat is not None  # noqa: S101 - The caller has looked.
        return self.encoding.rules.effects(self.state, seat, self.encoding.moves[action], chance)

    def fold(self, events: Sequence[Event]) -> None:
        """Let events happen."""
        rules = self.encoding.rules
        for event in events:
            rules.evolve(self.state, event)
            if self._lines is not None:
                kind = rules.event_type(event)
                for seat, lines in enumerate(self._lines):
                    data = rules.redact(event, self.folded, seat, self.state)
                    lines.append(f"{kind} {msgspec.json.encode(data).decode()}")
            self.folded += 1

    def view(self, seat: Seat) -> JsonObject:
        """Return what a seat may know, as the API shows it."""
        return self.encoding.rules.view(self.state, seat)

    def numbers(self, seat: Seat) -> list[float]:
        """Return the same in numbers."""
        return self.encoding.numbers(self.view(seat), self.seats)

    def observation(self, seat: Seat) -> str:
        """Return the same as canonical JSON."""
        return msgspec.json.encode(self.view(seat), order="sorted").decode()

    def information(self, seat: Seat) -> str:
        """Return all that a seat has been shown, event by event; the match keeps its history."""
        assert self._lines is not None  # noqa: S101 - Whoever asks has asked for it.
        return "\n".join([f"seat {seat} of {self.seats}", *self._lines[seat]])

    def action_text(self, action: int) -> str:
        """Return what an action is, as clients send it: of a move that can be made now."""
        seat = self.to_act
        assert seat is not None  # noqa: S101 - The caller has looked.
        move = self.encoding.moves[action]
        data = self.encoding.rules.move_data(self.state, seat, move)
        kind = data.pop("type")
        return " ".join([kind, *(msgspec.json.encode(value).decode() for value in data.values())])


def _restored(
    kind: type[Match], rules_id: str, kept: tuple[int, State, int, list[list[str]] | None]
) -> Match:
    """Return a match that was pickled: its rules are taken from here."""
    match = kind.__new__(kind)
    match.encoding = registry.encoding(rules_id)
    match.seats, match.state, match.folded, match._lines = kept  # noqa: SLF001
    return match
