"""The rules of Sticky Fingers: who may do what, and what it sets off."""

from collections.abc import Callable, Mapping, Sequence

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
from games.sticky_fingers import moves, refusals, views
from games.sticky_fingers.cards import DATASETS, DECKS
from games.sticky_fingers.dataset import SEATS
from games.sticky_fingers.determinise import determinise, reshuffle
from games.sticky_fingers.effects import Effects
from games.sticky_fingers.events import (
    EVENT_TYPES,
    ActionPassed,
    ChestCashed,
    LootSold,
    LootStolen,
    ScoundrelChosen,
    ScoundrelsDealt,
    StarterDrawn,
    TokenPlaced,
    ToolsExchanged,
    ToolsTaken,
)
from games.sticky_fingers.folds import FOLDS, fold
from games.sticky_fingers.legal import legal_moves, payment, price
from games.sticky_fingers.model import CHOOSE, NONE, OVER, PLACE, Move, State
from games.sticky_fingers.moves import EXCHANGE, PASS, PICK, PUT, SELL, STEAL, TAKE


class StickyFingers(Rules[State, Event, Move]):
    """Sticky Fingers, Pegasus 2009; moves are tuples of `moves`."""

    game = "sticky-fingers"
    id = "sticky-fingers@1"
    title = "Sticky Fingers"
    seats_min = SEATS[0]
    seats_max = SEATS[-1]
    seats_usual = 4
    datasets = DATASETS
    breaks: Mapping[str, int] = {"round_ended": 6}
    options = (
        Option(
            name="visibility",
            title=(
                "Other players' tools are hidden, or those taken in the City stay known (SF-42)."
            ),
            choices=("official", "open"),
            labels=("all hidden", "known when taken in the City"),
        ),
        Option(
            name="squares",
            title=(
                "Tokens go on a location's first free square, or on a square of your choice (SF-1)."
            ),
            choices=("first_free", "chosen"),
            labels=("first free square", "square of your choice"),
        ),
        Option(
            name="reshuffle",
            title=(
                "The discard pile is shuffled when a card is needed, or as soon as the draw "
                "pile is empty (SF-25)."
            ),
            choices=("lazy", "eager"),
            labels=("when a card is needed", "as soon as the pile is empty"),
        ),
        Option(
            name="scoundrels",
            title="Scoundrels are dealt at random, or chosen in turn from the start (SF-40).",
            choices=("random", "choose"),
            labels=("dealt at random", "chosen in turn"),
        ),
    )
    event_types = EVENT_TYPES
    folds = FOLDS

    def set_up(self, seats: int, options: Mapping[str, object], dataset: str) -> State:
        """Return an empty table, all cards unshuffled with the discards."""
        chosen = [options[option.name] == option.choices[1] for option in self.options]
        return State(DECKS[dataset], seats, chosen)

    def opening_events(self, state: State, chance: Chance) -> tuple[Event, ...]:
        """Draw who starts (SF-39); deal scoundrels and all else, unless they are chosen first."""
        course = Effects(state, chance)
        course.emit(StarterDrawn(chance.below("starter", state.seats)))
        if not state.picks:
            cards = chance.shuffle("scoundrels", state.deck.scoundrels)
            course.emit(ScoundrelsDealt(tuple(cards[: state.seats])))
            course.deal()
        return tuple(course.events)

    def effects(self, state: State, seat: Seat, move: Move, chance: Chance) -> tuple[Event, ...]:
        """Make the move and go on to the next decision."""
        event = _event(state, seat, move)
        if _is_all(state, event):
            return (event,)
        course = Effects(state, chance)
        course.emit(event)
        _follow(course, event)
        return tuple(course.events)

    def illegal_reason(self, state: State, seat: Seat, move: Move) -> str:
        """Return why the move is not legal."""
        return refusals.reason(state, seat, move)

    def evolve(self, state: State, event: Event) -> None:
        """Fold one event into the state, in place."""
        fold(state, event)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """Return the one seat that has to choose, to place or to use its token."""
        return state.acting

    def legal_moves(self, state: State, seat: Seat) -> Sequence[Move]:
        """Return the seat's legal moves where it has to act."""
        if seat not in state.acting:
            return ()
        if state.moves is None:
            state.moves = legal_moves(state)
        return state.moves

    def timeout_move(self, state: State, seat: Seat) -> Move:
        """Return a pass; before the actions, the first scoundrel left or the emptiest place.

        A token goes where the fewest lie, the earliest of such places, so that it is in the way
        of nobody; passing there neither helps nor hurts.
        """
        legal = self.legal_moves(state, seat)
        if state.phase != PLACE:
            return legal[0]
        return max(legal, key=lambda move: state.free_squares(move[1]))

    def outcome(self, state: State) -> Outcome | None:
        """Return the placings by money once the last round is over.

        The most money wins and equal money shares (SF-36); loot and tools are worth nothing then
        (SF-37).
        """
        if state.phase != OVER:
            return None
        return Outcome(placings(state.money), tuple(state.money))

    def current_scores(self, state: State) -> tuple[int, ...]:
        """Return the money: its true total, past the end of the track (SF-38)."""
        return tuple(state.money)

    def view(self, state: State, viewer: Viewer) -> JsonObject:
        """Return all that the viewer may know: neither the others' tools nor hidden fronts."""
        return {**views.view(state, viewer)}

    def redact(self, event: Event, index: int, viewer: Viewer, state: State) -> JsonObject:  # noqa: ARG002  # What was shown stays shown.
        """Hide piles, tools dealt and drawn, and what stolen loot is."""
        return views.redact(event, self.event_data(event), viewer)

    def view_schema(self) -> JsonObject:
        """Return the JSON schema of a view."""
        return msgspec.json.schema(views.View)

    def move_data(self, state: State, seat: Seat, move: Move) -> JsonObject:  # noqa: ARG002  # The move alone tells.
        """Return the move as clients send it."""
        return moves.to_wire(state, move)

    def parse_move(self, state: State, seat: Seat, data: JsonMapping) -> Move:  # noqa: ARG002  # Legality is for decide.
        """Return the move that a client sent, if its type can be made now."""
        return moves.from_wire(state, data)

    def move_schema(self) -> JsonObject:
        """Return the JSON schema of a move as clients send it."""
        return moves.schema()

    def recorded_move(self, event: Event) -> tuple[Seat, Move] | None:
        """Return the seat and the move that the event records, if it records one."""
        return moves.decision(event)

    def determinise(self, state: State, seat: Seat, chance: Chance) -> State:
        """Deal again what the seat cannot see."""
        return determinise(state, seat, chance)

    def reshuffle(self, state: State, chance: Chance) -> State:
        """Shuffle the piles, and turn other fronts up under the backs of the loot on show."""
        return reshuffle(state, chance)


