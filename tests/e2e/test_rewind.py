"""A database that goes back in time under two living web processes and a worker.

The oracle is a web process that has started since: the old ones must answer as it does.
"""

import json
import os
import re
import secrets
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeVar

import httpx
import pytest

from api import buckets
from tests import processes, rewinding
from tests.api_players import ApiPlayer, begun

pytestmark = pytest.mark.slow

SHORT = {"rounds": 1}
PATIENCE_S = 120.0
NDJSON = {"Accept": "application/x-ndjson"}
LIMITS = ";".join(f"{each}=10000/second burst 10000" for each in buckets.DEFAULTS)
SHOWN = re.compile(r'data-(?:version|status)="(\w+)"')
"""What a page says of how far the match is; the rest has tokens that are new each time."""
REWOUND = "cutpurse_rewound_states_total"


class Platform(NamedTuple):
    """Two web processes and a worker, on servers of their own."""

    environment: dict[str, str]
    past: rewinding.Past
    webs: Sequence[str]


@pytest.fixture
def platform(tmp_path: Path) -> Iterator[Platform]:
    environment = {
        **os.environ,
        **rewinding.addresses(tmp_path / "var"),
        "DJANGO_SETTINGS_MODULE": "cutpurse.settings",
        "SECRET_KEY": secrets.token_hex(16),
        "PROMETHEUS_MULTIPROC_DIR": str(tmp_path / "metrics"),
        "LIMITS": LIMITS,
    }
    (tmp_path / "metrics").mkdir()
    with ExitStack() as stack:
        place = stack.enter_context(rewinding.own_servers(tmp_path / "var"))
        manage(environment, "migrate", "--database", "owner")
        webs = [stack.enter_context(processes.web(environment)) for _ in range(2)]
        stack.enter_context(processes.worker(environment))
        yield Platform(environment, rewinding.Past(place, durable=False), webs)


