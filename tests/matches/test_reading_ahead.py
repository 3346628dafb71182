"""A process that has read ahead knows the matches that are being played, and nothing else."""

import pytest
from django.db import connections

from eventstore import lineage
from matches.aggregate import CACHE
from matches.reading_ahead import read_ahead
from tests.eventstore.owner import as_owner
from tests.matches import tables

pytestmark = pytest.mark.usefixtures("committed_db")
LONG_S = 60.0


def restarted() -> None:
    """Forget all that a process holds."""
    lineage.changed.send(sender=None)


def test_live_matches_are_held_as_the_database_has_them_and_those_that_are_over_are_not() -> None:
    players = tables.people(3)
    live, over = (tables.begun(players, options={"rounds": 1}) for _ in range(2))
    tables.play_out(over, players)
    restarted()

    assert read_ahead(LONG_S) >= 1

    held = CACHE.held(live)
    assert held is not None
    assert held.state is not None
    assert held.state.version == tables.page(live)["version"]
    assert CACHE.held(over) is None


def test_a_broken_history_keeps_no_other_match_from_being_read() -> None:
    players = tables.people(3)
    sound, broken = (tables.begun(players) for _ in range(2))
    as_owner("DELETE FROM eventstore_event WHERE stream_id = %s AND version = 1", broken)
    restarted()

    read_ahead(LONG_S)

    held = CACHE.held(sound)
    assert held is not None
    assert held.state is not None


def test_it_ends_when_its_time_is_up() -> None:
    tables.begun(tables.people(3))
    restarted()

    assert read_ahead(-1.0) == 0


def test_a_database_that_is_away_keeps_no_process_from_starting() -> None:
    description = connections["default"].settings_dict
    before = description["NAME"]
    connections["default"].close()
    description["NAME"] = "nowhere_at_all"
    try:
        assert read_ahead(LONG_S) == 0
    finally:
        description["NAME"] = before
        connections["default"].close()
