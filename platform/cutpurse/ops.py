"""Whether the server lives, and whether it can do its work."""

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse

from accounts import handlers, wire
from accounts.problems import Problem

LAG = """
    SELECT COALESCE(EXTRACT(EPOCH FROM statement_timestamp() - MIN(due_at)), 0)::float8
    FROM agenda_due
    WHERE due_at < statement_timestamp()
      AND (lease_until IS NULL OR lease_until < statement_timestamp())"""


@handlers.read_only
def healthz(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 - Django's signature.
    """Answer 200: the process lives."""
    return answer({"status": "ok"})


@handlers.read_only
def readyz(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """Answer 200 when the database answers and the agenda is not late; 503 `unavailable` if not."""
    lag = agenda_lag_seconds()
    if lag > settings.READY_LAG_MAX_SECONDS:
        detail = f"The agenda is {lag:.0f} s late: no worker runs, or too few."
        raise Problem("unavailable", detail, params={"agenda_lag_seconds": round(lag, 1)})
    return answer({"status": "ok", "agenda_lag_seconds": round(lag, 1)})


def agenda_lag_seconds() -> float:
    """Return how late the oldest row of the agenda is that nobody works on; 0 without any."""
    with connection.cursor() as cursor:
        if "agenda_due" not in connection.introspection.table_names(cursor):
            return 0.0
        cursor.execute(LAG)
        (lag,) = cursor.fetchone()
    return float(lag)


def answer(content: object) -> HttpResponse:
    """Return a small answer in JSON."""
    return HttpResponse(wire.encode(content), content_type="application/json")
