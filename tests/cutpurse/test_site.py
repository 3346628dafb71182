"""What holds for every address: headers, health, the API's description, a safe deployment."""

import json
import logging
import stat
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from agenda import sql
from api import buckets
from api.problem_codes import KINDS
from cutpurse import secret
from cutpurse.embedded.addresses import ROOT
from tests.agenda import rows
from tests.callers import Answer, Caller, new_player

pytestmark = pytest.mark.django_db

ADDRESSES = (
    "/healthz",
    "/metrics",
    "/readyz",
    "/api/v1/me",
    "/api/v1/problems",
    "/api/v1/openapi.json",
    "/api/docs",
    "/admin/login/",
    "/nowhere",
    "/api/nowhere",
)


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_answer_carries_the_headers_that_protect_browsers(address: str) -> None:
    answer = Client().get(address)

    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"
    assert answer["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
    assert "'unsafe-inline'" not in answer["Content-Security-Policy"].split("style-src")[0]
    assert answer["X-Request-Id"]


def test_what_an_account_gets_is_stored_by_no_cache() -> None:
    assert new_player().get("/me").header("Cache-Control") == "no-store"
    assert Caller().get("/me").header("Cache-Control") == "no-store"


def test_json_may_load_nothing() -> None:
    answer = new_player().get("/me")

    assert answer.header("Content-Security-Policy") == "default-src 'none'; frame-ancestors 'none'"


def test_a_healthy_server_says_so() -> None:
    rows.clear()  # No worker runs here, so what is due again and again is late.

    alive, ready = Client().get("/healthz"), Client().get("/readyz")

    assert (alive.status_code, alive.json()) == (200, {"status": "ok"})
    assert ready.status_code == 200
    assert ready.json()["agenda_lag_seconds"] >= 0


@pytest.mark.more
def test_a_server_without_its_database_lives_but_is_not_ready(
    environment: dict[str, str],
) -> None:
    code = """
import django
django.setup()
from django.test import Client
client = Client(SERVER_NAME="localhost")
for path in ("/healthz", "/readyz", "/api/v1/me"):
    answer = client.get(path, headers={"Authorization": "Bearer cp_" + "a" * 43})
    print(answer.status_code, answer.headers.get("Retry-After"), answer.json().get("code"))
"""
    environment = environment | {
        "DATABASE_URL": "postgresql://nobody@/nothing?host=/nowhere",
        "PYTHONPATH": "platform:.",
    }

    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )

    assert done.stdout.splitlines() == [
        "200 None None",
        "503 1 unavailable",
        "503 1 unavailable",
    ]


def test_a_late_agenda_makes_the_server_not_ready(settings: Settings) -> None:
    overdue = timezone.now() - timedelta(seconds=settings.READY_LAG_MAX_SECONDS + 5)
    sql.schedule(kind="clock", subject=uuid4(), version=1, due_at=overdue)

    answer = Answer(Client().get("/readyz"))

    assert (answer.status, answer.code) == (503, "unavailable")
    assert answer.body["params"]["agenda_lag_seconds"] >= settings.READY_LAG_MAX_SECONDS


@pytest.mark.parametrize("address", ["/healthz", "/readyz"])
def test_health_is_only_read(address: str) -> None:
    answer = Answer(Client().post(address))

    assert (answer.status, answer.code) == (405, "method_not_allowed")
    assert answer.header("Allow") == "GET, HEAD"


def test_the_documentation_loads_from_this_server_alone() -> None:
    page = Client().get("/api/docs").content.decode()
    script = Client().get("/api/docs?script=").content.decode()

    assert '<html lang="en">' in page
    assert "<title>Cutpurse" in page
    assert "https://" not in page
    assert "/static/drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-bundle.js" in page
    assert "/api/v1/openapi.json" in script


def test_every_operation_is_described_with_its_problems_and_a_name_of_its_own() -> None:
    described = Client().get("/api/v1/openapi.json").json()
    operations = [operation for path in described["paths"].values() for operation in path.values()]

    names = [operation["operationId"] for operation in operations]
    assert len(set(names)) == len(names)
    for operation in operations:
        assert operation["summary"], operation["operationId"]
        assert operation["tags"] != ["api"], operation["operationId"]
        assert {"406", "413", "429", "500", "503"} <= set(operation["responses"])
        if operation.get("security") == [{"bearer": []}]:
            assert "401" in operation["responses"]
        if "requestBody" in operation:
            assert {"400", "415"} <= set(operation["responses"])


def test_the_table_of_codes_in_the_manual_is_the_one_of_the_code() -> None:
    manual = (ROOT / "docs" / "api.md").read_text()
    rows = [
        [cell.strip(" `") for cell in line.split("|")[1:4]]
        for line in manual.splitlines()
        if line.startswith("| `")
    ]

    expected = [[code, str(kind.status), kind.title] for code, kind in KINDS.items()]
    assert [row for row in rows if row[0] in KINDS] == expected


def test_the_table_of_limits_in_the_manual_is_the_one_of_the_code() -> None:
    lines = (ROOT / "docs" / "api.md").read_text().splitlines()
    tables = [[cell.strip(" `") for cell in line.split("|")[1:-1]] for line in lines]
    written = {row[0]: (row[3], row[4]) for row in tables if len(row) == 5}

    for name, text in buckets.DEFAULTS.items():
        rate, _, rest = text.partition(" burst ")
        said = rate.replace("/", " an " if rate.endswith("/hour") else " a ")
        assert written[name] == (said, rest.split()[0]), name


@pytest.mark.more
def test_django_finds_no_fault_with_a_deployment_over_https(environment: dict[str, str]) -> None:
    environment = environment | {
        "HTTPS": "1",
        "SITE_URL": "https://play.example.org",
        "SECRET_KEY": "k" * 10 + "".join(map(chr, range(48, 122))),
    }

    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr


def test_the_secret_key_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    file = tmp_path / "var" / "secret_key"

    first, again = secret.kept(file), secret.kept(file)

    assert first == again
    assert len(first) == 64
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert list(file.parent.iterdir()) == [file]


def test_a_line_of_the_log_names_the_route_and_nobody(caplog: pytest.LogCaptureFixture) -> None:
    caller = new_player(name="guy-of-gisborne")
    (ours,) = [one for one in logging.getLogger().handlers if type(one) is logging.StreamHandler]

    caller.get("/problems/no-such-code?who=guy-of-gisborne")

    logged = "\n".join(ours.format(record) for record in caplog.records)
    line = json.loads(logged.splitlines()[-1])
    assert line["route"] == "api/v1/problems/<slug:code>"
    assert (line["status"], line["event"]) == (400, "request")
    assert "gisborne" not in logged
    assert caller.token not in logged


def test_who_asks_whether_a_process_lives_may_call_it_by_any_name(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["play.example.org"]

    answers = [
        Client().get(path, headers={"host": "10.0.0.3:8000"}) for path in ("/healthz", "/games")
    ]

    assert [answer.status_code for answer in answers] == [200, 400]
