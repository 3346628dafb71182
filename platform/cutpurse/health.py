"""Whether the server lives, whether it can do its work, and what it has counted."""

from collections.abc import Callable
from hmac import compare_digest
from ipaddress import ip_address

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from agenda import selectors
from api import database, exception_handlers, json_body
from api.problems import Problem
from cutpurse import draining
from cutpurse.metrics import exposition
from games.messages import Message

STOPPING = Message("The process is about to stop: others answer.")
READ_ONLY = "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean"

PROXIED = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_VIA")
"""What a proxy adds: its requests come from this machine, and their senders do not."""


@exception_handlers.safe_methods_only
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer 200: the process lives; 503 while it is about to stop, and takes no new work."""
    if draining.has_begun():
        return exception_handlers.problem_response(Problem("unavailable", STOPPING), request)
    return answer({"status": "ok"})


class Health:
    """Answers /healthz before the Host is looked at: whoever asks, by whatever name, asks for life.

    Proxies and probes ask by an address of the network; the site's own names are for people.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request."""
        is_asked = request.path_info == "/healthz" and request.method in {"GET", "HEAD"}
        return healthz(request) if is_asked else self.get_response(request)


@exception_handlers.safe_methods_only
def readyz(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """Answer 200 when the database takes writes and the agenda is not late; else 503."""
    if draining.has_begun():
        raise Problem("unavailable", STOPPING)
    if not takes_writes():
        raise Problem("unavailable", Message("The database takes no writes: it is a standby."))
    lag = selectors.lag()
    if lag > settings.READY_LAG_MAX_SECONDS:
        detail = Message(
            "The agenda is %(seconds)s s late: no worker runs, or too few.", seconds=round(lag)
        )
        raise Problem("unavailable", detail, params={"agenda_lag_seconds": round(lag, 1)})
    return answer({"status": "ok", "agenda_lag_seconds": round(lag, 1)})


@exception_handlers.safe_methods_only
def metrics(request: HttpRequest) -> HttpResponse:
    """Answer what was counted, to whoever has the token; without one, to this machine alone."""
    token: str = settings.METRICS_TOKEN
    if token:
        given = request.META.get("HTTP_AUTHORIZATION", "").encode()
        if not compare_digest(given, f"Bearer {token}".encode()):
            raise Problem(
                "not_authenticated", Message("Send the token of METRICS_TOKEN as bearer token.")
            )
    elif not is_local(request):
        raise Problem("not_found", exception_handlers.NOTHING_HERE)
    return HttpResponse(exposition(), content_type="text/plain; version=0.0.4; charset=utf-8")


def takes_writes() -> bool:
    """Return whether the server behind this thread's connection writes; a standby does not.

    A connection to one that does not is given up, so that the next may find another server.
    """
    [(is_read_only,)] = database.rows(READ_ONLY, {})
    if is_read_only:
        connection.close()
    return not is_read_only


def is_local(request: HttpRequest) -> bool:
    """Return whether a request comes from this machine itself, and not through a proxy on it."""
    if any(header in request.META for header in PROXIED):
        return False
    try:
        return ip_address(request.META.get("REMOTE_ADDR") or "").is_loopback
    except ValueError:
        return False


def answer(content: object) -> HttpResponse:
    """Return a small answer in JSON."""
    return HttpResponse(json_body.encode(content), content_type="application/json")
