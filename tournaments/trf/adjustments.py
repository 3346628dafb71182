"""Points beside the results: lines 299 of TRF26, read and written. Pure.

299 W   1.0   0.5    2    7     in round 2 player 7 has won, for half a point
299    -1.0  -1.0    4    7     after round 4 player 7 loses a point; 999: only at the end
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from games.messages import Message
from tournaments.record import UNITS, Entrant, Round, Table
from tournaments.trf.report import HALF, Report

AT_THE_END = 999
"""The round of points that count in the last standings and in no pairing."""
WORTH: Mapping[str, int] = {"W": UNITS, "D": HALF, "L": 0}


class Abnormal(NamedTuple):
    """A line 299 that names players."""

    line: int
    """From 1."""
    text: str
    sign: str
    """W, D or L of a result; empty for points beside the results."""
    units: int
    round: int
    players: tuple[Entrant, ...]


Notice = Callable[[str, int, Message], None]


def adjusted(
    rounds: Sequence[Round], lines: Sequence[Abnormal], notice: Notice
) -> tuple[tuple[Round, ...], dict[Entrant, int]]:
    """Return rounds with what was taken from results, and the units taken from whole players.

    What cannot be used is told to `notice`, with its line and why.
    """
    found = list(rounds)
    penalties: dict[Entrant, int] = {}
    for each in lines:
        if not each.sign and each.round <= len(found):
            for player in each.players:
                penalties[player] = penalties.get(player, 0) - each.units
        elif each.sign in WORTH and 0 < each.round <= len(found):
            was = found[each.round - 1]
            found[each.round - 1] = now = _with_taken(was, each)
            if now is was:
                notice(each.text, each.line, Message("is not the result of the round"))
        elif each.round == AT_THE_END:
            notice(each.text, each.line, Message("counts at the end: give it after the last round"))
        else:
            notice(each.text, each.line, Message("is kept, and not used"))
    return tuple(found), {each: units for each, units in penalties.items() if units}


def _with_taken(round_: Round, line: Abnormal) -> Round:
    """Return a round in which results of a line bring less; the same where they are others."""
    tables = list(round_.tables)
    for player in line.players:
        place = next((at for at, each in enumerate(tables) if player in each.seats), None)
        if place is None or sign_of(tables[place], player) != line.sign:
            return round_
        taken = {**dict(tables[place].taken), player: WORTH[line.sign] - line.units}
        tables[place] = tables[place]._replace(taken=tuple(sorted(taken.items())))
    return round_._replace(tables=tuple(tables))


def sign_of(table: Table, player: Entrant) -> str:
    """Return W, D or L for a player of a duel that was decided; empty for others."""
    if table.places is None or table.absent:
        return ""
    own = table.places[table.seats.index(player)]
    other = table.places[1 - table.seats.index(player)]
    return "D" if own == other else "W" if own < other else "L"


def written(before: Report | None, now: Report) -> list[str]:
    """Return the lines of what was taken since a report, or of all."""
    was = {} if before is None else before.penalties
    at = max(len(now.rounds), 1)
    more = {
        each: now.penalties.get(each, 0) - was.get(each, 0)
        for each in sorted({*now.penalties, *was})
    }
    found = [_line(" ", -units, at, each) for each, units in more.items() if units]
    of_tables = list(_of_tables(now))
    if before is not None and of_tables == list(_of_tables(before)):
        return found
    return [*found, *of_tables]


def is_outdated(line: str, before: Report, now: Report) -> bool:
    """Tell whether a line of a file is of results from which something else was taken since."""
    is_of_result = line[:3] == "299" and line[4:5].upper() in WORTH and bool(line[23:].strip())
    return is_of_result and list(_of_tables(before)) != list(_of_tables(now))


def _of_tables(report: Report) -> Iterator[str]:
    for number, round_ in enumerate(report.rounds, start=1):
        for table in round_.tables:
            for player, units in table.taken:
                sign = sign_of(table, player)
                if sign and units:
                    yield _line(sign, WORTH[sign] - units, number, player)


def _line(sign: str, units: int, number: int, player: Entrant) -> str:
    points = f"{units / UNITS:4.1f}"
    return f"299 {sign}  {points}  {points}  {number:>3} {player:>4}"
