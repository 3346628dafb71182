"""A toy game: everybody has three numbers and plays one after the other; the highest takes a point.

It has rules and nothing else: no pages, no words, no bot of its own. A game of the site has a
folder with a file for each of these parts; docs/adding-a-game.md goes through them.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

import msgspec

from games.chance import Chance
from games.codec import Codec
from games.core import (
    ALL,
    Event,
    IllegalMoveError,
    Outcome,
    Rules,
    Seat,
    Viewer,
    WireError,
    placings,
)

HAND = 3


class Dealt(Event, frozen=True):
    """Everybody got a hand."""

    hands: tuple[tuple[int, ...], ...]


class Played(Event, frozen=True):
    """A seat has played a number."""

    seat: Seat
    number: int


class Taken(Event, frozen=True):
    """A seat had the highest number, which is a point."""

    seat: Seat


class Play(msgspec.Struct, frozen=True):
    """A move as clients send it, less its type."""

    number: int


MOVES: Codec[Play] = Codec({"play": Play})


class View(TypedDict):
    """What a viewer may know; lists go by seat but for the table."""

    hands: list[list[int] | None]
    points: list[int]
    table: list[int]


class State:
    """The table."""

    __slots__ = ("hands", "points", "table", "turn")

    def __init__(self, seats: int) -> None:
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.points = [0] * seats
        self.table: list[int] = []
        self.turn = 0

    def copy(self) -> "State":
        """Return a state that shares nothing with this one."""
        other = State(len(self.hands))
        other.hands = [hand[:] for hand in self.hands]
        other.points, other.table, other.turn = self.points[:], self.table[:], self.turn
        return other


def fold_dealt(state: State, event: Dealt) -> None:
    state.hands = [list(hand) for hand in event.hands]


def fold_played(state: State, event: Played) -> None:
    state.hands[event.seat].remove(event.number)
    state.table.append(event.number)
    state.turn += 1


def fold_taken(state: State, event: Taken) -> None:
    state.points[event.seat] += 1
    state.table, state.turn = [], 0


class HighCard(Rules[State, Event, int]):
    """The rules; a move is a number of one's hand."""

    game = "high-card"
    id = "high-card@1"
    title = "High Card"
    seats_min = 2
    seats_max = 4
    datasets = ("high-card/numbers-1",)
    event_types = {"dealt": Dealt, "played": Played, "taken": Taken}  # noqa: RUF012
    folds = {Dealt: fold_dealt, Played: fold_played, Taken: fold_taken}  # noqa: RUF012

    def set_up(self, seats: int, options: Mapping[str, object], dataset: str) -> State:
        return State(seats)

    def opening_events(self, state: State, chance: Chance) -> tuple[Event, ...]:
        deck = chance.shuffle("deal", range(HAND * len(state.hands)))
        hands = (deck[start : start + HAND] for start in range(0, len(deck), HAND))
        return (Dealt(tuple(tuple(sorted(hand)) for hand in hands)),)

    def effects(self, state: State, seat: Seat, move: int, chance: Chance) -> tuple[Event, ...]:
        played = Played(seat, move)
        table = [*state.table, move]
        if len(table) < len(state.hands):
            return (played,)
        return (played, Taken(table.index(max(table))))

    def illegal_reason(self, state: State, seat: Seat, move: int) -> str:
        return "that number is not in your hand"

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return (state.turn,) if state.turn < len(state.hands) and state.hands[state.turn] else ()

    def legal_moves(self, state: State, seat: Seat) -> Sequence[int]:
        return state.hands[seat] if seat in self.to_act(state) else ()

    def timeout_move(self, state: State, seat: Seat) -> int:
        return state.hands[seat][0]

    def outcome(self, state: State) -> Outcome | None:
        if any(state.hands) or state.table or not any(state.points):
            return None
        return Outcome(placings(state.points), tuple(state.points))

    def current_scores(self, state: State) -> tuple[int, ...]:
        return tuple(state.points)

    def view(self, state: State, viewer: Viewer) -> dict[str, Any]:
        view: View = {
            "hands": [
                hand[:] if viewer in (seat, ALL) else None for seat, hand in enumerate(state.hands)
            ],
            "points": state.points[:],
            "table": state.table[:],
        }
        return {**view}

    def redact(self, event: Event, index: int, viewer: Viewer, state: State) -> dict[str, Any]:
        data = self.event_data(event)
        if isinstance(event, Dealt) and viewer != ALL:
            data["hands"] = [
                hand if viewer == seat else len(hand) for seat, hand in enumerate(data["hands"])
            ]
        return data

    def view_schema(self) -> dict[str, Any]:
        return msgspec.json.schema(View)

    def move_data(self, state: State, seat: Seat, move: int) -> dict[str, Any]:
        return {"type": "play", "number": move}

    def parse_move(self, state: State, seat: Seat, data: Mapping[str, Any]) -> int:
        fields = dict(data)
        if fields.pop("type", None) != "play":
            raise IllegalMoveError("the move must be of type play")
        try:
            return MOVES.parse("play", fields).number
        except WireError as error:
            raise IllegalMoveError(str(error)) from error

    def move_schema(self) -> dict[str, Any]:
        return MOVES.tagged_schema()

    def recorded_move(self, event: Event) -> tuple[Seat, int] | None:
        return (event.seat, event.number) if isinstance(event, Played) else None

    def determinise(self, state: State, seat: Seat, chance: Chance) -> State:
        imagined = state.copy()
        others = [
            number for other, hand in enumerate(state.hands) if other != seat for number in hand
        ]
        unseen = chance.shuffle("imagine", sorted(others))
        for other, hand in enumerate(state.hands):
            if other != seat:
                imagined.hands[other] = sorted(unseen.pop() for _ in hand)
        return imagined
