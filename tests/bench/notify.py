"""How soon a thousand followers of a tournament are told of a round, and what moves cost then.

Everybody has a browser of their own at a push service of this process. The time runs from the
command that publishes until the message has come, encrypted for that browser alone. Moves go on at
a table all the time: their median while the messages go out stands beside that of before.
"""

import os
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice
from pathlib import Path
from statistics import median, quantiles

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from accounts.models import Account
from cutpurse.embedded.addresses import var_folder
from cutpurse.up.child import Child
from cutpurse.up.children import children
from games import registry
from notifications import subscribing
from notifications.models import Follow, PushSubscription
from tests.bench.context import Context
from tests.bench.figures import Figure, Figures
from tests.bench.randomness import seats_of
from tests.bench.rest import plays, tables
from tests.bench.rest.plays import Step
from tests.bench.rest.served import served
from tests.notifications.browsers import base64url
from tests.serving import in_a_thread
from tests.tournaments.events import REPORTED, Event

FOLLOWERS = 1000
EARLY = 8
"""Messages that are sent before anything is measured."""
EARLY_PATH = "/early/"
GAME = "stick-em"
PAUSE_S = 0.02
QUIET_S = 3.0
"""How long moves are timed before the round is published."""
PATIENCE_S = 120.0
KEY = base64url(b"\x0b" * 32)
NETWORKS = "127.0.0.1/32"


class PushService:
    """Takes messages, and notes when each browser's came."""

    def __init__(self) -> None:
        self.arrivals: dict[str, list[float]] = {}
        self.early: set[str] = set()
        """What came before anything was measured."""
        self.address = ""

    def missing(self, followers: int) -> int:
        """Return how many have not been told."""
        return followers - len(self.arrivals)


