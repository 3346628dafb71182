"""What a round, a night or a match came to, as pages show it: rows by place, cells with numbers.

The games' `ends.py` make these from the viewer's view and from events as the viewer may know them,
so that a sheet never holds more than its reader may know at that moment. Pure.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from django.utils.safestring import SafeString

from games.json_types import JsonMapping
from web.games.narration import Data, People

Events = Sequence[Data]
"""Lines of the log, oldest first, as the viewer may know them: `version`, `type`, `data`."""

View = JsonMapping

MINUS = "\N{MINUS SIGN}"
NOTHING = "\N{EN DASH}"
"""What stands where there is nothing to say."""
ROUND_S = 12
"""After so many seconds the sheet of a round closes."""
STRIP_S = 4
"""The same of a strip, which stands over the middle and hides no hand."""

CellKind = Literal["figure", "total", "pieces", "bar", "words"]


class Bar(NamedTuple):
    """What was lost and won, as lengths in hundredths of the longest of the sheet."""

    own: int
    lost: int
    won: int

    @property
    def lost_from(self) -> int:
        """Return where the lost part begins, counted from the left end."""
        return 100 - self.lost

    @property
    def own_from(self) -> int:
        """Return where what was lost from the start begins."""
        return self.lost_from - self.own


class Cell(NamedTuple):
    """One thing that a row says."""

    kind: CellKind
    words: str = ""
    tone: Literal["plus", "minus", ""] = ""
    pieces: Sequence[SafeString] = ()
    bar: Bar | None = None


class Column(NamedTuple):
    """What the cells of a column are."""

    title: str
    kind: CellKind
    is_wide: bool = False
    """Whether a phone leaves it out."""


class Row(NamedTuple):
    """A seat on a sheet, with a cell for each column."""

    seat: int
    name: str
    is_me: bool
    place: int
    """From 1; 0 where the rows do not stand by place."""
    cells: Sequence[Cell]


class Sheet(NamedTuple):
    """What a part of a match came to."""

    kind: Literal["sheet", "strip"]
    title: str
    words: str
    """One sentence, which says it all to whoever reads no figures."""
    columns: Sequence[Column]
    rows: Sequence[Row]
    onward: str
    """What the button says that closes it."""
    closes_after_s: int

    @property
    def has_places(self) -> bool:
        """Return whether its rows stand by place."""
        return all(row.place for row in self.rows)

    @property
    def lines(self) -> list[tuple[Row, list[tuple[Cell, Column]]]]:
        """Return the rows, each with its cells and their columns."""
        return [(row, list(zip(row.cells, self.columns, strict=True))) for row in self.rows]


class Segment(NamedTuple):
    """A part of a match that is over, and what has come since."""

    dataset: str
    seats: int
    events: Events
    """From the one that began it to the one that ended it."""
    later: Events
    """What has happened since."""
    view: View
    """The table as it stands after all of these."""
    is_last: bool
    """Whether the match is over with it."""


def figure(value: int) -> Cell:
    """Return a number with its sign."""
    return Cell("figure", signed(value), "plus" if value > 0 else "minus" if value < 0 else "")


def total(value: int, *, is_signed: bool = False) -> Cell:
    """Return a sum."""
    return Cell("total", signed(value) if is_signed else plain(value))


def said(words: str) -> Cell:
    """Return words."""
    return Cell("words", words)


def plain(value: int) -> str:
    """Return a number, with a real minus where it is below zero.

    >>> plain(-16) == f"{MINUS}16"
    True
    """
    return str(value).replace("-", MINUS)


def signed(value: int) -> str:
    """Return a number with its sign; zero has none.

    >>> signed(5), signed(0), signed(-5) == f"{MINUS}5"
    ('+5', '0', True)
    """
    return f"+{value}" if value > 0 else plain(value)


def bars(parts: Sequence[tuple[int, int, int]]) -> list[Bar]:
    """Return bars for what was lost from the start, lost and won, all of one scale."""
    longest = max((max(own + lost, won) for own, lost, won in parts), default=0) or 1
    return [Bar(*(round(100 * part / longest) for part in each)) for each in parts]


def row(seat: int, place: int, cells: Sequence[Cell], people: People) -> Row:
    """Return the row of a seat."""
    return Row(seat, people.name(seat), seat == people.me, place, cells)


def by_place(placings: Sequence[int]) -> list[int]:
    """Return the seats from the first place to the last."""
    return sorted(range(len(placings)), key=lambda seat: (placings[seat], seat))


def of_type(events: Events, *types: str) -> list[Data]:
    """Return the data of the events of some types."""
    return [event["data"] for event in events if event["type"] in types]
