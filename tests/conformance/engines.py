"""The contract of the engines, every check of it at every table."""

from collections.abc import Iterator

import pytest

from tests.games import contract
from tests.games.tables import Table, play

SEED = 1
"""Of the match that is played at each table; some checks know it."""


def faults(table: Table) -> Iterator[str]:
    """Play a match at the table, and yield the checks that find a fault in it."""
    match = play(table, SEED)
    for check in contract.CHECKS:
        try:
            check(match)
        except (AssertionError, pytest.fail.Exception) as fault:
            yield f"{table} {check.__name__.replace('_', ' ')}: {fault}"
