"""Dumps as they lie in a folder: being built, part by part, and published, each at once."""

import json
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from math import inf
from pathlib import Path
from uuid import UUID

import msgspec
from django.conf import settings

from dumps import parts, selection, tables
from dumps.parts import File
from dumps.selection import Period

BUILDING = ".building"
MANIFEST = "manifest.json"
DICTIONARY = "dictionary.json"
SUMS = "SHA256SUMS"
CHOSEN = ".chosen"
"""Tells which matches were chosen; of no use to anybody else, and never served."""


class Manifest(msgspec.Struct, kw_only=True, rename={"begin": "from"}):
    """What is in a dump, as `manifest.json` says it. The same matches give the same bytes."""

    format: str
    period: str
    begin: str
    until: str
    site: str
    licence: str
    matches: int
    left_out: int
    rows: dict[str, int]
    files: list[File]

    @property
    def first_day(self) -> datetime:
        """The beginning of its period."""
        return datetime.fromisoformat(self.begin)

    @property
    def size(self) -> int:
        """Bytes of all tables."""
        return sum(file.bytes for file in self.files)


def folder() -> Path:
    """Return where dumps lie."""
    return Path(settings.DUMPS_FOLDER)


def published(home: Path) -> Iterator[Manifest]:
    """Yield the manifests of what is published, the newest period first."""
    for file in sorted(home.glob(f"*/{MANIFEST}"), reverse=True):
        if not file.parent.name.startswith("."):
            # It may be replaced in this moment.
            with suppress(FileNotFoundError):
                yield msgspec.json.decode(file.read_bytes(), type=Manifest)


def file_of(home: Path, period: str, name: str) -> Path | None:
    """Return a published file; None for anything else, whatever a request calls it."""
    for manifest in published(home):
        if manifest.period == period:
            listed = {file.name for file in manifest.files} | {MANIFEST, DICTIONARY, SUMS}
            return home / period / name if name in listed else None
    return None


def work(home: Path, period: Period, ends_at: float = inf) -> bool:
    """Do what there is to do for a period until a moment; return whether there is more.

    The matches are chosen once each time, so a run does as many parts as it has time for.
    """
    chosen = selection.ids(period)
    if not chosen:
        shutil.rmtree(home / period.name, ignore_errors=True)
        return False
    digest = selection.digest(chosen)
    if _is_published(home, period, digest):
        return False
    building = home / BUILDING / f"{period.name}-{digest[:12]}"
    has_written = False
    for number, part in enumerate(_split(chosen), start=1):
        if parts.read(building, number) is None:
            # One at least, or a month whose choice takes long would never be done.
            if has_written and time.monotonic() > ends_at:
                return True
            parts.write(building, number, part)
            has_written = True
    _publish(home, building, period, digest)
    return False


def export(home: Path, period: Period) -> Manifest | None:
    """Write the whole dump of a period; None where no match is in it."""
    work(home, period)
    return next((each for each in published(home) if each.period == period.name), None)


def _split(chosen: Sequence[UUID]) -> list[Sequence[UUID]]:
    return [chosen[at : at + parts.MATCHES] for at in range(0, len(chosen), parts.MATCHES)]


def _is_published(home: Path, period: Period, digest: str) -> bool:
    try:
        return (home / period.name / CHOSEN).read_text() == digest
    except FileNotFoundError:
        return False


def _publish(home: Path, building: Path, period: Period, digest: str) -> None:
    """Put the parts together, and what was published before aside."""
    done: list[parts.Part] = []
    while (part := parts.read(building, len(done) + 1)) is not None:
        done.append(part)
    whole = building / "whole"
    shutil.rmtree(whole, ignore_errors=True)
    whole.mkdir()
    files = [file for part in done for file in part.files]
    for number, part in enumerate(done, start=1):
        for file in part.files:
            (whole / file.name).hardlink_to(building / f"{number:04}" / file.name)
    manifest = Manifest(
        format=tables.FORMAT,
        period=period.name,
        begin=period.begin.isoformat(),
        until=period.until.isoformat(),
        site=settings.SITE_URL,
        licence=settings.DATA_LICENCE,
        matches=sum(part.matches for part in done),
        left_out=sum(part.left_out for part in done),
        rows={
            table: sum(f.rows for f in files if f.table == table and f.format == "ndjson")
            for table in tables.TABLES
        },
        files=sorted(files),
    )
    (whole / MANIFEST).write_bytes(msgspec.json.format(msgspec.json.encode(manifest), indent=1))
    (whole / DICTIONARY).write_text(json.dumps(tables.dictionary(), indent=1, ensure_ascii=False))
    (whole / SUMS).write_text("".join(f"{file.sha256}  {file.name}\n" for file in manifest.files))
    (whole / CHOSEN).write_text(digest)
    target, before = home / period.name, building / "before"
    if target.exists():
        shutil.rmtree(before, ignore_errors=True)
        target.rename(before)
    whole.rename(target)
    for old in (home / BUILDING).glob(f"{period.name}-*"):
        shutil.rmtree(old, ignore_errors=True)
