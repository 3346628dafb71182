"""What a report of an error tells a stranger, and what it must not."""

import gzip
import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from cutpurse import error_reports
from cutpurse.embedded.addresses import ROOT
from tests.serving import in_a_thread

pytest.importorskip("sentry_sdk")

SECRETS = (
    "queen-of-hearts",
    "cp_aSecretTokenOfSomebody",
    "ann@example.org",
    "Ann Example",
    "192.0.2.77",
    "019a3cbb-2c00-7000-8000-00000000beef",
)
"""A hidden card, a token, an address of mail, a name, an address, a private match's id."""

HOSTILE = """
import django, logging, sys
django.setup()
import structlog
import sentry_sdk
from api import exception_handlers
secrets = sys.argv[1:]
log = structlog.get_logger("cutpurse.api")

def deal(hand, player):
    local = {"hand": hand, "who": player}
    raise LookupError(f"{hand} of {player} is not there: {local}")

def broken():
    try:
        deal(secrets[0], secrets[3])
    except LookupError as error:
        raise RuntimeError(" ".join(secrets)) from error

sentry_sdk.set_user({"username": secrets[3], "email": secrets[2], "ip_address": secrets[4]})
sentry_sdk.set_tag("hand", secrets[0])
sentry_sdk.set_context("match", {"id": secrets[5]})
sentry_sdk.add_breadcrumb(message=" ".join(secrets))
structlog.contextvars.bind_contextvars(request_id="a" * 32)
try:
    broken()
except RuntimeError as error:
    exception_handlers.log_and_convert(error)
    logging.getLogger("django.request").critical("%s", " ".join(secrets), exc_info=True)
log.error("Some text with " + " ".join(secrets), hand=secrets[0])
log.error("database_changed", before=secrets[5])
try:
    raise django.db.OperationalError(secrets[4])
except django.db.OperationalError as error:
    exception_handlers.log_and_convert(error)
sentry_sdk.flush(10)
"""


class Collector(HTTPServer):
    """Takes reports as Sentry does."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.bodies: list[bytes] = []


class Handler(BaseHTTPRequestHandler):
    """Keeps what is sent."""

    def do_POST(self) -> None:
        """Keep an envelope."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        packed = self.headers.get("Content-Encoding") == "gzip"
        assert isinstance(self.server, Collector)
        self.server.bodies.append(gzip.decompress(body) if packed else body)
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *_arguments: object) -> None:
        """Say nothing."""


@pytest.fixture
def collector() -> Iterator[Collector]:
    server = Collector()
    with in_a_thread(server):
        yield server


def reports(bodies: list[bytes]) -> list[Any]:
    """Return the reports of envelopes: lines of JSON, of which every other one is a heading."""
    lines = [json.loads(line) for body in bodies for line in body.splitlines() if line]
    return [line for line in lines if "platform" in line]


@pytest.mark.more
def test_a_report_says_where_an_error_was_and_nothing_of_whom_it_was_about(
    collector: Collector,
) -> None:
    environment = {
        **os.environ,
        "PYTHONPATH": f"{ROOT / 'platform'}{os.pathsep}{ROOT}",
        "DJANGO_SETTINGS_MODULE": "cutpurse.settings",
        "SENTRY_DSN": f"http://key@127.0.0.1:{collector.server_port}/1",
        "CUTPURSE_PROCESS": "web",
    }

    done = subprocess.run(
        [sys.executable, "-c", HOSTILE, *SECRETS],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    raw = b"\n".join(collector.bodies)
    assert [secret for secret in SECRETS if secret.encode() in raw] == []
    found = reports(collector.bodies)
    # The outage is not among them.
    assert len(found) == 4
    first = found[0]
    assert [each["type"] for each in first["exception"]["values"]] == [
        "LookupError",
        "RuntimeError",
    ]
    frames = first["exception"]["values"][0]["stacktrace"]["frames"]
    assert frames[-1]["function"] == "deal"
    assert first["tags"] == {
        "process": "web",
        "logger": "cutpurse.api",
        "what": "server_error",
        "request_id": "a" * 32,
    }
    assert {each.get("message") for each in found} == {None, "error", "database_changed"}
    assert not any(
        {"user", "request", "breadcrumbs", "contexts", "server_name"} & each.keys()
        for each in found
    )


def test_whatever_a_library_adds_to_a_report_is_left_behind() -> None:
    event = {
        "event_id": "1",
        "request": {"headers": {"Authorization": SECRETS[1]}, "data": SECRETS[0]},
        "user": {"username": SECRETS[3]},
        "extra": {"hand": SECRETS[0]},
        "logentry": {"message": SECRETS[2]},
        "message": SECRETS[2],
        "transaction": f"/matches/{SECRETS[5]}",
        "tags": {"what": "server_error", "hand": SECRETS[0]},
        "modules": {},
        "exception": {
            "values": [
                {
                    "type": "KeyError",
                    "value": SECRETS[0],
                    "stacktrace": {
                        "frames": [
                            {"function": "f", "vars": {"h": SECRETS[0]}, "context_line": SECRETS[3]}
                        ]
                    },
                }
            ]
        },
    }

    kept = error_reports.allowed(event)

    text = json.dumps(kept)
    assert [secret for secret in SECRETS if secret in text] == []
    assert kept == {
        "event_id": "1",
        "tags": {"what": "server_error"},
        "exception": {
            "values": [
                {"type": "KeyError", "module": None, "stacktrace": {"frames": [{"function": "f"}]}}
            ]
        },
    }


@pytest.mark.parametrize("event", [{}, {"exception": None}, {"exception": {"values": ["odd"]}}])
def test_a_report_of_an_odd_shape_is_sent_without_it(event: dict[str, object]) -> None:
    assert error_reports.allowed(event) == {"message": "error"}


def test_without_an_address_nothing_is_reported(caplog: pytest.LogCaptureFixture) -> None:
    assert "SENTRY_DSN" not in os.environ

    error_reports.start()
    logging.getLogger("cutpurse").error("something")

    assert not error_reports._send  # noqa: SLF001 - There is nothing else to see.
