"""The standings of teams, and what they have played."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from uuid import UUID

from games.json_types import JsonObject
from matches import models as played
from tournaments import command_handler, stage_plan, stage_records, team_matches, teams
from tournaments.answers import TeamBoard, TeamMatch, TeamMember, TeamStanding, TeamStandings
from tournaments.models import Table
from tournaments.points.core import in_points
from tournaments.record import UNITS
from tournaments.standings import format_value
from tournaments.state import RoundState, TournamentState
from tournaments.team_matches import Match


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
            **_on_boards(line),
        )
        for line in teams.standings(state)
    ]
    matches = list(_matches(state))
    return TeamStandings(version=state.version, results=results, matches=matches)


def _on_boards(line: teams.TeamLine) -> JsonObject:
    """Return what only teams have that meet on boards."""
    played = line.on_boards
    if played is None:
        return {}
    return {
        "match_points": in_points(played.match_points),
        "board_points": in_points(int(played.board_points * UNITS)),
        "won": played.won,
        "drawn": played.drawn,
        "lost": played.lost,
        "tiebreaks": {
            step: [format_value(Fraction(each)) for each in values]
            for step, values in played.values.items()
        },
    }


def _matches(state: TournamentState) -> Iterator[TeamMatch]:
    if not stage_plan.has_boards(state):
        return
    for round_ in state.rounds:
        for match in matches_of(state, round_) if round_.published else ():
            yield _match(state, round_, match)


def matches_of(state: TournamentState, round_: RoundState) -> list[Match]:
    """Return the matches of teams of a round."""
    record = stage_records.record_of(state, stage=round_.stage)
    members = stage_plan.members_of(state)
    return team_matches.matches(stage_records.round_of(state, round_), members, record.win)


def board_points(state: TournamentState, match: Match) -> list[str]:
    """Return what a match stands at, a board that is won being one."""
    return _scaled(state, match.units)


def _scaled(state: TournamentState, units: Sequence[int]) -> list[str]:
    win = stage_records.record_of(state, stage=0).win or 1
    return [in_points(each * UNITS // win) for each in units]


def _match(state: TournamentState, round_: RoundState, match: Match) -> TeamMatch:
    assert state.teams is not None  # noqa: S101 - There are matches.
    return TeamMatch(
        round=round_.number,
        match=match.number,
        teams=[state.teams.teams[each - 1].name for each in match.teams],
        points=board_points(state, match),
        done=match.done,
        boards=[
            TeamBoard(
                board=each.number,
                table=None if each.table is None else round_.tables[each.table].id,
                entrants=list(each.players),
                points=None if each.units is None else _scaled(state, each.units),
            )
            for each in match.boards
        ],
    )


def teams_at(matches: Iterable[UUID]) -> Mapping[UUID, Sequence[str]]:
    """Return for which team each seat of matches played; empty for none.

    Matches outside of tournaments, and in those without teams, are left out. By seats and not by
    accounts, since who substitutes for an entrant plays on for the same team.
    """
    rows = played.Match.objects.filter(id__in=matches).values_list("id", "table_id")
    at = {match: table for match, table in rows if table is not None}
    tables = Table.objects.filter(id__in=list(at.values()))
    within = dict(tables.values_list("id", "tournament"))
    states = {each: command_handler.load(each) for each in set(within.values())}
    found = {}
    for match, table in at.items():
        state = states[within[table]]
        place = state.table(table)
        if state.team_of and place is not None:
            found[match] = [state.team_of.get(each, "") for each in place[1].seated_in(match)]
    return found
