"""What happens to every request before and after its view: an id, a limit, a line in the log.

Headers are read from META: `request.headers` copies all of them, which costs as much as the rest.
"""

import re
import time
from collections.abc import Callable

import structlog
from django.http import HttpRequest, HttpResponseBase
from structlog.contextvars import bind_contextvars, unbind_contextvars

from api import exception_handlers, json_body, problems, quotas
from api.ids import uuid7
from api.problems import Problem
from games.messages import Message

log = structlog.get_logger("cutpurse.requests")

SANE_REQUEST_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")
API_POLICY = "default-src 'none'; frame-ancestors 'none'"
"""JSON loads nothing and stands in no frame."""

Next = Callable[[HttpRequest], HttpResponseBase]


class ApiMiddleware:
    """Give the request an id, refuse large bodies unread, and answer errors as problems."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request."""
        started = time.perf_counter()
        own_id = request_id(request)
        request.request_id = own_id  # type: ignore[attr-defined] # Ours to add.
        bind_contextvars(request_id=own_id)
        is_for_programs = exception_handlers.wants_json(request)
        refusal = refuse_body(request) if is_for_programs else None
        with quotas.counting() as counted:
            response = problems.answer(refusal, request) if refusal else self.get_response(request)
        response["X-Request-Id"] = own_id
        if is_for_programs:
            response.headers.setdefault("Cache-Control", "no-store")
            response.headers.setdefault("Content-Security-Policy", API_POLICY)
            for name, value in quotas.headers(counted).items():
                response.headers[name] = value
        write_line(request, response, time.perf_counter() - started)
        unbind_contextvars("request_id")
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponseBase | None:
        """Log what is our fault; answer an error of a plain view, where pages keep Django's own."""
        problem = exception_handlers.log_and_convert(error)
        if exception_handlers.wants_json(request) or isinstance(error, Problem):
            return problems.answer(problem, request)
        return None


def request_id(request: HttpRequest) -> str:
    """Return the caller's id of the request when it is sane, or else a new one."""
    given = request.META.get("HTTP_X_REQUEST_ID", "")
    return given if SANE_REQUEST_ID.fullmatch(given) else uuid7().hex


def refuse_body(request: HttpRequest) -> Problem | None:
    """Return the problem of a body that announces too many bytes, or not how many."""
    length = request.META.get("CONTENT_LENGTH") or ""
    if length:
        is_number = length.isascii() and length.isdigit()
        if not is_number:
            return Problem("parse_error", Message("Content-Length must be a whole number."))
        return json_body.too_large() if int(length) > json_body.BODY_BYTES_MAX else None
    if "chunked" in request.META.get("HTTP_TRANSFER_ENCODING", "").lower():
        return Problem("length_required", Message("Send a Content-Length instead of chunks."))
    return None


def write_line(request: HttpRequest, response: HttpResponseBase, seconds: float) -> None:
    """Log the request by its route, never its path or parameters: those may name people."""
    status = response.status_code
    write = log.debug if status < 400 else log.info if status < 500 else log.error
    route = request.resolver_match.route if request.resolver_match else ""
    write(
        "request",
        method=request.method,
        route=route,
        status=status,
        milliseconds=round(seconds * 1000, 1),
    )
