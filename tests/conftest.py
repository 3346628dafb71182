"""What every test may ask for: real servers, and a database in one of two ways.

`db` (or the mark `django_db`) gives a transaction that is rolled back after the test, in a database
in which nothing is ever committed.
`committed_db` gives real commits in a database of its own, for tests with threads, processes or
servers: nothing is rolled back or flushed, since events can't be deleted, so such a test makes rows
of its own and counts no others. Of Django's two aliases `default` has the rights of the
application, `owner` those of migrations.
"""

import gc
import os
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings as configured
from django.db import connection
from hypothesis import HealthCheck, settings
from pytest_django import DjangoDbBlocker, Settings

from agenda import runs
from api import buckets, limits
from beacons import signatures
from eventstore import lineage, memory
from tests import processes, servers
from tests.beacons import keys
from tournaments.formats import pod_plan

gc.disable()
"""Until all tests are there: what is loaded by then stays, as in `cutpurse.loading`."""

settings.register_profile(
    "cutpurse",
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
"""A busy machine fails no example; where a change is checked, all runs try the same ones."""
settings.load_profile("cutpurse")

REGISTRATIONS = "register=10000/minute burst 10000"
"""One address registers all accounts of the tests."""
MANY_STREAMS = f"stream=1000/second burst 1000;{REGISTRATIONS}"
"""And opens all their streams."""
PROCESSES = {"browser", "environment", "site", "worker"}
"""Fixtures with which a test has processes of its own: it is slow."""
WAITING = ("slow", "alone", "database")
"""Marks of tests that wait for other processes, of which PostgreSQL is one."""
SERVERS = "running_servers"
"""The fixture behind all that give a database; a test with the mark `django_db` names none."""
RERUNS = 2
"""How often such a test is tried again; the summary names what needed it."""

LITTLE = pod_plan.Effort(tries=4, finishes=1, swaps=50, level=1)
"""How long tables of pods are looked for where a test is about something else."""

WORKERS_MAX = 4
"""Each has servers of its own, and a browser at times."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return one worker more than there are cores: tests wait for processes and for clocks."""
    return min(WORKERS_MAX, 1 + (os.cpu_count() or 1))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what starts processes or uses servers; try again what may have been starved."""
    for item in items:
        for alone in item.iter_markers("alone"):
            if not alone.kwargs.get("reason"):
                message = f"{item.nodeid} does not say why it is alone: alone(reason=...)"
                raise pytest.UsageError(message)
        if isinstance(item, pytest.Function) and PROCESSES.intersection(item.fixturenames):
            item.add_marker("slow")
        asks = SERVERS in getattr(item, "fixturenames", ())
        if asks or item.get_closest_marker("django_db"):
            item.add_marker("database")
        if any(item.get_closest_marker(each) for each in WAITING):
            item.add_marker(pytest.mark.flaky(reruns=RERUNS))


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Let the garbage collector look at what the tests make, and never at the tests."""
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def _static_files_when_they_are_asked_for() -> None:
    """Have Django's test clients look for a static file only when it is asked for.

    Each would first list all of them, as a server does that starts: that takes longer than a page.
    """
    configured.WHITENOISE_AUTOREFRESH = True


@pytest.fixture(scope="session", autouse=True)
def _states_held_between_commands() -> Iterator[None]:
    """Have states held within the transaction that is rolled back after a test, as a process does.

    Only a transaction inside of that one may be rolled back while the test still goes on. To fold a
    whole stream for each command would take most of the time of a match.
    """

    def is_provisional() -> bool:
        blocks: list[Any] = connection.atomic_blocks
        return any(not block._from_testcase for block in blocks)  # noqa: SLF001 - So does Django.

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(memory, "is_provisional", is_provisional)
        yield


@pytest.fixture(scope="session", autouse=True)
def _tests_may_think() -> Iterator[None]:
    """Have a run of the agenda limit no test's transaction, which goes on after the run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runs, "IDLE_MAX", "0")
        yield


@pytest.fixture(autouse=True)
def _rounds_are_signed_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the key of the tests for that of drand's nodes, with which nobody else can sign."""
    monkeypatch.setattr(signatures, "PUBLIC_KEY", keys.PUBLIC_KEY)


@pytest.fixture(autouse=True)
def _tables_are_soon_found(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have pods look for tables but a little in tests of whole tournaments, in the database.

    How good the tables are is tested without one. A round that others follow takes half a second.
    Where other processes draw as well, all look alike: else an audit would find other tables.
    """
    if PROCESSES.intersection(request.fixturenames):
        return
    if request.node.get_closest_marker("database"):
        monkeypatch.setattr(pod_plan, "effort", lambda _players: LITTLE)
        monkeypatch.setattr(pod_plan, "KICKS", 5)


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    """Forget the states that were held: the database no longer has what they were folded from."""
    lineage.changed.send(sender=None)


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
) -> Iterator[str]:
    """Make the session's databases; in place of pytest-django's fixture, which knows one role.

    Gives the name of the one for commits.
    """
    worker = getattr(request.config, "workerinput", {}).get("workerid", "")
    with (
        django_db_blocker.unblock(),
        servers.migrated_database(worker and f"_{worker}") as name,
        servers.copied_database(name) as copy,
        django_db_blocker.block(),
    ):
        yield copy


@pytest.fixture
def committed_db(django_db_setup: str, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Allow real commits in the database for them; they stay."""
    with django_db_blocker.unblock(), servers.using(django_db_setup):
        yield


@pytest.fixture
def no_limits(settings: Settings) -> Iterator[None]:
    """Let a test ask as often as it likes; a process takes so many permits that it hardly asks."""
    settings.LIMITS = dict.fromkeys(buckets.DEFAULTS, "1000000/second burst 1000000 lease 1000")
    limits.reset()
    yield
    limits.reset()


@pytest.fixture(scope="session")
def environment(django_db_setup: str, django_db_blocker: DjangoDbBlocker) -> dict[str, str]:
    """Return the environment for processes of the project that are to use the test databases."""
    with django_db_blocker.unblock(), servers.using(django_db_setup):
        return servers.environment()


@pytest.fixture(scope="session")
def site(environment: dict[str, str]) -> Iterator[str]:
    """Serve the site over HTTP from the test database, and give its address."""
    changes = {"DJANGO_SETTINGS_MODULE": "tests.settings", "LIMITS": MANY_STREAMS}
    with processes.web({**environment, **changes}) as address:
        yield address


@pytest.fixture(scope="module")
def worker(environment: dict[str, str]) -> Iterator[None]:
    """Run a Celery worker on the test database, for the rest of the module."""
    with processes.worker(environment):
        yield
