"""Where the newest checkpoint of the public log is kept outside of the database.

A file, on each machine or on a volume, and with `LOG_IN_REDIS` in Redis as well, which all machines
and pods share. A place that does not answer stops nobody: it is evidence, and never the truth.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import redis
import structlog
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

from transparency import checkpoints, notes
from transparency.checkpoints import Checkpoint

NAME = "checkpoint"
"""Of the file."""
KEY = "cutpurse:log:checkpoint"
"""Of Redis."""
TIMEOUT_S = 1.0

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


class Place(Protocol):
    """Where one signed checkpoint is kept."""

    def __str__(self) -> str:
        """Return what an operator calls it."""

    def read(self) -> str:
        """Return what is there, empty where nothing is; raises OSError."""

    def write(self, note: str) -> None:
        """Replace what is there; raises OSError."""


class File:
    """A file, which is there whole or not at all."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __str__(self) -> str:
        return str(self._path)

    def read(self) -> str:
        """Return the text of the file."""
        try:
            return self._path.read_text()
        except FileNotFoundError:
            return ""

    def write(self, note: str) -> None:
        """Write the file anew."""
        part = self._path.with_name(f"{self._path.name}.{os.getpid()}.part")
        self._path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(note)
        part.replace(self._path)


class InRedis:
    """A key of the Redis that all processes share."""

    def __str__(self) -> str:
        return f"the key {KEY} of Redis"

    def read(self) -> str:
        """Return the text under the key."""
        try:
            with _redis() as client:
                found = client.get(KEY)
        except redis.RedisError as error:
            raise OSError(type(error).__name__) from error
        return found.decode() if isinstance(found, bytes) else ""

    def write(self, note: str) -> None:
        """Set the key."""
        try:
            with _redis() as client:
                client.set(KEY, note)
        except redis.RedisError as error:
            raise OSError(type(error).__name__) from error


def _redis() -> redis.Redis:
    return redis.Redis.from_url(
        settings.REDIS_URL,
        socket_timeout=TIMEOUT_S,
        socket_connect_timeout=TIMEOUT_S,
        retry=Retry(NoBackoff(), 0),
    )


class Kept:
    """A checkpoint as it was kept."""

    def __init__(self, place: Place, note: str) -> None:
        self.place = place
        self.note = note
        self.checkpoint: Checkpoint = checkpoints.read(notes.read(note))
        """Raises NoteError for a note that is none."""


def all_kept() -> Iterator[tuple[Place, Kept | None]]:
    """Yield every place of this site, and what is kept there, as far as it can be read."""
    for place in of_site():
        try:
            note = place.read()
            yield place, Kept(place, note) if note else None
        except (OSError, ValueError) as error:
            log.warning("kept_checkpoint_not_read", place=str(place), error=str(error))
            yield place, None


def of_site() -> Iterator[Place]:
    """Yield where this site keeps the checkpoint."""
    folder: Path | None = settings.LOG_FOLDER
    if folder is not None:
        yield File(folder / NAME)
    if settings.LOG_IN_REDIS:
        yield InRedis()