def _event(state: State, seat: Seat, move: Move) -> Event:
    """Return the event of a legal move."""
    kind, *fields = move
    if kind == STEAL:
        return _stolen(state, seat, *fields)
    if kind == SELL:
        fence, loot = fields
        return LootSold(seat, fence, loot, price(state, fence, loot))
    if kind == PASS:
        return ActionPassed(seat, state.place)
    return _EVENTS[kind](seat, *fields)


_EVENTS: Mapping[int, Callable[..., Event]] = {
    PICK: ScoundrelChosen,
    PUT: TokenPlaced,
    TAKE: ToolsTaken,
    EXCHANGE: ToolsExchanged,
}


def _stolen(state: State, seat: Seat, slot: int, with_scoundrel: bool) -> LootStolen:
    loot = state.display[state.place][slot]
    paid = payment(state, seat, loot, with_scoundrel=with_scoundrel)
    return LootStolen(seat, state.place, slot, paid, with_scoundrel, loot)


def _is_all(state: State, event: Event) -> bool:
    """Tell whether the event leads straight to the next seat's decision."""
    if state.phase == PLACE:
        return state.placed + 1 < state.tokens()
    if state.phase == CHOOSE:
        return state.scoundrels.count(NONE) > 1
    if isinstance(event, ToolsExchanged):
        return False
    if isinstance(event, LootStolen) and state.deck.is_chest(event.loot):
        return False
    return state.next_square(state.place, state.square + 1) != NONE


def _follow(course: Effects, event: Event) -> None:
    """Tell what the event sets off, up to the next decision.

    A chest is cashed as it is taken (SF-16); all else stays with its seat.
    """
    state = course.state
    if isinstance(event, ScoundrelChosen):
        course.deal()
    elif isinstance(event, ToolsExchanged):
        course.exchange(event.seat, state.deck.table.exchange[event.square][1])
    elif isinstance(event, LootStolen) and state.deck.is_chest(event.loot):
        course.emit(ChestCashed(event.seat, event.loot, state.deck.value[event.loot]))
    course.advance()
