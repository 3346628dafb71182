"""Matches of teams on boards: what was played, as a record whose entrants are the teams. Pure.

A match is as many tables of two as there are boards. The first team leads on the odd boards, the
other on the even ones. The key of a table is the number of its match within the round and of its
board: `2.3` is the third board of the second match.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from tournaments.record import UNITS, Entrant, Record, Round, Table

Team = Entrant
"""The number of a team in the order of the teams, from 1."""
Options = Mapping[str, bool | int | str]


class Board(NamedTuple):
    """A board of a match."""

    number: int
    """From 1."""
    players: tuple[Entrant | None, Entrant | None]
    """Of the first and of the second team; None where a team has nobody for it."""
    units: tuple[int, int] | None
    """What it brings the two teams; None without a result."""
    table: int | None
    """Within the round, from 0; None where nobody plays it."""


class Match(NamedTuple):
    """A match of a round."""

    number: int
    teams: tuple[Team, Team]
    boards: tuple[Board, ...]

    @property
    def done(self) -> bool:
        """Whether every board has its result."""
        return all(each.units is not None for each in self.boards)

    @property
    def units(self) -> tuple[int, int]:
        """What the boards that are over bring the two teams."""
        known = [each.units for each in self.boards if each.units is not None]
        return sum(first for first, _ in known), sum(second for _, second in known)


def key(match: int, board: int) -> str:
    """Return the key of a table; both numbers are from 1."""
    return f"{match}.{board}"


def team_by_member(teams: Sequence[Sequence[Entrant]]) -> dict[Entrant, Team]:
    """Return the number of the team of everybody who plays for one."""
    return {each: number for number, team in enumerate(teams, start=1) for each in team}


def matches(round_: Round, teams: Sequence[Sequence[Entrant]], win: int) -> list[Match]:
    """Return the matches of a round; `win` are the units of a board that is won."""
    of = team_by_member(teams)
    sides: dict[int, tuple[Team, Team]] = {}
    boards: dict[int, dict[int, Board]] = {}
    for place, table in enumerate(round_.tables):
        match, board = _numbers(table.key)
        turned = board % 2 == 0
        seats = table.seats[::-1] if turned else table.seats
        if {*seats} <= of.keys():
            sides.setdefault(match, (of[seats[0]], of[seats[1]]))
            board_ = Board(board, (seats[0], seats[1]), _units(table, turned=turned), place)
            boards.setdefault(match, {})[board] = board_
    for name, alone in round_.walkovers.items():
        match, board = _numbers(name)
        if match in sides:
            is_first = alone in teams[sides[match][0] - 1]
            players = (alone, None) if is_first else (None, alone)
            units = (0, 0) if alone is None else (win, 0) if is_first else (0, win)
            boards[match][board] = Board(board, players, units, None)
    return [
        Match(match, sides[match], tuple(each for _, each in sorted(boards[match].items())))
        for match in sorted(sides)
    ]


def _numbers(name: str) -> tuple[int, int]:
    match, _, board = name.partition(".")
    return int(match), int(board)


def _units(table: Table, *, turned: bool) -> tuple[int, int] | None:
    """Return what a table brings the two teams; one that was called off brings neither anything."""
    if table.stopped:
        return None
    if not table.counts:
        return 0, 0
    if table.points is None:
        return None
    first, second = table.points[::-1] if turned else table.points
    return first, second


def reserves(round_: Round, teams: Sequence[Sequence[Entrant]]) -> Iterator[Entrant]:
    """Yield who has no board in a round in which the own team has a match."""
    of = team_by_member(teams)
    seated = {each for table in round_.tables for each in table.seats}
    playing = {of[each] for each in seated if each in of}
    # Who sat at a table that was called off is among the byes as well.
    for each in {*round_.byes} - seated - {*round_.walkovers.values()}:
        if of.get(each) in playing:
            yield each


def record(
    played: Record, teams: Sequence[Sequence[Entrant]], options: Options, number: int | None = None
) -> Record:
    """Return what the teams have played; points are what the plan ranks them by.

    Until a round, from 1, if one is named. A team none of whose players came to a board has met
    nobody.
    """
    rounds = [
        _round(each, played, teams, options)
        for each in played.rounds
        if number is None or each.number <= number
    ]
    by_boards = options["ranking"] == "board_points"
    half = int(options["boards"]) * played.win // 2
    return Record(
        range(1, len(teams) + 1),
        rounds,
        bye_points=half if by_boards else int(options["bye"]) * UNITS,
        edition=played.edition,
        win=int(options["boards"]) * played.win if by_boards else int(options["win"]) * UNITS,
        draw=half if by_boards else int(options["draw"]) * UNITS,
    )


def _round(
    round_: Round, played: Record, teams: Sequence[Sequence[Entrant]], options: Options
) -> Round:
    of = team_by_member(teams)
    found = matches(round_, teams, played.win)
    playing = {each for match in found for each in match.teams}
    free = {of[each] for each in round_.byes if each in of} - playing
    asked = set(round_.asked)
    away = {team for team in free if not {*teams[team - 1]} & ({*round_.byes} - asked)}
    return Round(
        round_.number,
        tuple(_table(match, round_, options) for match in found),
        tuple(sorted(free)),
        asked=tuple(sorted(away)),
        granted=dict.fromkeys(away, 0),
    )


def _table(match: Match, round_: Round, options: Options) -> Table:
    """Return a match as a table of its two teams."""
    if not match.done:
        return Table(match.teams)
    first, second = match.units
    lead = (first > second) - (first < second)
    if options["ranking"] == "board_points":
        points = match.units
    else:
        brings = [int(options[each]) * UNITS for each in ("loss", "draw", "win")]
        points = (brings[1 + lead], brings[1 - lead])
    missing = tuple(
        team
        for side, team in enumerate(match.teams)
        if all(_is_missing(board, side, round_) for board in match.boards)
    )
    places = (1, 1) if not lead else (1, 2) if lead > 0 else (2, 1)
    return Table(match.teams, places, match.units, points, absent=missing)


def _is_missing(board: Board, side: int, round_: Round) -> bool:
    player = board.players[side]
    if player is None or board.table is None:
        return player is None
    return player in round_.tables[board.table].absent
