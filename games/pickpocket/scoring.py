"""What the loot is worth, to whom, and who is ahead."""

from games.core import Seat
from games.pickpocket.events import PassageUsed, ThiefLeft
from games.pickpocket.model import State
from games.pickpocket.tiles import ACCOMPLICE, BRUCE, BRUCE_BONUS, ILLUSION


def loot_value(state: State) -> int:
    """Return the elements on the lines that are whole since the merchant.

    A broken line is worth nothing, whatever lies on it (PK-7), and so is an empty row: the
    merchant of the known datasets bears no elements (PK-3).
    """
    return sum(count for line, count in enumerate(state.counts) if state.open >> line & 1)


def bonus(state: State, seat: Seat) -> int:
    """Return what a seat's powers add when it leaves of its own will; never doubled (PK-52).

    So do they after a won stop-or-double (PK-18). Illusion pays for an open line only where the
    loot has such an element (PK-37); the accomplice adds the guard's value once more (PK-38).
    """
    points = 0
    holders = state.holders
    if holders[ILLUSION] == seat:
        present = sum(1 << line for line, count in enumerate(state.counts) if count)
        points += state.box.illusion[state.open & present]
    if holders[ACCOMPLICE] == seat:
        points += sum(state.guards)
    if holders[BRUCE] == seat:
        points += BRUCE_BONUS
    return points


def exit_of(state: State, seat: Seat, *, doubled: bool) -> ThiefLeft:
    """Return a seat's leaving of its own will, of which there may be nothing to gain (PK-4).

    Stop-or-double doubles the elements, not the guard (PK-17).
    """
    elements = loot_value(state)
    guards = sum(state.guards)
    extra = bonus(state, seat)
    points = elements * (2 if doubled else 1) + guards + extra
    return ThiefLeft(seat, elements, doubled, guards, extra, points)


def escape_of(state: State, seat: Seat) -> PassageUsed:
    """Return the passage's use: the loot, not doubled, and both guards; no power adds (PK-43)."""
    return PassageUsed(seat, loot_value(state) + sum(state.guards))


def ascending(state: State) -> list[Seat]:
    """Return the seats from the lowest score up; of equal ones the latest arrival first.

    The latest arrived marker lies on top of its stack (PK-21).
    """
    latest_first = state.arrivals[::-1]
    return sorted(latest_first, key=state.scores.__getitem__)


def prince(state: State) -> Seat:
    """Return who is ahead, of equal ones the marker at the bottom of the stack (PK-20, PK-23)."""
    return ascending(state)[-1]


def power_order(state: State) -> tuple[Seat, ...]:
    """Return who chooses a power when, at the start of a night (PK-24).

    From the lowest score up, one each and the prince none (D1); with two or three players the
    prince takes his only one last, and then the others a second in the same order (PK-25).
    """
    others = tuple(seat for seat in ascending(state) if seat != state.prince)
    return (*others, state.prince, *others) if state.warns else others


def hand_values(state: State) -> tuple[int, ...]:
    """Return the sum of the numbers in the corners of each hand."""
    return tuple(sum(map(state.box.values.__getitem__, hand)) for hand in state.hands)
