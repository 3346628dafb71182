"""Whatever goes wrong under /api becomes a problem: in DRF views, plain views and Django itself."""

from collections.abc import Callable
from functools import wraps
from typing import NoReturn, TypedDict

import psycopg
import structlog
from django.core.exceptions import (
    BadRequest,
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
)
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from django.views.decorators.csrf import csrf_exempt
from rest_framework import exceptions
from rest_framework.request import Request

from api import problems
from api.problems import Problem
from games.messages import Message

log = structlog.get_logger("cutpurse.api")

PREFIXES = ("/api/", "/healthz", "/readyz", "/metrics")
"""Addresses that programs read."""

NOTHING_HERE = Message("There is nothing at this address that you may see.")
DATABASE_AWAY = Message("The database does not answer.")
SEND_A_TOKEN = Message("Send a token: `Authorization: Bearer cp_…`.")

DISK_FULL = Message(
    "The server's disk is full, so nothing can be saved until its operators have made room. What"
    " was acknowledged is kept. Send the same request with the same key again later."
)
DISK_RETRY_AFTER_S = 10

MEANINGS: tuple[tuple[type[Exception], str, Message], ...] = (
    (Http404, "not_found", NOTHING_HERE),
    (exceptions.NotFound, "not_found", NOTHING_HERE),
    (PermissionDenied, "permission_denied", Message("Permission denied.")),
    (exceptions.PermissionDenied, "permission_denied", Message("Permission denied.")),
    (exceptions.NotAuthenticated, "not_authenticated", SEND_A_TOKEN),
    (exceptions.AuthenticationFailed, "not_authenticated", SEND_A_TOKEN),
    (
        exceptions.UnsupportedMediaType,
        "unsupported_media_type",
        Message("Send JSON: `application/json`."),
    ),
    (exceptions.NotAcceptable, "not_acceptable", Message("Accept `application/json`.")),
    (
        exceptions.MethodNotAllowed,
        "method_not_allowed",
        Message("Allow names the methods that it takes."),
    ),
    (exceptions.ParseError, "parse_error", Message("The body is not JSON.")),
    (exceptions.APIException, "invalid", Message("The request is not valid.")),
    (UnreadablePostError, "parse_error", Message("The body ended before its announced length.")),
    (RequestDataTooBig, "payload_too_large", Message("The body is too large.")),
    (
        SuspiciousOperation,
        "invalid",
        Message("The request names a host that this server does not have, or is not valid HTTP."),
    ),
    (BadRequest, "invalid", Message("The request is not valid.")),
    (OperationalError, "unavailable", DATABASE_AWAY),
    (psycopg.OperationalError, "unavailable", DATABASE_AWAY),
    (InterfaceError, "unavailable", DATABASE_AWAY),
    (psycopg.InterfaceError, "unavailable", DATABASE_AWAY),
    (psycopg.errors.ReadOnlySqlTransaction, "unavailable", DATABASE_AWAY),
    (psycopg.errors.IdleInTransactionSessionTimeout, "unavailable", DATABASE_AWAY),
)
"""What errors of Django and its REST framework stand for: the first line that fits."""


def wants_json(request: HttpRequest) -> bool:
    """Return whether an address answers programs, so that its errors are JSON."""
    return request.path_info.startswith(PREFIXES)


def as_problem(error: Exception) -> Problem | None:
    """Return the refusal that an error stands for; None when it is a bug."""
    if isinstance(error, Problem):
        return error
    if is_disk_full(error):
        return disk_full()
    for kind, code, detail in MEANINGS:
        if isinstance(error, kind):
            return Problem(code, detail)
    return None


def is_disk_full(error: BaseException) -> bool:
    """Return whether the database has no room for what it was to write."""
    return isinstance(error, psycopg.errors.DiskFull) or isinstance(
        error.__cause__, psycopg.errors.DiskFull
    )


def disk_full() -> Problem:
    """Return the refusal while the database's disk is full."""
    return Problem("unavailable", DISK_FULL, headers={"Retry-After": str(DISK_RETRY_AFTER_S)})


def log_and_convert(error: Exception) -> Problem:
    """Return an error's problem, `server_error` for a bug, after logging what is our fault."""
    problem = as_problem(error)
    if problem is None:
        problem = Problem("server_error", Message("The error is logged under this request_id."))
    if problem.status >= 500:
        log.error(problem.code, exc_info=error)
    return problem


def problem_response(error: Exception, request: HttpRequest) -> HttpResponse:
    """Return the answer to an error: its problem, or after logging a bug `server_error`."""
    return problems.answer(log_and_convert(error), request)


class Context(TypedDict):
    """What Django REST framework says of an error, as far as it is read here."""

    request: Request


def exception_handler(error: Exception, context: Context) -> HttpResponse:
    """Answer any error in a view of Django REST framework (its EXCEPTION_HANDLER)."""
    return problem_response(error, context["request"]._request)  # noqa: SLF001 - ours wraps Django's.


@csrf_exempt
def api_not_found(_request: HttpRequest, **_kwargs: object) -> NoReturn:
    """Answer any address under /api that is none of ours, with DEBUG set too."""
    raise Http404


def safe_methods_only(
    view: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Let a plain view of ours take GET and HEAD only."""

    @csrf_exempt
    @wraps(view)
    def reading(request: HttpRequest) -> HttpResponse:
        if request.method not in {"GET", "HEAD"}:
            detail = Message("Only GET and HEAD are allowed here.")
            raise Problem("method_not_allowed", detail, headers={"Allow": "GET, HEAD"})
        return view(request)

    return reading


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer a program after an error outside of every view; Django has logged it."""
    return problems.answer(Problem("server_error", Message("The error is logged.")), request)
