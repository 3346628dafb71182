"""Traces of moves and of jobs, for operators who want to know where time goes."""

import asyncio
import json
import os
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from starlette.types import Message

from agenda import runs
from cutpurse import move_endpoint, traces
from tests.agenda import rows

pytest.importorskip("opentelemetry.sdk")

from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

pytestmark = pytest.mark.usefixtures("committed_db")

TRACE, SPAN = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
TOKEN = "cp_" + "a" * 43


class Kept:
    """The spans of a test."""

    def __init__(self) -> None:
        self._exporter = InMemorySpanExporter()
        self.provider = TracerProvider()
        self.provider.add_span_processor(SimpleSpanProcessor(self._exporter))

    def spans(self) -> tuple[ReadableSpan, ...]:
        """Return those that have ended."""
        return self._exporter.get_finished_spans()


@pytest.fixture
def kept() -> Iterator[Kept]:
    kept = Kept()
    traces.use(kept.provider)
    yield kept
    traces.stop()


def move() -> int:
    """Make a move that is refused, and return the status of the answer."""
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b'{"expected_version": 1}', "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    headers = {
        "authorization": f"Bearer {TOKEN}",
        "content-type": "application/json",
        "traceparent": f"00-{TRACE}-{SPAN}-01",
    }
    scope: dict[str, Any] = {
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "query_string": b"",
    }

    async def made() -> None:
        await move_endpoint.make_move(uuid4(), scope, receive, send, [])

    asyncio.run(made())
    return int(sent[0]["status"])


def test_a_move_is_traced_below_its_callers_span_and_says_how_it_ended(kept: Kept) -> None:
    status = move()

    [span] = kept.spans()
    assert (span.name, status) == ("move", 401)
    assert span.attributes == {"http.response.status_code": 401}
    assert span.parent is not None
    assert f"{span.parent.trace_id:032x} {span.parent.span_id:016x}" == f"{TRACE} {SPAN}"
    assert TOKEN not in span.to_json()


def test_a_job_is_traced_by_its_kind_and_one_that_fails_tells_no_more(kept: Kept) -> None:
    def fail(_due: object) -> None:
        message = "the queen of hearts"
        raise LookupError(message)

    with rows.handled(rows.INLINE), rows.handled(rows.LEASED, fail, "leased"):
        subjects = [rows.put(rows.INLINE), rows.put(rows.LEASED)]
        runs.run_due_now()

    ours = [span for span in kept.spans() if span.name.startswith("job test_")]
    assert {span.name for span in ours} == {f"job {rows.INLINE}", f"job {rows.LEASED}"}
    told = json.dumps([span.to_json() for span in kept.spans()])
    assert "queen" not in told
    assert not [subject for subject in subjects if str(subject) in told]


def test_without_an_address_nothing_is_traced() -> None:
    assert not [name for name in traces.ADDRESSES if name in os.environ]
    traces.start()

    with traces.move({}) as span:
        span.set_attribute("anything", 1)

    assert span is traces.NOTHING.__enter__()
