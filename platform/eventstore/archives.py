"""Archives: the events of a partition as files, from which it can be proved, read and made again.

    NAME.events.gz      for each stream, in order of the ids, a line that names it and a line for
                        each event with all that its row holds; each stream is a part of its own,
                        so that one can be read alone, and the whole is a file that gzip reads
    NAME.index          for each stream its id, where its part begins, how long it is, and the
                        version and the hash of its last event
    NAME.manifest.json  how many there are, and the SHA-256 of the two files

The files hold who did what with which key: they are for the owner of the site, as a backup is.
"""

import gzip
import os
import zlib
from collections.abc import Iterable, Iterator
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO, NamedTuple
from uuid import UUID

import msgspec

from eventstore import chain
from eventstore.events import StoredEvent

FORMAT = "cutpurse-archive/1"
COMPRESSION = 6
CHUNK = 1 << 20
LINE_MAX = 512
"""Bytes of a line of the index: twice what there can be."""
KIND = "match"
"""What archives hold: all else is little, and never over."""


class ArchiveError(Exception):
    """An archive is not what it says, or not what the database holds; the text names where."""


class Heading(msgspec.Struct, frozen=True):
    """The first line of a part."""

    kind: str
    id: UUID
    events: int


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event with all that its row holds."""

    version: int
    type: str
    schema: int
    body: str
    actor: str
    at: datetime
    hash: bytes
    chain: int
    key: str | None = None
    fingerprint: bytes | None = None
    salt: bytes | None = None
    by: bytes | None = None


class Place(msgspec.Struct, frozen=True):
    """A line of the index."""

    id: UUID
    offset: int
    size: int
    version: int
    hash: bytes


class Manifest(msgspec.Struct, frozen=True):
    """What an archive is."""

    format: str
    name: str
    low: UUID | None
    """The first id that the partition takes, if any is."""
    high: UUID
    """The first id that it does not take any more."""
    streams: int
    events: int
    events_sha256: str
    index_sha256: str


class Paths(NamedTuple):
    """Where the files of an archive are."""

    events: Path
    places: Path
    """The index."""
    manifest: Path


def paths(folder: Path, name: str) -> Paths:
    """Return where the files of an archive are in a folder."""
    return Paths(*(folder / f"{name}.{end}" for end in ("events.gz", "index", "manifest.json")))


_encode = msgspec.json.Encoder().encode
_heading = msgspec.json.Decoder(Heading)
_line = msgspec.json.Decoder(Line)
_place = msgspec.json.Decoder(Place)

Stream = tuple[UUID, list[StoredEvent]]


def write(
    folder: Path, name: str, low: UUID | None, high: UUID, streams: Iterable[Stream]
) -> Manifest:
    """Write an archive of streams in order of their ids, whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    ends = paths(folder, name)
    begun = Paths(*(each.with_name(f"{each.name}.part") for each in ends))
    counted, offset, events = 0, 0, 0
    with begun.events.open("wb") as file, begun.places.open("wb") as index:
        for stream_id, stored in streams:
            part = gzip.compress(_part(stream_id, stored), COMPRESSION, mtime=0)
            place = Place(stream_id, offset, len(part), stored[-1].version, stored[-1].hash)
            file.write(part)
            index.write(_encode(place) + b"\n")
            offset += len(part)
            counted += 1
            events += len(stored)
        for each in (file, index):
            each.flush()
            os.fsync(each.fileno())
    digests = _digest(begun.events), _digest(begun.places)
    manifest = Manifest(FORMAT, name, low, high, counted, events, *digests)
    begun.manifest.write_bytes(msgspec.json.format(_encode(manifest), indent=1) + b"\n")
    _sync(begun.manifest)
    # Files that belong to no manifest are no archive; of an older one and these they would be.
    ends.manifest.unlink(missing_ok=True)
    _sync(folder)
    for done, end in zip(begun, ends, strict=True):
        done.replace(end)
        _sync(folder)
    return manifest


