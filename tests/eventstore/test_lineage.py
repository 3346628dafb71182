"""A process notices that its connections reach another database than before, and begins anew."""

import asyncio
from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.db import connection

from accounts import tokens
from eventstore import lineage, pipeline
from eventstore.lineage import Lineage
from eventstore.pipeline import Pipeline
from matches.aggregate import CACHE
from tests.callers import new_player

pytestmark = pytest.mark.usefixtures("committed_db")


@pytest.fixture
def told() -> Iterator[list[object]]:
    """Give what was told of changes; afterwards the process knows its own database again."""
    seen: list[object] = []

    def tell(**about: object) -> None:
        seen.append(about)

    lineage.changed.connect(tell)
    yield seen
    lineage.changed.disconnect(tell)
    connection.close()
    connection.ensure_connection()


def here() -> Lineage:
    """Return the lineage of the tests' database, as the application's own role reads it."""
    with connection.cursor() as cursor:
        cursor.execute(lineage.QUERY)
        return Lineage._make(cursor.fetchone())


def test_new_connections_to_the_same_database_are_no_news(told: list[object]) -> None:
    lineage.note(here())
    for _ in range(2):
        connection.close()
        connection.ensure_connection()

    assert told == []


@pytest.mark.parametrize("part", ["system", "timeline"])
def test_a_connection_to_another_database_is_noticed_once(part: str, told: list[object]) -> None:
    now = here()
    lineage.note(now._replace(**{part: getattr(now, part) + 1}))
    told.clear()

    for _ in range(2):
        connection.close()
        connection.ensure_connection()

    assert len(told) == 1


def test_the_lane_s_connections_are_looked_at_too(told: list[object]) -> None:
    now = here()
    lineage.note(now._replace(timeline=now.timeline + 1))
    told.clear()

    async def connect() -> None:
        lane = Pipeline(pipeline.parameters())
        await lane.begin([(b"SELECT 1", ())])
        await lane.close()

    asyncio.run(connect())

    assert len(told) == 1


def test_states_and_tokens_are_forgotten_then(told: list[object]) -> None:
    match_id = uuid4()
    CACHE.entry(match_id)
    header = f"Bearer {new_player().token}"
    tokens.cached_identity(header)
    assert tokens.peek_identity(header) is not None

    lineage.note(here()._replace(system=1))

    assert len(told) == 1
    assert CACHE.held(match_id) is None
    assert tokens.peek_identity(header) is None
