"""How teams stand that have met on boards, and what tells them apart. Pure.

Match points come first, or board points where the plan says so; then the tie-breaks in their
order, as chapter 14 of FIDE's tie-break regulations (C.07) has them for teams.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from tournaments import team_matches
from tournaments.record import UNITS, Record
from tournaments.team_matches import Match, Options, Team
from tournaments.tiebreaks import direct_encounter, registry

Key = tuple[Fraction | int, ...]
Values = Mapping[Team, Key]


class Played(NamedTuple):
    """What a team has played, and how it stands."""

    team: Team
    rank: int
    """From 1; teams that nothing tells apart share a rank."""
    points: int
    """Units, of what ranks teams first."""
    match_points: int
    """Units."""
    board_points: Fraction
    """A board that is won is one."""
    won: int
    drawn: int
    lost: int
    values: Mapping[str, Key]
    """By tie-break: those that were needed, the larger the better."""


class _Tables:
    """Everything that tie-breaks of teams look at."""

    def __init__(self, played: Record, teams: Sequence[Sequence[int]], options: Options) -> None:
        self.options = options
        self.boards = int(options["boards"])
        self.win = played.win or 1
        self.ranked = team_matches.record(played, teams, options)
        self.by_match = team_matches.record(played, teams, {**options, "ranking": "match_points"})
        self.by_board = team_matches.record(played, teams, {**options, "ranking": "board_points"})
        self.matches: dict[Team, list[tuple[Match, int]]] = {
            team: [] for team in self.ranked.entrants
        }
        """The matches of a team that are over, each with the side on which it sat."""
        for round_ in played.rounds:
            for match in team_matches.matches(round_, teams, played.win):
                if match.done:
                    for side, team in enumerate(match.teams):
                        self.matches[team].append((match, side))

    def results(self, team: Team) -> tuple[int, int, int]:
        """Return how many matches a team has won, drawn and lost."""
        leads = [match.units[side] - match.units[1 - side] for match, side in self.matches[team]]
        return sum(each > 0 for each in leads), leads.count(0), sum(each < 0 for each in leads)

    def on_boards(self, team: Team) -> list[Fraction]:
        """Return what each board has brought a team, the first board first."""
        found = [Fraction(0)] * self.boards
        for match, side in self.matches[team]:
            for board in match.boards:
                if board.units is not None and board.number <= self.boards:
                    found[board.number - 1] += Fraction(board.units[side], self.win)
        return found

    def board_points(self, team: Team) -> Fraction:
        """Return all board points of a team, those of byes included."""
        return Fraction(self.by_board.points[team], self.win)

    def direct_encounters(self, level: Sequence[Team]) -> dict[Team, tuple[Fraction, ...]]:
        """Return the extended direct encounter (EDE) of teams that are level.

        Among themselves by what ranks teams first; those who stay level by the other points, match
        or board points; and so on in turns, until neither tells any of them apart. A value is what
        each step has brought a team.
        """
        both = [self.by_match, self.by_board]
        if self.options["ranking"] == "board_points":
            both.reverse()
        found: dict[Team, tuple[Fraction, ...]] = dict.fromkeys(level, ())

        def tell_apart(group: Sequence[Team], at: int, failed: int) -> None:
            if len(group) < 2 or failed == len(both):
                return
            by_value: dict[Fraction, list[Team]] = {}
            for team, brought in direct_encounter.by_points(both[at], group).items():
                by_value.setdefault(brought.value, []).append(team)
            if len(by_value) == 1:
                tell_apart(group, 1 - at, failed + 1)
                return
            for value, teams in by_value.items():
                for team in teams:
                    found[team] = (*found[team], value)
                tell_apart(teams, at, 0)

        tell_apart(level, 0, 0)
        return found

    def olympiad(self, team: Team) -> Fraction:
        """Return match points of opponents times own board points, without the lowest opponent."""
        products = sorted(
            (
                self.by_match.points[match.teams[1 - side]],
                Fraction(match.units[side], self.win),
            )
            for match, side in self.matches[team]
        )
        return sum((points * own for points, own in products[1:]), Fraction(0)) / UNITS


def direct_encounters(
    played: Record, teams: Sequence[Sequence[int]], options: Options, level: Sequence[Team]
) -> Values:
    """Return the extended direct encounter (EDE) of teams that are level on everything else."""
    return _Tables(played, teams, options).direct_encounters(level)


def ranked(
    played: Record,
    teams: Sequence[Sequence[int]],
    options: Options,
    tiebreaks: Sequence[str],
    single: Mapping[str, Values],
) -> list[Played]:
    """Return the teams, best first.

    `single` are the values of tie-breaks that look at the members one by one.
    """
    tables = _Tables(played, teams, options)
    points = tables.ranked.points
    values: dict[Team, dict[str, Key]] = {team: {} for team in points}
    found: list[Played] = []

    def separated(level: Sequence[Team], steps: Sequence[str]) -> Iterator[Sequence[Team]]:
        if len(level) < 2 or not steps:
            yield sorted(level)
            return
        step, rest = steps[0], steps[1:]
        keys = single.get(step) or _values(step, tables, level)
        groups: dict[Key, list[Team]] = {}
        for team in level:
            values[team][step] = keys[team]
            groups.setdefault(keys[team], []).append(team)
        # Of a group that has become smaller all may have met where of the larger one not all had.
        again = steps if step == "direct_encounter" and len(groups) > 1 else rest
        for key in sorted(groups, reverse=True):
            yield from separated(groups[key], again)

    for total in sorted(set(points.values()), reverse=True):
        for tied in separated([each for each in points if points[each] == total], tiebreaks):
            rank = len(found) + 1
            found += [
                Played(
                    team,
                    rank,
                    total,
                    tables.by_match.points[team],
                    tables.board_points(team),
                    *tables.results(team),
                    values[team],
                )
                for team in tied
            ]
    return found


def _values(step: str, tables: _Tables, level: Sequence[Team]) -> Values:
    of_one: Mapping[str, Callable[[Team], Key]] = {
        "match_points": lambda team: (Fraction(tables.by_match.points[team], UNITS),),
        "board_points": lambda team: (tables.board_points(team),),
        "olympiad": lambda team: (tables.olympiad(team),),
        "berlin": lambda team: (_berlin(tables.on_boards(team)),),
        "top_boards": lambda team: tuple(tables.on_boards(team)),
        "bottom_boards": lambda team: _without_bottom(tables.on_boards(team)),
    }
    if step in of_one:
        return {team: of_one[step](team) for team in level}
    if step == "extended_direct_encounter":
        return tables.direct_encounters(level)
    found = registry.find(step).values(tables.ranked, level)
    return {team: (found[team].value,) for team in level}


def _berlin(boards: Sequence[Fraction]) -> Fraction:
    """Return the points of boards, each times its place from below.

    >>> _berlin([Fraction(1), Fraction(0), Fraction(1, 2), Fraction(1)])
    Fraction(6, 1)
    """
    return sum((each * (len(boards) - at) for at, each in enumerate(boards)), Fraction(0))


def _without_bottom(boards: Sequence[Fraction]) -> Key:
    """Return the points without the last board, then without the last two, and so on.

    >>> [int(each) for each in _without_bottom([Fraction(1), Fraction(0), Fraction(2)])]
    [1, 1]
    """
    return tuple(sum(boards[:count], Fraction(0)) for count in range(len(boards) - 1, 0, -1))
