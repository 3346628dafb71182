"""What lies on the table of Sticky Fingers, as its templates show it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from web.games.core import Offer, Plate


@dataclass(frozen=True, kw_only=True)
class Option:
    """One of the moves that a thing stands for."""

    offer: Offer
    pictures: Sequence[SafeString] = ()
    """What changes hands: tools that are paid, loot that is sold."""
    note: str = ""
    """What the pictures leave out: the money it brings, who lends a tool."""


@dataclass(frozen=True, kw_only=True)
class Thing:
    """Something that lies there.

    It is pressed to make the one move it stands for, to choose among several, or to read why not.
    """

    id: str
    """Its own name on the table, which tells nothing of what it hides."""
    card: str
    """What may be known of it: a tool, a front by kind and value, a fence, or "back"."""
    words: str
    drawing: str = ""
    options: Sequence[Option] = ()
    why_not: str = ""
    """Why nothing can be done with it, to whom is asked to do something here."""
    count: int = 1
    """How many equal ones lie in one pile."""

    @property
    def only(self) -> Option | None:
        """Return the one move that it stands for; None for none or for several."""
        return self.options[0] if len(self.options) == 1 else None


@dataclass(frozen=True, kw_only=True)
class Square:
    """A square for a token."""

    number: int
    """From 1."""
    seat: int | None
    name: str
    """Whose token stands there."""
    is_acting: bool
    is_next: bool
    """Whether the next token of whoever comes will stand here."""
    offer: Offer | None
    """The move to put a token here, where squares are chosen."""


@dataclass(frozen=True, kw_only=True)
class Swap:
    """An exchange square of the Ruin."""

    thing: Thing
    give: int
    draw: int
    seat: int | None
    name: str
    """Whose token closes it."""


@dataclass(frozen=True, kw_only=True)
class Place:
    """A location."""

    id: str
    number: int
    name: str
    state: str
    """`now` while its tokens act, `done` once they have, else nothing."""
    scenery: SafeString
    squares: Sequence[Square]
    offer: Offer | None
    """The move to put a token on its first free square, where nobody chooses squares."""
    things: Sequence[Thing]
    swaps: Sequence[Swap]

    @property
    def has_choice(self) -> bool:
        """Tell whether the viewer may put a token on one of several squares."""
        return any(square.offer for square in self.squares)


@dataclass(frozen=True, kw_only=True)
class Marker:
    """A seat's piece on the money track."""

    seat: int
    words: str
    lap: int
    """How much of its money the track has been left behind for: 0, 20, 40."""


@dataclass(frozen=True, kw_only=True)
class Space:
    """A space of the money track."""

    money: int
    is_goal: bool
    markers: Sequence[Marker]


@dataclass(frozen=True, kw_only=True)
class StickyPlate(Plate):
    """What everybody may know of a seat."""

    tool: str | None
    """The sign of the scoundrel's own tool."""
    scoundrel: str
    """The scoundrel with that tool, in words."""
    is_spent: bool
    """Whether the scoundrel has lent its tool at this location."""
    tools: int
    loot: int
    tokens: int
    held: Sequence[SafeString]
    """Backs of the loot it holds."""
    open_tools: Sequence[Thing]
    """Tools of its hand that the viewer knows."""
    open_loot: Sequence[Thing]
    """Fronts of its loot, where all cards lie open."""


@dataclass(frozen=True, kw_only=True)
class Table:
    """All that the game puts on the table."""

    turn: str
    """Names the moment, so that what is opened at one decision is not taken for that of another."""
    target: int
    track: Sequence[Space]
    places: Sequence[Place]
    has_hand: bool
    hand: Sequence[Thing]
    loot: Sequence[Thing]
    scoundrels: Sequence[Offer]
    """The scoundrels that the viewer may choose from."""
    passing: Offer | None
