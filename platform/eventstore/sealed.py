"""Find the events of matches whose partition was sealed: they lie in an archive alone.

Every process that reads needs the folder of the archives (`ARCHIVE_FOLDER`). Without it their
matches are not there for now, as when the database is away; they are never taken for unknown.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from uuid import UUID

import psycopg
from django.conf import settings
from django.db import connection

from eventstore.archives import KIND, Archive, ArchiveError
from eventstore.events import StoredEvent

OPEN_MAX = 4
"""Archives that a process has found to be the ones that were sealed."""

SEALED = """
SELECT name, manifest FROM eventstore_sealed
WHERE (low IS NULL OR low <= %s) AND %s < high"""


class ArchiveAwayError(psycopg.OperationalError):
    """The archive of a match cannot be read now; like a database that is away it may come back."""


def load(kind: str, stream_id: UUID) -> list[StoredEvent]:
    """Return the events of a stream that an archive holds, none if no archive does.

    Raises ArchiveAwayError when its archive is not there, or is not the one that was sealed.
    """
    if kind != KIND:
        return []
    with connection.cursor() as cursor:
        cursor.execute(SEALED, [stream_id, stream_id])
        found = cursor.fetchone()
    if found is None:
        return []
    folder: Path | None = settings.ARCHIVE_FOLDER
    if folder is None:
        message = f"match {stream_id} is in the archive {found[0]}; set ARCHIVE_FOLDER"
        raise ArchiveAwayError(message)
    try:
        return opened(folder, *found).load(stream_id)
    except (OSError, ArchiveError) as error:
        raise ArchiveAwayError(str(error)) from error


def ranges() -> Sequence[tuple[UUID | None, UUID]]:
    """Return of which matches the events were sealed: from an id, if any, to below another."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT low, high FROM eventstore_sealed ORDER BY high")
        return [(low, high) for low, high in cursor.fetchall()]


def faults() -> Iterator[str]:
    """Yield which of the archives that were sealed are not there as they were."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, manifest FROM eventstore_sealed ORDER BY high")
        found = cursor.fetchall()
    folder: Path | None = settings.ARCHIVE_FOLDER
    for name, digest in found:
        if folder is None:
            yield f"archive {name}: set ARCHIVE_FOLDER"
            continue
        try:
            changed = list(_open(folder, name, digest).changed())
        except (OSError, ArchiveError) as error:
            changed = [str(error)]
        yield from (f"archive {name}: {text}" for text in changed)


@lru_cache(OPEN_MAX)
def opened(folder: Path, name: str, digest: str) -> Archive:
    """Return an archive as a process keeps it; raises ArchiveError, and OSError."""
    archive = _open(folder, name, digest)
    # By an index that lacks a line, a match would seem to be none.
    for text in archive.changed_index():
        raise ArchiveError(text)
    return archive


def _open(folder: Path, name: str, digest: str) -> Archive:
    """Return an archive that is there and was sealed with this digest."""
    archive = Archive(folder, name)
    if archive.digest != digest:
        message = f"{archive.paths.manifest} is not the manifest of the archive that was sealed"
        raise ArchiveError(message)
    return archive
