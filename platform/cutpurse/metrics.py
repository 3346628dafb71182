"""What the platform counts, as Prometheus reads it: numbers by route and code, never who or what.

With PROMETHEUS_MULTIPROC_DIR set to an empty folder, all processes of a machine count into files
there and any web process answers for all of them. Without it each answers for itself.
"""

import asyncio
import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec
from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponseBase
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, multiprocess
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.exposition import generate_latest

from agenda import selectors
from eventstore import partitions
from matches import metrics as of_matches

FOLDER = of_matches.FOLDER
MOVES_ROUTE = "api/v1/matches/<uuid:match_id>/moves"
STREAM_ROUTE = "api/v1/matches/<uuid:match_id>/stream"
METHODS = frozenset({"DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"})
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Seconds."""
PROCESS_FILE = re.compile(r"gauge_live\w+_(\d+)\.db")

_registry = CollectorRegistry()

REQUESTS = Counter(
    "cutpurse_requests",
    "Requests by route and status.",
    ["method", "route", "status"],
    registry=_registry,
)
REQUEST_SECONDS = Histogram(
    "cutpurse_request_seconds",
    "How long requests took.",
    ["kind"],
    buckets=BUCKETS,
    registry=_registry,
)
MOVES = Counter(
    "cutpurse_moves",
    "Moves over HTTP: accepted, replayed, or the code of the refusal.",
    ["result"],
    registry=_registry,
)
STREAMS_OPEN = Gauge(
    "cutpurse_streams_open",
    "Streams that are open now.",
    multiprocess_mode="livesum",
    registry=_registry,
)
REWOUND_STATES = Counter(
    "cutpurse_rewound_states",
    "States of matches that a process held and the database no longer holds.",
    registry=_registry,
)


class _Gathered:
    """Counters to which the event loop adds once a turn: each addition costs a move 1 %."""

    def __init__(self, *counters: Counter) -> None:
        self._counters = counters
        self._waiting = 0

    def add_one(self) -> None:
        """Count one more, at the end of this turn of the loop."""
        self._waiting += 1
        if self._waiting == 1:
            asyncio.get_running_loop().call_soon(self._add)

    def _add(self) -> None:
        waiting, self._waiting = self._waiting, 0
        for counter in self._counters:
            counter.inc(waiting)


_move_made = REQUESTS.labels("POST", MOVES_ROUTE, "201")
_accepted = _Gathered(_move_made, MOVES.labels("accepted"))
_replayed = _Gathered(_move_made, MOVES.labels("replayed"))
_move_seconds = REQUEST_SECONDS.labels("move")
_other_seconds = REQUEST_SECONDS.labels("other")


class _Refusal(msgspec.Struct):
    code: str = "unknown"


def count_move(status: int, body: bytes, seconds: float, *, is_replayed: bool) -> None:
    """Count a move that came past Django's handlers; runs in the event loop."""
    _move_seconds.observe(seconds)
    if status == 201:
        (_replayed if is_replayed else _accepted).add_one()
    else:
        REQUESTS.labels("POST", MOVES_ROUTE, str(status)).inc()
        MOVES.labels(msgspec.json.decode(body, type=_Refusal).code).inc()


def count_stream(method: str, status: int) -> None:
    """Count a stream that was asked for."""
    REQUESTS.labels(method, STREAM_ROUTE, str(status)).inc()


def count_rewound(**_signal: object) -> None:
    """Count a state that was held of a history that is no more."""
    REWOUND_STATES.inc()


@contextmanager
def stream_open() -> Iterator[None]:
    """Count a stream as open for as long as the context lasts."""
    STREAMS_OPEN.inc()
    try:
        yield
    finally:
        STREAMS_OPEN.dec()


class Counting:
    """Middleware: count every request that Django answers, by its route and never its path."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request."""
        started = time.perf_counter()
        response = self.get_response(request)
        _other_seconds.observe(time.perf_counter() - started)
        method = request.method if request.method in METHODS else "other"
        route = request.resolver_match.route if request.resolver_match else "none"
        REQUESTS.labels(method, route, str(response.status_code)).inc()
        return response


class Store:
    """Looks into the database when the numbers are read."""

    def collect(self) -> Iterator[Metric]:
        """Yield the numbers, or only that the database does not answer."""
        up = GaugeMetricFamily("cutpurse_database_up", "Whether the database answers.")
        try:
            found = list(_looked_up())
        except (OperationalError, InterfaceError):
            connection.close()
            found = []
        up.add_metric([], float(bool(found)))
        yield up
        yield from found


EVENTS = (
    "SELECT sum(pg_total_relation_size(relid)), sum(greatest(reltuples, 0))"
    " FROM pg_partition_tree('eventstore_event') JOIN pg_class ON oid = relid WHERE isleaf"
)


def _looked_up() -> Iterator[Metric]:
    lag = GaugeMetricFamily("cutpurse_agenda_lag_seconds", "How late the agenda is.")
    lag.add_metric([], selectors.lag())
    yield lag
    rows = GaugeMetricFamily(
        "cutpurse_agenda_rows", "Rows on the agenda.", labels=["kind", "state"]
    )
    for each in selectors.counts():
        rows.add_metric([each.kind, "all"], each.rows)
        rows.add_metric([each.kind, "overdue"], each.overdue)
        rows.add_metric([each.kind, "leased"], each.leased)
        rows.add_metric([each.kind, "failing"], each.failing)
    yield rows
    yield from of_matches.stored()
    with connection.cursor() as cursor:
        cursor.execute(EVENTS)
        size, events = cursor.fetchone()
    stored = GaugeMetricFamily("cutpurse_event_store_bytes", "Size of the events on disk.")
    stored.add_metric([], size)
    yield stored
    estimate = GaugeMetricFamily("cutpurse_event_store_events", "Events, as PostgreSQL estimates.")
    estimate.add_metric([], events)
    yield estimate
    ahead = GaugeMetricFamily(
        "cutpurse_event_store_months_ahead", "Months after this one that have their partition."
    )
    ahead.add_metric([], partitions.months_ahead())
    yield ahead
    rest = GaugeMetricFamily(
        "cutpurse_event_store_rest_rows", "Events in no month's partition, counted to 1,000."
    )
    rest.add_metric([], partitions.rest_rows())
    yield rest


def exposition() -> bytes:
    """Return all numbers in Prometheus' text format."""
    store = CollectorRegistry(auto_describe=False)
    store.register(Store())
    counted = [_registry, of_matches.COUNTED]
    folder = os.environ.get(FOLDER)
    if folder is not None:
        _forget_ended(Path(folder))
        counted = [CollectorRegistry(auto_describe=False)]
        multiprocess.MultiProcessCollector(counted[0], folder)
    return b"".join(generate_latest(each) for each in (*counted, store))


def _forget_ended(folder: Path) -> None:
    """Drop what processes held that have ended, as when one was killed with its streams."""
    for file in folder.iterdir():
        found = PROCESS_FILE.fullmatch(file.name)
        if found is not None and not is_running(int(found[1])):
            with suppress(FileNotFoundError):
                file.unlink()


def is_running(pid: int) -> bool:
    """Return whether a process lives, whoever owns it; one that nobody has reaped does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    with suppress(OSError):  # Only Linux tells it here.
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    return True


def fresh_folder(folder: Path) -> Path:
    """Empty a folder for the processes of a run, make it where it is missing, and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    for file in folder.glob("*.db"):
        file.unlink(missing_ok=True)
    return folder
