"""Brackets of knockouts: their tables in columns, and who goes on to which. Pure but for names.

Rounds that are still to come are found by asking the format what it would pair if everybody at a
table came in as seated; whoever is not decided yet goes by the place of an earlier table.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments import play
from tournaments.formats.core import Pairing, Stage
from tournaments.formats.knockout import in_order
from tournaments.record import Entrant, Record, Round, Table
from tournaments.state import RoundState, TableState
from web.tournaments.visits import Visit

KNOCKOUTS = frozenset({"knockout", "double_elimination"})
"""The formats that have a bracket."""
LOSERS = "L"
"""What the keys of tables in the second bracket of a double elimination begin with."""
SECOND_FINAL = "F2"
"""Played only if who had not lost has now done so; not drawn before that."""
WIDTH, GAP, ROW, HEAD, SPACE, TOP = 216, 52, 22, 30, 14, 34
"""Of a box, between columns, of a row, of a box's head, between boxes, above all: SVG units."""
LANES = (26, 18, 34)
"""Where ways turn between two columns."""
TO_COME_MAX = 12
"""Rounds that are looked ahead; no bracket of a tournament is longer."""
SEED = bytes(32)
"""For rounds to come: what a seed decides, the order of seats, is not shown of them."""


class Row(NamedTuple):
    """Who sits there, or will."""

    name: str
    result: str = ""
    goes_on: bool = False
    is_mine: bool = False
    is_open: bool = False
    """Whether this is a place that is not decided yet."""


class Box(NamedTuple):
    """A table of a bracket, or somebody who waits for the next round."""

    title: str
    rows: tuple[Row, ...]
    kind: str
    """to-come, running, done, or bye."""
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


def brackets(visit: Visit) -> list[Bracket]:
    """Return the drawing of every knockout stage that has begun and shows a round."""
    return [
        drawn
        for stage in visit.state.stages
        if visit.state.stage_settings(stage.number)["format"] in KNOCKOUTS
        and any(each.stage == stage.number for each in visit.published)
        for drawn in _drawn(visit, stage.number)
    ]


def _drawn(visit: Visit, number: int) -> list[Bracket]:
    """Return a stage's bracket, or its two, the one of those who have lost once below."""
    columns = _columns(visit, number)
    first = _part(columns, lambda node: not node.key.startswith(LOSERS))
    second = _part(columns, lambda node: node.key.startswith(LOSERS))
    last = first[-1][1]
    if len(last) == 1:
        first[-1] = (_("Final"), last)
    drawn = [_laid_out(_("Bracket of stage %(stage)s") % {"stage": number + 1}, first)]
    if second:
        words = _("The second bracket: who has lost once")
        drawn.append(_laid_out(words, second))
    return drawn


def _part(columns: Columns, is_in: Callable[[Node], bool]) -> Columns:
    found = [(title, [node for node in nodes if is_in(node)]) for title, nodes in columns]
    return [(title, nodes) for title, nodes in found if nodes]


def _columns(visit: Visit, number: int) -> Columns:
    rounds = [each for each in visit.published if each.stage == number]
    following = _following(visit, number, rounds)
    columns: Columns = []
    for place, round_ in enumerate(rounds):
        later = rounds[place + 1] if place + 1 < len(rounds) else None
        seated = (
            _seated(later) if later else {each for node in following[:1] for each in _all(node)}
        )
        title = _("Round %(number)s") % {"number": round_.number}
        columns.append((title, _played(visit, round_, seated)))
    for ahead, nodes in enumerate(following, start=rounds[-1].number + 1):
        columns.append((_("Round %(number)s") % {"number": ahead}, nodes))
    return columns


def _seated(round_: RoundState) -> set[Entrant]:
    return {each for table in round_.tables for each in table.seats} | set(round_.byes)


def _all(nodes: Sequence[Node]) -> list[Entrant]:
    return [each for node in nodes for each in node.seats]


def _played(visit: Visit, round_: RoundState, going: set[Entrant]) -> list[Node]:
    """Return the tables and byes of a published round."""
    own = visit.own
    mine = None if own is None else own.number
    rank = {each: seed for seed, each in enumerate(visit.state.stages[round_.stage].entrants)}
    nodes = []
    for number, table in enumerate(round_.tables, start=1):
        order = list(table.seats)
        if table.places is not None:
            order = in_order(play.table_of(visit.state, table), rank)
        on = set(order[:1]) if table.key else going
        rows = tuple(
            Row(
                visit.people[each].name,
                _result(table, table.seats.index(each)),
                table.places is not None and each in on,
                each == mine,
            )
            for each in order
        )
        kind = "done" if table.done else "running"
        title = _title(number, table.key)
        nodes.append(Node(title, table.seats, rows, kind, link_of(visit, table), table.key))
    for each in round_.byes:
        row = Row(visit.people[each].name, "", goes_on=True, is_mine=each == mine)
        nodes.append(Node(_("Bye"), (each,), (row,), "bye"))
    return nodes


