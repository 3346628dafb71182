"""What is answered about teams."""

from uuid import UUID

import msgspec


class TeamMember(msgspec.Struct, frozen=True):
    """A member of a team."""

    entrant: int
    """The number of the entrant."""
    name: str
    """The name of the entrant."""
    board: int
    """The place in the order of the team, from 1."""
    rank: int | None
    """The rank in the tournament; null before it has standings."""
    points: str
    """The points of the member."""
    counts: bool
    """Whether they are among those that the team has."""


class TeamStanding(msgspec.Struct, frozen=True):
    """A team in the standings of teams."""

    rank: int
    """From 1; teams that cannot be told apart share a rank."""
    name: str
    """The name of the team."""
    points: str
    """The sum of those who count."""
    members: list[TeamMember]
    """In the order of the team."""
    match_points: str | None = None
    """Where teams meet on boards: the points of its matches; null elsewhere, as what follows."""
    board_points: str | None = None
    """The points of its boards; a board that is won is one."""
    won: int | None = None
    """Matches won."""
    drawn: int | None = None
    """Matches drawn."""
    lost: int | None = None
    """Matches lost."""
    tiebreaks: dict[str, list[str]] = {}
    """What was needed to tell it from others, by tie-break; compared from the first value on."""


class TeamBoard(msgspec.Struct, frozen=True):
    """A board of a match of teams."""

    board: int
    """From 1."""
    table: UUID | None
    """The table; null where nobody plays it."""
    entrants: list[int | None]
    """Who plays for the first and for the second team; null where nobody does."""
    points: list[str] | None
    """What it brings the two teams; null without a result."""


class TeamMatch(msgspec.Struct, frozen=True):
    """A match of two teams."""

    round: int
    """From 1."""
    match: int
    """Within the round, from 1."""
    teams: list[str]
    """The first one leads on the odd boards."""
    points: list[str]
    """The board points so far."""
    done: bool
    """Whether all boards have their result."""
    boards: list[TeamBoard]
    """In their order."""


class TeamStandings(msgspec.Struct, frozen=True):
    """The standings of the teams."""

    version: int
    """The version of the tournament that they are of."""
    results: list[TeamStanding]
    """The teams, best first; none where nobody plays for a team."""
    matches: list[TeamMatch] = []
    """The matches of published rounds, where teams meet on boards."""
