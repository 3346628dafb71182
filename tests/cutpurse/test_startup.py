"""What a process looks at before it serves."""

import sys
import time
from subprocess import PIPE, Popen

import httpx
import pytest

from cutpurse.embedded.addresses import ROOT
from tests import processes
from tests.samples import sampled

TOO_OLD = """
import sys
import time
from cutpurse import startup
startup.POSTGRES_MIN = (99,)
sys.argv = {arguments!r}
from {module} import main
sys.exit(main())
"""
"""Starts a process that takes the running PostgreSQL for an old one."""


def started(module: str, *arguments: str, environment: dict[str, str]) -> "Popen[str]":
    code = TOO_OLD.format(module=module, arguments=[module, *arguments])
    return Popen(
        [sys.executable, "-c", code],
        env={
            **environment,
            "DJANGO_SETTINGS_MODULE": "cutpurse.settings",
            "PYTHONPATH": "platform:.",
        },
        cwd=ROOT,
        stdout=PIPE,
        stderr=PIPE,
        text=True,
    )


@pytest.mark.parametrize(
    ("module", "arguments"),
    sampled(
        [
            ("cutpurse.server", ("--port", str(processes.free_port()))),
            ("celery.__main__", ("--app", "cutpurse", "worker", "--concurrency", "1")),
        ],
        "cutpurse.server",
    ),
)
def test_a_process_ends_at_once_when_postgresql_is_older_than_is_promised(
    module: str, arguments: tuple[str, ...], environment: dict[str, str]
) -> None:
    with started(module, *arguments, environment=environment) as process:
        said = "".join(process.communicate(timeout=60))

    assert process.returncode
    assert "PostgreSQL 99 or later is required (found 1" in said
    assert "Traceback" not in said


@pytest.mark.more
def test_a_server_starts_while_its_database_is_away(
    environment: dict[str, str],
) -> None:
    nowhere = {**environment, "DATABASE_URL": "postgresql://nobody@/nothing?host=/nowhere"}

    with processes.web(nowhere) as address:
        assert httpx.get(f"{address}/healthz").status_code == 200
        assert httpx.get(f"{address}/readyz").status_code == 503


@pytest.mark.more
def test_a_process_that_is_asked_to_stop_says_so_and_answers_until_it_does(
    environment: dict[str, str],
) -> None:
    port = processes.free_port()
    address = f"http://127.0.0.1:{port}"
    # Long enough for this test; the second signal ends it.
    patient = {**environment, "LOG_LEVEL": "ERROR", "DRAIN_SECONDS": "60"}
    with processes.process(["cutpurse.server", "--port", str(port)], patient) as running:
        processes.wait_for(f"{address}/healthz")

        running.terminate()
        give_up = time.monotonic() + 30
        while (said := httpx.get(f"{address}/healthz")).status_code == 200:
            assert time.monotonic() < give_up

        assert said.status_code == 503
        assert said.json()["code"] == "unavailable"
        assert httpx.get(f"{address}/readyz").status_code == 503
        assert httpx.get(f"{address}/api/v1/games").status_code == 200
        running.terminate()
        assert running.wait(30) is not None
