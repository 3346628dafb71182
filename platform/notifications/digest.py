"""The weekly digest: what waits, what was played, how ratings have moved, what is ahead."""

from collections.abc import Iterator
from datetime import datetime, time, timedelta
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import F, Sum
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Account
from agenda import sql
from agenda.registry import Job
from matches import lobby
from matches.models import Seat
from matches.state import Status
from notifications import preferences, quiet_hours
from notifications.fan_out import deliver
from notifications.models import Follow, Notification, Preferences
from notifications.words import Words
from ratings.ladder.settings import parsed
from ratings.models import RatingChange, Standing
from ratings.report import as_points
from tournaments import visibility
from tournaments.models import Entrant, Tournament

KIND = "notify_digest"
"""The agenda's kind for the next digest of an account."""
WEEK = timedelta(days=7)
AT = time(8)
"""On Mondays, by the person's own clock."""
TOURNAMENTS_MAX = 5


def _local(now: datetime, row: Preferences | None) -> datetime:
    zone = (None if row is None else quiet_hours.zone_named(row.zone)) or preferences.UTC
    return now.astimezone(zone)


def week_of(now: datetime, row: Preferences | None) -> str:
    """Return the week of a digest by the person's calendar: in each there is one, whatever moves.

    >>> week_of(datetime.fromisoformat("2026-11-30T08:00:00+00:00"), None)
    '2026-49'
    """
    year, week, _day = _local(now, row).isocalendar()
    return f"{year}-{week:02}"


def next_monday(now: datetime, row: Preferences | None) -> datetime:
    """Return when the next digest is due."""
    local = _local(now, row)
    due_at = datetime.combine(local.date() + timedelta(days=-local.weekday() % 7), AT, local.tzinfo)
    if due_at <= local:
        due_at = datetime.combine(due_at.date() + WEEK, AT, local.tzinfo)
    return due_at.astimezone(now.tzinfo)


def is_wanted(row: Preferences | None) -> bool:
    """Return whether somebody has asked for digests."""
    return "email" in preferences.channels(row, "weekly_digest")


@transaction.atomic
def plan(account: UUID) -> None:
    """Have the next digest sent, or none where none is wanted; in the caller's transaction."""
    row = Preferences.objects.filter(account=account).first()
    # By another time zone it may be due sooner than was planned, and a later version would stay.
    sql.cancel(kind=KIND, subject=account)
    if is_wanted(row):
        now = timezone.now()
        version = int(now.timestamp())
        sql.schedule(kind=KIND, subject=account, version=version, due_at=next_monday(now, row))


def send(due: Job) -> None:
    """Have a digest sent and plan the next one; nothing where none is wanted any more."""
    row = Preferences.objects.filter(account=due.subject).first()
    if not is_wanted(row):
        return
    now = timezone.now()
    notification = Notification(
        id=uuid5(due.subject, f"weekly_digest:{week_of(now, row)}"),
        kind="weekly_digest",
        stream=due.subject,
        version=0,
        about={"people": [str(due.subject)]},
        happened_at=now,
    )
    deliver(notification, preferences.targets("weekly_digest", [due.subject], now), now)
    plan(due.subject)


def subject() -> str:
    """Return what the mail is called."""
    return _("Your week at the tables")


def items(account: Account, until: datetime) -> list[Words]:
    """Return the parts of a digest; none in a week in which nothing was and nothing is ahead."""
    since = until - WEEK
    return [
        *_turns(account),
        *_played(account, since, until),
        *_ratings(account, since, until),
        *_tournaments(account, since),
    ]


def _turns(account: Account) -> Iterator[Words]:
    count = len(lobby.turns(account.pk))
    if count:
        text = ngettext("Your turn in %(count)s match", "Your turn in %(count)s matches", count)
        yield Words(
            text % {"count": count},
            _("The others at the table are waiting for your decision."),
            reverse("web:next-turn"),
        )


def _played(account: Account, since: datetime, until: datetime) -> Iterator[Words]:
    seats = Seat.objects.filter(
        account=account,
        left=False,
        match__status=Status.FINISHED.value,
        match__ended_at__range=(since, until),
    )
    places = [
        (seat.match.result or {}).get("placings", [0] * 8)[seat.seat]
        for seat in seats.select_related("match")
    ]
    if places:
        count = len(places)
        text = ngettext(
            "You finished %(count)s match this week",
            "You finished %(count)s matches this week",
            count,
        )
        won = _("First places: %(count)s.") % {"count": places.count(1)}
        yield Words(text % {"count": count}, won, reverse("web:player", args=[account.username]))


def _ratings(account: Account, since: datetime, until: datetime) -> Iterator[Words]:
    key = f"account:{account.pk}"
    moved = RatingChange.objects.filter(player=key, at__range=(since, until))
    by_ladder = dict(
        moved.values("ladder")
        .annotate(by=Sum(F("rating_after") - F("rating_before")))
        .values_list("ladder", "by")
    )
    standings = Standing.objects.filter(player=key, ladder__in=by_ladder)
    for each in standings.select_related("ladder").order_by("ladder"):
        decimals = parsed(each.ladder.settings).rating_system().decimals
        points = as_points(each.rating, decimals)
        by = as_points(by_ladder[each.ladder_id], decimals)
        about = {"ladder": each.ladder.name, "rating": round(points), "by": f"{round(by):+d}"}
        yield Words(
            _("%(ladder)s: rating %(rating)s") % about,
            _("%(by)s since last week.") % about,
            reverse("web:ladder", args=[each.ladder.slug]),
        )


def _tournaments(account: Account, since: datetime) -> Iterator[Words]:
    entered = Entrant.objects.filter(account=account).exclude(presence="withdrawn")
    followed = Follow.objects.filter(account=account)
    mine = Tournament.objects.filter(pk__in=entered.values("tournament")) | (
        Tournament.objects.filter(pk__in=followed.values("tournament"))
    )
    rows = mine.filter(visibility.seen_by(account.pk)).exclude(status="cancelled").distinct()
    ahead = rows.exclude(status="finished") | rows.filter(status="finished", updated_at__gte=since)
    for row in ahead.order_by("-updated_at")[:TOURNAMENTS_MAX]:
        yield Words(row.name, _state_of(row), reverse("web:tournament", args=[row.slug]))


def _state_of(row: Tournament) -> str:
    if row.status == "finished":
        return _("See the final standings.")
    if row.status == "running":
        return _("Round %(round)s is on.") % {"round": row.round} if row.round else _("It is on.")
    starts = row.settings.get("about", {}).get("starts_at")
    if starts is None:
        return _("It has not begun yet.")
    day = formats.date_format(datetime.fromisoformat(str(starts)), "DATE_FORMAT")
    return _("It begins on %(day)s.") % {"day": day}
