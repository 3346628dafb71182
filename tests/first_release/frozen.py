"""What the first release has left: logs, a database, and what it told of that."""

import gzip
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connections

from tests import servers

FOLDER = Path(__file__).parent
LOGS = sorted((FOLDER / "logs").glob("*.ndjson.gz"))


class Told(NamedTuple):
    """What the first release said, when the database was as it is kept here."""

    answers: dict[str, Any]
    """Of the API to strangers, by the path below /api/v1."""
    seats: dict[str, Any]
    """Of the page of a match to whoever sits there, by `match account`."""


def unpacked(log: Path, folder: Path) -> Path:
    """Write a log as it was downloaded, and return where."""
    path = folder / log.stem
    path.write_bytes(gzip.decompress(log.read_bytes()))
    return path


def told() -> Told:
    """Return what the first release said."""
    return Told(**json.loads(gzip.decompress((FOLDER / "told.json.gz").read_bytes())))


@contextmanager
def site() -> Iterator[None]:
    """Work on the database of the first release, brought up to date by today's migrations."""
    dump = gzip.decompress((FOLDER / "site.sql.gz").read_bytes())
    with servers.empty_database("_first_release") as name:
        with servers.connected(name) as owner:
            owner.execute(dump)
        with servers.using(name):
            call_command("migrate", database="owner", verbosity=0)
            connections["owner"].close()
            # They have other numbers than in the database of the other tests.
            ContentType.objects.clear_cache()
            yield
    ContentType.objects.clear_cache()
