"""Teams as pages show them: how they stand, and the matches that they play on boards."""

from django.utils.translation import gettext as _

from tournaments import selectors, stage_plan, teams
from tournaments.points.core import in_points
from tournaments.record import UNITS, Entrant
from tournaments.state import RoundState, TableState, TournamentState
from tournaments.team_matches import Board, Match
from web.tournaments import labels
from web.tournaments.page_context import TournamentContext
from web.tournaments.people import People

Context = dict[str, object]


def board_of(state: TournamentState, table: TableState) -> str:
    """Return which board of whose match a table is; empty where teams do not meet on boards."""
    if state.teams is None or not stage_plan.has_boards(state):
        return ""
    team = state.team_of
    number = int(table.key.rpartition(".")[-1])
    first, second = table.seats if number % 2 else table.seats[::-1]
    about = {"one": team.get(first, ""), "other": team.get(second, ""), "n": number}
    return _("%(one)s \N{EN DASH} %(other)s, board %(n)s") % about


def team_rows(state: TournamentState, people: People) -> list[Context]:
    """Return the teams as they stand, with their members; nothing where there are none."""
    return [
        {
            "rank": line.rank,
            "name": line.name,
            "points": labels.points(in_points(line.points)),
            "members": [
                (people[each.entrant], labels.points(in_points(each.points)), each.counts)
                for each in line.members
            ],
            "on_boards": _on_boards(line),
        }
        for line in teams.standings(state)
    ]


def _on_boards(line: teams.TeamLine) -> Context | None:
    """Return what only teams have that meet on boards."""
    played = line.on_boards
    if played is None:
        return None
    return {
        "won": played.won,
        "drawn": played.drawn,
        "lost": played.lost,
        "match_points": labels.points(in_points(played.match_points)),
        "board_points": labels.points(in_points(int(played.board_points * UNITS))),
    }


def match_rows(visit: TournamentContext, round_: RoundState) -> list[Context]:
    """Return the matches of a round, where teams meet on boards."""
    state = visit.state
    if state.teams is None or not stage_plan.has_boards(state):
        return []
    names = [each.name for each in state.teams.teams]
    return [
        {
            "number": match.number,
            "teams": [names[each - 1] for each in match.teams],
            "score": _score(selectors.board_points(state, match)),
            "done": match.done,
            "boards": [_board(visit, match, each) for each in match.boards],
        }
        for match in selectors.matches_of(state, round_)
    ]


def _board(visit: TournamentContext, match: Match, board: Board) -> Context:
    """Return a board: who plays, how it ended, at which table."""
    points = selectors.board_points(visit.state, match._replace(boards=(board,)))
    return {
        "number": board.number,
        "names": [_name(visit, each) for each in board.players],
        "score": "" if board.units is None else _score(points),
        "table": None if board.table is None else board.table + 1,
    }


def _name(visit: TournamentContext, player: Entrant | None) -> str:
    return "\N{EN DASH}" if player is None else visit.people[player].name


def _score(points: list[str]) -> str:
    return " : ".join(map(labels.points, points))
