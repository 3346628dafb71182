"""Who writes events: the kernel, the two writers, and what opens or imports a stream."""

import re
from pathlib import Path

from cutpurse.embedded.addresses import ROOT

MARKS = re.compile(
    r"streams\.adopt\(|sql\.ADOPT|streams\.chain_hashes\(|writer\.write\(|insert_events\("
    # A table whose name is filled in may be one of the events.
    r"|(INSERT INTO|DELETE FROM|UPDATE|COPY|MERGE INTO)\s+(ONLY\s+)?(eventstore_event\b|\{)"
    r"|TRIGGER USER"
)
WRITERS = {
    "platform/eventstore/aggregate.py",
    "platform/eventstore/projections.py",
    "platform/eventstore/sealing.py",
    "platform/eventstore/sql.py",
    "platform/eventstore/streams.py",
    "platform/eventstore/writer.py",
    "platform/matches/archive.py",
    "platform/matches/batch_sql.py",
    "platform/matches/commit.py",
}
"""The kernel, and the two writers of a match's moves; the archive imports.

`sealing` makes the rows of a sealed month again from its archive, hash by hash, into a
table that becomes a partition; it is the owner's alone, past the triggers. `projections` copies
rows that follow from events, into tables of the models.
"""


def sources() -> list[Path]:
    """Return the modules of the product."""
    folders = ("platform", "games", "ratings", "tournaments")
    found = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    return [path for path in found if "migrations" not in path.parts]


def test_nobody_else_writes_events() -> None:
    writers = {str(path.relative_to(ROOT)) for path in sources() if MARKS.search(path.read_text())}

    assert writers == WRITERS
