"""What operators read at /metrics: numbers of all processes, and nothing that names anybody."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import httpx
import pytest
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import Settings

from cutpurse import metrics
from cutpurse.embedded.addresses import ROOT
from tests import processes
from tests.api_players import ApiPlayer, begun, play_out

Numbers = dict[tuple[str, ...], float]

WORKER = """
import sys
from cutpurse import metrics
from matches.metrics import BOT_MOVES
BOT_MOVES.inc(3)
if "holds a stream" in sys.argv:
    metrics.STREAMS_OPEN.inc()
"""
"""Another process of the same machine, which ends without a goodbye."""


def numbers(text: str) -> Numbers:
    """Return every number by its name and the values of its labels."""
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return metrics.fresh_folder(tmp_path_factory.mktemp("run") / "metrics")


@pytest.fixture(scope="module")
def counting_site(environment: dict[str, str], folder: Path) -> Iterator[str]:
    """Serve the site as one of several processes."""
    with processes.web({**environment, metrics.FOLDER: str(folder)}) as address:
        yield address


@pytest.fixture
def players(counting_site: str) -> Iterator[list[ApiPlayer]]:
    made = [ApiPlayer(counting_site, name) for name in ("ann", "bob", "cleo")]
    yield made
    for player in made:
        player.close()


def read(site: str) -> Numbers:
    answer = httpx.get(f"{site}/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    return numbers(answer.text)


def work(folder: Path, *arguments: str) -> None:
    """Count in another process."""
    path = os.pathsep.join((str(ROOT / "platform"), str(ROOT)))
    environment = {
        **os.environ,
        "PYTHONPATH": path,
        "DJANGO_SETTINGS_MODULE": "cutpurse.settings",
        metrics.FOLDER: str(folder),
    }
    subprocess.run([sys.executable, "-c", WORKER, *arguments], env=environment, check=True)


@pytest.mark.more
@pytest.mark.usefixtures("committed_db")
def test_moves_requests_and_streams_are_counted_and_nobody_is_named(
    counting_site: str, players: list[ApiPlayer]
) -> None:
    match = begun(players, options={"rounds": 1})
    seen = players[0].look(match)
    before = read(counting_site)
    with httpx.stream("GET", f"{counting_site}/api/v1/matches/{match}/stream") as stream:
        lines = stream.iter_lines()
        next(lines)
        assert read(counting_site)["cutpurse_streams_open",] == 1
        late = players[0].post_move(match, {"type": "play_card"}, seen["version"] - 1)
        made = play_out(players, match, Random(1))
    httpx.get(f"{counting_site}/api/v1/matches/{match}/nowhere/ann")
    text = httpx.get(f"{counting_site}/metrics").text
    after = numbers(text)

    assert late.json()["code"] == "version_conflict"
    assert after["cutpurse_moves_total", "accepted"] == made
    assert after["cutpurse_moves_total", "version_conflict"] == 1
    ways = [after["cutpurse_moves_by_way_total", way] for way in ("lane", "thread")]
    assert sum(ways) == made
    assert ways[0] > 0
    assert after["cutpurse_requests_total", "POST", metrics.MOVES_ROUTE, "201"] == made
    assert after["cutpurse_requests_total", "POST", metrics.MOVES_ROUTE, "409"] == 1
    assert after["cutpurse_requests_total", "GET", metrics.STREAM_ROUTE, "200"] == 1
    assert after["cutpurse_request_seconds_count", "move"] == made + 1
    assert before["cutpurse_database_up",] == 1
    assert after["cutpurse_event_store_bytes",] > 0
    assert ("cutpurse_agenda_lag_seconds",) in after
    assert match not in text
    assert not [player.name for player in players if player.name in text]


@pytest.mark.more
@pytest.mark.usefixtures("committed_db")
def test_processes_count_together_and_what_the_dead_held_is_forgotten(
    counting_site: str, folder: Path
) -> None:
    before = read(counting_site)["cutpurse_bot_moves_total",]
    work(folder)
    work(folder, "holds a stream")
    after = read(counting_site)

    assert after["cutpurse_bot_moves_total",] == before + 6
    assert after["cutpurse_streams_open",] == 0


def test_a_process_that_has_ended_and_was_not_reaped_counts_no_more() -> None:
    ended = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    assert metrics.is_running(ended.pid)

    ended.kill()
    os.waitid(os.P_PID, ended.pid, os.WEXITED | os.WNOWAIT)

    assert not metrics.is_running(ended.pid)
    ended.communicate()


@pytest.mark.django_db
def test_without_a_token_only_the_machine_itself_may_read() -> None:
    for here in ("127.0.0.1", "::1"):
        assert Client(REMOTE_ADDR=here).get("/metrics").status_code == 200
    for elsewhere in (
        Client(REMOTE_ADDR="192.0.2.7"),
        Client(REMOTE_ADDR=""),
        Client(REMOTE_ADDR="127.0.0.1", headers={"X-Forwarded-For": "127.0.0.1"}),
        Client(REMOTE_ADDR="127.0.0.1", headers={"Via": "1.1 proxy"}),
    ):
        answer = elsewhere.get("/metrics")
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.django_db
def test_with_a_token_who_sends_it_may_read(settings: Settings) -> None:
    settings.METRICS_TOKEN = "count on me"

    right = Client(REMOTE_ADDR="192.0.2.7", headers={"Authorization": "Bearer count on me"})
    wrong = Client(REMOTE_ADDR="127.0.0.1", headers={"Authorization": "Bearer ünd"})

    assert right.get("/metrics").status_code == 200
    assert wrong.get("/metrics").json()["code"] == "not_authenticated"


@pytest.mark.django_db
def test_a_method_or_route_of_a_strangers_making_makes_no_new_number() -> None:
    client = Client()
    for name in ("ann", "bob"):
        client.generic(name.upper(), f"/nowhere/{name}")

    text = metrics.exposition().decode()

    assert 'method="other",route="none"' in text
    assert "ANN" not in text