def manage(environment: dict[str, str], *arguments: str) -> str:
    """Run a command of `manage.py` and return what it says; raises CalledProcessError."""
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(
        command, cwd=processes.ROOT, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout


class Sitter:
    """A player who comes through one web process or another, whatever answers at the moment."""

    def __init__(self, player: ApiPlayer, webs: Sequence[str]) -> None:
        self.name = player.name
        headers = {"Authorization": f"Bearer {player.token}"}
        self.doors = {
            web: httpx.Client(base_url=f"{web}/api/v1", headers=headers, timeout=30) for web in webs
        }

    def ask(
        self, web: str, method: str, path: str, body: Any = None, key: str | None = None
    ) -> httpx.Response:
        """Return the answer of a web process, once its connections are whole again."""
        headers = {} if method == "GET" else {"Idempotency-Key": key or secrets.token_hex(16)}

        def answer() -> httpx.Response | None:
            given = self.doors[web].request(method, path, json=body, headers=headers)
            return None if given.status_code == 503 else given

        given = until(answer)
        assert given is not None
        return given

    def close(self) -> None:
        """Let go of the connections."""
        for door in self.doors.values():
            door.close()

    def look(self, web: str, match: str) -> dict[str, Any]:
        page: dict[str, Any] = ApiPlayer.expect(200, self.ask(web, "GET", f"/matches/{match}"))
        return page

    def move(
        self, web: str, match: str, move: Any, version: int, key: str | None = None
    ) -> httpx.Response:
        asked = {"expected_version": version, "move": move}
        return self.ask(web, "POST", f"/matches/{match}/moves", asked, key)


T = TypeVar("T")


def until(found: Callable[[], T]) -> T:
    """Return what is found, as soon as anything is."""
    give_up = time.monotonic() + PATIENCE_S
    while time.monotonic() < give_up:
        with suppress(httpx.TransportError):
            if result := found():
                return result
        time.sleep(0.05)
    message = f"nothing was found within {PATIENCE_S:.0f} s"
    raise TimeoutError(message)


class Follower(threading.Thread):
    """Somebody who reads a stream until it ends."""

    def __init__(self, address: str, token: str) -> None:
        super().__init__(daemon=True)
        self.address = address
        self.headers = {**NDJSON, "Authorization": f"Bearer {token}"}
        self.lines: list[dict[str, Any]] = []
        self.start()

    def run(self) -> None:
        with (
            suppress(httpx.TransportError),
            httpx.stream("GET", self.address, headers=self.headers, timeout=30) as answer,
        ):
            self.lines.extend(json.loads(line) for line in answer.iter_lines() if line)

    def told(self, kind: str, match: str = "") -> list[dict[str, Any]]:
        """Return the lines of a kind."""
        return [
            line
            for line in list(self.lines)
            if line["type"] == kind and line.get("match", "") == match
        ]


def play_on(
    sitters: Sequence[Sitter], match: str, webs: Sequence[str], rng: Random, moves: int = 10**6
) -> dict[str, Any]:
    """Play some moves, or to the end, by turns through several processes."""
    turns = cycle(webs)
    give_up = time.monotonic() + PATIENCE_S
    seen = sitters[0].look(webs[0], match)
    while moves and seen["status"] == "live" and time.monotonic() < give_up:
        sitter = sitters[seen["to_act"][0] % len(sitters)]
        web = next(turns)
        seen = sitter.look(web, match)
        if not seen["legal_moves"]:
            time.sleep(0.02)
            continue
        answer = sitter.move(web, match, rng.choice(seen["legal_moves"]), seen["version"])
        assert answer.status_code in {201, 409}, answer.text
        if answer.status_code == 201:
            seen = answer.json()
            moves -= 1
    return seen


def answers(sitters: Sequence[Sitter], web: str, match: str) -> list[tuple[int, object]]:
    """Return all that a web process answers about a match, to its players and to a stranger."""
    said: list[tuple[int, object]] = []
    for sitter in sitters:
        for what in ("", "/events", "/log", "/proof"):
            given = sitter.ask(web, "GET", f"/matches/{match}{what}")
            said.append((given.status_code, comparable(given)))
    page = httpx.get(f"{web}/matches/{match}")
    said.append((page.status_code, SHOWN.findall(page.text)))
    return said


def must_agree(sitters: Sequence[Sitter], webs: Sequence[str], matches: Sequence[str]) -> None:
    """Check that all web processes answer the same about matches."""
    for match in matches:
        first, *others = (answers(sitters, web, match) for web in webs)
        if others != [first] * len(others):
            # The public log may have moved on between two of them, and with it a proof.
            first, *others = (answers(sitters, web, match) for web in webs)
        assert others == [first] * len(others)


def comparable(given: httpx.Response) -> bytes:
    """Return the body of an answer; of a refusal without the number of its request."""
    return given.content if given.is_success else given.json()["code"].encode()


def rewound_states(web: str) -> float:
    """Return how many states were forgotten because the database lacks them."""
    lines = httpx.get(f"{web}/metrics").text.splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.startswith(REWOUND))


class Intent(NamedTuple):
    """A move that can be sent more than once, to any process, always with the same key."""

    sitter: Sitter
    match: str
    move: Any
    version: int
    key: str

    def send(self, web: str) -> httpx.Response:
        """Send the move."""
        return self.sitter.move(web, self.match, self.move, self.version, self.key)


def intent(sitters: Sequence[Sitter], match: str, web: str, choice: int = 0) -> Intent:
    """Return one of the legal moves of whoever is to act, as a web process has the match."""
    seat = sitters[0].look(web, match)["to_act"][0]
    seen = sitters[seat].look(web, match)
    move = seen["legal_moves"][choice]
    return Intent(sitters[seat], match, move, seen["version"], secrets.token_hex(16))


def must_tell_the_truth_since(stream: Follower, reset: dict[str, Any], sitter: Sitter) -> None:
    """Check that a stream has told each event of the match once since it was reset."""
    _, snapshot, *news, end = stream.lines[stream.lines.index(reset) :]
    match = stream.address.split("/")[-2]
    web = stream.address.partition("/api")[0]
    events = sitter.ask(web, "GET", f"/matches/{match}/events").json()["results"]
    told, stored = (
        [(each["version"], each["type"], each["at"]) for each in lines] for lines in (news, events)
    )
    assert snapshot["version"] == reset["version"]
    assert told == stored[reset["version"] :]
    assert end == {"type": "end", "version": events[-1]["version"]}


