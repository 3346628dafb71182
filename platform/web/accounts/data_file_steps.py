"""A person's data file, written by a worker step by step, fetched while it lasts, then forgotten.

Each step is a job of its own, a section or the last one, which puts the sections together: so a
worker that is killed loses one step, and the page shows how far the work has come. The file lies in
the database, where every web server finds it, and nobody but its owner ever has its address.
"""

import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from datetime import timedelta
from typing import IO
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now
from django.utils import timezone

from accounts.models import Account, DataFile, DataFilePart
from agenda import sql as agenda
from agenda.registry import Job
from web.accounts.data_file import ABOUT, SECTIONS, write

KIND = "data_file"
"""The agenda's kind, and the limit's."""
LASTS = timedelta(days=7)
PATIENCE = timedelta(hours=1)
"""After this long without an end a new request begins again."""
CHUNK_BYTES = 1_000_000
NAMES = tuple(SECTIONS)
STEPS = len(NAMES) + 1


def find(account_id: UUID) -> DataFile | None:
    """Return somebody's file as far as it has come; None where there is none, or no more."""
    row = DataFile.objects.filter(account=account_id).first()
    if row is None or (row.expires_at is not None and row.expires_at <= timezone.now()):
        return None
    return row


def is_being_written(row: DataFile | None) -> bool:
    """Return whether a worker is at it, or will be."""
    return row is not None and row.size is None and row.asked_at > timezone.now() - PATIENCE


@transaction.atomic
def ask(account_id: UUID) -> None:
    """Have a file written, in place of an earlier one; nothing where one is being written."""
    Account.objects.select_for_update().get(pk=account_id)
    before = DataFile.objects.filter(account=account_id).first()
    if is_being_written(before):
        return
    version = 1 if before is None else before.version + 1
    forget(account_id)
    DataFile.objects.create(account_id=account_id, version=version, steps_all=STEPS)
    agenda.schedule(kind=KIND, subject=account_id, version=version)


def forget(account_id: UUID) -> None:
    """Remove somebody's file, whether it is ready or not."""
    DataFile.objects.filter(account=account_id).delete()


def purge() -> None:
    """Forget the files whose time has come."""
    DataFile.objects.filter(expires_at__lte=Now()).delete()


def take_step(due: Job) -> None:
    """Write the next section, or put all together; nothing where that is done already."""
    row = DataFile.objects.filter(account=due.subject, version=due.version, size=None).first()
    if row is None:
        return
    if row.steps_done < len(NAMES):
        name = NAMES[row.steps_done]
        with tempfile.SpooledTemporaryFile(max_size=5_000_000) as file:
            write(file, SECTIONS[name](row.account))
            file.seek(0)
            _finish_step(row, name, _deflated(file))
        return
    with tempfile.SpooledTemporaryFile(max_size=5_000_000) as file:
        _put_together(row, file)
        size = file.tell()
        file.seek(0)
        _finish_step(row, "", iter(lambda: file.read(CHUNK_BYTES), b""), size=size)


def _deflated(file: IO[bytes]) -> Iterator[bytes]:
    """Yield a section, packed, in pieces that fit a row."""
    while text := file.read(CHUNK_BYTES):
        yield zlib.compress(text)


def _put_together(row: DataFile, file: IO[bytes]) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("README.txt", ABOUT)
        for name in NAMES:
            with archive.open(f"{name}.json", "w", force_zip64=True) as section:
                for piece in _pieces(row, name):
                    section.write(zlib.decompress(piece))


def _pieces(row: DataFile, name: str) -> Iterator[bytes]:
    found = DataFilePart.objects.filter(file=row, name=name).order_by("number")
    yield from map(bytes, found.values_list("content", flat=True).iterator(chunk_size=4))


@transaction.atomic
def _finish_step(
    row: DataFile, name: str, pieces: Iterator[bytes], *, size: int | None = None
) -> None:
    """Keep what a step has written, and have the next one done, unless somebody was faster."""
    now = timezone.now()
    done = {} if size is None else {"size": size, "expires_at": now + LASTS}
    is_ours = DataFile.objects.filter(pk=row.pk, version=row.version).update(
        version=F("version") + 1, steps_done=F("steps_done") + 1, **done
    )
    if not is_ours:
        return
    if size is not None:
        row.parts.all().delete()
    for number, content in enumerate(pieces):
        DataFilePart.objects.create(file=row, name=name, number=number, content=content)
    if size is None:
        agenda.schedule(kind=KIND, subject=row.pk, version=row.version + 1)


def content(row: DataFile) -> Iterator[bytes]:
    """Yield the bytes of a file that is ready."""
    yield from _pieces(row, "")
