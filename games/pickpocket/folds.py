"""How each event changes a match of Pickpocket.

An event after which another follows by itself leaves nobody to act; the last one of a decision
says who decides next.
"""

from bisect import insort

from games.core import Event, Folds, Seat
from games.pickpocket.events import (
    BagFilled,
    BeerDrunk,
    DoubleBegan,
    DoubleLost,
    GloveTileTaken,
    GuardAppeared,
    HandsDealt,
    HandsScored,
    MarkersStacked,
    NightBegan,
    NightEnded,
    OrdersDrawn,
    PassageUsed,
    PowerChosen,
    RedrawDeclined,
    RedrawUsed,
    RivalLaidDown,
    ThiefCaught,
    ThiefExpelled,
    ThiefLeft,
    ThiefWarned,
    TileDrawn,
    TilePlayed,
)
from games.pickpocket.model import (
    ALONE,
    DAWN,
    DOUBLE,
    NO_TILE,
    NOBODY,
    OVER,
    POWER,
    REDRAW,
    STEPS,
    TURN,
    PersonalState,
    State,
)
from games.pickpocket.scoring import power_order
from games.pickpocket.tiles import ELEMENTS, GLOVE, GUARDS, GUARDS_A_NIGHT, POWERS, SHOWN


def _markers_stacked(state: State, event: MarkersStacked) -> None:
    state.arrivals = list(event.order)


def _hands_dealt(state: State, event: HandsDealt) -> None:
    state.hands = [sorted(hand) for hand in event.hands]


def _bag_filled(state: State, event: BagFilled) -> None:
    state.bag = list(reversed(event.order))


def _orders_drawn(state: State, event: OrdersDrawn) -> None:
    assert isinstance(state, PersonalState)  # noqa: S101 - Those rules make no other.
    state.bag = sorted(event.tiles)
    state.pieces = event.tiles
    state.orders = [list(reversed(order)) for order in event.orders]


def _night_began(state: State, event: NightBegan) -> None:
    """Let all in again, standing (PK-30); with powers, they are chosen first (PK-24, PK-56)."""
    everybody = (1 << state.seats) - 1
    state.night = event.night
    state.starter = event.starter
    state.prince = NOBODY if event.prince is None else event.prince
    state.inside = everybody
    state.left_with = [None] * state.seats
    state.standing = everybody if state.warns else 0
    state.queue = power_order(state) if state.powers and event.night > 1 else ()
    state.phase = POWER if state.queue else TURN
    state.acting = ALONE[state.queue[0] if state.queue else state.starter]


def _power_chosen(state: State, event: PowerChosen) -> None:
    state.holders[event.power] = event.seat
    state.queue = state.queue[1:]
    if state.queue:
        state.acting = ALONE[state.queue[0]]
    else:
        state.phase = TURN
        state.acting = ALONE[state.starter]


def _safe(state: State, seat: Seat) -> None:
    """Go on after a seat that stays inside, or has just gone.

    The next thief decides, unless one is alone: he begins stop-or-double, or has done a step.
    """
    if state.phase == DOUBLE:
        state.steps += 1
        state.acting = ALONE[seat] if state.steps < STEPS else ()
    elif state.phase == TURN and not state.alone():
        state.acting = ALONE[state.next_inside(seat)]
    else:
        state.acting = ()


def _lay(state: State, tile: int) -> None:
    """Lay a tile that carries on an open line; open lines that it lacks break (PK-2, PK-6)."""
    state.row.append(tile)
    counts, elements = state.counts, ELEMENTS[tile]
    state.counts = [counts[line] + elements[line] for line in range(4)]
    state.open &= SHOWN[tile]


def _tile_drawn(state: State, event: TileDrawn) -> None:
    state.take_next(event.seat)
    if state.open & SHOWN[event.tile]:
        _lay(state, event.tile)
        _safe(state, event.seat)
    else:
        state.acting = ()


def _tile_played(state: State, event: TilePlayed) -> None:
    state.hands[event.seat].remove(event.tile)
    _lay(state, event.tile)
    _safe(state, event.seat)


def _guard_appeared(state: State, event: GuardAppeared) -> None:
    """Put the guard on the board, not into the row (PK-10); a first one is harmless (PK-9).

    In stop-or-double it is a step, or with `guard_counts_in_double: false` leaves it open (PK-16).
    """
    state.take_next(event.seat)
    state.guards.append(event.value)
    if event.tonight == GUARDS_A_NIGHT or event.total == GUARDS:
        state.acting = ()
    elif state.phase == DOUBLE and not state.guard_counts:
        state.acting = ALONE[event.seat]
    else:
        _safe(state, event.seat)