def _title(number: int, key: str) -> str:
    title = _("Table %(number)s") % {"number": number}
    return f"{title} · {key}" if key else title


def _result(table: TableState, seat: int) -> str:
    if table.places is None:
        return ""
    place = f"{table.places[seat]}."
    return place if table.scores is None else f"{place} ({table.scores[seat]})"


def link_of(visit: Visit, table: TableState) -> str:
    """Return where a table is played or can be replayed; empty for whoever may not see that."""
    if visit.state.settings["play"] == "reported":
        return reverse("web:tournament-table", args=[visit.row.slug, table.id])
    if table.match is None:
        return ""
    own = visit.own
    is_public = visit.state.settings["visibility"] == "public"
    if not is_public and (own is None or own.number not in table.seats):
        return ""
    return reverse("web:replay" if table.done else "web:match", args=[table.match])


def _following(visit: Visit, number: int, rounds: Sequence[RoundState]) -> list[list[Node]]:
    """Return the rounds to come, if everybody came in as seated; empty where that is open.

    A bracket that is seeded anew in every round says nothing about the next.
    """
    state = visit.state
    form = play.format_of(state, number)
    stage = play.stage_of(state, SEED, number)
    if stage.options.get("bracket", "fixed") != "fixed" or state.stages[number].ranking is not None:
        return []
    names = {each: Row(person.name) for each, person in visit.people.items()}
    found: list[list[Node]] = []
    shown = [_round(visit, each, names) for each in rounds]
    ahead = _with(stage, shown)
    while not form.is_over(ahead) and len(found) < TO_COME_MAX:
        proposed = form.pair(ahead)
        nodes = [
            _to_come(proposed, place, names)
            for place in range(len(proposed.tables))
            if proposed.key(place) != SECOND_FINAL
        ]
        byes = [Node(_("Bye"), (each,), (names[each],), "bye") for each in proposed.byes]
        if nodes:
            found.append([*nodes, *byes])
        for place, seats in enumerate(proposed.tables):
            names |= _places(place + 1, proposed.key(place), seats)
        tables = (
            _as_seated(Table(seats, key=proposed.key(place)))
            for place, seats in enumerate(proposed.tables)
        )
        number = shown[-1].number + 1
        shown.append(Round(number, tuple(tables), proposed.byes, proposed.walkovers))
        ahead = _with(stage, shown)
    return found


def _to_come(proposed: Pairing, place: int, names: Mapping[Entrant, Row]) -> Node:
    """Return a table of a round to come; who is decided first."""
    seats, key = proposed.tables[place], proposed.key(place)
    rows = tuple(sorted((names[each] for each in seats), key=_decided_first))
    return Node(_title(place + 1, key), seats, rows, "to-come", key=key)


def _with(stage: Stage, rounds: Sequence[Round]) -> Stage:
    return replace(stage, record=Record(stage.record.entrants, rounds))


def _round(visit: Visit, round_: RoundState, names: dict[Entrant, Row]) -> Round:
    """Return a published round, its open tables as if everybody came in as seated."""
    tables = []
    for place, table in enumerate(round_.tables, start=1):
        seen = play.table_of(visit.state, table)
        if seen.places is None and seen.counts:
            names |= _places(place, table.key, table.seats)
            seen = _as_seated(seen)
        tables.append(seen)
    return Round(round_.number, tuple(tables), round_.byes, round_.walkovers)


def _as_seated(table: Table) -> Table:
    return table._replace(places=tuple(range(1, len(table.seats) + 1)))


def _places(table: int, key: str, seats: Sequence[Entrant]) -> dict[Entrant, Row]:
    """Return what stands for whoever comes from a table that is not decided."""
    return {
        each: Row(_place(place, table, key), is_open=True)
        for place, each in enumerate(seats, start=1)
    }


def _place(place: int, table: int, key: str) -> str:
    if key:
        words = _("Winner of %(table)s") if place == 1 else _("Loser of %(table)s")
        return words % {"table": key}
    if place == 1:
        return _("Winner of table %(table)s") % {"table": table}
    return _("Place %(place)s of table %(table)s") % {"place": place, "table": table}


def _decided_first(row: Row) -> tuple[bool, str]:
    return row.is_open, row.name


def _laid_out(words: str, columns: Columns) -> Bracket:
    """Put the tables so that those who meet next stand near one another."""
    ordered = _ordered([nodes for _title, nodes in columns])
    placed: list[dict[int, tuple[int, int]]] = []
    for place, order in enumerate(ordered):
        nodes = columns[place][1]
        before = placed[-1] if placed else {}
        feeders = _feeders(columns[place - 1][1], nodes) if place else {}
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
    return Bracket(words, tuple(boxes), _lines(columns, placed), width, height)


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
