"""Queue analyses of matches that are over, and work at them while nothing else waits."""

from collections.abc import Callable
from datetime import datetime, timedelta
from time import monotonic, process_time
from uuid import UUID

from django.conf import settings
from django.db.models import Exists, F, OuterRef, Sum
from django.utils import timezone

from agenda import selectors as agenda
from analyses import luck, refusals, review
from analyses.models import ATTEMPTS_MAX, Analysis
from api import limits
from bots.analysis.luck import VERSION
from bots.analysis.review import VERSION as REVIEW
from matches import refusals as matches
from matches import selectors
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

IsOver = Callable[[], bool]
Step = Callable[[Analysis, IsOver], tuple[str, str]]
"""Goes on with an analysis until its run is over: its progress, and its body once it is whole."""


def _luck(row: Analysis, _is_over: IsOver) -> tuple[str, str]:
    return "", luck.body(row.match_id)


def _review(row: Analysis, is_over: IsOver) -> tuple[str, str]:
    assert row.seat is not None  # noqa: S101 - A review is of a seat.
    return review.proceed(row.match_id, row.seat, row.progress, is_over)


METHODS: dict[str, Step] = {Analysis.Kind.LUCK: _luck, Analysis.Kind.REVIEW: _review}


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


def work(until: IsOver | None = None) -> int:
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
        done += carry_out(row, is_over)
    return done


def carry_out(row: Analysis, is_over: IsOver = lambda: False) -> bool:
    """Go on with one analysis, and tell whether it is whole; twice it comes out the same."""
    Analysis.objects.filter(pk=row.pk).update(attempts=F("attempts") + 1)
    begun = process_time()
    progress, body = METHODS[row.kind](row, is_over)
    changed: dict[str, object] = {"progress": progress}
    if body:
        changed |= {"body": body, "done_at": timezone.now()}
    else:
        changed["attempts"] = 0
    spent = round(1000 * (process_time() - begun))
    Analysis.objects.filter(pk=row.pk).update(cpu_ms=F("cpu_ms") + spent, **changed)
    return bool(body)


def request_review(*, match_id: UUID, account_id: UUID, seat: int) -> Analysis:
    """Queue the review of one's own seat at a finished match; the same again where it is there.

    Raises not_found, match_not_over, seat_not_yours and rate_limited.
    """
    with selectors.current_state(match_id, account_id) as state:
        status, own, imported = state.status, state.seat_of(account_id), state.imported
    if own is None or own != seat:
        raise matches.seat_not_yours()
    if status is not Status.FINISHED or imported:
        raise refusals.not_finished()
    asked = {"match_id": match_id, "kind": Analysis.Kind.REVIEW, "seat": seat}
    known = Analysis.objects.filter(**asked, version=REVIEW).first()
    if known is not None:
        return known
    limits.spend("review", f"account:{account_id}")
    row, _made = Analysis.objects.get_or_create(
        **asked, version=REVIEW, defaults={"queued_at": timezone.now()}
    )
    return row


def publish_review(*, match_id: UUID, account_id: UUID, seat: int, published: bool) -> None:
    """Let everybody who may see the match read the review of one's own seat, or nobody else."""
    with selectors.current_state(match_id, account_id) as state:
        own = state.seat_of(account_id)
    if own is None or own != seat:
        raise matches.seat_not_yours()
    rows = Analysis.objects.filter(match=match_id, kind=Analysis.Kind.REVIEW, seat=seat)
    if not rows.update(published=published):
        raise refusals.no_review()
