"""How each event of a tournament is folded: the whole vocabulary. Pure."""

from tournaments import events as e
from tournaments.folds import draws, entrants, invitations, lifecycle, rounds, tables
from tournaments.folds.base import Fold
from tournaments.state import TournamentState

FOLDS: dict[type[e.TournamentEvent], Fold] = {
    **lifecycle.OF_TOURNAMENT,
    **entrants.OF_ENTRANTS,
    **invitations.OF_INVITATIONS,
    **draws.OF_DRAWS,
    **rounds.OF_ROUNDS,
    **tables.OF_TABLES,
}
"""Every kind of event, and what it does to the state."""


def evolve(state: TournamentState, event: e.TournamentEvent) -> None:
    """Fold one event into a state, which has its version and time already."""
    FOLDS[type(event)](state, event)
    if isinstance(event, e.KEPT_CLOSE):
        state.gaps.keep(state.version)
