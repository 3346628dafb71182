"""What is answered to a command."""

import msgspec

from api.formats import Object
from tournaments.answers.tournaments import TournamentShown


class Consequences(msgspec.Struct, frozen=True, kw_only=True):
    """What a command would change (`dry_run=true`)."""

    version: int
    """The version of the tournament before the command."""
    status: Object | None
    """The status before and after, where it changes."""
    tables: list[Object]
    """The tables that are added, removed, or get another result."""
    standings: list[Object]
    """The entrants whose rank or points change."""
    advancement: list[Object]
    """Who advances instead of whom, by stage."""
    paired_on_old_results: list[int]
    """Rounds that were paired on results which change."""
    choices: list[str]
    """What can be chosen about those rounds."""
    ratings: list[Object]
    """What the ladder would tell, a line for every match that it would rate anew."""
    still_drawn: bool = False
    """Whether lots are still to be drawn, so that tables, seeds and seats are only an example."""


class Answered(TournamentShown, frozen=True):
    """The tournament after a command; of a dry run as it would be, with the differences."""

    consequences: Consequences | None = None
    """What changes, for a dry run; null otherwise."""
