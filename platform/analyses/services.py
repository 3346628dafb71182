"""Queue analyses of matches that are over, and work at them, some for each run."""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from time import monotonic, process_time
from typing import NamedTuple
from uuid import UUID

import psycopg
import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import OperationalError, transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Sum
from django.utils import timezone

from accounts.models import Account
from agenda import selectors as agenda
from agenda.registry import ANALYSES
from analyses import luck, partiality, puzzles, refusals, review
from analyses.models import ATTEMPTS_MAX, Analysis
from api import limits
from bots.analysis.luck import VERSION
from bots.analysis.partiality import MEASURED as PARTIALITY
from bots.analysis.puzzle import VERSION as PUZZLES
from bots.analysis.review import EARLIER
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
AWAY_MAX = 10
"""After so many that could not be read a run ends: then it is not about them."""

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

IsOver = Callable[[], bool]
Step = Callable[[Analysis, IsOver], tuple[str, str]]
"""Goes on with an analysis until its run is over: its progress, and its body once it is whole."""


def _luck(row: Analysis, _is_over: IsOver) -> tuple[str, str]:
    return "", luck.body(row.match_id)


def _review(row: Analysis, is_over: IsOver) -> tuple[str, str]:
    assert row.seat is not None  # noqa: S101 - A review is of a seat.
    return review.proceed(row.match_id, row.seat, row.progress, is_over)


def _puzzles(row: Analysis, is_over: IsOver) -> tuple[str, str]:
    return puzzles.proceed(row.match_id, row.progress, is_over)


def _partiality(row: Analysis, is_over: IsOver) -> tuple[str, str]:
    assert row.seat is not None  # noqa: S101 - It is of a seat.
    return partiality.proceed(row.match_id, row.seat, row.progress, is_over)


METHODS: dict[str, Step] = {
    Analysis.Kind.LUCK: _luck,
    Analysis.Kind.REVIEW: _review,
    Analysis.Kind.PUZZLES: _puzzles,
    Analysis.Kind.PARTIALITY: _partiality,
}

VERSIONS = (VERSION, REVIEW, PUZZLES, PARTIALITY)
"""By which something is computed now; of other versions it is only read."""

LAST = (Analysis.Kind.PUZZLES.value, Analysis.Kind.PARTIALITY.value)
"""What nobody waits for."""


def offered(match: Match) -> bool:
    """Tell whether luck is told of a match: of one that was played here to its end."""
    return (
        match.status == Status.FINISHED.value
        and match.imported_at is None
        and not match.withheld
        and luck.is_offered(match.game, match.seats_max)
    )


def queue_missing(*, since: datetime | None, limit: int) -> int:
    """Queue finished matches that ended since then and are not analysed; return how many."""
    known = Analysis.objects.filter(match=OuterRef("pk"), kind=Analysis.Kind.LUCK, version=VERSION)
    is_told = Q()
    for game, seats in luck.tables_with_luck().items():
        is_told |= Q(game=game, seats_max__in=seats)
    rows = Match.objects.filter(
        ~Exists(known),
        is_told,
        status=Status.FINISHED.value,
        imported_at=None,
        withheld=False,
        ended_at__isnull=False,
    )
    if since is not None:
        rows = rows.filter(ended_at__gte=since)
    found = rows.order_by("-ended_at").values_list("id", "ended_at")[:limit]
    missing = [(each, ended_at) for each, ended_at in found if ended_at is not None]
    Analysis.objects.bulk_create(
        [
            Analysis(match_id=each, kind=Analysis.Kind.LUCK, version=VERSION, queued_at=ended_at)
            for each, ended_at in missing
        ],
        ignore_conflicts=True,
    )
    return len(missing)


def queue_recent() -> None:
    """Queue what has ended lately."""
    queue_missing(since=timezone.now() - RECENT, limit=AT_ONCE)


def queue_earlier() -> None:
    """Have reviews that an earlier version has not finished made by this one, from the start.

    What has failed there has all its attempts here. Where this version has been asked for too, and
    is not done, it is published if the earlier one was.
    """
    waiting = Analysis.objects.filter(version__in=EARLIER, done_at=None)
    for pk in waiting.values_list("pk", flat=True):
        with transaction.atomic():
            # A worker of an earlier release may have finished it since.
            row = waiting.select_for_update().filter(pk=pk).first()
            if row is None:
                continue
            made, _is_new = Analysis.objects.get_or_create(
                match_id=row.match_id,
                kind=row.kind,
                seat=row.seat,
                version=REVIEW,
                defaults={"queued_at": row.queued_at},
            )
            if row.published:
                Analysis.objects.filter(pk=made.pk, done_at=None).update(published=True)
            row.delete()


