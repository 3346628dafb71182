"""What is answered about teams."""

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


class TeamStandings(msgspec.Struct, frozen=True):
    """The standings of the teams."""

    version: int
    """The version of the tournament that they are of."""
    results: list[TeamStanding]
    """The teams, best first; none where nobody plays for a team."""
