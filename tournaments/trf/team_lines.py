"""The teams of a report: lines 013 of TRF16 and 310 of TRF26. Pure.

Sources: FIDE Handbook C.04, annex 2 (013: name, then a start number every five columns); for 310,
whose points and ranks stand between the name and the players, gacrux, FIDE's own program. Where a
file has both, 310 counts.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from games.messages import Message
from tournaments.record import UNITS, Entrant
from tournaments.trf.report import Team, refused

WIDTH = 5
"""Of a start number with the blank before it."""
NUMBER_MAX = 9999


class Form(NamedTuple):
    """Where a kind of line has what, as places from 0."""

    name: slice
    first: int
    """Where the first start number begins."""


FORMS: Mapping[str, Form] = {"013": Form(slice(4, 36), 36), "310": Form(slice(8, 40), 73)}
POINTS = slice(54, 71)
"""Match points, board points and rank in a line 310."""


def read(line: str, at: int) -> Team:
    """Return the team of a line; raises TrfError."""
    form = FORMS[line[:3]]
    name = " ".join(line[form.name].split())
    if not name:
        raise refused(at, form.name.start + 1, Message("the name is missing"))
    players = []
    for place in range(form.first, len(line.rstrip()), WIDTH):
        text = line[place : place + WIDTH - 1].strip()
        if text and not text.isdecimal():
            fault = Message("a start number is needed here, not %(found)s", found=repr(text))
            raise refused(at, place + 1, fault)
        # Without a number a board of the team is empty.
        if int(text or 0):
            players.append(int(text))
    return Team(name, tuple(players))


def require_sound(teams: Iterable[tuple[Team, int]], players: Iterable[Entrant]) -> None:
    """Raise TrfError unless every member is a player, of one team, and names are different."""
    known, names = set(players), set[str]()
    free = set(known)
    for team, at in teams:
        if team.name.casefold() in names:
            raise refused(at, 5, Message("another team has this name"))
        names.add(team.name.casefold())
        for each in team.players:
            if each not in free:
                fault = Message("there is no player %(number)s", number=each)
                if each in known:
                    fault = Message("player %(number)s is already in a team", number=each)
                raise refused(at, 5, fault)
            free.remove(each)


def is_same(before: Sequence[Team], now: Sequence[Team]) -> bool:
    """Return whether the same players are in the same teams, in the same order."""
    return [each[:2] for each in before] == [each[:2] for each in now]


def written(teams: Sequence[Team]) -> list[str]:
    """Return the lines 310 of teams."""
    return [_line(number, team) for number, team in enumerate(teams, start=1)]


def rewritten(line: str) -> str:
    """Return a line of a team that is the same, without points and rank, which may have changed."""
    if line[:3] != "310":
        return line
    blank = " " * (POINTS.stop - POINTS.start)
    return f"{line[: POINTS.start]}{blank}{line[POINTS.stop :]}" if line[POINTS].strip() else line


def _line(number: int, team: Team) -> str:
    points = "".join(
        f" {'' if each is None else f'{each / UNITS:.1f}':>6}"
        for each in (team.match_points, team.board_points)
    )
    name = " ".join(team.name.split())[:32]
    head = f"310 {number:>3} {name:<32}{'':>13}{points} {team.rank or '':>3} "
    return head + "".join(f" {each:>4}" for each in team.players)