def queue_old() -> None:
    """Queue what has ended at any time, such as before a method was there, or was lost.

    What has failed is tried again, but for puzzles: there are other matches to find them in.
    """
    failed = Analysis.objects.filter(done_at=None, attempts__gte=ATTEMPTS_MAX)
    # What it had of the processor was of another day, and would count until it is done.
    failed.update(cpu_ms=0)
    failed.filter(version__in=[VERSION, REVIEW, PARTIALITY]).update(attempts=0)
    queue_missing(since=None, limit=A_DAY)


class Spent(NamedTuple):
    """What analyses have had of the processor in the last 24 hours."""

    is_all: bool
    """Nothing is left of the day."""
    is_half: bool
    """Reviews have had the half that they may have, so that they leave something for luck."""
    is_quarter: bool
    """Puzzles, and what the staff may want, have had the quarter that they may have."""


def spent() -> Spent:
    """Return what is spent, with what reviews and puzzles have had that are not done yet."""
    rows, since = Analysis.objects, timezone.now() - timedelta(days=1)
    done, begun = rows.filter(done_at__gte=since), rows.filter(done_at=None)
    had = dict.fromkeys(Analysis.Kind.values, 0)
    for each in (done, begun):
        for kind, cpu_ms in each.values_list("kind").annotate(spent=Sum("cpu_ms")):
            had[kind] += cpu_ms
    most = settings.ANALYSES_SECONDS_A_DAY * 1000
    reviews = had[Analysis.Kind.REVIEW]
    found = had[Analysis.Kind.PUZZLES] + had[Analysis.Kind.PARTIALITY]
    return Spent(sum(had.values()) >= most, 2 * reviews >= most, 4 * found >= most)


def work(until: IsOver | None = None) -> int:
    """Take up what waits, one match after the other, and return how many were done.

    A run ends after RUN_S, or as soon as anything else waits for this process. What fails keeps
    nothing else waiting; what has failed three times is left alone. What could not be read now is
    no failure, nor is what ran out of time: a busy machine may give a run next to nothing.
    """
    end = monotonic() + RUN_S
    is_over = until or (lambda: monotonic() > end or _is_wanted() or spent().is_all)
    is_over_for: dict[str, IsOver] = {
        Analysis.Kind.REVIEW: until or (lambda: is_over() or spent().is_half),
        **dict.fromkeys(LAST, until or (lambda: is_over() or spent().is_quarter)),
    }
    done, away = 0, list[int]()
    while not is_over() and len(away) < AWAY_MAX:
        row = _next(away, Spent(*[False] * 3) if until else spent())
        if row is None:
            break
        try:
            done += carry_out(row, is_over_for.get(row.kind, is_over))
        except (OperationalError, psycopg.OperationalError) as error:
            away.append(row.pk)
            log.warning("analysis_put_off", analysis=row.pk, error=str(error))
            _forgive(row)
        except SoftTimeLimitExceeded:
            log.warning("analysis_out_of_time", analysis=row.pk)
            _forgive(row)
            break
        except Exception:
            # Whatever is wrong with one match, the analyses of others are made.
            log.exception("analysis_failed", analysis=row.pk, match=str(row.match_id))
    return done


def _is_wanted() -> bool:
    """Tell whether a bot, a mail or anything else of the agenda waits for this process.

    In a process of their own analyses take nobody's turn; on a site where something always waits
    they would never have theirs.
    """
    return settings.PROCESS != ANALYSES and agenda.waits(besides=KIND)


def _forgive(row: Analysis) -> None:
    """Have a run not count towards those after which an analysis is left alone."""
    Analysis.objects.filter(pk=row.pk).update(attempts=F("attempts") - 1)


def _next(away: list[int], had: Spent) -> Analysis | None:
    """Return what is taken up next.

    That is the oldest review, or else the luck of the match that ended last, or else the newest of
    what comes last.
    """
    waiting = Analysis.objects.filter(done_at=None, attempts__lt=ATTEMPTS_MAX)
    rows = waiting.filter(version__in=VERSIONS).exclude(pk__in=away)
    asked = rows.filter(kind=Analysis.Kind.REVIEW).order_by("attempts", "queued_at")
    drawn = rows.filter(kind=Analysis.Kind.LUCK).order_by("attempts", "-queued_at")
    mined = rows.filter(kind__in=LAST).order_by("attempts", "-queued_at")
    return (
        (None if had.is_half else asked.first())
        or drawn.first()
        or (None if had.is_quarter else mined.first())
    )


def carry_out(row: Analysis, is_over: IsOver = lambda: False) -> bool:
    """Go on with one analysis, and tell whether it is whole; twice it comes out the same."""
    Analysis.objects.filter(pk=row.pk).update(attempts=F("attempts") + 1)
    begun = process_time()
    changed: dict[str, object] = {}
    try:
        progress, body = METHODS[row.kind](row, is_over)
        changed["progress"] = progress
        changed |= {"body": body, "done_at": timezone.now()} if body else {"attempts": 0}
    finally:
        # What has failed has had the processor too.
        spent = round(1000 * (process_time() - begun))
        Analysis.objects.filter(pk=row.pk).update(cpu_ms=F("cpu_ms") + spent, **changed)
    return bool(body)


