"""The rules of Second Story: who may do what, and what it sets off."""

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
from games.second_story import moves, views
from games.second_story.cards import DATASETS, deck
from games.second_story.determinise import determinise
from games.second_story.effects import Effects
from games.second_story.events import (
    EVENT_TYPES,
    QUICK,
    ApproachChosen,
    ChipRisked,
    ChipsTaken,
    DeckShuffled,
    ExcuseUsed,
    FlatsChosen,
    HouseEntered,
    NightEnded,
    ThiefCaught,
)
from games.second_story.folds import FOLDS
from games.second_story.model import ABANDONED, APPROACH, FLATS, HOME, OVER, TAKE, State
from games.second_story.moves import Move
from games.second_story.scoring import rank_value, score


class SecondStory(Rules[State, Event, Move]):
    """Second Story for the Decktet, with any part of the extended deck."""

    game = "second-story"
    id = "second-story@1"
    title = "Second Story"
    variant = "one order for everyone"
    seats_min = 2
    seats_max = 5
    equal_scores_share = False
    seats_usual = 3
    datasets = DATASETS
    breaks: Mapping[str, int] = {"thief_caught": 6, "night_ended": 6}
    options = (
        Option(
            name="excuse",
            title="The Excuse is in the deck; once in your lair, it pays for another roll.",
            choices=(False, True),
        ),
        Option(
            name="pawns",
            title="The four Pawns are in the deck, as tenements.",
            choices=(False, True),
        ),
        Option(
            name="courts",
            title="The four Courts are in the deck, as tenements.",
            choices=(False, True),
        ),
        Option(
            name="may_decline_chip",
            title="Chips you could take may be left behind, or must be taken (SS-5).",
            choices=(True, False),
            labels=("may be left behind", "must be taken"),
        ),
    )
    event_types = EVENT_TYPES
    folds = FOLDS
    course: ClassVar[type[Effects]] = Effects
    """What tells the events of a decision."""

    def set_up(self, seats: int, options: Mapping[str, object], dataset: str) -> State:  # noqa: ARG002  # There is one dataset.
        """Return the table before the deck is shuffled, with the cards asked for (SS-43)."""
        cards = deck(
            excuse=options["excuse"] is True,
            pawns=options["pawns"] is True,
            courts=options["courts"] is True,
        )
        return State(cards, seats=seats, may_decline=options["may_decline_chip"] is True)

    def opening_events(self, state: State, chance: Chance) -> tuple[Event, ...]:
        """Draw the starter, shuffle, and begin the first night."""
        course = self.course(state, chance)
        course.open()
        return tuple(course.events)

    def effects(self, state: State, seat: Seat, move: Move, chance: Chance) -> tuple[Event, ...]:
        """Make the move, and go on until somebody has to decide again or the match is over."""
        course = self.course(state, chance)
        course.apply_move(seat, move)
        return tuple(course.events)

    def illegal_reason(self, state: State, seat: Seat, move: Move) -> str:  # noqa: ARG002  # Only one has to act.
        """Return why the move is not legal."""
        return moves.refusal(state, move)

    def evolve(self, state: State, event: Event) -> None:
        """Fold one event into the state, in place."""
        FOLDS[type(event)](state, event)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """Return the seat whose night it is."""
        return state.acting

    def legal_moves(self, state: State, seat: Seat) -> Sequence[Move]:
        """Return what the seat may do with the house, the roll or the night."""
        return moves.legal(state) if seat in state.acting else ()

    def timeout_move(self, state: State, seat: Seat) -> Move:
        """Return the careful move: be quick, rob one flat, take what there is, and go home.

        Quick succeeds at least as often as thorough, and one flat oftener than more. Chips are
        taken as far as allowed, the first in canonical order. After a failed roll neither a chip
        of the lair nor the Excuse is spent: what was safely at home stays there.
        """
        legal = self.legal_moves(state, seat)
        if state.phase == APPROACH:
            return QUICK
        if state.phase == TAKE:
            most = len(moves.taken(legal[-1]))
            return next(move for move in legal if len(moves.taken(move)) == most)
        return legal[0] if state.phase in (FLATS, HOME) else legal[-1]

    def outcome(self, state: State) -> Outcome | None:
        """Return the placings by the lairs, also after 1,000 nights, when the match is given up."""
        if state.phase not in (OVER, ABANDONED):
            return None
        reason = "abandoned" if state.phase == ABANDONED else "played_out"
        return Outcome(placings(self.rank_keys(state)), self.current_scores(state), reason)

    def current_scores(self, state: State) -> tuple[int, ...]:
        """Return the second-highest count of each lair; the bag counts for nothing."""
        return tuple(map(score, state.lairs))

    def rank_keys(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Return the counts of each lair from the second on (SS-38)."""
        return tuple(map(rank_value, state.lairs))

    def view(self, state: State, viewer: Viewer) -> JsonObject:
        """Return all of the table but the order of the deck."""
        return {**views.view(state, viewer)}

    def redact(self, event: Event, index: int, viewer: Viewer, state: State) -> JsonObject:  # noqa: ARG002  # Only shuffles are hidden, and always.
        """Hide the order of a shuffled deck."""
        return views.redact(event, self.event_data(event), viewer)

    def view_schema(self) -> JsonObject:
        """Return the JSON schema of a view."""
        return msgspec.json.schema(views.View)

    def move_data(self, state: State, seat: Seat, move: Move) -> JsonObject:  # noqa: ARG002  # A move says all by itself.
        """Return the move as clients send it."""
        return moves.move_data(move)

    def parse_move(self, state: State, seat: Seat, data: JsonMapping) -> Move:
        """Return the move that a client sent, if its type is one of the phase's."""
        return moves.parse(state, seat, data)

    def move_schema(self) -> JsonObject:
        """Return the JSON schema of a move as clients send it."""
        return moves.MOVES.tagged_schema()

    def recorded_move(self, event: Event) -> tuple[Seat, Move] | None:
        """Return the decision of an event that always records one; see `decision_at`."""
        if isinstance(event, ApproachChosen):
            return event.seat, event.approach
        if isinstance(event, FlatsChosen):
            return event.seat, moves.NO_FLATS + event.flats
        if isinstance(event, ChipRisked):
            return event.seat, moves.SECOND_CHANCE
        if isinstance(event, ExcuseUsed):
            return event.seat, moves.USE_EXCUSE
        return None

    def recorded_move_at(
        self,
        state: State,
        event: Event,
        following: Event | None = None,  # noqa: ARG002  # The event and the state tell all.
    ) -> tuple[Seat, Move] | None:
        """Return the seat and the move that an event records in the state before it.

        Chips are also taken, nights ended, thieves caught, houses entered and decks shuffled
        without a decision: only the state tells.
        """
        if not state.acting:
            return None
        move = _move_of(event)
        return self.recorded_move(event) if move is None else (state.active, move)

    def determinise(self, state: State, seat: Seat, chance: Chance) -> State:  # noqa: ARG002  # All seats know the same.
        """Shuffle the cards to come."""
        return determinise(state, chance)

    def reshuffle(self, state: State, chance: Chance) -> State:
        """Shuffle the cards to come, which nobody has seen."""
        return determinise(state, chance)


def _move_of(event: Event) -> Move | None:
    """Return the move of an event that may follow by itself, had it been decided."""
    if isinstance(event, ChipsTaken):
        return moves.take(tuple(sorted(event.suits)))
    if isinstance(event, HouseEntered | DeckShuffled):
        return moves.ENTER_HOUSE
    if isinstance(event, NightEnded):
        return moves.END_NIGHT
    return moves.ACCEPT_CAUGHT if isinstance(event, ThiefCaught) else None
