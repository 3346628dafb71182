"""What all folds of a tournament share. Pure."""

from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

from tournaments.state import (
    TableState,
    TournamentState,
)

Fold = Callable[[TournamentState, Any], None]


def free(state: TournamentState, entrants: Sequence[int]) -> None:
    """Note that entrants can sit down from now on."""
    for number in entrants:
        state.entrants[number].free_since = state.at


def count_unchained(state: TournamentState) -> None:
    """Count a draw of a tournament from before there were chains, whose draws have no event."""
    if state.draws.chain is None:
        state.draws.count += 1


def table_of(state: TournamentState, table_id: str) -> TableState:
    """Return a table that an event names."""
    found = state.table(UUID(table_id))
    assert found is not None  # noqa: S101 - The event was judged with the table there.
    return found[1]
