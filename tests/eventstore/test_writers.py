"""Who writes events: the kernel, the two writers, and what opens or imports a stream."""

from pathlib import Path

from cutpurse.embedded.addresses import ROOT

MARKS = (
    "streams.adopt(",
    "sql.ADOPT",
    "streams.chain_hashes(",
    "writer.write(",
    "insert_events(",
    "INSERT INTO eventstore_event",
)
WRITERS = {
    "platform/eventstore/aggregate.py",
    "platform/eventstore/sql.py",
    "platform/eventstore/streams.py",
    "platform/eventstore/writer.py",
    "platform/matches/archive.py",
    "platform/matches/batch_sql.py",
    "platform/matches/commit.py",
}
"""The kernel, and the two writers of a match's moves; the archive imports."""


def sources() -> list[Path]:
    """Return the modules of the product."""
    folders = ("platform", "games", "ratings", "tournaments")
    found = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    return [path for path in found if "migrations" not in path.parts]


def test_nobody_else_writes_events() -> None:
    writers = {
        str(path.relative_to(ROOT))
        for path in sources()
        if any(mark in path.read_text() for mark in MARKS)
    }

    assert writers == WRITERS
