"""The rules of Pickpocket: who may do what, and what it sets off."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

import msgspec

from games.chance import Chance
from games.core import (
    Event,
    Outcome,
    Rules,
    Seat,
    Viewer,
    placings,
)
from games.json_types import JsonMapping, JsonObject
from games.options import Option
from games.pickpocket import moves, refusals, views
from games.pickpocket.dataset import DATASETS
from games.pickpocket.determinise import determinise, reshuffle
from games.pickpocket.effects import Effects, extends_line
from games.pickpocket.events import (
    EVENT_TYPES,
    BeerDrunk,
    GuardAppeared,
    PowerChosen,
    RedrawDeclined,
    RedrawUsed,
    RivalLaidDown,
    ThiefLeft,
    TileDrawn,
    TilePlayed,
)
from games.pickpocket.folds import FOLDS
from games.pickpocket.model import OVER, TURN, State
from games.pickpocket.moves import CHOOSE, DECLINE_REDRAW, DRAW, DRINK, LEAVE, USE_REDRAW
from games.pickpocket.tiles import LOOTS


class Pickpocket(Rules[State, Event, int]):
    """Pickpocket, Repos Production 2008; a move is a number of `moves`."""

    game = "pickpocket"
    id = "pickpocket@1"
    title = "Pickpocket"
    variant = "one order for everyone"
    seats_min = 2
    seats_max = 6
    equal_scores_share = False
    seats_usual = 4
    datasets = DATASETS
    breaks: Mapping[str, int] = {"night_ended": 6}
    options = (
        Option(
            name="powers",
            title="From the second night on, everyone but the prince has a power (PK-56).",
            choices=(False, True),
        ),
        Option(
            name="passage",
            title="The passage works against any second guard, or only in stop-or-double (D2).",
            choices=("french", "dutch"),
            labels=("against any second guard", "only in stop-or-double"),
        ),
        Option(
            name="guard_counts_in_double",
            title="A first guard is one of the two tiles of stop-or-double (PK-16).",
            choices=(True, False),
        ),
    )
    event_types = EVENT_TYPES
    folds = FOLDS
    course: ClassVar[type[Effects]] = Effects
    """What tells the events of a decision."""

    def set_up(self, seats: int, options: Mapping[str, object], dataset: str) -> State:
        """Return an empty tavern."""
        return State(dataset, seats, options)

    def opening_events(self, state: State, chance: Chance) -> tuple[Event, ...]:
        """Stack the markers, deal, fill the bag and begin the first night."""
        course = self.course(state)
        course.open(chance)
        return tuple(course.events)

    def effects(self, state: State, seat: Seat, move: int, chance: Chance) -> tuple[Event, ...]:  # noqa: ARG002  # The bag's order is drawn at the opening.
        """Make the move and go on to the next decision; chance has spoken at the opening."""
        if move >= CHOOSE:
            return (PowerChosen(seat, move - CHOOSE),)
        if state.phase == TURN:
            # Most moves set nothing else off; they are told without a copy of the state.
            if move < LOOTS:
                return (TilePlayed(seat, move),)
            if move == DRAW:
                tile = state.next_tile(seat)
                if tile < LOOTS and extends_line(state, tile):
                    return (TileDrawn(seat, tile),)
        course = self.course(state)
        _make(course, seat, move)
        course.advance()
        return tuple(course.events)

    def illegal_reason(self, state: State, seat: Seat, move: int) -> str:
        """Return why the move is not legal."""
        return refusals.reason(state, seat, move)

    def evolve(self, state: State, event: Event) -> None:
        """Fold one event into the state, in place."""
        FOLDS[type(event)](state, event)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """Return who has to decide: one seat at a time."""
        return state.acting

    def legal_moves(self, state: State, seat: Seat) -> Sequence[int]:
        """Return the seat's legal moves in canonical order."""
        return moves.legal_moves(state, seat) if seat in state.acting else ()

    def timeout_move(self, state: State, seat: Seat) -> int:
        """Leave; in stop-or-double draw; see `moves.neutral_move`."""
        return moves.neutral_move(state, seat)

    def outcome(self, state: State) -> Outcome | None:
        """Return the placings by the totals with the hands (PK-47)."""
        if state.phase != OVER:
            return None
        return Outcome(placings(self.rank_keys(state)), tuple(state.scores))

    def current_scores(self, state: State) -> tuple[int, ...]:
        """Return the scores on the track; hands count after the last guard only."""
        return tuple(state.scores)

    def rank_keys(self, state: State) -> tuple[tuple[int, int], ...]:
        """Return the scores, at the end the fewer tiles in hand first of equal ones (PK-47).

        A match that is broken off is placed without its hands.
        """
        over = state.phase == OVER
        return tuple(
            (score, -len(hand) if over else 0)
            for score, hand in zip(state.scores, state.hands, strict=True)
        )

    def view(self, state: State, viewer: Viewer) -> JsonObject:
        """Return all that the viewer may know: not the others' hands nor the bag (PK-48)."""
        return {**views.view(state, viewer)}

    def redact(self, event: Event, index: int, viewer: Viewer, state: State) -> JsonObject:  # noqa: ARG002  # What is hidden stays so.
        """Hide hands, the order of the bag and what the glove takes."""
        return views.redact(event, self.event_data(event), viewer)

    def view_schema(self) -> JsonObject:
        """Return the JSON schema of a view."""
        return msgspec.json.schema(views.View)

    def move_data(self, state: State, seat: Seat, move: int) -> JsonObject:  # noqa: ARG002  # A move's number says all.
        """Return the move as clients send it."""
        return moves.move_data(move)

    def parse_move(self, state: State, seat: Seat, data: JsonMapping) -> int:  # noqa: ARG002  # Every seat sends the same.
        """Return the move that a client sent, if its type is one of the phase's."""
        return moves.parse_move(state, data)

    def move_schema(self) -> JsonObject:
        """Return the JSON schema of a move as clients send it."""
        return moves.MOVES.tagged_schema()

    def recorded_move(self, event: Event) -> tuple[Seat, int] | None:
        """Return the decision of an event that always records one; see `decision_at`."""
        if isinstance(event, PowerChosen):
            return event.seat, CHOOSE + event.power
        if isinstance(event, TilePlayed):
            return event.seat, event.tile
        if isinstance(event, BeerDrunk | RedrawUsed | RedrawDeclined):
            return event.seat, _DECIDED[type(event)]
        return None

    def recorded_move_at(
        self, state: State, event: Event, following: Event | None = None
    ) -> tuple[Seat, int] | None:
        """Return what the event decides, if somebody had to decide before it.

        Loot and guards are also drawn by a redraw, guards by the glove, and the last thief leaves
        by himself. Whom a leaving thief lays down stands in the next event.
        """
        if not state.acting:
            return None
        if isinstance(event, TileDrawn | GuardAppeared):
            return event.seat, DRAW
        if isinstance(event, ThiefLeft):
            if isinstance(following, RivalLaidDown):
                return event.seat, LEAVE + 1 + following.rival
            return event.seat, LEAVE
        return self.recorded_move(event)

    def determinise(self, state: State, seat: Seat, chance: Chance) -> State:
        """Deal the others' hands and fill the bag again."""
        return determinise(state, seat, chance)

    def reshuffle(self, state: State, chance: Chance) -> State:
        """Shuffle the bag; each hand is known to its seat."""
        return reshuffle(state, chance)


_DECIDED: Mapping[type[Event], int] = {
    BeerDrunk: DRINK,
    RedrawUsed: USE_REDRAW,
    RedrawDeclined: DECLINE_REDRAW,
}


def _make(course: Effects, seat: Seat, move: int) -> None:
    """Tell a legal move, up to where something follows by itself."""
    if move == DRAW:
        course.draw(seat)
        if course.is_caught():
            course.caught(seat)
    elif move == USE_REDRAW:
        course.draw_again(seat)
    elif move == DECLINE_REDRAW:
        course.emit(RedrawDeclined(seat))
        course.caught(seat)
    elif move == DRINK:
        course.emit(BeerDrunk(seat))
    elif move < LOOTS:
        course.emit(TilePlayed(seat, move))
    else:
        course.leave(seat, move)
