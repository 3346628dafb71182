"""What happens in Pickpocket: the events, with the data that the log keeps.

They stand in a file of their own that is never compiled: the codec reads their annotations.
"""

from collections.abc import Mapping

from games.core import Event, Seat
from games.pickpocket.tiles import Loot, Power, Tile


class MarkersStacked(Event, frozen=True, gc=False):
    """The score markers lie on 0; seats from the bottom of the stack, whose owner begins."""

    order: tuple[Seat, ...]


class HandsDealt(Event, frozen=True, gc=False):
    """Everybody got three loot tiles; the order inside a hand means nothing."""

    hands: tuple[tuple[Loot, ...], ...]


class BagFilled(Event, frozen=True, gc=False):
    """The loot that is left went into the bag with the guards; the next tile stands first."""

    order: tuple[Tile, ...]


class OrdersDrawn(Event, frozen=True, gc=False):
    """The bag was filled, and each seat has an order of its own in which it draws from it.

    In `pickpocket@2` only. Equal tiles are told apart: a piece is a number, its place in `tiles`.
    """

    tiles: tuple[Tile, ...]
    """What is in the bag, in canonical order."""
    orders: tuple[tuple[int, ...], ...]
    """By seat, the pieces in its order, the next one first."""


class NightBegan(Event, frozen=True, gc=False):
    """All are back in the tavern; from the second night on the prince begins (PK-20)."""

    night: int
    starter: Seat
    prince: Seat | None


class PowerChosen(Event, frozen=True, gc=False):
    """A seat has taken a power for the night."""

    seat: Seat
    power: Power


class TileDrawn(Event, frozen=True, gc=False):
    """A seat has drawn loot from the bag."""

    seat: Seat
    tile: Loot


class TilePlayed(Event, frozen=True, gc=False):
    """A seat has played a tile from its hand."""

    seat: Seat
    tile: Loot


class GuardAppeared(Event, frozen=True, gc=False):
    """A seat has drawn a guard: how many there are tonight now, and in the whole match."""

    seat: Seat
    value: int
    tonight: int
    total: int


class ThiefCaught(Event, frozen=True, gc=False):
    """The tile drawn carries on no line and is discarded (PK-5)."""

    seat: Seat
    tile: Loot


class RedrawUsed(Event, frozen=True, gc=False):
    """The ambidextrous thief draws another tile (PK-31)."""

    seat: Seat


class RedrawDeclined(Event, frozen=True, gc=False):
    """The ambidextrous thief lets it be, and keeps the power (PK-31)."""

    seat: Seat


class ThiefWarned(Event, frozen=True, gc=False):
    """A thief was caught for the first time tonight and lies down (PK-27)."""

    seat: Seat


class ThiefExpelled(Event, frozen=True, gc=False):
    """A caught thief is out for the night, with nothing."""

    seat: Seat


class BeerDrunk(Event, frozen=True, gc=False):
    """A seat has drunk a beer instead of adding a tile (PK-35, PK-36)."""

    seat: Seat


class DoubleBegan(Event, frozen=True, gc=False):
    """One thief is left, and has to play stop-or-double (PK-13)."""

    seat: Seat


class ThiefLeft(Event, frozen=True, gc=False):
    """A thief has left of his own will, `doubled` after stop-or-double.

    points = elements * (2 if doubled) + guards + bonus; `guards` is tonight's guard's value or 0.
    """

    seat: Seat
    elements: int
    doubled: bool
    guards: int
    bonus: int
    points: int


class DoubleLost(Event, frozen=True, gc=False):
    """Stop-or-double has failed (PK-19)."""

    seat: Seat


class RivalLaidDown(Event, frozen=True, gc=False):
    """Whoever left has laid a rival down, who has no warning left tonight (PK-28)."""

    seat: Seat
    rival: Seat


class GloveTileTaken(Event, frozen=True, gc=False):
    """The glove's holder has drawn a tile into the hand; only he sees which (PK-40)."""

    seat: Seat
    tile: Loot


class PassageUsed(Event, frozen=True, gc=False):
    """The passage's holder got away past two guards, with the loot and both values (PK-43)."""

    seat: Seat
    points: int


class NightEnded(Event, frozen=True, gc=False):
    """A night is over: `last_guard`, `guards` where the second found anybody, or `double`."""

    reason: str


class HandsScored(Event, frozen=True, gc=False):
    """The match is over: what each hand is worth, and the totals with it (PK-47)."""

    values: tuple[int, ...]
    totals: tuple[int, ...]


EVENT_TYPES: Mapping[str, type[Event]] = {
    "markers_stacked": MarkersStacked,
    "hands_dealt": HandsDealt,
    "bag_filled": BagFilled,
    "night_began": NightBegan,
    "power_chosen": PowerChosen,
    "tile_drawn": TileDrawn,
    "tile_played": TilePlayed,
    "guard_appeared": GuardAppeared,
    "thief_caught": ThiefCaught,
    "redraw_used": RedrawUsed,
    "redraw_declined": RedrawDeclined,
    "thief_warned": ThiefWarned,
    "thief_expelled": ThiefExpelled,
    "beer_drunk": BeerDrunk,
    "double_began": DoubleBegan,
    "thief_left": ThiefLeft,
    "double_lost": DoubleLost,
    "rival_laid_down": RivalLaidDown,
    "glove_tile_taken": GloveTileTaken,
    "passage_used": PassageUsed,
    "night_ended": NightEnded,
    "hands_scored": HandsScored,
}

PERSONAL_EVENT_TYPES: Mapping[str, type[Event]] = {
    **{name: kind for name, kind in EVENT_TYPES.items() if kind is not BagFilled},
    "orders_drawn": OrdersDrawn,
}
"""Those of `pickpocket@2`."""