def _sync(path: Path) -> None:
    """Have a file, or the names in a folder, on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _part(stream_id: UUID, stored: list[StoredEvent]) -> bytes:
    lines = [_encode(Heading(KIND, stream_id, len(stored)))]
    for each in stored:
        shown = (each.version, each.type, each.schema, each.body, each.actor, each.at, each.hash)
        lines.append(
            _encode(Line(*shown, each.chain, each.key, each.fingerprint, each.salt, each.by))
        )
    return b"\n".join(lines) + b"\n"


def _digest(path: Path) -> str:
    found = sha256()
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            found.update(chunk)
    return found.hexdigest()


def _changed(path: Path, wanted: str) -> Iterator[str]:
    if _digest(path) != wanted:
        yield f"{path} does not have the SHA-256 that the manifest names"


class Archive:
    """An archive that is there to be read; its files are not changed any more."""

    def __init__(self, folder: Path, name: str) -> None:
        """Read what it is; raises ArchiveError, and OSError where it is not there."""
        self.paths = paths(folder, name)
        content = self.paths.manifest.read_bytes()
        self.digest = sha256(content).hexdigest()
        """The SHA-256 of the manifest, which names those of the other files."""
        try:
            self.manifest = msgspec.json.decode(content, type=Manifest)
        except msgspec.MsgspecError as error:
            message = f"{self.paths.manifest} is no manifest of an archive: {error}"
            raise ArchiveError(message) from error
        if self.manifest.format != FORMAT:
            message = f"{self.paths.manifest} is of the form {self.manifest.format}, not {FORMAT}"
            raise ArchiveError(message)

    def places(self) -> Iterator[Place]:
        """Yield where each stream is, in order of the ids."""
        with self.paths.places.open("rb") as lines:
            yield from map(self._place, lines)

    def place(self, stream_id: UUID) -> Place | None:
        """Return where a stream is, if it is in here: by halves, since the lines are in order."""
        with self.paths.places.open("rb") as file:
            low, high = 0, file.seek(0, os.SEEK_END)
            while low < high:
                begins, line = self._line_at(file, low, (low + high) // 2)
                found = self._place(line)
                if found.id == stream_id:
                    return found
                low, high = (begins + len(line), high) if found.id < stream_id else (low, begins)
        return None

    def _line_at(self, file: BinaryIO, low: int, middle: int) -> tuple[int, bytes]:
        """Return the line in which a byte is, and where it begins, which is not below low."""
        start = max(low, middle - LINE_MAX)
        file.seek(start)
        window = file.read(2 * LINE_MAX)
        begins = window.rfind(b"\n", 0, middle - start) + 1
        ends = window.find(b"\n", begins) + 1
        if not ends:
            message = f"{self.paths.places} is damaged: it ends within a line"
            raise ArchiveError(message)
        return start + begins, window[begins:ends]

    def _place(self, line: bytes) -> Place:
        try:
            return _place.decode(line)
        except msgspec.MsgspecError as error:
            message = f"{self.paths.places} is damaged: {error}"
            raise ArchiveError(message) from error

    def load(self, stream_id: UUID) -> list[StoredEvent]:
        """Return the events of a stream, none where it is not in here.

        Raises ArchiveError, which names the stream, for what is not as it was written.
        """
        place = self.place(stream_id)
        return [] if place is None else self._read(place)

    def _read(self, place: Place) -> list[StoredEvent]:
        stream_id = place.id
        with self.paths.events.open("rb") as file:
            file.seek(place.offset)
            part = file.read(place.size)
        try:
            first, *lines = gzip.decompress(part).splitlines()
            heading = _heading.decode(first)
            events = [_stored(_line.decode(each)) for each in lines]
        except (OSError, EOFError, zlib.error, ValueError, msgspec.MsgspecError) as error:
            message = f"match {stream_id} in {self.paths.events} is damaged: {error}"
            raise ArchiveError(message) from error
        last = events[-1] if events else None
        found = (heading.id, heading.events, last and (last.version, last.hash))
        if found != (stream_id, len(events), (place.version, place.hash)):
            message = f"match {stream_id} in {self.paths.events} is not what the index says"
            raise ArchiveError(message)
        return events

    def streams(self) -> Iterator[Stream]:
        """Yield all streams in order; raises ArchiveError."""
        for place in self.places():
            yield place.id, self._read(place)

    def sync(self) -> None:
        """Have all of it on the disk, whoever has copied it here."""
        for path in (*self.paths, self.paths.manifest.parent):
            _sync(path)

    def changed(self) -> Iterator[str]:
        """Yield which files are not those that the manifest names."""
        yield from _changed(self.paths.events, self.manifest.events_sha256)
        yield from self.changed_index()

    def changed_index(self) -> Iterator[str]:
        """Yield whether the index is not the one that the manifest names."""
        yield from _changed(self.paths.places, self.manifest.index_sha256)

    def faults(self) -> Iterator[str]:
        """Yield what is wrong with the files, of each stream the first thing."""
        yield from self.changed()
        counted, events, last = 0, 0, UUID(int=0)
        for place in self.places():
            counted += 1
            events += place.version
            if place.id <= last:
                yield f"match {place.id} is not in its order in {self.paths.places}"
            last = place.id
            try:
                fault = chain.first_fault(KIND, place.id, self._read(place))
            except ArchiveError as error:
                yield str(error)
                continue
            if fault is not None:
                yield f"match {place.id} event {fault[0]}: {fault[1]}"
        if (counted, events) != (self.manifest.streams, self.manifest.events):
            yield f"{counted} streams with {events} events, not as the manifest says"


def _stored(line: Line) -> StoredEvent:
    shown = (line.version, line.type, line.schema, line.body, line.actor)
    rest = (line.at, line.hash, line.chain, line.salt, line.by)
    return StoredEvent(*shown, line.key, line.fingerprint, *rest)