def _thief_caught(state: State, event: ThiefCaught) -> None:
    state.discard.append(event.tile)
    if state.may_redraw(event.seat):
        state.phase = REDRAW
        state.caught = event.tile
        state.acting = ALONE[event.seat]
    else:
        state.acting = ()


def _redraw_used(state: State, event: RedrawUsed) -> None:
    state.redrawn = True
    _redraw_declined(state, event)


def _redraw_declined(state: State, _event: RedrawDeclined | RedrawUsed) -> None:
    state.caught = NO_TILE
    state.phase = DOUBLE if state.alone() else TURN
    state.acting = ()


def _thief_warned(state: State, event: ThiefWarned) -> None:
    state.standing &= ~(1 << event.seat)
    _safe(state, event.seat)


def _thief_expelled(state: State, event: ThiefExpelled) -> None:
    state.inside &= ~(1 << event.seat)
    _safe(state, event.seat)


def _beer_drunk(state: State, event: BeerDrunk) -> None:
    state.beer_drunk = True
    _safe(state, event.seat)


def _double_began(state: State, event: DoubleBegan) -> None:
    """Begin stop-or-double; its thief lies down and has no warning left (PK-29)."""
    state.phase = DOUBLE
    state.steps = 0
    state.standing = 0
    state.acting = ALONE[event.seat]


def _score(state: State, seat: Seat, points: int) -> None:
    """Let the seat go with so many points.

    Its marker moves onto its new stack; for nothing it stays as it is (PK-22).
    """
    state.left_with[seat] = points
    if points:
        state.scores[seat] += points
        state.arrivals.remove(seat)
        state.arrivals.append(seat)


def _thief_left(state: State, event: ThiefLeft) -> None:
    """Score and let the seat out; then a rival may be laid down, then the glove draws (PK-40)."""
    seat = event.seat
    _score(state, seat, event.points)
    state.inside &= ~(1 << seat)
    if event.doubled:
        state.phase = DAWN
    if event.doubled or state.rivals_standing(seat) or state.holders[GLOVE] == seat:
        state.acting = ()
    else:
        _safe(state, seat)


def _rival_laid_down(state: State, event: RivalLaidDown) -> None:
    state.standing &= ~(1 << event.rival)
    if state.holders[GLOVE] == event.seat:
        state.acting = ()
    else:
        _safe(state, event.seat)


def _glove_tile_taken(state: State, event: GloveTileTaken) -> None:
    state.take_next(event.seat)
    insort(state.hands[event.seat], event.tile)
    _safe(state, event.seat)


def _double_lost(state: State, _event: DoubleLost) -> None:
    state.phase = DAWN
    state.inside = 0
    state.acting = ()


def _passage_used(state: State, event: PassageUsed) -> None:
    _score(state, event.seat, event.points)
    state.acting = ()


def _night_ended(state: State, _event: NightEnded) -> None:
    """Clear the board: the loot is discarded (D7), powers are given back (PK-24).

    The guards stay beside the board (PK-51), and all lines of the merchant are open (PK-1).
    """
    state.phase = DAWN
    state.acting = ()
    state.inside = 0
    state.standing = 0
    state.discard += state.row
    state.row = []
    state.counts = [*state.box.elements]
    state.open = state.box.opens
    state.past_guards += state.guards
    state.guards = []
    state.holders = [NOBODY] * len(POWERS.names)
    state.beer_drunk = False
    state.redrawn = False
    state.steps = 0


def _hands_scored(state: State, event: HandsScored) -> None:
    state.phase = OVER
    state.hand_values = event.values
    state.scores = list(event.totals)


FOLDS: Folds[Event, State] = {
    MarkersStacked: _markers_stacked,
    HandsDealt: _hands_dealt,
    BagFilled: _bag_filled,
    NightBegan: _night_began,
    PowerChosen: _power_chosen,
    TileDrawn: _tile_drawn,
    TilePlayed: _tile_played,
    GuardAppeared: _guard_appeared,
    ThiefCaught: _thief_caught,
    RedrawUsed: _redraw_used,
    RedrawDeclined: _redraw_declined,
    ThiefWarned: _thief_warned,
    ThiefExpelled: _thief_expelled,
    BeerDrunk: _beer_drunk,
    DoubleBegan: _double_began,
    ThiefLeft: _thief_left,
    DoubleLost: _double_lost,
    RivalLaidDown: _rival_laid_down,
    GloveTileTaken: _glove_tile_taken,
    PassageUsed: _passage_used,
    NightEnded: _night_ended,
    HandsScored: _hands_scored,
}

PERSONAL_FOLDS: Folds[Event, State] = {
    **{kind: fold for kind, fold in FOLDS.items() if kind is not BagFilled},
    OrdersDrawn: _orders_drawn,
}
"""Those of `pickpocket@2`."""
