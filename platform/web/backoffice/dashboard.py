"""What whoever looks after the site sees first: one cheap query for each chart and tile."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any, LiteralString, NamedTuple

from django.db import connection
from django.db.models import Subquery
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from agenda import selectors as agenda
from eventstore.models import Verification
from games import registry
from web.backoffice import charts, checklist

DAYS = 14
MINUTES = 60

FINISHED = """
    SELECT (ended_at AT TIME ZONE 'UTC')::date, game, count(*)
    FROM matches_match WHERE ended_at >= %s AND status = 'finished' GROUP BY 1, 2"""
MOVES = """
    SELECT date_trunc('minute', recorded_at), count(*)
    FROM eventstore_event
    WHERE recorded_at >= %s AND recorded_at < %s AND stream_kind = 'match' AND key IS NOT NULL
    GROUP BY 1"""
ACTIVE = """
    SELECT count(DISTINCT actor) FROM eventstore_event
    WHERE recorded_at >= %s AND stream_kind = 'match' AND actor LIKE 'account:%%'"""
LIVE = "SELECT status, count(*) FROM matches_match WHERE status IN ('open', 'live') GROUP BY 1"
"""An index has these; matches that are over are many and are not counted."""
ACTIVE_HOURS = 24
LATE_S = 60
"""An agenda that is later than this needs somebody."""
VERIFIED_DAYS = 2
"""A verification that is older than this should be run again."""
FULL_DAYS = 35
"""So often everything should be read, besides what has moved."""


class Tile(NamedTuple):
    """A number, what it says, and where to look."""

    title: str
    value: str
    note: str
    address: str = ""
    is_bad: bool = False
    """Whether somebody should look."""


def callback(_request: HttpRequest, context: dict[str, object]) -> dict[str, object]:
    """Add the charts and tiles to the first page of the admin (UNFOLD, DASHBOARD_CALLBACK)."""
    now = datetime.now(UTC)
    tiles = [*play_tiles(now), *agenda_tiles(), verify_tile(now)]
    # What needs somebody comes first.
    context["tiles"] = sorted(tiles, key=lambda tile: not tile.is_bad)
    context["needing"] = sum(tile.is_bad for tile in tiles)
    context["missing"] = checklist.missing()
    context["charts"] = [finished_chart(now), moves_chart(now)]
    return context


def asked(text: LiteralString, *values: datetime | str | int) -> Sequence[tuple[Any, ...]]:
    """Return the rows of a query."""
    with connection.cursor() as cursor:
        cursor.execute(text, values)
        return list(cursor.fetchall())


def finished_chart(now: datetime) -> charts.Bars:
    """Return how many matches of each game ended on each of the last days."""
    first = now.date() - timedelta(days=DAYS - 1)
    days = [first + timedelta(days=number) for number in range(DAYS)]
    begin = datetime(first.year, first.month, first.day, tzinfo=UTC)
    found: dict[tuple[date, str], int] = {
        (day, game): count for day, game, count in asked(FINISHED, begin)
    }
    series = [
        charts.Series(rules.title, [found.get((day, rules.game), 0) for day in days])
        for rules in registry.current_games()
    ]
    labels = [f"{day.day} {day:%b}" for day in days]
    return charts.bars(_("Matches finished, by day and game"), labels, series)


def moves_chart(now: datetime) -> charts.Bars:
    """Return how many moves and other commands of matches came in each of the last minutes."""
    last = now.replace(second=0, microsecond=0)
    minutes = [last - timedelta(minutes=number) for number in reversed(range(MINUTES))]
    # A forged time may lie beyond all that Python can read; verify is what tells of it.
    found: dict[datetime, int] = dict(asked(MOVES, minutes[0], last + timedelta(minutes=1)))
    series = charts.Series(_("Moves"), [found.get(minute, 0) for minute in minutes])
    return charts.bars(
        _("Moves per minute, in the last hour (UTC)"), [f"{m:%H:%M}" for m in minutes], [series]
    )


def play_tiles(now: datetime) -> list[Tile]:
    """Return who plays, and how many matches run and wait."""
    counts = dict(asked(LIVE))
    ((active,),) = asked(ACTIVE, now - timedelta(hours=ACTIVE_HOURS))
    matches = reverse("admin:matches_match_changelist")
    accounts = reverse("admin:accounts_account_changelist")
    return [
        Tile(
            _("Active players"),
            str(active),
            _("made a move in %(hours)s hours") % {"hours": ACTIVE_HOURS},
            accounts,
        ),
        Tile(
            _("Live matches"),
            str(counts.get("live", 0)),
            _("are played now"),
            f"{matches}?status__exact=live",
        ),
        Tile(
            _("Open matches"),
            str(counts.get("open", 0)),
            _("wait for players"),
            f"{matches}?status__exact=open",
        ),
    ]


def agenda_tiles() -> list[Tile]:
    """Return how late the agenda is, and what fails on it."""
    late, failing = agenda.lag(), sum(each.failing for each in agenda.counts())
    address = reverse("admin:agenda_duelisting_changelist")
    note = (
        _("no worker is keeping up: is one running?")
        if late > LATE_S
        else _("the oldest row that is due")
    )
    return [
        Tile(_("Agenda lag"), f"{late:.1f} s", note, f"{address}?o=4", late > LATE_S),
        Tile(
            _("Failing agenda jobs"),
            str(failing),
            _("see what failed last, and retry") if failing else _("nothing has failed"),
            f"{address}?state=failing",
            failing > 0,
        ),
    ]


def verify_tile(now: datetime) -> Tile:
    """Return what the last verification of all streams has found."""
    full = Verification.objects.filter(is_full=True).order_by("-at").values("at")
    last = Verification.objects.annotate(full_at=Subquery(full[:1])).order_by("-at").first()
    address = reverse("admin:eventstore_verification_changelist")
    title = _("Faults found by the last verification")
    if last is None:
        return Tile(title, "?", _("never run: manage.py verify"), address, is_bad=True)
    is_old = now - last.at > timedelta(days=VERIFIED_DAYS)
    note = _("in %(streams)s streams, %(at)s") % {
        "streams": last.streams,
        "at": f"{last.at:%Y-%m-%d %H:%M}",
    }
    if is_old:
        note += _("; run manage.py verify again")
    elif not last.is_full:
        at = f"{last.full_at:%Y-%m-%d}" if last.full_at else _("never")
        note += _("; everything read %(at)s") % {"at": at}
        is_old = last.full_at is None or now - last.full_at > timedelta(days=FULL_DAYS)
    return Tile(title, str(last.faults), note, address, last.faults > 0 or is_old)