@contextmanager
def push_service() -> Iterator[PushService]:
    """Serve until the block ends."""
    service = PushService()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            if self.path.startswith(EARLY_PATH):
                service.early.add(self.path)
            else:
                service.arrivals.setdefault(self.path, []).append(time.monotonic())
            self.send_response(201)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_arguments: object) -> None:
            """Say nothing."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 256

    server = Server(("127.0.0.1", 0), Handler)
    service.address = f"http://127.0.0.1:{server.server_port}"
    with in_a_thread(server):
        yield service


def measure(context: Context, followers: int = FOLLOWERS) -> Figures:
    """Return how late followers are told; raise when one is told twice or never."""
    seated = tables.people(seats_of(registry.current_rules(GAME)))
    table = tables.table(GAME, seated)
    tables.free_states()
    steps = plays.steps(table, 1)
    event = Event(**REPORTED).enter_names(3).start()
    with push_service() as service, served(_web) as address, working() as worker:
        follow(event, service, followers)
        await_worker(service)
        context.advance(f"telling {followers} followers of a round")
        player = Mover(address, list(islice(steps, 4000)))
        player.start()
        time.sleep(QUIET_S)
        began, spent = time.monotonic(), cpu_s(worker)
        event.pair()
        _await_all(service, followers)
        ended, spent = time.monotonic(), cpu_s(worker) - spent
        player.stop()
    delays = delays_of(service, began)
    cuts = quantiles(delays, n=100, method="inclusive")
    before, during = player.medians_ms(began, ended)
    return {
        "notify_p50": Figure(round(1000 * cuts[49], 1), "ms"),
        "notify_p99": Figure(round(1000 * cuts[98], 1), "ms"),
        "notify_cpu": Figure(round(spent, 2), "s"),
        "notify_move_p50": Figure.of("ms", {"own": during, "quiet": before}, "own"),
    }


def cpu_s(session: int) -> float:
    """Return the processor's seconds of all processes of a session, which no other load lengthens.

    0 where the system has no /proc.
    """
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(FileNotFoundError, ProcessLookupError):
            # Behind the name, which may hold anything: state, parent, group, session, …
            fields = stat.read_text().rpartition(")")[2].split()
            if int(fields[3]) == session:
                ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def delays_of(service: PushService, began: float) -> list[float]:
    """Return how late everybody was told, in seconds; raise when somebody was told twice."""
    twice = [path for path, times in service.arrivals.items() if len(times) > 1]
    if twice:
        message = f"{len(twice)} followers were told more than once"
        raise AssertionError(message)
    return [times[0] - began for times in service.arrivals.values()]


def await_worker(service: PushService) -> None:
    """Wait until the worker's processes send: a site's have run for hours when a round begins."""
    account = Account.objects.create(username=f"early-{secrets.token_hex(6)}")
    for number in range(EARLY):
        row = _browser(account, f"{service.address}{EARLY_PATH}{number}")
        row.save()
        subscribing.test(account_id=account.pk, subscription_id=row.pk)
    give_up = time.monotonic() + PATIENCE_S
    while len(service.early) < EARLY:
        if time.monotonic() > give_up:
            message = "the worker does not work"
            raise AssertionError(message)
        time.sleep(0.02)


def _browser(account: Account, endpoint: str) -> PushSubscription:
    return PushSubscription(
        account=account,
        endpoint=endpoint,
        p256dh=_point(),
        auth=base64url(secrets.token_bytes(16)),
    )


@cache
def _point() -> str:
    point = ec.generate_private_key(ec.SECP256R1()).public_key()
    return base64url(point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def follow(event: Event, service: PushService, followers: int) -> None:
    """Make followers, each with a browser."""
    people = Account.objects.bulk_create(
        Account(username=f"fan-{secrets.token_hex(6)}") for _ in range(followers)
    )
    tournament = event.state.id
    Follow.objects.bulk_create(Follow(account=each, tournament_id=tournament) for each in people)
    PushSubscription.objects.bulk_create(
        _browser(each, f"{service.address}/{number}") for number, each in enumerate(people)
    )


def _await_all(service: PushService, followers: int) -> None:
    give_up = time.monotonic() + PATIENCE_S
    while missing := service.missing(followers):
        if time.monotonic() > give_up:
            message = f"{missing} of {followers} followers were not told"
            raise AssertionError(message)
        time.sleep(0.02)


class Mover(threading.Thread):
    """Somebody who goes on playing, and how long each move took."""

    def __init__(self, address: tuple[str, int], steps: list[Step]) -> None:
        super().__init__(daemon=True)
        self._address, self._steps = address, steps
        self._stopped = threading.Event()
        self.took: list[tuple[float, float]] = []
        """When each was sent, and how long it took, in seconds."""

    def run(self) -> None:
        """Move until stopped."""
        connection = HTTPConnection(*self._address, timeout=30)
        connection.connect()
        assert connection.sock is not None
        for step in self._steps:
            if self._stopped.is_set():
                break
            at = time.monotonic()
            connection.sock.sendall(step.request)
            answer = connection.response_class(connection.sock, method="POST")
            answer.begin()
            answer.read()
            self.took.append((at, time.monotonic() - at))
            time.sleep(PAUSE_S)
        connection.close()

    def stop(self) -> None:
        """Stop, and wait for the last move."""
        self._stopped.set()
        self.join()

    def medians_ms(self, began: float, ended: float) -> tuple[float, float]:
        """Return the median of a move before a moment, and between two."""
        before = [took for at, took in self.took if at < began]
        during = [took for at, took in self.took if began <= at <= ended]
        return 1000 * median(before), 1000 * median(during or before)


def _web(host: str, port: int) -> Child:
    web, *_ = children(var_folder(), host, port, prefix="bench-")
    return _with_key(web)


def _with_key(child: Child) -> Child:
    """Return a process with the key of the push service and the way to it."""
    more = {"VAPID_PRIVATE_KEY": KEY, "NOTIFY_NETWORKS": NETWORKS}
    return replace(child, environment={**child.environment, **more})


@contextmanager
def working() -> Iterator[int]:
    """Run the worker of `make up`, and give its session."""
    _, child, *_ = children(var_folder(), "127.0.0.1", 0, prefix="bench-")
    child = _with_key(child)
    child.start()
    assert child.process is not None
    try:
        yield child.process.pid
    finally:
        child.ask_to_stop()
        child.stop()
