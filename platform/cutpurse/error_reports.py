"""Reports of errors to Sentry, or to whatever takes its reports: off unless SENTRY_DSN is set.

A report says what went wrong and where in our code, and nothing of whom it was about: no message
(it may name a card), no value of any variable, no request, no user, no machine. What is sent is
built anew from the parts that are allowed; whatever else a library may add is left behind.
"""

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping, MutableMapping

from django.core.exceptions import ImproperlyConfigured

DSN = "SENTRY_DSN"
QUIET = frozenset({"unavailable", "rules_unknown"})
"""Lines that tell of an outage, of which one report a request would be a flood."""
OUR_WORDS = re.compile(r"[a-z]+(?:_[a-z]+)*")
"""What the names of our own log lines look like; other texts may say anything."""
LEVELS = frozenset({"error", "critical", "exception"})
TAGS = ("process", "logger", "what", "request_id")
FRAME = ("filename", "function", "module", "lineno", "in_app")
EVENT = ("event_id", "timestamp", "level", "platform", "release", "environment", "sdk")

Line = MutableMapping[str, object]
Json = Mapping[str, object]

_send: list[Callable[[Line], None]] = []
"""What takes a line, once reports are on."""


def start() -> None:
    """Report errors from now on where the environment says where to."""
    dsn = os.environ.get(DSN)
    if not dsn or _send:
        return
    try:
        import sentry_sdk  # noqa: PLC0415
    except ImportError as error:
        message = (
            f'{DSN} is set, and sentry-sdk is not installed: pip install "cutpurse[telemetry]"'
        )
        raise ImproperlyConfigured(message) from error
    sentry_sdk.init(
        dsn,
        environment=os.environ.get("SENTRY_ENVIRONMENT", "production"),
        release=os.environ.get("SENTRY_RELEASE"),
        default_integrations=False,
        auto_enabling_integrations=False,
        send_default_pii=False,
        include_local_variables=False,
        include_source_context=False,
        max_breadcrumbs=0,
        max_request_body_size="never",
        traces_sample_rate=None,
        before_send=lambda event, _hint: allowed(event),  # type: ignore[arg-type, return-value] # Plain JSON.
    )

    def send(line: Line) -> None:
        with sentry_sdk.new_scope() as scope:
            for name, value in tags(line).items():
                scope.set_tag(name, value)
            error = raised(line)
            if error is None:
                sentry_sdk.capture_message(tags(line).get("what", "error"), level="error")
            else:
                sentry_sdk.capture_exception(error)

    _send.append(send)


def pass_on(_logger: object, method: str, line: Line) -> Line:
    """Report a line of the log that tells of an error; a processor of structlog's."""
    if _send and method in LEVELS and line.get("event") not in QUIET:
        logger = str(line.get("logger", ""))
        if not logger.startswith(("sentry_sdk", "urllib3")):
            _send[0](line)
    return line


def raised(line: Line) -> BaseException | None:
    """Return the exception that a line tells of, if any."""
    given = line.get("exc_info")
    if isinstance(given, BaseException):
        return given
    if isinstance(given, tuple):
        return given[1] if isinstance(given[1], BaseException) else None
    return sys.exc_info()[1] if given else None


def tags(line: Line) -> dict[str, str]:
    """Return what a report is found by: of a text that is none of ours nothing."""
    what = str(line.get("event", ""))
    found = {
        "process": os.environ.get("CUTPURSE_PROCESS", "manage"),
        "logger": str(line.get("logger", "")),
        "what": what if OUR_WORDS.fullmatch(what) else "",
        "request_id": str(line.get("request_id", "")),
    }
    return {name: value for name, value in found.items() if value}


def allowed(event: Json) -> dict[str, object]:
    """Return a report with the parts that may leave the machine, and no other."""
    kept = {name: event[name] for name in EVENT if name in event}
    given = event.get("tags")
    if isinstance(given, Mapping):
        kept["tags"] = {name: given[name] for name in TAGS if name in given}
    errors = [
        {
            "type": error.get("type"),
            "module": error.get("module"),
            "stacktrace": {"frames": list(_frames(error))},
        }
        for error in _values(event.get("exception"))
    ]
    if errors:
        kept["exception"] = {"values": errors}
    else:
        what = kept.get("tags")
        kept["message"] = what.get("what", "error") if isinstance(what, Mapping) else "error"
    return kept


def _values(given: object) -> Iterator[Json]:
    values = given.get("values") if isinstance(given, Mapping) else None
    for each in values if isinstance(values, list) else ():
        if isinstance(each, Mapping):
            yield each


def _frames(error: Json) -> Iterator[Json]:
    trace = error.get("stacktrace")
    frames = trace.get("frames") if isinstance(trace, Mapping) else None
    for frame in frames if isinstance(frames, list) else ():
        yield {name: frame[name] for name in FRAME if name in frame}