def request_review(*, match_id: UUID, account_id: UUID, seat: int) -> Analysis:
    """Queue the review of one's own seat at a finished match; the same again where it is there.

    Raises guests_not_allowed, not_found, match_not_over, seat_not_yours, deal_open and
    rate_limited.
    """
    if Account.objects.filter(pk=account_id, is_guest=True).exists():
        raise refusals.guests()
    with selectors.current_state(match_id, account_id) as state:
        status, own, imported = state.status, state.seat_of(account_id), state.imported
        withheld = state.over and state.withheld
    if own is None or own != seat:
        raise matches.seat_not_yours()
    if status is not Status.FINISHED or imported:
        raise refusals.not_finished()
    if withheld:
        raise matches.deal_open()
    asked = {"match_id": match_id, "kind": Analysis.Kind.REVIEW, "seat": seat}
    known = Analysis.objects.filter(**asked, version=REVIEW).first()
    if known is not None:
        return known
    limits.spend("review", f"account:{account_id}")
    row, _made = Analysis.objects.get_or_create(
        **asked, version=REVIEW, defaults={"queued_at": timezone.now()}
    )
    return row


def queue_puzzles(*, game: str, limit: int) -> int:
    """Queue public matches of a game to be looked through for puzzles; return how many.

    Those that ended last come first. None while some of the game still wait. Of the tables of a
    deal at most one is looked through: whoever has played it would know the others.
    """
    mined = Analysis.objects.filter(kind=Analysis.Kind.PUZZLES, version=PUZZLES)
    if mined.filter(match__game=game, done_at=None, attempts__lt=ATTEMPTS_MAX).exists():
        return 0
    wanted: dict[str, object] = {
        "game": game,
        "status": Status.FINISHED.value,
        "visibility": Match.Visibility.PUBLIC,
        "withheld": False,
        "imported_at": None,
        "ended_at__isnull": False,
    }
    later = Match.objects.filter(**wanted)
    rows = Match.objects.filter(
        ~Exists(mined.filter(match=OuterRef("pk"))),
        ~Exists(mined.filter(match__deal_id=OuterRef("deal_id"))),
        ~Exists(later.filter(deal_id=OuterRef("deal_id"), pk__gt=OuterRef("pk"))),
        **wanted,
    )
    found = list(rows.order_by("-ended_at").values_list("id", flat=True)[:limit])
    Analysis.objects.bulk_create(
        [
            Analysis(
                match_id=each,
                kind=Analysis.Kind.PUZZLES,
                version=PUZZLES,
                queued_at=timezone.now(),
            )
            for each in found
        ],
        ignore_conflicts=True,
    )
    return len(found)


def queue_partiality(seats: Iterable[tuple[UUID, int]]) -> int:
    """Have it reckoned what seats of matches gave to the others; return how many are new."""
    wanted = list(seats)
    known = set(
        Analysis.objects.filter(
            kind=Analysis.Kind.PARTIALITY,
            version=PARTIALITY,
            match__in={match for match, _seat in wanted},
        ).values_list("match", "seat")
    )
    rows = [
        Analysis(
            match_id=match,
            seat=seat,
            kind=Analysis.Kind.PARTIALITY,
            version=PARTIALITY,
            queued_at=timezone.now(),
        )
        for match, seat in dict.fromkeys(wanted)
        if (match, seat) not in known
    ]
    Analysis.objects.bulk_create(rows, ignore_conflicts=True)
    return len(rows)


def reviews_of(account_id: UUID) -> QuerySet[Analysis]:
    """Return the reviews of the seats at which an account sits."""
    seats = {"match__chairs__account": account_id, "match__chairs__seat": F("seat")}
    return Analysis.objects.filter(kind=Analysis.Kind.REVIEW, **seats)


def erase(*, account_id: UUID) -> None:
    """Forget the reviews of an account's decisions."""
    Analysis.objects.filter(pk__in=reviews_of(account_id).values("pk")).delete()


def publish_review(*, match_id: UUID, account_id: UUID, seat: int, published: bool) -> None:
    """Let everybody who may see the match read the review of one's own seat, or nobody else."""
    with selectors.current_state(match_id, account_id) as state:
        own = state.seat_of(account_id)
    if own is None or own != seat:
        raise matches.seat_not_yours()
    rows = Analysis.objects.filter(match=match_id, kind=Analysis.Kind.REVIEW, seat=seat)
    if not rows.update(published=published):
        raise refusals.no_review()
