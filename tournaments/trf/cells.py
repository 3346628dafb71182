"""The rounds of a line 001: ten columns each, opponent, colour, result. Pure.

Article and column numbers are those of FIDE's annex C.04 A, TRF16.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.messages import Message
from tournaments.record import Entrant, Round, Table
from tournaments.trf.report import (
    ABSENT,
    BYES,
    DECIDED,
    FORFEITS,
    TrfError,
    refused,
)

FIRST = 91
"""The place of the first round in a line, from 0; each has WIDTH columns."""
WIDTH = 10
BLANKS = (4, 6, 8, 9)
"""Places within a round that hold nothing."""


class Cell(NamedTuple):
    """What a player's line says of a round."""

    line: int
    """From 1."""
    column: int
    """Of its opponent, from 1."""
    opponent: Entrant
    """0 without one."""
    colour: str
    """w, b, or - where nobody knows."""
    result: str
    """The sign, upper case; empty without one."""

    @property
    def is_met(self) -> bool:
        """Return whether there is an opponent."""
        return self.opponent != 0


def read(line: str, at: int) -> list[Cell]:
    """Return the rounds of a line, blank ones included; raises TrfError."""
    rest = line[FIRST:]
    return [
        _cell(rest[place : place + WIDTH].ljust(WIDTH), at, FIRST + place + 1)
        for place in range(0, len(rest.rstrip()), WIDTH)
    ]


def _cell(text: str, at: int, column: int) -> Cell:
    for place in BLANKS:
        if text[place] != " ":
            fault = Message("there must be a blank, not %(found)s", found=repr(text[place]))
            raise refused(at, column + place, fault)
    number, colour, result = text[:4].strip(), text[5].lower(), text[7].strip().upper()
    if number and not number.isdecimal():
        fault = Message("an opponent is a start number or 0000, not %(found)s", found=repr(number))
        raise refused(at, column, fault)
    if colour not in "wb- ":
        fault = Message("a colour is w, b or -, not %(found)s", found=repr(text[5]))
        raise refused(at, column + 5, fault)
    cell = Cell(at, column, int(number or 0), colour.strip() or "-", result)
    known = {*DECIDED, ""} if cell.is_met else {*BYES, *ABSENT}
    if result not in known:
        fault = Message(
            "%(found)s is no result of a round %(kind)s",
            found=repr(result),
            kind=Message("with an opponent") if cell.is_met else Message("without an opponent"),
        )
        raise refused(at, column + 7, fault)
    return cell


def rounds(lines: Mapping[Entrant, Sequence[Cell]], values: Mapping[str, int]) -> tuple[Round, ...]:
    """Return the rounds of all lines, by start number; raises TrfError where they contradict.

    `values` are the units of byes, by PAB, FPB and HPB. Only in the last round a result may lack.
    """
    count = max((len(cells) for cells in lines.values()), default=0)
    return tuple(_round(number, lines, values, count) for number in range(1, count + 1))


def _round(
    number: int,
    lines: Mapping[Entrant, Sequence[Cell]],
    values: Mapping[str, int],
    last: int,
) -> Round:
    cells_of = {own: cells[number - 1] for own, cells in lines.items() if len(cells) >= number}
    tables: list[Table] = []
    granted: dict[Entrant, int] = {}
    asked: list[Entrant] = []
    for own, cell in sorted(cells_of.items()):
        if not cell.is_met:
            if cell.result in BYES:
                kind = BYES[cell.result]
                granted[own] = values[kind]
                asked += [] if kind == "PAB" else [own]
            continue
        _check(own, cell, cells_of)
        if not cell.result and number < last:
            raise refused(cell.line, cell.column + 7, Message("the result is missing"))
        other = cell.opponent
        leads = "w" in (cell.colour, {"w": "b", "b": "w"}.get(cells_of[other].colour, "-"))
        known = cell.colour != "-" or cells_of[other].colour != "-"
        if leads or (not known and own < other):
            tables.append(_table(own, other, cell.result, cells_of[other].result))
    byes = tuple(sorted(granted))
    return Round(number, tuple(tables), byes, asked=tuple(asked), granted=granted)


def _table(first: Entrant, second: Entrant, result: str, other: str) -> Table:
    absent = tuple(own for own, sign in ((first, result), (second, other)) if sign == "-")
    if len(absent) == 2:
        return Table((first, second), (1, 1), absent=absent)
    # A game of less than a move that was drawn: played, and agreed (TRF16, remark 4).
    places = DECIDED[result] if result else None
    return Table((first, second), places, absent=absent, agreed=result == "D")


def _check(own: Entrant, cell: Cell, cells_of: Mapping[Entrant, Cell]) -> None:
    """Raise TrfError unless both players tell the same of a duel."""
    back = cells_of.get(cell.opponent)
    if back is None or cell.opponent == own or back.opponent != own:
        fault = Message(
            "%(own)s has met %(other)s, but %(other)s has not met %(own)s",
            own=own,
            other=cell.opponent,
        )
        raise refused(cell.line, cell.column, fault)
    if cell.colour == back.colour != "-":
        fault = Message(
            "%(own)s and %(other)s cannot both have %(colour)s",
            own=own,
            other=cell.opponent,
            colour=cell.colour,
        )
        raise refused(cell.line, cell.column + 5, fault)
    if not _agree(cell.result, back.result):
        fault = Message(
            "%(own)s and %(other)s give different results", own=own, other=cell.opponent
        )
        raise refused(cell.line, cell.column + 7, fault)


def _agree(own: str, other: str) -> bool:
    """Tell whether the signs of two players stand for one result; both may be absent."""
    if not own or not other:
        return own == other
    if own in FORFEITS or other in FORFEITS:
        return {own, other} in ({"+", "-"}, {"-"})
    kinds = [sign in "WDL" for sign in (own, other)]
    return kinds[0] == kinds[1] and DECIDED[own] == DECIDED[other][::-1]


__all__ = ["Cell", "TrfError", "read", "rounds"]
