"""The newest checkpoint as it is kept outside of the database, which knows one that went back.

Whoever has seen that checkpoint knows of more than a restored backup, an emptied database, or a
standby that took over without the last writes. So processes do not start on one, and nothing is
signed on it, before the operator has said so in public (`site_stream.declare`).
"""

from collections.abc import Collection, Sequence

import structlog
from django.db import connection

from transparency import checkpoints, identity, notes, places, site_stream, store
from transparency.checkpoints import Checkpoint
from transparency.notes import NoteError
from transparency.places import Kept
from transparency.site_stream import SiteRewound

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


class GoneBackError(Exception):
    """The database lacks what the public log has shown; the text says what to do."""


def lost() -> str:
    """Return the signed checkpoint that is kept and that the database lacks; or nothing.

    Of several one that nobody has declared yet, and the latest.
    """
    rewinds = _rewinds()
    missing = _missing()

    def order(kept: Kept) -> tuple[bool, int]:
        return not _is_declared(kept.checkpoint, rewinds), kept.checkpoint.size

    return max(missing, key=order).note if missing else ""


def fault() -> str | None:
    """Return why nothing may be served or signed on this database; None where all is well.

    A standby may be behind at any moment: only what a primary lacks is lost.
    """
    # First the places: what the database has of them was written before.
    known = [kept for _, kept in places.all_kept() if kept is not None]
    if not identity.is_kept() or _is_standby():
        return None
    rewinds = _rewinds()
    missing = [kept for kept in known if not store.holds(kept.checkpoint)]
    names = _ended(rewinds, missing)
    for kept in missing:
        if not _is_declared(kept.checkpoint, rewinds):
            return _undeclared(kept, names)
    return _same_name(names) if identity.origin() in names else None


def keep(note: str) -> None:
    """Keep a signed checkpoint that the database has, but for places with a later one of that log.

    What the database lacks and nobody has declared stays: it may be the only proof of that, where
    the place did not answer when history was looked at. Raises NoteError for a note that is none.
    """
    now, rewinds = checkpoints.read(notes.read(note)), _rewinds()
    for place, kept in places.all_kept():
        if kept is not None and not _may_replace(kept.checkpoint, now, rewinds):
            continue
        try:
            place.write(note)
        except OSError as error:
            log.warning("checkpoint_not_kept", place=str(place), error=str(error))


def _may_replace(before: Checkpoint, now: Checkpoint, rewinds: Sequence[SiteRewound]) -> bool:
    if before.origin == now.origin and before.size >= now.size:
        return False
    return store.holds(before) or _is_declared(before, rewinds)


def ended() -> set[str]:
    """Return the names of the logs that are known to have gone back, declared or not."""
    return _ended(_rewinds(), _missing())


def _ended(rewinds: Sequence[SiteRewound], missing: Sequence[Kept]) -> set[str]:
    declared = {each.origin for each in rewinds if _is_lost(each.note)}
    return declared | {kept.checkpoint.origin for kept in missing}


def _missing() -> list[Kept]:
    return [kept for _, kept in places.all_kept() if kept and not store.holds(kept.checkpoint)]


def _rewinds() -> Sequence[SiteRewound]:
    return [each.rewind for each in site_stream.declared()]


def _is_declared(before: Checkpoint, rewinds: Sequence[SiteRewound]) -> bool:
    return any(each.origin == before.origin and each.size >= before.size for each in rewinds)


def _is_lost(note: str) -> bool:
    """Tell whether the database has another history than one that a checkpoint was signed of."""
    try:
        return bool(note) and not store.holds(checkpoints.read(notes.read(note)))
    except NoteError:
        return False


def _is_standby() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_is_in_recovery()")
        return bool(cursor.fetchone()[0])


def _undeclared(kept: Kept, ended: Collection[str]) -> str:
    last, before = store.newest(), kept.checkpoint
    has = 0 if last is None else last.size
    lacks = "has another history" if has >= before.size else f"has {has}"
    name = site_stream.free_name(before.origin, ended)
    return (
        f"This database has gone back in time: {before.origin} had {before.size} entries"
        f" ({kept.place}), and it {lacks}. A restored backup, an emptied database and a standby"
        " without the last writes are like that. Say so in public first. Give the log a new name in"
        f" the environment of all processes, LOG_ORIGIN={name}, run\n"
        '    python manage.py declare_rewind --reason "what has happened"\n'
        "and start again; docs/operations.md (Backups) says what else is to do. Where nobody has"
        f" used this site yet, delete {kept.place} instead."
    )


def _same_name(ended: Collection[str]) -> str:
    origin = identity.origin()
    name = site_stream.free_name(origin, ended)
    return (
        f"The log {origin} has gone back in time, which was declared, and never goes on under that"
        f" name. Set LOG_ORIGIN={name}, or what it is called since, for all processes."
    )
