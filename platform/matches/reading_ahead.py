"""Read the matches that are being played, before a process takes its first request.

Else the first move of each match in a new process waits for its history, and so do the moves behind
it: of 5,000 matches that is some ten seconds of work, which nobody has to wait for while another
process still serves.
"""

from time import monotonic

import structlog
from django.db import Error, connection

from api.problems import Problem
from matches.aggregate import CACHE, MATCHES_MAX
from matches.models import Match
from matches.state import Status

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


def read_ahead(seconds: float) -> int:
    """Hold the matches that were moved last until the time is up; return how many these are.

    A database that is away then is none of our business here.
    """
    end, held = monotonic() + seconds, 0
    live = Match.objects.filter(status=Status.LIVE.value).order_by("-updated_at")
    try:
        for match_id in list(live.values_list("id", flat=True)[:MATCHES_MAX]):
            if monotonic() > end:
                break
            entry = CACHE.entry(match_id)
            try:
                with entry.lock:
                    entry.current()
            except Error:
                raise
            except Problem:
                # By rules that only a newer release knows.
                continue
            except Exception:
                # One history that is broken concerns those at its table, and keeps nobody else out.
                log.exception("history_not_read_ahead", match=str(match_id))
                continue
            held += 1
    except Error as error:
        log.warning("not_read_ahead", error=type(error).__name__)
    finally:
        connection.close()
    log.info("read_ahead", matches=held, seconds=round(seconds - (end - monotonic()), 1))
    return held
