"""When nothing comes: quiet hours by a person's own clock. Pure."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

MINUTES = 24 * 60


def zone_named(name: str) -> ZoneInfo | None:
    """Return a time zone by its name, such as Europe/Amsterdam; None where there is none."""
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, ZoneInfoNotFoundError):
        return None


def is_quiet(moment: datetime, *, zone: ZoneInfo, begin: int, end: int) -> bool:
    """Return whether a moment falls into quiet hours, given as minutes after midnight.

    >>> is_quiet(datetime.fromisoformat("2026-01-01T22:30+00:00"), zone=ZoneInfo("UTC"),
    ...     begin=22 * 60, end=7 * 60)
    True
    """
    local = moment.astimezone(zone)
    minute = local.hour * 60 + local.minute
    return (minute - begin) % MINUTES < (end - begin) % MINUTES


def heard_at(moment: datetime, *, zone: ZoneInfo, begin: int, end: int) -> datetime:
    """Return when something may be heard: at once, or when the quiet hours end."""
    if not is_quiet(moment, zone=zone, begin=begin, end=end):
        return moment
    local = moment.astimezone(zone)
    ends = datetime.combine(local.date(), time(end // 60, end % 60), zone)
    if ends <= local:
        ends = datetime.combine(local.date() + timedelta(days=1), ends.timetz(), zone)
    # Where the clocks go forward the minute may not exist; arithmetic in UTC gives the one after.
    return max(moment, ends.astimezone(moment.tzinfo))
