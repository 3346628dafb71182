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
    """The board order within the team, starting at 1."""
    rank: int | None
    """The rank in the tournament; null before there are standings."""
    points: str
    """The points of the member."""
    counts: bool
    """Whether the member's points count for the team."""


class TeamStanding(msgspec.Struct, frozen=True):
    """A team in the team standings."""

    rank: int
    """The rank, starting at 1; teams that are still tied share it."""
    name: str
    """The name of the team."""
    points: str
    """The total points of the members who count."""
    members: list[TeamMember]
    """The members, in team order."""
    match_points: str | None = None
    """The match points, if teams meet on boards; null otherwise."""
    board_points: str | None = None
    """The board points, one for each board won; null if teams do not meet on boards."""
    won: int | None = None
    """The number of matches won; null if teams do not meet on boards."""
    drawn: int | None = None
    """The number of matches drawn; null if teams do not meet on boards."""
    lost: int | None = None
    """The number of matches lost; null if teams do not meet on boards."""
    tiebreaks: dict[str, list[str]] = {}
    """The tie-break values that were needed, by tie-break; values are compared in order."""


class TeamBoard(msgspec.Struct, frozen=True):
    """A board of a team match."""

    board: int
    """The number, starting at 1."""
    table: UUID | None
    """The id of the table; null if nobody plays on the board."""
    entrants: list[int | None]
    """The entrants of the first and the second team; null if nobody plays."""
    points: list[str] | None
    """The points of the two teams; null without a result."""


class TeamMatch(msgspec.Struct, frozen=True):
    """A match of two teams."""

    round: int
    """The number, starting at 1."""
    match: int
    """The number of the match within the round, starting at 1."""
    teams: list[str]
    """The two teams; the first one leads on odd-numbered boards."""
    points: list[str]
    """The board points so far."""
    done: bool
    """Whether all boards have a result."""
    boards: list[TeamBoard]
    """The boards, in order."""


class TeamStandings(msgspec.Struct, frozen=True):
    """The team standings."""

    version: int
    """The version of the tournament."""
    results: list[TeamStanding]
    """The teams, best first; empty if there are no teams."""
    matches: list[TeamMatch] = []
    """The team matches of published rounds, if teams meet on boards."""
