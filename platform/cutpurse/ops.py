"""Whether the server lives, and whether it can do its work."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts import handlers, wire
from accounts.problems import Problem
from agenda import selectors


@handlers.read_only
def healthz(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - Django's signature.
    """Answer 200: the process lives."""
    return answer({"status": "ok"})


@handlers.read_only
def readyz(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """Answer 200 when the database answers and the agenda is not late; 503 `unavailable` if not."""
    lag = selectors.lag()
    if lag > settings.READY_LAG_MAX_SECONDS:
        detail = f"The agenda is {lag:.0f} s late: no worker runs, or too few."
        raise Problem("unavailable", detail, params={"agenda_lag_seconds": round(lag, 1)})
    return answer({"status": "ok", "agenda_lag_seconds": round(lag, 1)})


def answer(content: object) -> HttpResponse:
    """Return a small answer in JSON."""
    return HttpResponse(wire.encode(content), content_type="application/json")
