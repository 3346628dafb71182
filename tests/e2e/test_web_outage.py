"""The web is killed while a worker lives on: nobody loses time in which nobody could move."""

import signal
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack

import psycopg
import pytest
from django.conf import settings
from psycopg import sql

from cutpurse import roles
from tests import processes, servers
from tests.agenda.processes import within
from tests.api_players import ApiPlayer, begun

NAME = "test_web_outage"
LEAST_S = 3
CLOCK_S = 6
PATIENCE_S = 30

pytestmark = [
    pytest.mark.usefixtures("running_servers"),
    pytest.mark.alone(reason="three seconds without a heartbeat are an outage"),
    pytest.mark.long,
]


@pytest.fixture
def environment() -> Iterator[dict[str, str]]:
    """Return the environment of processes with a database where no other web process beats."""
    drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(NAME))
    with servers.connected(servers.MAINTENANCE) as owner:
        owner.execute(drop)
        roles.create_database(owner, NAME)
    with servers.connected(NAME) as owner:
        role = psycopg.conninfo.conninfo_to_dict(settings.DATABASE_URL)["user"]
        roles.grant_defaults(owner, str(role))
    given = {
        **servers.environment(),
        "DATABASE_URL": servers.url_of(settings.DATABASE_URL, NAME),
        "DATABASE_OWNER_URL": servers.url_of(settings.DATABASE_OWNER_URL, NAME),
        "OUTAGE_MIN_SECONDS": str(LEAST_S),
        "LOG_LEVEL": "ERROR",
    }
    with processes.process(["django", "migrate", "--database", "owner", "-v", "0"], given) as run:
        assert run.wait(120) == 0
    yield given
    servers.end_sessions(NAME)
    with servers.connected(servers.MAINTENANCE) as owner:
        owner.execute(drop)


def types(player: ApiPlayer, match: str) -> list[str]:
    events = player.expect(200, player.http.get(f"/matches/{match}/events"))
    return [each["type"] for each in events["results"]]


def test_while_all_web_processes_are_dead_no_clock_runs_out_and_time_is_given_back(
    environment: Mapping[str, str],
) -> None:
    port = processes.free_port()
    address = f"http://127.0.0.1:{port}"
    web = ["cutpurse.server", "--port", str(port)]
    with ExitStack() as stack:
        stack.enter_context(processes.worker(environment))
        killed = stack.enter_context(processes.process(web, environment))
        processes.wait_for(f"{address}/healthz")
        ann, bob = (ApiPlayer(address, name) for name in ("ann", "bob"))
        match = begun([ann, bob], game="pickpocket", clock={"per_move": CLOCK_S})
        deadline = ann.look(match)["deadline"]

        killed.send_signal(signal.SIGKILL)
        killed.wait()
        time.sleep(CLOCK_S + 2 * LEAST_S)
        stack.enter_context(processes.process(web, environment))
        processes.wait_for(f"{address}/healthz")

        assert within(PATIENCE_S, lambda: "clock_credited" in types(ann, match)), types(ann, match)
        assert "seat_timed_out" not in types(ann, match)
        assert ann.look(match)["deadline"] > deadline
        # With the web alive, who does not move runs out of time as ever.
        assert within(PATIENCE_S, lambda: "seat_timed_out" in types(ann, match))
        for player in (ann, bob):
            player.close()
