"""Every game: histories that a viewer cannot tell apart answer the same bytes over the API.

A few tables of each game; `python -m tests.conformance worlds` does it at all of them, and reads
the pages and the streams too.
"""

import pytest
from _pytest.mark import ParameterSet

from games import registry
from games.core import PUBLIC
from tests.games import tables as games
from tests.matches import tables, worlds
from tests.matches.observers import Caller
from tests.samples import GAMES

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("no_limits")]


def sampled() -> list[ParameterSet]:
    """Return the smallest table of two games; other games, tables and options take long."""
    chosen = []
    for rules in registry.all_rules():
        every = list(games.tables(rules))
        plain = [table for table in games.plain_tables() if table.rules is rules]
        others = dict.fromkeys([plain[-1], every[-1]])
        stays = rules in registry.current_games() and rules.game in GAMES
        chosen += [pytest.param(plain[0], marks=() if stays else pytest.mark.long)]
        chosen += [pytest.param(other, marks=pytest.mark.long) for other in others]
    return chosen


@pytest.mark.parametrize("table", sampled(), ids=str)
def test_histories_that_a_viewer_cannot_tell_apart_answer_the_same_bytes(
    table: games.Table,
) -> None:
    players = tables.people(table.seats)
    readers = {0: Caller(players[0]).everything, PUBLIC: Caller(None).everything}

    figures = worlds.compared(table, players, readers)

    assert figures.differing == []
    assert figures.pairs
    assert figures.answers > 60
