"""The standings of teams."""

from tournaments import teams
from tournaments.answers import TeamMember, TeamStanding, TeamStandings
from tournaments.points.core import in_points
from tournaments.state import TournamentState


def team_standings(state: TournamentState) -> TeamStandings:
    """Return how the teams stand, with every member."""
    results = [
        TeamStanding(
            rank=line.rank,
            name=line.name,
            points=in_points(line.points),
            members=[
                TeamMember(
                    entrant=each.entrant,
                    name=state.name(each.entrant),
                    board=each.board,
                    rank=each.rank,
                    points=in_points(each.points),
                    counts=each.counts,
                )
                for each in line.members
            ],
        )
        for line in teams.standings(state)
    ]
    return TeamStandings(version=state.version, results=results)
