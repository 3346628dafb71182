"""What matches count, and how many run: joined with the other numbers by `cutpurse.metrics`."""

import os
from collections.abc import Iterator
from functools import cache

from django.db import connection
from prometheus_client import CollectorRegistry, Counter, values
from prometheus_client.core import GaugeMetricFamily, Metric

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""Names the folder into which all processes count, if they do."""


@cache
def process_id() -> int:
    """Return the number of this process: asking the system with each count would cost a move 1 %.

    It stands in the names of the files that processes count into.
    """
    return os.getpid()


os.register_at_fork(after_in_child=process_id.cache_clear)
if FOLDER in os.environ:
    # Before anything is there that counts: here, and in `cutpurse.metrics`, which imports this.
    values.ValueClass = values.MultiProcessValue(process_id)

COUNTED = CollectorRegistry()
BOT_MOVES = Counter("cutpurse_bot_moves", "Moves of built-in bots.", registry=COUNTED)

MOVES_BY_WAY = Counter(
    "cutpurse_moves_by_way",
    "Moves carried out: by the lane, which holds the match in memory, or by a thread.",
    ["way"],
    registry=COUNTED,
)
BATCHED, BY_THREAD = (MOVES_BY_WAY.labels(way) for way in ("lane", "thread"))

BEACONS_MISSED = Counter(
    "cutpurse_beacons_missed",
    "Deals and draws that were to have a public beacon, which did not come or could not be named.",
    registry=COUNTED,
)

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
