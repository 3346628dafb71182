"""What a decision sets off in Pickpocket, event by event, up to the next decision."""

from collections.abc import Sequence
from typing import ClassVar

from games.chance import Chance
from games.core import Event, Folds, Seat
from games.pickpocket import scoring
from games.pickpocket.events import (
    BagFilled,
    DoubleBegan,
    DoubleLost,
    GloveTileTaken,
    GuardAppeared,
    HandsDealt,
    HandsScored,
    MarkersStacked,
    NightBegan,
    NightEnded,
    RedrawUsed,
    RivalLaidDown,
    ThiefCaught,
    ThiefExpelled,
    ThiefWarned,
    TileDrawn,
)
from games.pickpocket.folds import FOLDS
from games.pickpocket.model import DOUBLE, NOBODY, TURN, State
from games.pickpocket.moves import laid_down
from games.pickpocket.tiles import (
    GLOVE,
    GUARDS,
    GUARDS_A_NIGHT,
    HAND,
    LOOTS,
    PASSAGE,
    SHOWN,
    guard_value,
)


class Effects:
    """Events in the making; each is folded into a copy of the state before the next is told."""

    __slots__ = ("events", "state")

    folds: ClassVar[Folds[Event, State]] = FOLDS

    def __init__(self, state: State) -> None:
        self.state = state.copy()
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """Let it happen."""
        self.events.append(event)
        self.folds[type(event)](self.state, event)

    def open(self, chance: Chance) -> None:
        """Stack the markers, deal, fill the bag, begin; the lowest marker's seat starts.

        Seat s gets the loot 3 s to 3 s + 2 of the shuffled tiles, so nobody is dealt a guard
        (D14); in which order the bag is drawn from is drawn here.
        """
        box, seats = self.state.box, self.state.seats
        order = chance.shuffle("markers", range(seats))
        loot = chance.shuffle("deal", box.loot)
        dealt = HAND * seats
        hands = tuple([tuple(loot[first : first + HAND]) for first in range(0, dealt, HAND)])
        self.emit(MarkersStacked(tuple(order)))
        self.emit(HandsDealt(hands))
        self._fill_bag(chance, [*loot[dealt:], *box.guards])
        self.emit(NightBegan(1, order[0], None))

    def _fill_bag(self, chance: Chance, tiles: Sequence[int]) -> None:
        self.emit(BagFilled(tuple(chance.shuffle("bag", tiles))))

    def draw(self, seat: Seat) -> None:
        """Draw from the bag; it holds a guard until the match is over, so never runs dry (PK-45).

        A guard ends the draw, also instead of a tile that was caught (PK-9, PK-32). A tile that
        carries on no line is for the ambidextrous thief to decide on, who cannot undo a guard
        (PK-33).
        """
        tile = self.state.next_tile(seat)
        if tile >= LOOTS:
            self._guard(seat, tile)
            return
        safe = extends_line(self.state, tile)
        self.emit(TileDrawn(seat, tile))
        if not safe:
            self.emit(ThiefCaught(seat, tile))

    def _guard(self, seat: Seat, tile: int) -> None:
        state = self.state
        tonight, total = len(state.guards) + 1, state.guards_shown() + 1
        self.emit(GuardAppeared(seat, guard_value(tile), tonight, total))

    def draw_again(self, seat: Seat) -> None:
        """Draw instead of the tile that caught the seat, which is discarded (PK-54).

        Caught again he is out at once, warned before or not (PK-31).
        """
        self.emit(RedrawUsed(seat))
        self.draw(seat)
        if self.is_caught():
            self._lose(seat, warned=True)

    def is_caught(self) -> bool:
        """Tell whether the seat was caught with what it just drew, and has no say in it."""
        return isinstance(self.events[-1], ThiefCaught) and not self.state.acting

    def caught(self, seat: Seat) -> None:
        """Warn a caught thief who stands, or put him out; stop-or-double is lost (PK-19, PK-29)."""
        self._lose(seat, warned=not self.state.standing >> seat & 1)

    def _lose(self, seat: Seat, *, warned: bool) -> None:
        if self.state.phase == DOUBLE:
            self.emit(DoubleLost(seat))
        elif warned:
            self.emit(ThiefExpelled(seat))
        else:
            self.emit(ThiefWarned(seat))

    def leave(self, seat: Seat, move: int) -> None:
        """Let the seat leave, lay a rival down if one stands, and draw with the glove (PK-40)."""
        self.emit(scoring.exit_of(self.state, seat, doubled=False))
        rival = laid_down(move)
        if rival != NOBODY:
            self.emit(RivalLaidDown(seat, rival))
        self._draw_with_glove(seat)

    def _draw_with_glove(self, seat: Seat) -> None:
        """Draw a tile into the hand, also after leaving with nothing (PK-53, D11).

        A guard is one of this night, and nothing is drawn for it (PK-41).
        """
        state = self.state
        if state.holders[GLOVE] != seat:
            return
        tile = state.next_tile(seat)
        if tile >= LOOTS:
            self._guard(seat, tile)
        else:
            self.emit(GloveTileTaken(seat, tile))

    def advance(self) -> None:
        """Tell what follows by itself until somebody has to decide, or the match is over."""
        state = self.state
        if state.acting:
            return
        if self._blocked():
            self._find()
            self._end_night("guards")
        elif state.phase == TURN:
            # One thief is left, and it is his turn at once (PK-13).
            self.emit(DoubleBegan(self._last()))
        else:
            if state.phase == DOUBLE:
                self._win_double()
            self._end_night("double")

    def _last(self) -> Seat:
        """Return the only thief inside."""
        return self.state.inside.bit_length() - 1

    def _blocked(self) -> bool:
        """Tell whether guards have ended the night for somebody inside (PK-11, PK-12)."""
        state = self.state
        both = len(state.guards) == GUARDS_A_NIGHT
        return state.inside != 0 and (both or state.guards_shown() == GUARDS)

    def _find(self) -> None:
        """Let the guards find those inside, who get nothing, but for the passage's holder.

        It takes him past any second guard, also the last of the match (D2); alone, a seventh does
        not open it (PK-44). Under `passage: dutch` it only serves in stop-or-double, and never
        past the seventh.
        """
        state = self.state
        holder = state.holders[PASSAGE]
        inside = holder != NOBODY and state.inside >> holder & 1
        pays = inside and len(state.guards) == GUARDS_A_NIGHT
        if state.dutch:
            pays = pays and state.phase == DOUBLE and state.guards_shown() < GUARDS
        if pays:
            self.emit(scoring.escape_of(state, holder))
        elif state.phase == DOUBLE:
            self.emit(DoubleLost(self._last()))

    def _win_double(self) -> None:
        """Let the last thief leave with twice the loot; his glove still draws (PK-42)."""
        seat = self._last()
        self.emit(scoring.exit_of(self.state, seat, doubled=True))
        self._draw_with_glove(seat)

    def _end_night(self, reason: str) -> None:
        """End the night, and the match with the seventh guard; else begin the next night (PK-46).

        At the end each hand counts (PK-47); it is shown then.
        """
        state = self.state
        if state.guards_shown() == GUARDS:
            self.emit(NightEnded("last_guard"))
            values = scoring.hand_values(state)
            totals = tuple(map(sum, zip(state.scores, values, strict=True)))
            self.emit(HandsScored(values, totals))
            return
        self.emit(NightEnded(reason))
        prince = scoring.prince(state)
        self.emit(NightBegan(state.night + 1, prince, prince))


def extends_line(state: State, tile: int) -> bool:
    """Tell whether a loot tile carries on at least one line that is whole."""
    return bool(state.open & SHOWN[tile])
