"""What matches count, and how many run: joined with the other numbers by `cutpurse.metrics`."""

from collections.abc import Iterator

from django.db import connection
from prometheus_client import CollectorRegistry, Counter
from prometheus_client.core import GaugeMetricFamily, Metric

COUNTED = CollectorRegistry()
BOT_MOVES = Counter("cutpurse_bot_moves", "Moves of built-in bots.", registry=COUNTED)

LIVE = "SELECT status, count(*) FROM matches_match WHERE status IN ('open', 'live') GROUP BY status"
"""An index has these; matches that are over are many and are not counted."""


def stored() -> Iterator[Metric]:
    """Yield what the database knows."""
    matches = GaugeMetricFamily("cutpurse_matches", "Matches that are not over.", labels=["status"])
    with connection.cursor() as cursor:
        cursor.execute(LIVE)
        for status, count in cursor.fetchall():
            matches.add_metric([status], count)
    yield matches
