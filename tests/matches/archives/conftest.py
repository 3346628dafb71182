"""A database with matches of a month that are over, whose partitions a test may drop."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django import DjangoDbBlocker, Settings

from tests import servers
from tests.matches import tables


@pytest.fixture
def own_database(django_db_setup: str, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Work on a database of the test's own, whose partitions it may drop."""
    with django_db_blocker.unblock():
        name = django_db_setup.removesuffix("_committed")
        with servers.copied_database(name, "archived") as copy, servers.using(copy):
            yield


@pytest.fixture
def folder(own_database: None, settings: Settings, tmp_path: Path) -> Path:
    """Return where the archives are, with two matches of this month that are over."""
    settings.ARCHIVE_FOLDER = tmp_path / "archives"
    for seed in (1, 2):
        players = tables.people(3)
        match_id = tables.begun(players, options={"rounds": 1})
        tables.play_out(match_id, players, seed)
    return tmp_path / "archives"
