"""What every test may ask for: real servers, and a database in one of two ways.

`db` (or the mark `django_db`) gives a transaction that is rolled back after the test.
`committed_db` gives real commits, for tests with threads, processes or servers: nothing is rolled
back or flushed, since events can't be deleted, so such a test makes rows of its own and counts no
others. Of Django's two aliases `default` has the rights of the application, `owner` those of
migrations.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connections
from hypothesis import HealthCheck, settings
from pytest_django import DjangoDbBlocker

from tests import processes, servers

settings.register_profile(
    "cutpurse",
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
"""A busy machine fails no example; where a change is checked, all runs try the same ones."""
settings.load_profile("cutpurse")

ALONE = ("agenda", "bench", "chaos", "client", "cutpurse", "deploy", "e2e")
"""Folders whose tests start servers and workers and look at the clock."""
AMONG_OTHERS = "test_api_contract.py"
"""What in these folders does neither."""
REGISTRATIONS = "register=10000/minute burst 10000"
"""One address registers all accounts of the tests."""
MANY_STREAMS = f"stream=1000/second burst 1000;{REGISTRATIONS}"
"""And opens all their streams."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that must have the machine for themselves."""
    root = Path(__file__).parent
    for item in items:
        folder = item.path.relative_to(root).parts[0]
        if folder in ALONE and item.path.name != AMONG_OTHERS:
            item.add_marker("alone")


@pytest.fixture(scope="session")
def running_servers() -> Iterator[None]:
    """Keep PostgreSQL and Redis running at the addresses of the settings."""
    with servers.servers():
        yield


@pytest.fixture(scope="session")
def django_db_setup(
    request: pytest.FixtureRequest,
    running_servers: None,
    django_test_environment: None,
    django_db_blocker: DjangoDbBlocker,
) -> Iterator[None]:
    """Make the session's database; in place of pytest-django's fixture, which knows one role."""
    worker = getattr(request.config, "workerinput", {}).get("workerid", "")
    with (
        django_db_blocker.unblock(),
        servers.migrated_database(worker and f"_{worker}"),
        django_db_blocker.block(),
    ):
        yield


@pytest.fixture
def committed_db(
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
) -> Iterator[None]:
    """Allow real commits in the test database; they stay."""
    with django_db_blocker.unblock():
        yield
        connections.close_all()


@pytest.fixture(scope="session")
def environment(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> dict[str, str]:
    """Return the environment for processes of the project that are to use the test database."""
    with django_db_blocker.unblock():
        return servers.environment()


@pytest.fixture(scope="session")
def site(environment: dict[str, str]) -> Iterator[str]:
    """Serve the site over HTTP from the test database, and give its address."""
    changes = {"DJANGO_SETTINGS_MODULE": "tests.settings", "LIMITS": MANY_STREAMS}
    with processes.web({**environment, **changes}) as address:
        yield address


@pytest.fixture
def worker(environment: dict[str, str]) -> Iterator[None]:
    """Run a Celery worker on the test database."""
    with processes.worker(environment):
        yield
