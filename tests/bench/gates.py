"""What every run should reach: ratios to anchors of the same run, whatever the machine; and times.

The times are meant for a machine that has nothing else to do.
"""

from fnmatch import fnmatch

GATES = {
    ("rest_moves", "pgbench_move"): 0.33,
    ("rest_moves", "orm_control"): 5.0,
    ("fold_postgres_*", "eventsourcing"): 4.0,
    ("fold_*", "eventsourcing"): 4.0,
    ("playouts_*", "open_spiel_*_outcomes"): 1.5,
    ("growth_append_*", "1e4"): 0.83,
    ("growth_load_live_*", "1e4"): 0.83,
    ("growth_tail_*", "1e4"): 0.83,
}
"""The least ratio, by the name of a figure and of its anchor."""

LIMITS = {
    "clock_lateness_p99": 250.0,
    "clock_lateness_reviewing_p99": 250.0,
    "page_bytes*": 150.0,
    "page_lcp*": 1000.0,
}
"""The most that a figure without an anchor may be, in its own unit, by its name."""


def limit(figure: str) -> float | None:
    """Return the most that a figure may be, if there is such a limit."""
    return next((most for figures, most in LIMITS.items() if fnmatch(figure, figures)), None)


def gate(figure: str, anchor: str) -> float | None:
    """Return the least ratio of a figure to an anchor, if there is one."""
    for (figures, anchors), least in GATES.items():
        if fnmatch(figure, figures) and fnmatch(anchor, anchors):
            return least
    return None
