"""The commands of the systemd units, really started, behind the proxy as it stands there."""

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import httpx
import pytest

from cutpurse import metrics
from tests import processes
from tests.api_players import ApiPlayer, begun
from tests.cutpurse.test_metrics import numbers
from tests.deploy.proxy import proxy
from tests.deploy.units import arguments

PATIENCE_S = 30.0

pytestmark = [pytest.mark.usefixtures("committed_db"), pytest.mark.more]


class Site:
    """The processes of the units, and the proxy before them."""

    def __init__(self, environment: dict[str, str], folder: Path, stack: ExitStack) -> None:
        web, streams = (processes.free_port() for _ in range(2))
        ports = {"8000": str(web), "8001": str(streams)}
        for name in ("web", "streams", "worker"):
            own = metrics.fresh_folder(folder / name)
            changes = {"LOG_LEVEL": "ERROR", "NUM_PROXIES": "1", metrics.FOLDER: str(own)}
            given = arguments(f"cutpurse-{name}", ports)
            stack.enter_context(processes.process(given, {**environment, **changes}))
        self.web, self.streams = f"http://127.0.0.1:{web}", f"http://127.0.0.1:{streams}"
        for address in (self.web, self.streams):
            processes.wait_for(f"{address}/healthz")
        self.address = proxy(stack, folder, web=[web], streams=[streams])


@pytest.fixture(scope="module")
def site(environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with ExitStack() as stack:
        yield Site(environment, tmp_path_factory.mktemp("site"), stack)


@pytest.fixture
def ann(site: Site) -> Iterator[ApiPlayer]:
    player = ApiPlayer(site.address, "ann")
    yield player
    player.close()


def test_behind_the_proxy_bots_move_and_streams_come_from_their_own_process(
    site: Site, ann: ApiPlayer
) -> None:
    match = begun([ann], ["random", "random"], options={"rounds": 1})
    url = f"{site.address}/api/v1/matches/{match}/stream"
    rng, versions, give_up = Random(1), [0], time.monotonic() + PATIENCE_S
    with httpx.stream("GET", url, headers={"Accept": "application/x-ndjson"}) as stream:
        lines = (json.loads(line) for line in stream.iter_lines() if line)
        first = next(lines)
        while (seen := ann.look(match))["status"] == "live":
            assert time.monotonic() < give_up
            if seen["legal_moves"]:
                ann.post_move(match, rng.choice(seen["legal_moves"]), seen["version"])
        versions = [line["version"] for line in lines if line["type"] != "end"]

    assert versions == list(range(first["version"] + 1, seen["version"] + 1))
    asked = ("cutpurse_requests_total", "GET", metrics.STREAM_ROUTE, "200")
    assert numbers(httpx.get(f"{site.streams}/metrics").text)[asked] == 1
    assert asked not in numbers(httpx.get(f"{site.web}/metrics").text)


def test_the_proxy_shows_no_numbers_and_believes_no_forwarded_address(site: Site) -> None:
    hidden = httpx.get(f"{site.address}/metrics", headers={"X-Forwarded-For": "127.0.0.1"})
    page = httpx.get(f"{site.address}/healthz", headers={"Accept-Encoding": "gzip, zstd"})

    assert (hidden.status_code, hidden.content) == (404, b"")
    assert "content-encoding" not in page.headers
    assert "server" not in page.headers
