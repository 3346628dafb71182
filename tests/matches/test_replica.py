"""Matches that are over are read from a standby, which may lag or be away."""

from collections.abc import Iterator
from copy import deepcopy
from uuid import UUID

import pytest
from django.db import connections
from pytest_django import DjangoDbBlocker

from eventstore import lineage, replica, streams
from eventstore.events import Point
from matches import selectors
from matches.events import KIND
from matches.models import Match
from matches.recordings import RECORDINGS
from tests import servers
from tests.eventstore.owner import as_owner
from tests.matches import tables

pytestmark = pytest.mark.slow


@pytest.fixture
def primary(django_db_setup: str, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """Work on a database that has a copy, which knows what was played before it was made."""
    with django_db_blocker.unblock():
        name = django_db_setup.removesuffix("_committed")
        with servers.copied_database(name, "primary") as copy, servers.using(copy):
            yield copy


def played() -> UUID:
    players = tables.people(3)
    match_id = tables.begun(players, options={"rounds": 1})
    tables.play_out(match_id, players)
    return match_id


def shown(match_id: UUID) -> object:
    lineage.changed.send(sender=None)
    RECORDINGS._kept.clear()  # noqa: SLF001 - what a new process does not have.
    return selectors.replay(match_id, None, at=40, viewer=None)


@pytest.fixture
def standby(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Forget a standby afterwards."""
    monkeypatch.setattr(replica.STANDBY, "away_until", 0.0)
    yield
    if replica.ALIAS in connections.databases:
        connections[replica.ALIAS].close()
        del connections[replica.ALIAS]
        del connections.databases[replica.ALIAS]


def set_up(name: str, **changes: object) -> None:
    """Have a database serve as the standby."""
    description = deepcopy(connections.databases["default"])
    connections.databases[replica.ALIAS] = description | {"NAME": name} | changes


def test_a_standby_is_read_where_it_has_the_end_and_the_primary_where_it_lags(
    primary: str, standby: None
) -> None:
    early = played()
    with servers.copied_database(primary, "standby") as name:
        # What only the standby holds tells who has answered.
        with servers.using(name):
            mark = "UPDATE eventstore_event SET actor = 'standby' WHERE stream_id = %s"
            as_owner(f"{mark} AND version = 3", early)
        late = played()
        set_up(name)
        points = {
            match.id: Point(match.version, bytes(match.head_hash)) for match in Match.objects.all()
        }

        read = {each: replica.load(KIND, each, points[each]) for each in (early, late)}

        assert read[early][2].actor == "standby"
        assert list(read[late]) == streams.load(KIND, late)
        going = tables.begun(tables.people(3))
        assert tables.page(going)["version"] > 1


def test_a_standby_that_is_away_is_not_missed_and_not_asked_again_at_once(
    primary: str, standby: None
) -> None:
    match_id = played()
    before = shown(match_id)
    set_up("nowhere_at_all")

    assert shown(match_id) == before
    assert replica.STANDBY.away_until > 0
    assert shown(match_id) == before


def test_a_replay_is_the_same_from_a_standby(primary: str, standby: None) -> None:
    match_id = played()
    before = shown(match_id)
    with servers.copied_database(primary, "standby") as name:
        set_up(name)

        assert shown(match_id) == before
        assert connections[replica.ALIAS].connection is not None
        connections[replica.ALIAS].close()
