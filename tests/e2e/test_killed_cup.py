"""A cup of bots goes on while its web server and its workers are killed again and again.

`CUP_KILLS=40 CUP_BOTS=24 pytest tests/e2e/test_killed_cup.py` is a longer run.
"""

import os
import secrets
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from random import Random
from typing import Any

import httpx
import pytest
from django.db import connection

from accounts.models import Account
from eventstore import streams, verification
from matches.models import Match
from tests import processes
from tests.api_players import PASSWORD, ApiPlayer
from tests.tournaments.events import Event, run_all
from tournaments import stage_queries
from tournaments.events import KIND
from tournaments.models import Table
from tournaments.services import lifecycle, rounds
from tournaments.state import Role, Status, TournamentState

KILLS = int(os.environ.get("CUP_KILLS", "2"))
BOTS = int(os.environ.get("CUP_BOTS", "8"))
PATIENCE_S = 120.0 + 25.0 * KILLS
LIFE_S = (0.3, 2.5)
"""How long a process lives before it is killed: from its start on, so also while it wakes up."""

STAGES = [
    {"format": "player_count_rounds", "options": {"qualify": "by_table"}},
    {"format": "knockout", "options": {"advance": 2}, "take": 4},
]


@contextmanager
def web(environment: Mapping[str, str], port: int) -> Iterator["subprocess.Popen[bytes]"]:
    """Serve the site on a port, whether or not it answers yet."""
    arguments = ["cutpurse.server", "--port", str(port)]
    with processes.process(arguments, {**environment, "LOG_LEVEL": "CRITICAL"}) as running:
        yield running


class Stage:
    """What runs, and dies."""

    def __init__(self, environment: Mapping[str, str], seed: int) -> None:
        self.port = processes.free_port()
        self.environment = {**environment, "DJANGO_SETTINGS_MODULE": "tests.settings"}
        self.rng = Random(seed)
        self.killed = 0

    def started(self, what: str) -> "ExitStack":
        """Start a process, which ends with the stack at the latest."""
        stack = ExitStack()
        if what == "web":
            running = stack.enter_context(web(self.environment, self.port))
        else:
            running = stack.enter_context(processes.worker(self.environment))
        stack.callback(_kill, running)
        return stack


def _kill(running: "subprocess.Popen[bytes]") -> None:
    if running.poll() is None:
        os.killpg(running.pid, signal.SIGKILL)
        running.wait()


def state_of(event: Event) -> TournamentState:
    connection.close()
    return event.state


class Director:
    """Runs the rounds over HTTP, sending the same request with the same key until it is done."""

    def __init__(self, token: str, address: str, event: Event) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        base = f"{address}/api/v1/tournaments/{event.slug}"
        self.http = httpx.Client(base_url=base, headers=headers, timeout=5)
        self.event = event
        self._asked: tuple[str, str] | None = None

    def go_on(self, *, may_finish: bool) -> None:
        """Do what comes next, if anything does; try again later where nobody answers."""
        state = state_of(self.event)
        wanted = _next_step(state)
        if wanted is None or (wanted == "finish" and not may_finish):
            return
        if self._asked is None or self._asked[0] != f"{wanted} {state.version}":
            self._asked = (f"{wanted} {state.version}", secrets.token_hex(16))
        try:
            answer = self.http.post(
                f"/{wanted}",
                json={"expected_version": state.version},
                headers={"Idempotency-Key": self._asked[1]},
            )
        except httpx.TransportError:
            return
        assert answer.status_code in {200, 409, 503}, answer.text


def _next_step(state: TournamentState) -> str | None:
    round_ = state.round
    if state.stages[-1].ranking is not None:
        return "finish"
    if round_ is None or round_.closed:
        return "rounds"
    if not round_.published:
        return f"rounds/{round_.number}/publish"
    return f"rounds/{round_.number}/close" if round_.done else None


def organiser_token(address: str, event: Event) -> str:
    """Return the token of a new account that may direct a tournament."""
    player = ApiPlayer(address, "olga")
    account = Account.objects.get(username=player.name)
    Account.objects.filter(pk=account.pk).update(is_staff=True)
    event.do(lifecycle.give_role, account=account.pk, role=Role.ORGANISER)
    asked = {"username": player.name, "password": PASSWORD, "scopes": ["organise", "read"]}
    token: str = player.expect(201, player.http.post("/tokens", json=asked))["token"]
    player.close()
    return token


def played_out(event: Event, stage: Stage) -> None:
    """Play a cup to its end while everything is killed, so many times and then no more."""
    address = f"http://127.0.0.1:{stage.port}"
    running = {"web": stage.started("web"), "worker": stage.started("worker")}
    processes.wait_for(f"{address}/healthz")
    director = Director(organiser_token(address, event), address, event)
    give_up = time.monotonic() + PATIENCE_S
    dies_at = time.monotonic() + stage.rng.uniform(*LIFE_S)
    while state_of(event).status is not Status.FINISHED:
        assert time.monotonic() < give_up, "the cup does not come to its end"
        if stage.killed < KILLS and time.monotonic() > dies_at:
            what = stage.rng.choice(sorted(running))
            running[what].close()
            running[what] = stage.started(what)
            stage.killed += 1
            dies_at = time.monotonic() + stage.rng.uniform(*LIFE_S)
        director.go_on(may_finish=stage.killed == KILLS)
        time.sleep(0.1)
    for each in running.values():
        each.close()
    director.http.close()


def standings(state: TournamentState) -> list[Any]:
    return [(line.rank, line.entrant, line.points) for line in stage_queries.lines_of(state)]


@pytest.mark.long
def test_no_table_is_played_twice_and_no_result_lost_while_web_and_workers_are_killed(
    committed_db: None, environment: dict[str, str]
) -> None:
    event = Event(
        bots="only",
        options={"rounds": 1},
        stages=STAGES,
        table={"min": 3, "target": 4, "max": 4},
    )
    event.enter_bots(BOTS).start()
    stage = Stage(environment, seed=KILLS)

    played_out(event, stage)

    connection.close()
    assert stage.killed == KILLS
    state = event.state
    tables = [table for _, table in state.tables()]
    for table in tables:
        (match,) = Match.objects.filter(table_id=table.id)
        assert (match.id, match.status) == (table.match, "finished")
        assert list(table.places or ()) == (match.result or {})["placings"]
        assert verification.check("match", match.id) == []
    assert Table.objects.filter(tournament=state.id).count() == len(tables)
    assert verification.check(KIND, state.id) == []
    _check_rollback(event, standings(state))


def _check_rollback(event: Event, before: list[Any]) -> None:
    """Take the last round's results and all that followed back: the matches bring them again."""
    state = event.state
    last = state.rounds[-1]
    version = next(
        each.version
        for each in reversed(streams.load(KIND, state.id))
        if each.type == "table_opened" and str(last.tables[0].id) in each.body
    )

    event.do(lifecycle.roll_back, to_version=version, reason="to see")
    assert event.state.status is Status.RUNNING
    run_all()
    event.do(rounds.close, number=last.number)
    event.do(lifecycle.finish)

    assert standings(event.state) == before
    assert verification.check(KIND, state.id) == []
