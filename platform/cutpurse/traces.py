"""Traces of moves and of jobs by OpenTelemetry: off unless an address for them is set.

A span says how long something took, which way it went and what became of it; nothing in it names
a player, a match or a card.
"""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Protocol

from django.core.exceptions import ImproperlyConfigured

from agenda import runs
from agenda.registry import Job

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider

ADDRESSES = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
"""OpenTelemetry's own names; its other variables are read as well."""


class Span(Protocol):
    """What may be said of something while it goes on."""

    def set_attribute(self, key: str, value: str | int) -> object:
        """Say one thing."""


class Nothing:
    """A span of nobody's."""

    def set_attribute(self, key: str, value: str | int) -> None:
        """Say it to nobody."""


Mapped = Mapping[str, str]
Tracing = Callable[[str, Mapped, Mapped], AbstractContextManager[Span]]
NOTHING: AbstractContextManager[Span] = nullcontext(Nothing())

_tracing: list[Tracing] = []
"""What opens a span, once there are traces."""


def start() -> None:
    """Trace from now on where the environment says where to."""
    if not any(os.environ.get(name) for name in ADDRESSES):
        return
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import (  # noqa: PLC0415
            OTLPSpanExporter,
        )
        from opentelemetry.sdk.resources import Resource  # noqa: PLC0415
        from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
        from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415
    except ImportError as error:
        message = (
            f"{ADDRESSES[0]} is set, and OpenTelemetry is not installed: "
            'pip install "cutpurse[telemetry]"'
        )
        raise ImproperlyConfigured(message) from error
    name = f"cutpurse-{os.environ.get('CUTPURSE_PROCESS', 'manage')}"
    provider = TracerProvider(resource=Resource.create({"service.name": name}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    use(provider)


def use(provider: "TracerProvider") -> None:
    """Trace by a provider from now on."""
    from opentelemetry.trace.propagation import tracecontext  # noqa: PLC0415

    tracer = provider.get_tracer("cutpurse")
    parents = tracecontext.TraceContextTextMapPropagator()

    @contextmanager
    def opened(name: str, said: Mapped, headers: Mapped) -> Iterator[Span]:
        context = parents.extract(headers)
        with tracer.start_as_current_span(
            name, context, attributes=said, record_exception=False, set_status_on_exception=False
        ) as span:
            yield span

    _tracing[:] = [opened]
    runs.watch_by(job)


def stop() -> None:
    """Trace no more."""
    _tracing.clear()
    runs.watch_by(None)


def move(headers: Mapped) -> AbstractContextManager[Span]:
    """Trace a move, below the caller's own span where its `traceparent` names one."""
    return _tracing[0]("move", {}, headers) if _tracing else NOTHING


def job(due: Job) -> AbstractContextManager[object]:
    """Trace the run of a row of the agenda."""
    return _tracing[0](f"job {due.kind}", {"cutpurse.job": due.kind}, {}) if _tracing else NOTHING
