"""How a bracket is laid out: columns of tables, and the ways from one to the next. Pure."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tournaments.record import Entrant

WIDTH, GAP, ROW, HEAD, SPACE, TOP = 216, 52, 22, 30, 14, 34
"""Of a box, between columns, of a row, of a box's head, between boxes, above all: SVG units."""
LANES = (26, 18, 34)
"""Where ways turn between two columns."""


class Row(NamedTuple):
    """Who sits there, or will."""

    name: str
    result: str = ""
    goes_on: bool = False
    is_mine: bool = False
    is_open: bool = False
    """Whether this is a place that is not decided yet."""
    sign: str = ""
    """What else there is to say, as short as a drawing needs it: `♥2`."""
    note: str = ""
    """The same in words."""


class Box(NamedTuple):
    """A table of a bracket, or somebody who waits for the next round."""

    title: str
    rows: tuple[Row, ...]
    kind: str
    """to-come, running, done, bye or walkover."""
    link: str
    x: int
    y: int
    width: int
    height: int


class Line(NamedTuple):
    """The way from one table to the next."""

    x1: int
    y1: int
    x2: int
    y2: int
    is_open: bool
    middle: int
    """Where it turns; the ways to tables beside one another turn in lanes of their own."""


class Bracket(NamedTuple):
    """A whole drawing."""

    title: str
    columns: tuple[tuple[str, tuple[Box, ...]], ...]
    """The same boxes as a list, by round."""
    lines: tuple[Line, ...]
    width: int
    height: int

    @property
    def boxes(self) -> list[Box]:
        """All boxes, round by round."""
        return [box for _title, boxes in self.columns for box in boxes]

    @property
    def heads(self) -> list[tuple[int, str]]:
        """The names of the columns, and where they stand."""
        return [(each * (WIDTH + GAP) + 1, title) for each, (title, _) in enumerate(self.columns)]


class Node(NamedTuple):
    """A table before it has its place: entrants that sit there, in the order of their seats."""

    title: str
    seats: tuple[Entrant, ...]
    rows: tuple[Row, ...]
    kind: str
    link: str = ""
    key: str = ""
    """The place in a double elimination, such as W1-3."""


Columns = list[tuple[str, list[Node]]]


def laid_out(words: str, columns: Columns, *, ways: bool = True) -> Bracket:
    """Put the tables so that those who meet next stand near one another, with the ways between.

    Without ways the tables of a round stand in their own order.
    """
    if ways:
        ordered = _ordered([nodes for _title, nodes in columns])
    else:
        ordered = [list(range(len(nodes))) for _title, nodes in columns]
    placed: list[dict[int, tuple[int, int]]] = []
    for place, order in enumerate(ordered):
        nodes = columns[place][1]
        before = placed[-1] if placed else {}
        feeders = _feeders(columns[place - 1][1], nodes) if place and ways else {}
        bottom, found = TOP, {}
        for index in order:
            height = HEAD + ROW * len(nodes[index].rows)
            middles = [sum(before[each]) // 2 for each in feeders.get(index, ())]
            wanted = (min(middles) + max(middles)) // 2 - height // 2 if middles else bottom
            top = max(bottom, wanted)
            found[index] = (top, top + height)
            bottom = top + height + SPACE
        placed.append(found)
    boxes = [
        (
            title,
            tuple(_boxed(nodes[index], place, placed[place][index]) for index in ordered[place]),
        )
        for place, (title, nodes) in enumerate(columns)
    ]
    height = max(bottom for each in placed for _top, bottom in each.values()) + 2
    width = len(columns) * (WIDTH + GAP) - GAP + 2
    lines = _lines(columns, placed) if ways else ()
    return Bracket(words, tuple(boxes), lines, width, height)


def _feeders(before: Sequence[Node], nodes: Sequence[Node]) -> dict[int, list[int]]:
    """Return by table of a round the tables of the round before that somebody comes from."""
    return {
        index: [
            number
            for number, node in enumerate(before)
            if not set(node.seats).isdisjoint(later.seats)
        ]
        for index, later in enumerate(nodes)
    }


def _ordered(columns: Sequence[Sequence[Node]]) -> list[list[int]]:
    """Return the order of the tables of each round, from the last round back."""
    orders = [list(range(len(columns[-1])))]
    for before, later in zip(reversed(columns[:-1]), reversed(columns[1:]), strict=True):
        feeders = _feeders(before, later)
        rank: dict[int, int] = {}
        for place, index in enumerate(orders[0]):
            for each in feeders[index]:
                rank.setdefault(each, place)
        last = len(later)
        orders.insert(0, sorted(range(len(before)), key=lambda each: (rank.get(each, last), each)))
    return orders


def _boxed(node: Node, column: int, span: tuple[int, int]) -> Box:
    top, bottom = span
    left = column * (WIDTH + GAP) + 1
    return Box(node.title, node.rows, node.kind, node.link, left, top, WIDTH, bottom - top)


def _lines(
    columns: Sequence[tuple[str, Sequence[Node]]],
    placed: Sequence[Mapping[int, tuple[int, int]]],
) -> tuple[Line, ...]:
    lines = []
    for place in range(1, len(columns)):
        before, later = columns[place - 1][1], columns[place][1]
        rank = {
            index: at
            for at, index in enumerate(sorted(placed[place], key=placed[place].__getitem__))
        }
        for index, feeding in _feeders(before, later).items():
            middle = place * (WIDTH + GAP) + 1 - GAP + LANES[rank[index] % len(LANES)]
            for each in feeding:
                x = place * (WIDTH + GAP) + 1
                y1, y2 = sum(placed[place - 1][each]) // 2, sum(placed[place][index]) // 2
                is_open = before[each].kind in {"running", "to-come"}
                lines.append(Line(x - GAP, y1, x, y2, is_open, middle))
    return tuple(lines)