@pytest.fixture
def people(platform: Platform) -> Iterator[list[ApiPlayer]]:
    people = [ApiPlayer(platform.webs[0], name) for name in ("ann", "bob", "cleo")]
    yield people
    for person in people:
        person.close()


@pytest.fixture
def sitters(platform: Platform, people: list[ApiPlayer]) -> Iterator[list[Sitter]]:
    sitters = [Sitter(person, platform.webs) for person in people]
    yield sitters
    for sitter in sitters:
        sitter.close()


def must_be_too_late(move: Intent, web: str, *, at: int, current: int) -> None:
    """Check that a move at a version of the lost time is refused with the version there is."""
    late = move._replace(version=at, key=secrets.token_hex(16)).send(web)
    assert late.status_code == 409
    assert late.json()["params"] == {"expected": at, "current": current}


@pytest.mark.long
def test_no_process_shows_or_plays_on_what_the_database_has_lost(
    platform: Platform, people: list[ApiPlayer], sitters: list[Sitter]
) -> None:
    past, webs = platform.past, platform.webs
    one, other = webs
    ending, ahead, shown, moved = matches = [begun(people, options=SHORT) for _ in range(4)]
    botted = begun(people[:1], ["greedy", "random"], options=SHORT)
    for match in matches:
        play_on(sitters, match, webs, Random(1), 3)
    past.keep()
    kept = {match: sitters[0].look(one, match)["version"] for match in matches}
    stream = Follower(f"{one}/api/v1/matches/{ahead}/stream", people[1].token)
    own = Follower(f"{other}/api/v1/me/stream", people[0].token)
    until(lambda: stream.told("snapshot") and own.told("ready"))

    # The time that will be lost.
    assert play_on(sitters, ending, webs, Random(1))["status"] == "finished"
    first = intent(sitters, ahead, one)
    assert first.send(one).status_code == 201
    lost_version = play_on(sitters, ahead, webs, Random(1), 6)["version"]
    play_on(sitters[:1], botted, webs, Random(1), 3)
    opened = begun(people, options=SHORT)
    for match in (shown, moved):
        assert intent(sitters, match, one, choice=0).send(one).status_code == 201
    must_agree(sitters, webs, [*matches, opened])
    for web in webs:
        answers(sitters, web, botted)
    until(lambda: own.told("match_finished", ending))

    past.return_to()

    with processes.web(platform.environment) as oracle:
        for sitter, person in zip(sitters, people, strict=True):
            sitter.doors |= Sitter(person, [oracle]).doors
        # At the versions that the old processes remember, but after other moves.
        for match in (shown, moved):
            assert intent(sitters, match, oracle, choice=1).send(oracle).status_code == 201
        assert intent(sitters, moved, oracle).send(one).status_code == 201

        must_agree(sitters, [oracle, *webs], [*matches, opened])
        assert sitters[0].look(one, ending)["status"] == "live"
        assert sitters[0].look(other, ending)["version"] == kept[ending]
        assert sitters[0].ask(one, "GET", f"/matches/{opened}").status_code == 404
        must_be_too_late(first, other, at=lost_version, current=kept[ahead])
        assert rewound_states(one) > 0

        again = first.send(other)
        assert again.status_code == 201
        assert "Idempotency-Replayed" not in again.headers
        (reset,) = until(lambda: stream.told("reset"))
        assert reset["version"] in {kept[ahead], kept[ahead] + 1}

        for match in matches:
            assert play_on(sitters, match, webs, Random(2))["status"] == "finished"
        assert play_on(sitters[:1], botted, webs, Random(2))["status"] == "finished"
        must_agree(sitters, [oracle, *webs], [*matches, botted])
        until(lambda: len(own.told("match_finished", ending)) == 2)
        until(lambda: stream.told("end"))
        must_tell_the_truth_since(stream, reset, sitters[1])
    assert "0 faults" in manage(platform.environment, "verify")
