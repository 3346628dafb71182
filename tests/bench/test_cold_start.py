"""The benchmark of a cold start, on few matches: that they are matches, and all are moved."""

from uuid import UUID

import pytest
from pytest_django import Settings

from eventstore import verification
from matches.events import KIND
from matches.models import Match
from tests.bench import cold_start
from tests.bench.context import silent
from tests.bench.rest import plays, tables
from tests.bench.rest.test_plays import post


@pytest.mark.django_db
def test_a_match_that_was_begun_at_once_takes_the_move_that_comes_next() -> None:
    table = tables.table(cold_start.GAME, tables.people(4))
    turns = list(plays.turns(table, 3))[:31]

    cold_start.begin(table, turns[:30])

    step = plays.step(table, turns[30])
    answer = post(step)
    assert answer.status_code == 201, answer.content
    assert step.proof in answer.content
    assert Match.objects.get(id=table.match_id).version == turns[30].version + len(turns[30].events)
    assert verification.check(KIND, UUID(table.match_id)) == []


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.usefixtures("committed_db")
def test_every_match_is_moved_in_every_round(
    environment: dict[str, str], settings: Settings
) -> None:
    # The processes that are started take it from here, as those of `make bench` do.
    settings.DATABASE_URL = environment["DATABASE_URL"]

    figures = cold_start.measure(silent(0.1), matches=4, starts=1)

    assert set(figures["cold_start_moves"].anchors) == {"warm", "read_ahead"}
    assert all(figure.value > 0 for figure in figures.values())
