"""The figures of a run, as tables."""

from collections.abc import Iterator, Sequence

from rich.table import Table

from tests.chaos import checks
from tests.chaos.run import Outcome
from tests.chaos.sights import complete_streams

FAULTS_SHOWN = 5
"""Of each kind."""


def tables(outcome: Outcome) -> Iterator[Table]:
    """Yield what was done, what was found, and what the controls did."""
    yield _of("What was broken", "times", sorted(outcome.broken.items()))
    yield _of("What became of requests", "times", sorted(outcome.network.items()))
    troubles = sorted(outcome.record.journal.troubles.items())
    yield _of("What clients had to live with", "times", troubles)
    yield _of("What was played", "", list(played(outcome)))
    found = [(name, len(faults)) for name, faults in outcome.faults.items()]
    yield _of("What was wrong", "must be 0", found)
    failed = [(each.name, "yes" if each.failed else "NO") for each in outcome.controls]
    yield _of("Controls", "noticed", failed)


def played(outcome: Outcome) -> Iterator[tuple[str, object]]:
    """Yield the figures of a run."""
    record, journal = outcome.record, outcome.record.journal
    moves = [ask for ask in journal.asks if ask.what == "move"]
    done = [ask for ask in moves if ask.answer is not None]
    yield "matches finished", f"{len(journal.finished)} of {len(journal.matches)}"
    yield "matches finished without Redis", outcome.finished_without_redis
    yield "events stored", sum(map(len, record.histories.values()))
    yield "moves acknowledged", len(done)
    yield "moves that came too late", sum(ask.refused is not None for ask in moves)
    yield "requests sent again", sum(max(0, ask.tries - 1) for ask in journal.asks)
    yield "answers given again", sum(ask.was_repeated for ask in journal.asks)
    yield "views compared", len(journal.looks)
    streams = complete_streams(journal.watches)
    yield "streams to the end", f"{streams} of {len(journal.watches)}"
    yield "connections of streams", sum(watch.connections for watch in journal.watches)
    yield "stream events compared", sum(len(watch.events) for watch in journal.watches)
    late = sorted(each.total_seconds() for *_, each, _ in checks.timeouts(record.histories))
    yield "clocks fired", len(late)
    for share in (50, 99):
        if late:
            seconds = late[min(len(late) - 1, len(late) * share // 100)]
            yield f"clock lateness with outages, p{share}", f"{seconds:.3f} s"
    for way, gone in outcome.moves_rewound.items():
        yield f"moves lost by the operator, {way}", gone
    yield "moves after the database went back", outcome.moves_since
    yield "looks for half-writes", outcome.snapshots
    yield "from the last fault to the last end", f"{outcome.recovery_s:.1f} s"


def faults(outcome: Outcome) -> Iterator[str]:
    """Yield the first faults of each kind."""
    for name, found in outcome.faults.items():
        yield from (f"{name}: {fault}" for fault in found[:FAULTS_SHOWN])


def _of(title: str, heading: str, rows: Sequence[tuple[str, object]]) -> Table:
    table = Table("", heading, title=title, title_justify="left", min_width=60)
    table.columns[1].justify = "right"
    for name, value in rows:
        table.add_row(name, str(value))
    return table
