"""What tables cost whose players' clients add chance, where none of them is there."""

from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.actors import Player
from tests.matches import tables
from tests.matches.sharers import status, time_is_up

pytestmark = pytest.mark.django_db

WITHOUT = 34
"""Statements until a table of three is opened, full and dealt, whose clients add nothing."""
GATHERING = 6
"""Further ones where they do: who is kept off rolls, what was promised, and until when to wait."""
DEALING = 9
"""Statements of the command that deals such a table when nobody has promised in time."""
TABLES = 3
"""Of each kind, after a first one, whose answers are kept by whoever asks."""


def filled(players: list[Player], *, shares: bool) -> UUID:
    """Open a table and fill it; nobody promises anything."""
    match = tables.opened(players[0], seats=len(players))
    for each in players:
        tables.seat(match, each, shares=shares)
    return match


def asked(players: list[Player], *, shares: bool) -> tuple[list[int], list[UUID]]:
    """Return how many statements each of some tables takes until it is full, and the tables."""
    filled(players, shares=shares)
    counts, matches = [], []
    for _ in range(TABLES):
        with CaptureQueriesContext(connection) as captured:
            matches.append(filled(players, shares=shares))
        counts.append(len(captured))
    return counts, matches


def test_a_table_whose_clients_share_asks_little_more_of_the_database_where_nobody_is_there() -> (
    None
):
    players = tables.people(3)
    without, dealt = asked(players, shares=False)
    with_shares, waiting = asked(players, shares=True)

    assert max(without) <= WITHOUT
    assert max(with_shares) <= WITHOUT + GATHERING
    assert {status(match) for match in dealt} == {"live"}
    assert {status(match) for match in waiting} == {"open"}


def test_when_its_time_is_up_it_is_dealt_in_one_command() -> None:
    players = tables.people(3)
    _, (first, *others) = asked(players, shares=True)
    time_is_up(first)

    for match in others:
        with CaptureQueriesContext(connection) as captured:
            time_is_up(match)
        assert len(captured) <= DEALING
        assert status(match) == "live"
