"""The newest checkpoint in a file outside of the database, by which one that went back is known.

Whoever has seen that checkpoint knows of more than a restored backup, an emptied database, or a
standby that took over without the last writes. So processes do not start on one, and nothing is
signed on it, before the operator has said so in public (`site_stream.declare`).
"""

import os
from pathlib import Path

import structlog
from django.conf import settings
from django.db import connection

from transparency import checkpoints, identity, notes, site_stream, store
from transparency.checkpoints import Checkpoint
from transparency.notes import NoteError

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

NAME = "checkpoint"


def file() -> Path | None:
    """Return where the checkpoint is kept; None where the site keeps none."""
    folder: Path | None = settings.LOG_FOLDER
    return None if folder is None else folder / NAME


def text() -> str:
    """Return the signed checkpoint that is kept; empty where there is none that can be read."""
    path = file()
    try:
        found = "" if path is None else path.read_text()
        if found:
            checkpoints.read(notes.read(found))
    except FileNotFoundError:
        return ""
    except (OSError, ValueError) as error:
        log.warning("kept_checkpoint_not_read", file=str(path), error=str(error))
        return ""
    return found


def keep(note: str) -> None:
    """Keep a signed checkpoint that the database has, unless a later one of that log is kept."""
    path = file()
    if path is None:
        return
    before, now = _read(text()), checkpoints.read(notes.read(note))
    if before is not None and before.origin == now.origin and before.size >= now.size:
        return
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(note)
        part.replace(path)
    except OSError as error:
        log.warning("checkpoint_not_kept", file=str(path), error=str(error))


def lost() -> str:
    """Return the signed checkpoint that is kept, if the database lacks it; or nothing."""
    note = text()
    return note if _is_lost(note) else ""


def fault() -> str | None:
    """Return why nothing may be served or signed on this database; None where all is well.

    A standby may be behind at any moment: only what a primary lacks is lost.
    """
    # First the file: what the database has of it was written before.
    before = _read(text())
    if not identity.is_kept() or _is_standby():
        return None
    rewinds = [each.rewind for each in site_stream.declared()]
    if before is not None and not store.holds(before):
        known = [each for each in rewinds if each.origin == before.origin]
        if not any(each.size >= before.size for each in known):
            return _undeclared(before)
        if before.origin == identity.origin():
            return _same_name(before.origin)
    elif any(each.origin == identity.origin() and _is_lost(each.note) for each in rewinds):
        return _same_name(identity.origin())
    return None


def _read(note: str) -> Checkpoint | None:
    try:
        return checkpoints.read(notes.read(note)) if note else None
    except NoteError:
        return None


def _is_lost(note: str) -> bool:
    """Tell whether the database has another history than one that a checkpoint was signed of."""
    found = _read(note)
    return found is not None and not store.holds(found)


def _is_standby() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_is_in_recovery()")
        return bool(cursor.fetchone()[0])


def _undeclared(before: Checkpoint) -> str:
    last = store.newest()
    has = 0 if last is None else last.size
    lacks = "has another history" if has >= before.size else f"has {has}"
    return (
        f"This database has gone back in time: {before.origin} had {before.size} entries"
        f" ({file()}), and it {lacks}. A restored backup, an emptied database and a standby without"
        " the last writes are like that. Say so in public first. Give the log a new name in the"
        f" environment of all processes, LOG_ORIGIN={site_stream.next_name(before.origin)}, run\n"
        '    python manage.py declare_rewind --reason "what has happened"\n'
        "and start again; docs/operations.md (Backups) says what else is to do. Where nobody has"
        f" used this site yet, delete {file()} instead."
    )


def _same_name(origin: str) -> str:
    name = site_stream.next_name(origin)
    return (
        f"The log {origin} has gone back in time, which was declared, and never goes on"
        f" under that name. Set LOG_ORIGIN={name}, or what it is called since, for all processes."
    )
