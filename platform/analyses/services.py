"""Queue analyses of matches that are over, and work at them while nothing else waits."""

from collections.abc import Callable
from datetime import datetime, timedelta
from time import monotonic, process_time
from uuid import UUID

from django.conf import settings
from django.db.models import Exists, F, OuterRef, Sum
from django.utils import timezone

from agenda import selectors as agenda
from analyses import luck
from analyses.models import ATTEMPTS_MAX, Analysis
from bots.analysis.luck import VERSION
from matches.models import Match
from matches.state import Status

RECENT = timedelta(days=1)
"""How old the end of a match may be that is found within seconds; older ones are, once a day."""
AT_ONCE = 200
A_DAY = 20_000
RUN_S = 4.0
"""How long a run takes up one match after the other; one takes far less than its lease."""
KIND = "analyse"
"""The agenda's kind of these runs. There is one row, so one process at a time works at them."""

Compute = Callable[[UUID], str]
METHODS: dict[str, Compute] = {Analysis.Kind.LUCK: luck.body}


def offered(match: Match) -> bool:
    """Tell whether luck is told of a match: of one that was played here to its end."""
    return (
        match.status == Status.FINISHED.value
        and match.imported_at is None
        and match.game in luck.games_with_luck()
    )


def queue_missing(*, since: datetime | None, limit: int) -> int:
    """Queue finished matches that ended since then and are not analysed; return how many."""
    known = Analysis.objects.filter(match=OuterRef("pk"), kind=Analysis.Kind.LUCK, version=VERSION)
    rows = Match.objects.filter(
        ~Exists(known),
        status=Status.FINISHED.value,
        game__in=luck.games_with_luck(),
        imported_at=None,
        ended_at__isnull=False,
    )
    if since is not None:
        rows = rows.filter(ended_at__gte=since)
    missing = list(rows.order_by("-ended_at").values_list("id", flat=True)[:limit])
    now = timezone.now()
    Analysis.objects.bulk_create(
        [
            Analysis(match_id=each, kind=Analysis.Kind.LUCK, version=VERSION, queued_at=now)
            for each in missing
        ],
        ignore_conflicts=True,
    )
    return len(missing)


def queue_recent() -> None:
    """Queue what has ended lately."""
    queue_missing(since=timezone.now() - RECENT, limit=AT_ONCE)


def queue_old() -> None:
    """Queue what has ended at any time, such as before a method was there, or was lost."""
    queue_missing(since=None, limit=A_DAY)


def is_spent() -> bool:
    """Tell whether analyses have had their processor seconds of the last 24 hours."""
    since = timezone.now() - timedelta(days=1)
    found = Analysis.objects.filter(done_at__gte=since).aggregate(spent=Sum("cpu_ms"))
    return (found["spent"] or 0) >= settings.ANALYSES_SECONDS_A_DAY * 1000


def work(until: Callable[[], bool] | None = None) -> int:
    """Take up what waits, one match after the other, and return how many were done.

    A run ends after RUN_S, or as soon as a bot, a mail or anything else of the agenda waits for a
    process. What was begun three times and never done is left alone.
    """
    end = monotonic() + RUN_S
    is_over = until or (lambda: monotonic() > end or agenda.waits(besides=KIND) or is_spent())
    done = 0
    while not is_over():
        waiting = Analysis.objects.filter(done_at=None, attempts__lt=ATTEMPTS_MAX)
        row = waiting.order_by("attempts", "queued_at").first()
        if row is None:
            break
        carry_out(row)
        done += 1
    return done


def carry_out(row: Analysis) -> None:
    """Compute one analysis; done twice it does no harm, since it comes out the same."""
    Analysis.objects.filter(pk=row.pk).update(attempts=F("attempts") + 1)
    begun = process_time()
    body = METHODS[row.kind](row.match_id)
    spent = round(1000 * (process_time() - begun))
    Analysis.objects.filter(pk=row.pk).update(body=body, cpu_ms=spent, done_at=timezone.now())
