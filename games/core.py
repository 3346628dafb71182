"""The contract between a game's rules and whatever hosts it.

An engine is deterministic: `decide` judges a move and draws what chance decides, `evolve` folds
the events that it answered, and everything else only asks. No clock, generator, I/O or framework.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

import msgspec

from games import options
from games.chance import Chance
from games.codec import Codec, Upcast
from games.errors import (
    IllegalMoveError,
    NotYourTurnError,
    OptionsError,
    RulesError,
    UnknownGameError,
    WireError,
)
from games.json_types import JsonMapping, JsonObject
from games.messages import Message, either
from games.options import Option
from games.placings import placings

__all__ = [
    "ALL",
    "PUBLIC",
    "AnyRules",
    "Event",
    "IllegalMoveError",
    "NotYourTurnError",
    "OptionsError",
    "Outcome",
    "Rules",
    "RulesError",
    "Seat",
    "State",
    "UnknownGameError",
    "Viewer",
    "WireError",
    "placings",
    "replay",
]

Seat = int
"""A place at the table, from 0; the left neighbour of seat s is s + 1 mod n."""

Viewer = int
"""A seat, PUBLIC or ALL."""

PUBLIC: Viewer = -1
"""Who sees what everybody at the table sees, and no hand."""

ALL: Viewer = -2
"""Who sees everything: anybody after the end, and the server."""


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something that happened, in the engine's own terms; its data is what the log keeps."""

    schema: ClassVar[int] = 1
    """Raised when the data changes its form; `Rules.upcasts` then leads from the older ones."""


class State(Protocol):
    """A match as it stands: one mutable object with `__slots__` that its caller owns."""

    def copy(self) -> Self:
        """Return a state that shares nothing mutable with this one."""


class Outcome(msgspec.Struct, frozen=True):
    """How a match ended, a value a seat."""

    placings: tuple[int, ...]
    """From 1; equal results share a place and the next ones are left out (1, 2, 2, 4)."""
    scores: tuple[int, ...]
    reason: str = "played_out"
    """`played_out`, or `abandoned` where the rules themselves give a match up."""


StateT = TypeVar("StateT", bound=State)
EventT = TypeVar("EventT", bound=Event)
MoveT = TypeVar("MoveT")


Folds = Mapping[type[EventT], Callable[[StateT, Any], None]]
"""How each type of event changes a state."""


