"""Two web processes behind the proxy: a match stays with one, and either may be started anew."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import httpx
import pytest

from cutpurse import metrics
from tests import processes
from tests.api_players import ApiPlayer, begun, play_out
from tests.cutpurse.test_metrics import numbers
from tests.deploy.proxy import proxy

pytestmark = [pytest.mark.usefixtures("committed_db"), pytest.mark.slow, pytest.mark.long]

ACCEPTED = ("cutpurse_moves_total", "accepted")
LANE = ("cutpurse_moves_by_way_total", "lane")
DRAIN_S = 3
"""Three times as long as the proxy takes between two looks."""


class Web:
    """A web process on a port of its own, that can be started anew."""

    def __init__(self, environment: dict[str, str], folder: Path, stack: ExitStack) -> None:
        self.port = processes.free_port()
        self._environment = {
            **environment,
            "LOG_LEVEL": "ERROR",
            "NUM_PROXIES": "1",
            "DRAIN_SECONDS": str(DRAIN_S),
            metrics.FOLDER: str(metrics.fresh_folder(folder / str(self.port))),
        }
        self._stack = stack
        self._start()

    def _start(self) -> None:
        arguments = ["cutpurse.server", "--port", str(self.port)]
        self._running = self._stack.enter_context(processes.process(arguments, self._environment))
        processes.wait_for(f"http://127.0.0.1:{self.port}/healthz")

    def numbers(self) -> dict[tuple[str, ...], float]:
        """Return what the process has counted."""
        return numbers(httpx.get(f"http://127.0.0.1:{self.port}/metrics").text)

    def restart(self) -> None:
        """Ask it to stop in order, and start it again."""
        self._running.send_signal(signal.SIGTERM)
        self._running.wait(DRAIN_S + 30)
        self._start()

    def kill(self) -> None:
        """Kill it as a machine does that loses its power, and start it again."""
        os.killpg(self._running.pid, signal.SIGKILL)
        self._running.wait()
        self._start()


class Site:
    """Two web processes, and the proxy before them."""

    def __init__(self, environment: dict[str, str], folder: Path, stack: ExitStack) -> None:
        self.webs = [Web(environment, folder, stack) for _ in range(2)]
        ports = [web.port for web in self.webs]
        self.address = proxy(stack, folder, web=ports, streams=ports)


@pytest.fixture(scope="module")
def site(environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with ExitStack() as stack:
        yield Site(environment, tmp_path_factory.mktemp("site"), stack)


@pytest.fixture
def players(site: Site) -> Iterator[list[ApiPlayer]]:
    made = [ApiPlayer(site.address, name) for name in ("ann", "bob", "cleo")]
    yield made
    for player in made:
        player.close()


def test_all_moves_of_a_match_find_it_in_the_memory_of_one_process(
    site: Site, players: list[ApiPlayer]
) -> None:
    moves, lane, hosts = 0, 0.0, set()
    for number in range(4):
        before = [web.numbers() for web in site.webs]
        match = begun(players, options={"rounds": 1})
        moves += (made := play_out(players, match, Random(number)))
        after = [web.numbers() for web in site.webs]
        accepted = [
            each.get(ACCEPTED, 0) - old.get(ACCEPTED, 0)
            for each, old in zip(after, before, strict=True)
        ]
        lane += sum(
            each.get(LANE, 0) - old.get(LANE, 0) for each, old in zip(after, before, strict=True)
        )
        assert sorted(accepted) == [0, made]
        hosts.add(accepted.index(made))

    assert lane / moves >= 0.95


def test_a_header_of_a_strangers_making_does_not_choose_the_process(
    site: Site, players: list[ApiPlayer]
) -> None:
    match = begun(players, options={"rounds": 1})
    for number, player in enumerate(players):
        player.http.headers["X-Match"] = f"chosen-{number}"
    before = [web.numbers().get(ACCEPTED, 0) for web in site.webs]
    made = play_out(players, match, Random(1))

    after = [web.numbers().get(ACCEPTED, 0) for web in site.webs]
    assert sorted(now - then for now, then in zip(after, before, strict=True)) == [0, made]


def test_nobody_who_plays_notices_that_both_processes_are_started_anew(
    site: Site, players: list[ApiPlayer]
) -> None:
    restarted, moves, wrong = threading.Event(), [0], []

    def play() -> None:
        try:
            while not restarted.is_set():
                # Each request is sent once, and has to be answered as if nothing were.
                moves[0] += play_out(players, begun(players, options={"rounds": 1}), Random(2))
        except (AssertionError, httpx.TransportError) as error:
            wrong.append(error)

    playing = threading.Thread(target=play)
    playing.start()
    for web in site.webs:
        web.restart()
    restarted.set()
    playing.join()

    assert wrong == []
    assert moves[0] > 0
