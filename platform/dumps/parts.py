"""A part of a dump: some hundred matches, a file for each table and format.

A part is written whole or not at all, so a worker that is killed loses no more than one.
"""

import gzip
import hashlib
import json
import shutil
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from uuid import UUID

import msgspec

from api.problems import Problem
from dumps import rows
from dumps.tables import TABLES, json_columns
from eventstore.catalogue import UnknownEventTypeError
from games.core import RulesError
from matches.models import Match

MATCHES = 200
"""In a part: with all views of all decisions a few seconds of work, and some megabytes."""
MEMORY = "256MB"
DONE = "part.json"


class File(msgspec.Struct, frozen=True, order=True):
    """A file of a dump, as its manifest lists it."""

    name: str
    table: str
    format: str
    rows: int
    bytes: int
    sha256: str


class Part(msgspec.Struct):
    """What came of a part."""

    matches: int
    left_out: int
    """Matches that cannot be told, as those by rules that this release does not know."""
    files: list[File]


def write(folder: Path, number: int, chosen: Sequence[UUID]) -> Part:
    """Write a part into a folder of its own, `<folder>/<number>`; what was there is replaced."""
    found: rows.Rows = {table: [] for table in TABLES}
    left_out = 0
    for match in Match.objects.filter(id__in=chosen).order_by("id"):
        try:
            of_match = rows.of_match(match)
        except (Problem, RulesError, UnknownEventTypeError, rows.NobodyThereError):
            left_out += 1
            continue
        for table, lines_of_table in of_match.items():
            found[table] += lines_of_table
    place = folder / f"{number:04}"
    shutil.rmtree(place, ignore_errors=True)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as temporary:
        building = Path(temporary) / "part"
        building.mkdir()
        files = [
            file
            for table, lines_of_table in found.items()
            for file in _files(building, table, number, sorted(lines_of_table, key=_order))
        ]
        part = Part(len(chosen) - left_out, left_out, files)
        (building / DONE).write_bytes(msgspec.json.encode(part))
        building.rename(place)
    return part


def read(folder: Path, number: int) -> Part | None:
    """Return a part that has been written; None where there is none yet."""
    try:
        return msgspec.json.decode((folder / f"{number:04}" / DONE).read_bytes(), type=Part)
    except FileNotFoundError:
        return None


def _order(row: rows.Row) -> tuple[object, ...]:
    """Return what sorts rows: by the pseudonyms of matches, which tell nothing of their order."""
    return (row["match"], row.get("number") or row.get("seat") or 0)


def _files(folder: Path, table: str, number: int, lines_of_table: Iterable[rows.Row]) -> list[File]:
    lines = [
        json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in lines_of_table
    ]
    text = folder / f"{table}-{number:04}.ndjson.gz"
    # Without the time, so that the same matches are the same bytes.
    with text.open("wb") as raw, gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as file:
        file.writelines(line.encode() for line in lines)
    parquet = folder / f"{table}-{number:04}.parquet"
    _to_parquet(text, table, parquet)
    return [
        _described(text, table, "ndjson", len(lines)),
        _described(parquet, table, "parquet", len(lines)),
    ]


def _to_parquet(text: Path, table: str, parquet: Path) -> None:
    import duckdb  # noqa: PLC0415 - A worker loads it where a dump is made.

    # What does not fit into the memory goes to the folder of the part, and away with it.
    config: dict[str, str | bool | int | float | list[str]] = {
        "memory_limit": MEMORY,
        "threads": 1,
        "temp_directory": str(parquet.parent.parent),
    }
    with duckdb.connect(":memory:", config=config) as database:
        database.execute(
            f"COPY (SELECT * FROM read_json({quoted(text)}, format = 'newline_delimited',"  # noqa: S608 - Names of ours, and paths that are quoted.
            f" columns = {json_columns(table)})) TO {quoted(parquet)}"
            " (FORMAT parquet, COMPRESSION zstd)"
        )


def quoted(path: Path) -> str:
    """Return a path as a text of SQL."""
    return "'" + str(path).replace("'", "''") + "'"


def _described(file: Path, table: str, form: str, rows_count: int) -> File:
    with file.open("rb") as content:
        digest = hashlib.file_digest(content, "sha256").hexdigest()
    return File(file.name, table, form, rows_count, file.stat().st_size, digest)