class Rules(ABC, Generic[StateT, EventT, MoveT]):
    """The rules of one game in one version.

    A released version is never edited in a way that changes a fold: histories name their rules
    id, and a changed rule is a new class with a new id beside the old one.
    """

    game: ClassVar[str]
    """The game's slug: small letters and digits, with hyphens between words."""
    id: ClassVar[str]
    """The rules id, `<game>@<version>`."""
    title: ClassVar[str]
    variant: ClassVar[str] = ""
    """What tells these rules from others that the game can be played by too, in a few words."""
    seats_min: ClassVar[int]
    seats_max: ClassVar[int]
    seats_usual: ClassVar[int | None] = None
    """How many most often play it, where somebody knows."""
    equal_scores_share: ClassVar[bool] = True
    """Whether equal scores at the end are equal places; else something more tells them apart."""
    datasets: ClassVar[tuple[str, ...]]
    """Ids of the component tables that it can be played with, the default first."""
    options: ClassVar[tuple[Option, ...]] = ()
    event_types: Mapping[str, type[EventT]]
    """Stable names to types: what the log calls the events."""
    folds: Folds[EventT, StateT]
    """How each type of event changes a state."""
    breaks: Mapping[str, int] = {}
    """By the name of an event after which all read what a part of the match came to: how many
    seconds no clock runs. Hosts write them into a match when it is opened; 1 to 60 each."""
    upcasts: Mapping[tuple[str, int], Upcast] = {}
    """From the data of an event's older schema, by (name, schema), to that of the next."""

    def __init__(self) -> None:
        self.codec = Codec(self.event_types, self.upcasts)

    # Setting up.

    def check_options(
        self, seats: int, given: Mapping[str, object], dataset: str | None = None
    ) -> dict[str, object]:
        """Return every option of a match, defaults included, by name.

        Raise OptionsError naming every field that is wrong, `seats` and `dataset` among them.
        """
        errors = list(self._wrong_table(seats, dataset))
        errors += options.wrong(self.options, given, seats, self.game)
        if errors:
            raise OptionsError(errors)
        return options.completed(self.options, given, seats)

    def _wrong_table(self, seats: int, dataset: str | None) -> Iterator[tuple[str, Message]]:
        if type(seats) is not int or not self.seats_min <= seats <= self.seats_max:
            yield (
                "seats",
                Message(
                    "must be from %(least)s to %(most)s, not %(given)s",
                    least=self.seats_min,
                    most=self.seats_max,
                    given=seats,
                ),
            )
        if dataset is not None and dataset not in self.datasets:
            allowed = either(self.datasets)
            wrong = Message("must be %(choices)s, not %(given)s", choices=allowed, given=dataset)
            yield "dataset", wrong

    def options_schema(self) -> JsonObject:
        """Return the JSON schema of the options."""
        return options.json_schema(self.options)

    def new_state(
        self, seats: int, options: Mapping[str, object], dataset: str | None = None
    ) -> StateT:
        """Return the state before the first event; options as `check_options` returned them.

        Raise OptionsError for anything else, before a number from outside sizes anything.
        """
        wanted = self.check_options(seats, options, dataset)
        if len(wanted) != len(options):
            raise OptionsError(
                [(name, Message("is missing")) for name in wanted if name not in options]
            )
        return self.set_up(seats, options, self.datasets[0] if dataset is None else dataset)

    @abstractmethod
    def set_up(self, seats: int, options: Mapping[str, object], dataset: str) -> StateT:
        """Return the state before the first event, of a table that has been found right."""

    @abstractmethod
    def opening_events(self, state: StateT, chance: Chance) -> tuple[EventT, ...]:
        """Return the events that start a match, from the state that `new_state` returned."""

    # Playing.

    def decide(self, state: StateT, seat: Seat, move: MoveT, chance: Chance) -> tuple[EventT, ...]:
        """Judge a move, and return the events that it sets off; change nothing.

        Raise NotYourTurnError or IllegalMoveError. Exactly `legal_moves` are accepted.
        """
        if seat not in self.to_act(state):
            raise NotYourTurnError(seat)
        if move not in self.legal_moves(state, seat):
            raise IllegalMoveError(self.illegal_reason(state, seat, move))
        return self.effects(state, seat, move, chance)

    @abstractmethod
    def effects(self, state: StateT, seat: Seat, move: MoveT, chance: Chance) -> tuple[EventT, ...]:
        """Return the events that a legal move sets off, up to the next decision; change nothing."""

    @abstractmethod
    def illegal_reason(self, state: StateT, seat: Seat, move: MoveT) -> str:
        """Return why a move is not legal for a seat that has to act, in words for a person."""

    def evolve(self, state: StateT, event: EventT) -> None:
        """Fold one event into the state, in place."""
        self.folds[type(event)](state, event)

    def apply_move(
        self, state: StateT, seat: Seat, move: MoveT, chance: Chance
    ) -> tuple[EventT, ...]:
        """Make a move that is known to be legal, in place, and return what it has set off.

        What `decide` and `evolve` do, but nothing is judged: for a search, which makes moves by
        the thousand. A game may override it where its commonest moves can be folded at once.
        """
        evolve = self.evolve
        events = self.effects(state, seat, move, chance)
        for event in events:
            evolve(state, event)
        return events

    @abstractmethod
    def to_act(self, state: StateT) -> tuple[Seat, ...]:
        """Return the seats that have to decide now, ascending; none between a decision's events."""

    @abstractmethod
    def legal_moves(self, state: StateT, seat: Seat) -> Sequence[MoveT]:
        """Return the seat's legal moves in canonical order, none where it has not to act.

        Only good until the next `evolve` of the state, and not to be changed.
        """

    @abstractmethod
    def timeout_move(self, state: StateT, seat: Seat) -> MoveT:
        """Return the legal move that is made for a seat whose time has run out.

        The same for the same view, and chosen to do little harm or good.
        """

    @abstractmethod
    def outcome(self, state: StateT) -> Outcome | None:
        """Return how the match ended, None while it runs."""

    @abstractmethod
    def current_scores(self, state: StateT) -> tuple[int, ...]:
        """Return the scores as they stand now, should the match be broken off."""

    def rank_keys(self, state: StateT) -> tuple[Any, ...]:
        """Return what places the seats as they stand now, comparable and higher is better.

        The scores, where a game has no tie-break of its own.
        """
        return self.current_scores(state)

    # Showing.

    @abstractmethod
    def view(self, state: StateT, viewer: Viewer) -> JsonObject:
        """Return all that the viewer may know of the state, JSON-ready: an allow-list.

        The same for every state that the viewer cannot tell from this one. ALL sees everything,
        so that two states with equal views for ALL are equal.
        """

    @abstractmethod
    def redact(self, event: EventT, index: int, viewer: Viewer, state: StateT) -> JsonObject:
        """Return the event's data as the viewer may see it, given the state.

        index is the number of game events folded before this one. What is hidden is replaced by
        its length (lists) or None; for ALL nothing is.
        """

    @abstractmethod
    def view_schema(self) -> JsonObject:
        """Return the JSON schema of a view."""

    # Events and moves as JSON.

    def event_type(self, event: EventT) -> str:
        """Return the event's stable name."""
        return self.codec.name(event)

    def event_data(self, event: EventT) -> JsonObject:
        """Return the event's whole data, JSON-ready."""
        return self.codec.data(event)

    def encode_body(self, event: EventT) -> str:
        """Return the event's whole data as canonical JSON."""
        return self.codec.body(event)

    def decode_event(self, type: str, body: bytes | str, schema: int | None = None) -> EventT:  # noqa: A002  # The log's own word.
        """Return the event of a stored body; schema is the one that it was stored under.

        Raise WireError for what is no event of this game.
        """
        return self.codec.decode(type, body, schema)

    @abstractmethod
    def move_data(self, state: StateT, seat: Seat, move: MoveT) -> JsonObject:
        """Return the move as clients send it: `{"type": …, …}`."""

    @abstractmethod
    def parse_move(self, state: StateT, seat: Seat, data: JsonMapping) -> MoveT:
        """Return the move that a client sent.

        Raise IllegalMoveError for a wrong type or phase, unknown material, and missing, extra or
        wrong fields. Whether it is legal is for `decide` to say.
        """

    @abstractmethod
    def move_schema(self) -> JsonObject:
        """Return the JSON schema of a move as clients send it."""

    # Playing again.

    @abstractmethod
    def recorded_move(self, event: EventT) -> tuple[Seat, MoveT] | None:
        """Return the seat and the move that an event records; None for what a move sets off.

        `decide` with it, on the state before, answers the event first and then the others that
        the move has set off: so a history can be judged again.
        """

    def recorded_move_at(
        self,
        state: StateT,  # noqa: ARG002 - For games that need it.
        event: EventT,
        following: EventT | None = None,  # noqa: ARG002 - For games that need it.
    ) -> tuple[Seat, MoveT] | None:
        """Return what `recorded_move` does, told the state before the event and the event after it.

        A game overrides it where an event may both record a decision and be set off by another,
        or where a part of the move stands in the event that follows.
        """
        return self.recorded_move(event)

    def rehides_information(self, state: StateT) -> bool:  # noqa: ARG002 - For games that do.
        """Tell whether a viewer may be denied later what it was shown before."""
        return False

    # Searching.

    @abstractmethod
    def determinise(self, state: StateT, seat: Seat, chance: Chance) -> StateT:
        """Return a whole state that fits all that the seat's view shows, the rest re-dealt.

        It depends on the view and the chance alone, so it tells nothing that the view does not.
        """

    # Reckoning luck.

    def reshuffle(self, state: StateT, chance: Chance) -> StateT:  # noqa: ARG002 - For games that hide from all.
        """Return the state with everything dealt again that no seat has seen.

        All that was drawn until now could as well have left the match so, each way as likely as
        any other; what anybody has peeked at stays. By default there is nothing of the kind.
        """
        return state.copy()


AnyRules = Rules[Any, Any, Any]


def replay(rules: Rules[StateT, EventT, Any], state: StateT, events: Iterable[EventT]) -> StateT:
    """Fold the events into the state and return it."""
    for event in events:
        rules.evolve(state, event)
    return state
