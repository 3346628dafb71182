"""The tables whose players say different things, for whoever decides."""

from tournaments.state import TableState, TournamentState
from web.tournaments.versions import Version, versions


def disputed(state: TournamentState) -> list[tuple[int, TableState, list[Version]]]:
    """Return the tables whose players say different things, with their numbers."""
    return [
        (number, table, versions(state, table))
        for round_ in state.rounds
        for number, table in enumerate(round_.tables, start=1)
        if table.is_disputed
    ]
