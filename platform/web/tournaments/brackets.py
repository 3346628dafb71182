"""Brackets of knockouts: their tables in columns, and who goes on to which. Pure but for names.

Rounds that are still to come are found by asking the format what it would pair if everybody at a
table came in as seated; whoever is not decided yet goes by the place of an earlier table.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from tournaments import stage_plan, stage_queries, stage_records
from tournaments.formats.core import Pairing, Stage
from tournaments.formats.knockout import in_order
from tournaments.formats.small_final import FINAL
from tournaments.record import Entrant, Round, Table
from tournaments.services.pairing import placed
from tournaments.state import RoundState
from web.tournaments import lives, walkovers
from web.tournaments.layout import Bracket, Columns, Node, Row, laid_out
from web.tournaments.page_context import TournamentContext
from web.tournaments.tables import link_of, result_of, title_of

LIVES = "lives"
"""The format whose tables are formed anew in every round, so that no ways lead on."""
DRAWN = frozenset({"knockout", "double_elimination", LIVES})
"""The formats that have a bracket."""
LOSERS = "L"
"""What the keys of tables in the second bracket of a double elimination begin with."""
SECOND_FINAL = "F2"
"""Played only if who had not lost has now done so; not drawn before that."""
TO_COME_MAX = 12
"""Rounds that are looked ahead; no bracket of a tournament is longer."""
SEED = bytes(32)
"""For rounds to come: what a seed decides, the order of seats, is not shown of them."""


def brackets(visit: TournamentContext) -> list[Bracket]:
    """Return the drawing of every stage where one can be out, once it shows a round."""
    return [
        drawn
        for stage in visit.state.stages
        if visit.state.stage_settings(stage.number)["format"] in DRAWN
        and any(each.stage == stage.number for each in visit.published)
        for drawn in _drawn(visit, stage.number)
    ]


def _drawn(visit: TournamentContext, number: int) -> list[Bracket]:
    """Return a stage's bracket, or its two, the one of those who have lost once below."""
    if visit.state.stage_settings(number)["format"] == LIVES:
        words = _("Lives in stage %(stage)s") % {"stage": number + 1}
        return [laid_out(words, lives.columns(visit, number), ways=False)]
    columns = _columns(visit, number)
    first = _part(columns, lambda node: not node.key.startswith(LOSERS))
    second = _part(columns, lambda node: node.key.startswith(LOSERS))
    last = first[-1][1]
    if len(last) == 1 or any(node.key == FINAL for node in last):
        first[-1] = (_("Final"), last)
    drawn = [laid_out(_("Bracket of stage %(stage)s") % {"stage": number + 1}, first)]
    if second:
        words = _("Losers' bracket")
        drawn.append(laid_out(words, second))
    return drawn


def _part(columns: Columns, is_in: Callable[[Node], bool]) -> Columns:
    found = [(title, [node for node in nodes if is_in(node)]) for title, nodes in columns]
    return [(title, nodes) for title, nodes in found if nodes]


def _columns(visit: TournamentContext, number: int) -> Columns:
    rounds = [each for each in visit.published if each.stage == number]
    following = _following(visit, number, rounds)
    columns: Columns = []
    for place, round_ in enumerate(rounds):
        later = rounds[place + 1] if place + 1 < len(rounds) else None
        seated = placed(later) if later else {each for node in following[:1] for each in _all(node)}
        title = _("Round %(number)s") % {"number": round_.number}
        columns.append((title, _played(visit, round_, seated)))
    if not following and (last := walkovers.at_the_end(visit, number)):
        columns.append((_("Round %(number)s") % {"number": rounds[-1].number + 1}, last))
    for ahead, nodes in enumerate(following, start=rounds[-1].number + 1):
        columns.append((_("Round %(number)s") % {"number": ahead}, nodes))
    return columns


def _all(nodes: Sequence[Node]) -> list[Entrant]:
    return [each for node in nodes for each in node.seats]


def _played(visit: TournamentContext, round_: RoundState, going: set[Entrant]) -> list[Node]:
    """Return the tables and byes of a published round."""
    own = visit.own
    mine = None if own is None else own.number
    rank = {each: seed for seed, each in enumerate(visit.state.stages[round_.stage].entrants)}
    nodes = []
    for number, table in enumerate(round_.tables, start=1):
        order = list(table.seats)
        if table.places is not None:
            order = in_order(stage_records.table_of(visit.state, table), rank)
        on = set(order[:1]) if table.key else going
        rows = tuple(
            Row(
                visit.people[each].name,
                result_of(table, table.seats.index(each)),
                table.places is not None and each in on,
                each == mine,
            )
            for each in order
        )
        kind = "done" if table.done else "running"
        title = title_of(number, table.key)
        nodes.append(Node(title, table.seats, rows, kind, link_of(visit, table), table.key))
    for each in round_.byes:
        row = Row(visit.people[each].name, "", goes_on=True, is_mine=each == mine)
        nodes.append(Node(_("Bye"), (each,), (row,), "bye"))
    return [*nodes, *walkovers.of_round(visit, round_)]


def _following(
    visit: TournamentContext, number: int, rounds: Sequence[RoundState]
) -> list[list[Node]]:
    """Return the rounds to come, if everybody came in as seated; empty where that is open.

    A bracket that is seeded anew in every round says nothing about the next.
    """
    state = visit.state
    form = stage_plan.format_of(state, number)
    stage = stage_queries.stage_of(state, SEED, number)
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
    return Node(title_of(place + 1, key), seats, rows, "to-come", key=key)


def _with(stage: Stage, rounds: Sequence[Round]) -> Stage:
    return replace(stage, record=stage.record.with_rounds(rounds))


def _round(visit: TournamentContext, round_: RoundState, names: dict[Entrant, Row]) -> Round:
    """Return a published round, its open tables as if everybody came in as seated."""
    tables = []
    for place, table in enumerate(round_.tables, start=1):
        seen = stage_records.table_of(visit.state, table)
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
