"""How the teams of a tournament stand. Pure.

A member's points are those of the tournament itself; a team has the sum of its best members', or,
where teams meet on boards, what its matches bring. Who substitutes for an entrant plays on for the
same team.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tournaments import stage_plan, stage_queries, stage_records, team_tiebreaks
from tournaments.record import Entrant
from tournaments.state import EntrantStatus, TournamentState
from tournaments.team_tiebreaks import Played


class Member(NamedTuple):
    """A member of a team."""

    entrant: Entrant
    board: int
    """The place in the team's own order, from 1."""
    rank: int | None
    """In the tournament; None before it has standings."""
    points: int
    """Units."""
    counts: bool
    """Whether the points are among those that the team has."""


class TeamLine(NamedTuple):
    """A team in the standings of teams."""

    rank: int
    """From 1; teams that cannot be told apart share a rank."""
    name: str
    points: int
    """Units, of the members who count, or of the matches."""
    members: tuple[Member, ...]
    """In the order of the team."""
    on_boards: Played | None = None
    """What the team has played, where teams meet on boards."""


def standings(state: TournamentState) -> list[TeamLine]:
    """Return how the teams stand, best first; nothing where there are none."""
    if state.teams is None:
        return []
    lines = {line.entrant: line.rank for line in stage_queries.lines_of(state)}
    points = _points(state)
    if stage_plan.has_boards(state):
        return _foot_last(state, _of_matches(state, lines, points))
    teams = [
        (team.name, _members(state, team.entrants, lines, points)) for team in state.teams.teams
    ]
    steps = ("points", *state.teams.tiebreaks)
    keyed = [(tuple(_key(step, each) for step in steps), name, each) for name, each in teams]
    keyed.sort(key=lambda each: each[0], reverse=True)
    found = [
        TeamLine(
            rank=1 + sum(other > key for other, _name, _members in keyed),
            name=name,
            points=sum(each.points for each in members if each.counts),
            members=members,
        )
        for key, name, members in keyed
    ]
    return _foot_last(state, found)


def _foot_last(state: TournamentState, lines: Sequence[TeamLine]) -> list[TeamLine]:
    """Return lines with teams that have left as a whole below the others, as single players are.

    Those of which everybody was disqualified come last. Before edition 4 teams kept the rank of
    their points.
    """
    if state.edition < 4:
        return list(lines)
    early, out = stage_queries.at_foot(state)
    places = [
        0 if not members or members - early - out else 2 if members <= out else 1
        for members in ({each.entrant for each in line.members} for line in lines)
    ]
    found: list[TeamLine] = []
    for place in (0, 1, 2):
        level = [line for line, own in zip(lines, places, strict=True) if own == place]
        before = len(found)
        found += [
            line._replace(rank=before + 1 + sum(other.rank < line.rank for other in level))
            for line in level
        ]
    return found


def _of_matches(
    state: TournamentState, ranks: Mapping[Entrant, int], points: Mapping[Entrant, int]
) -> list[TeamLine]:
    """Return how teams stand that meet on boards."""
    assert state.teams is not None  # noqa: S101 - As standings found.
    members = [_members(state, team.entrants, ranks, points) for team in state.teams.teams]
    single = {
        step: {team: _key(step, each) for team, each in enumerate(members, start=1)}
        for step in ("best_ranks", "rank_sum")
    }
    ranked = team_tiebreaks.ranked(
        stage_records.record_of(state, stage=0 if state.stages else None),
        stage_plan.members_of(state),
        stage_plan.options_of(state, 0),
        state.teams.tiebreaks,
        single,
    )
    return [
        TeamLine(
            each.rank,
            state.teams.teams[each.team - 1].name,
            each.points,
            members[each.team - 1],
            each,
        )
        for each in ranked
    ]


def _points(state: TournamentState) -> Mapping[Entrant, int]:
    """Return the points of everybody, over all stages that have begun."""
    found: dict[Entrant, int] = {}
    for number in range(len(state.stages)):
        for line in stage_queries.lines_of(state, number):
            found[line.entrant] = found.get(line.entrant, 0) + line.points
    return found


def _members(
    state: TournamentState,
    entrants: Sequence[Entrant],
    ranks: Mapping[Entrant, int],
    points: Mapping[Entrant, int],
) -> tuple[Member, ...]:
    """Return the members, with who counts: the best, of equals whoever plays on a higher board."""
    out = EntrantStatus.DISQUALIFIED
    may_count = [each for each in entrants if state.entrants[each].presence is not out]
    best = state.teams.best if state.teams is not None else None
    counting = sorted(may_count, key=lambda each: -points.get(each, 0))[: best or None]
    return tuple(
        Member(each, board, ranks.get(each), points.get(each, 0), each in counting)
        for board, each in enumerate(entrants, start=1)
    )


LAST = 10**6
"""Stands for no rank where ranks are compared."""


def _key(step: str, members: Sequence[Member]) -> tuple[int, ...]:
    """Return what a step compares; the larger is the better."""
    counting = [each for each in members if each.counts]
    if step == "points":
        return (sum(each.points for each in counting),)
    if step == "top_boards":
        return tuple(each.points for each in members if each.counts)
    ranks = sorted(each.rank or LAST for each in counting)
    if step == "rank_sum":
        return (-sum(ranks),)
    return tuple(-each for each in ranks)
