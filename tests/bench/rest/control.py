"""The control as a server with matches that wait for their first moves."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import msgspec

from cutpurse.embedded.addresses import ROOT
from cutpurse.up.child import Child
from tests.bench import databases
from tests.bench.rest.plays import Table
from tests.bench.rest.served import served

DATABASE = "bench_control"
SERVED_BY = (
    *("--interface", "wsgi", "--workers", "2", "--blocking-threads", "4"),
    "tests.bench.orm_control.wsgi:application",
)
"""What was measured best for it: 474 requests/s, against 376 with 2 x 16 threads."""


def prepare(
    environment: Mapping[str, str], *, game: str, lanes: int, matches: int
) -> list[list[Table]]:
    """Make the control's database and return the matches of every lane."""
    databases.create(DATABASE)
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.orm_control.prepare", game, str(lanes), str(matches)],
        check=True,
        stdout=subprocess.PIPE,
        env=own(environment),
    )
    return msgspec.json.decode(done.stdout, type=list[list[Table]])


def own(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of the control's processes."""
    return {
        **environment,
        "DATABASE_URL": databases.url(DATABASE),
        "DJANGO_SETTINGS_MODULE": "tests.bench.orm_control.settings",
        "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "platform"))),
    }


@contextmanager
def serving(environment: Mapping[str, str], logs: Path) -> Iterator[tuple[str, int]]:
    """Serve the control until the end of the context; give its address."""

    def process(host: str, port: int) -> Child:
        place = ("--host", host, "--port", str(port), "--log-level", "warning")
        command = (sys.executable, "-m", "granian", *SERVED_BY, *place)
        return Child("control", command, own(environment), logs / "control.log")

    with served(process) as address:
        yield address
