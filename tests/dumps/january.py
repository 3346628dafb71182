"""Matches that were played in January, and what a dump of that month says, for tests."""

import gzip
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

from dumps import publishing
from dumps.selection import month
from matches.actors import Player
from matches.models import Match
from tests.matches import tables

MONTH = month(2026, 1)
DAY = datetime(2026, 1, 15, 12, tzinfo=UTC)


def at(match_id: UUID, ended: datetime = DAY) -> UUID:
    """Have a match have ended at a moment; return it."""
    Match.objects.filter(id=match_id).update(ended_at=ended)
    return match_id


def played(people: Sequence[Player], **wanted: Any) -> UUID:
    """Return a match that was played to its end in January."""
    match_id = tables.begun(people, **{"options": {"rounds": 1}, **wanted})
    tables.play_out(match_id, people)
    return at(match_id)


def exported(home: Path) -> publishing.Manifest:
    """Write the dump of January, and return its manifest."""
    manifest = publishing.export(home, MONTH)
    assert manifest is not None
    return manifest


def rows(home: Path, table: str) -> list[dict[str, Any]]:
    """Return the rows of a table, as NDJSON has them."""
    return [
        json.loads(line)
        for file in sorted((home / MONTH.name).glob(f"{table}-*.ndjson.gz"))
        for line in gzip.decompress(file.read_bytes()).splitlines()
    ]


def everything(home: Path) -> bytes:
    """Return all that the files of all dumps say, unpacked where they are packed."""
    found = b""
    for file in sorted(path for path in home.rglob("*") if path.is_file()):
        content = file.read_bytes()
        found += gzip.decompress(content) if file.suffix == ".gz" else content
    return found
