"""Duels as a Tournament Report File (FIDE, TRF16), and back. Pure.

A line 001 a player: start number, name, rating, points, rank, then ten columns a round: opponent,
`w` for who leads, the result. Whoever has a bye is `0000 - U`, whoever is not there `0000 - Z`.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.messages import Message
from tournaments.record import UNITS, Entrant, Round, Table

NAME_MAX = 33
ROUNDS_FROM = 91
"""Before this column there is no round; each has WIDTH columns."""
WIDTH = 10
RESULTS: Mapping[int, str] = {-1: "1", 0: "=", 1: "0"}
"""By the sign of the own place less the other's."""
DECIDED: Mapping[str, tuple[int, int]] = {
    **dict.fromkeys("1+W", (1, 2)),
    **dict.fromkeys("=D", (1, 1)),
    **dict.fromkeys("0-L", (2, 1)),
}
"""Places, the own first, by the sign of a result, forfeits and short games included.

A forfeit counts as a duel that was won, since a bye need not bring as many points.
"""
ABSENT = "-"
"""On both lines: neither has come, and nobody gets anything."""
BYES = frozenset("HFU")


class TrfError(ValueError):
    """A file that is no TRF of duels; says which line, and what is wrong there."""


class Player(NamedTuple):
    """A line of the file."""

    number: Entrant
    """The start number, from 1."""
    name: str
    rating: int = 0
    points: int = 0
    """Units."""
    rank: int = 0


class Report(NamedTuple):
    """What a file holds."""

    name: str
    players: tuple[Player, ...]
    rounds: tuple[Round, ...]


def written(report: Report) -> str:
    """Return the text of a file; raises TrfError where a table is no duel."""
    lines = [f"012 {_plain(report.name, 100)}", f"062 {len(report.players)}"]
    lines += [_player(each, report.rounds) for each in report.players]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _player(player: Player, rounds: Sequence[Round]) -> str:
    name = _plain(player.name, NAME_MAX)
    points = f"{player.points / UNITS:.1f}"
    head = f"001 {player.number:>4}      {name:<33} {player.rating or '':>4}"
    line = f"{head}{'':>28}{points:>4} {player.rank or '':>4}"
    return line + "".join(_round(player.number, each) for each in rounds)


def _plain(text: str, most: int) -> str:
    """Return a text in one line."""
    return " ".join(text.split())[:most]


def _round(number: Entrant, round_: Round) -> str:
    for table in round_.tables:
        if number not in table.seats or not table.counts:
            continue
        if len(table.seats) != 2:
            message = Message(
                "round %(number)s has a table of %(size)s; TRF is for duels",
                number=round_.number,
                size=len(table.seats),
            )
            raise TrfError(message)
        own = table.seats.index(number)
        other, colour, result = table.seats[1 - own], "wb"[own], " "
        if table.places is not None:
            difference = table.places[own] - table.places[1 - own]
            result = RESULTS[(difference > 0) - (difference < 0)]
        return f"  {other:>4} {colour} {result}"
    return f"  0000 - {'U' if number in round_.byes else 'Z'}"


def read(text: str) -> Report:
    """Return what a file holds; raises TrfError."""
    name, found = "", dict[Entrant, tuple[Player, list[str]]]()
    for at, line in enumerate(text.lstrip("\ufeff").splitlines(), start=1):
        if line[:3] == "012":
            name = line[4:].strip()
        if line[:3] == "001":
            player = _read_player(line, at)
            if player.number in found:
                message = Message(
                    "line %(at)s: the start number %(number)s is there already",
                    at=at,
                    number=player.number,
                )
                raise TrfError(message)
            rest = line[ROUNDS_FROM:]
            cells = [rest[each : each + WIDTH] for each in range(0, len(rest), WIDTH)]
            found[player.number] = player, [cell for cell in cells if cell.strip()]
    if not found:
        message = Message("there is no player: no line begins with 001")
        raise TrfError(message)
    count = max(len(cells) for _, cells in found.values())
    rounds = {number: cells for number, (_, cells) in found.items()}
    return Report(
        name,
        tuple(player for player, _ in found.values()),
        tuple(_read_round(number, rounds) for number in range(1, count + 1)),
    )


def _read_player(line: str, at: int) -> Player:
    number, name, rating = line[4:8].strip(), line[14:47].strip(), line[48:52].strip()
    if not number.isdigit() or not int(number) or not name:
        message = Message(
            "line %(at)s: columns 5 to 8 must be a start number, 15 to 47 a name", at=at
        )
        raise TrfError(message)
    if rating and not rating.isdigit():
        message = Message("line %(at)s: columns 49 to 52 must be a rating, or blank", at=at)
        raise TrfError(message)
    return Player(int(number), name, int(rating or 0))


def _check_duel(number: int, own: Entrant, cells: Mapping[Entrant, Sequence[str]]) -> None:
    """Raise TrfError unless both players tell of the duel, and the same of it."""
    cell = cells[own][number - 1]
    other, result = int(cell[:4]), cell[7:8].upper()
    if len(cells.get(other, ())) < number or result not in DECIDED or other == own:
        message = Message(
            "player %(own)s, round %(number)s: %(cell)s is no duel with a result",
            own=own,
            number=number,
            cell=repr(cell.strip()),
        )
        raise TrfError(message)
    told = cells[other][number - 1]
    if told[:4].strip() not in {str(own), f"{own:04}"}:
        message = Message(
            "round %(number)s: %(own)s has met %(other)s, but %(other)s someone else",
            number=number,
            own=own,
            other=other,
        )
        raise TrfError(message)
    if not _agree(result, told[7:8].upper()):
        message = Message(
            "round %(number)s: %(own)s and %(other)s do not tell the same result",
            number=number,
            own=own,
            other=other,
        )
        raise TrfError(message)


def _agree(own: str, other: str) -> bool:
    """Tell whether the signs of two players stand for one result; both may be absent."""
    return own == other == ABSENT or DECIDED.get(other) == DECIDED[own][::-1]


def _read_round(number: int, cells: Mapping[Entrant, Sequence[str]]) -> Round:
    tables: list[Table] = []
    byes: list[Entrant] = []
    for own, rounds in cells.items():
        cell = rounds[number - 1] if len(rounds) >= number else ""
        opponent, colour, result = cell[:4].strip(), cell[5:6], cell[7:8].upper()
        met = opponent.isdigit() and int(opponent)
        if met:
            _check_duel(number, own, cells)
        if not met:
            byes += [own] if result in BYES else []
        elif result == ABSENT == cells[met][number - 1][7:8]:
            continue
        elif colour == "w" or (colour != "b" and own < met):
            tables.append(Table((own, met), DECIDED[result]))
    return Round(number, tuple(tables), tuple(sorted(byes)))
