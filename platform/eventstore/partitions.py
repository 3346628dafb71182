"""The partitions in which the events lie: by kind, and those of matches by the month of their id.

What reads or writes one stream names its kind and id, by which PostgreSQL finds the partition; only
what walks all streams does so partition by partition. A month for which there is no partition
stops nobody: its events go to the rest, and the owner moves them out of it.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connections

from eventstore.months import Month
from eventstore.streams import raw_cursor

MONTHS_AHEAD = 3
"""For so many months after this one there should be partitions."""
REST = "eventstore_event_match_rest"
COUNTED = f"""SELECT count(*) FROM (
    SELECT FROM {REST} AS event WHERE NOT EXISTS (SELECT FROM eventstore_sealed
        WHERE (low IS NULL OR low <= event.stream_id) AND event.stream_id < high)
    LIMIT 1000) AS counted"""  # noqa: S608 - built from constants
"""Events of the rest; not those of imports, whose month has been sealed."""


class Partition(NamedTuple):
    """One that takes matches, and of which ids."""

    name: str
    low: UUID | None
    """The first, or None where it takes whatever is below high."""
    high: UUID


def leaves() -> Sequence[str]:
    """Return the names of all tables in which events lie."""
    with raw_cursor() as cursor:
        found = cursor.execute(
            "SELECT relid::text FROM pg_partition_tree('eventstore_event') WHERE isleaf"
            " ORDER BY relid::text"
        )
        return [name for (name,) in found]


def of_matches(using: str = DEFAULT_DB_ALIAS) -> Sequence[Partition]:
    """Return the partitions of matches in order, without the rest."""
    with connections[using].cursor() as cursor:
        cursor.execute(
            "SELECT part::text, low, high FROM eventstore_ranges() ORDER BY low NULLS FIRST"
        )
        return [Partition._make(row) for row in cursor.fetchall()]


def add_months(months: int = MONTHS_AHEAD, using: str = DEFAULT_DB_ALIAS) -> Sequence[Month]:
    """Make the partitions of this month and of so many more, and return those that were missing.

    With the application's rights that is refused where the rest holds events of one already.
    """
    this = Month.of(datetime.now(UTC))
    return [month for month in map(this.plus, range(months + 1)) if add(month, using)]


def add(month: Month, using: str = DEFAULT_DB_ALIAS) -> bool:
    """Make the partition of a month unless there is one."""
    with connections[using].cursor() as cursor:
        cursor.execute("SELECT eventstore_add_month(%s)", [month.begins.date()])
        return bool(cursor.fetchone()[0])


def months_ahead(now: datetime | None = None) -> int:
    """Return for how many months after this one there are partitions; -1 without this one's."""
    taken = of_matches()
    month = Month.of(now or datetime.now(UTC))
    ahead = -1
    while any(
        (each.low is None or each.low <= month.first_id) and month.first_id < each.high
        for each in taken
    ):
        ahead += 1
        month = month.plus(1)
    return ahead


def rest_rows() -> int:
    """Return how many events are in the rest, which should have none; counted as far as 1,000."""
    with raw_cursor() as cursor:
        found = cursor.execute(COUNTED.encode()).fetchone()
    return found[0] if found else 0
