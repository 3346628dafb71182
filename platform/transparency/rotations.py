"""That other keys take the place of a site's keys, as a note that old and new keys sign. Pure.

Whoever has kept a key of the site, of the log, of its witness or of its seals, follows it to the
next one by this note alone. Nothing leads back: what an old key has signed is checked with it. The
note says how far the log was by then, so that an old key which was stolen signs no more of it.
"""

import json
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from transparency import checkpoints, notes
from transparency.notes import COSIGNED, Key, Note, NoteError, Signature, Signer

HEAD = "cutpurse-key-rotation/1"


class Rotation(NamedTuple):
    """What a note says, whoever has signed it."""

    pairs: tuple[tuple[Key, Key], ...]
    """A key and the one that takes its place, for each purpose; both have the same name."""
    size: int
    """How many entries the log had: what the old key signs alone counts up to there."""
    note: Note

    def successor(self, key: Key) -> Key | None:
        """Return what takes the place of a key, by a note that both have signed.

        None where the note is about other keys, or one of them has not signed it. Raises
        ImportError without `cryptography`.
        """
        after = next((after for before, after in self.pairs if before == key), None)
        if after is None:
            return None
        try:
            are_signed = [notes.signed_by(self.note, each) for each in (key, after)]
        except NoteError:
            return None
        return after if all(are_signed) else None


def signed(pairs: Sequence[tuple[Signer, Signer]], size: int, at: int) -> Note:
    """Return the note for keys that are replaced when the log has a size; `at` in UNIX seconds."""
    lines = [f"{before.key} {after.key}\n" for before, after in pairs]
    text = f"{HEAD}\n{size}\n{''.join(lines)}"
    signers = [each for pair in pairs for each in pair]
    return Note(text, tuple(_line(each, text, at) for each in signers))


def _line(signer: Signer, text: str, at: int) -> Signature:
    return signer.cosign(text, at) if signer.key.kind == COSIGNED else signer.sign(text)


def read(text: str) -> Rotation:
    """Return a rotation from its note; raises NoteError."""
    note = notes.read(text)
    head, *lines = note.text.removesuffix("\n").split("\n")
    if head != HEAD or len(lines) < 2:
        message = f"the note does not begin with {HEAD}, a size, and keys"
        raise NoteError(message)
    return Rotation(tuple(map(_pair, lines[1:])), checkpoints.number(lines[0]), note)


def _pair(line: str) -> tuple[Key, Key]:
    before, _, after = line.partition(" ")
    found = notes.read_key(before), notes.read_key(after)
    if found[0][:2] != found[1][:2] or found[0] == found[1]:
        message = f"{line[:80]!r} does not replace a key by another one of the same name"
        raise NoteError(message)
    return found


def read_all(lines: Iterable[str]) -> list[Rotation]:
    """Return rotations from lines of JSON as `/log/rotations` has them; raises NoteError."""
    found = []
    for line in lines:
        try:
            found.append(read(str(json.loads(line)["note"])))
        except (KeyError, TypeError, json.JSONDecodeError) as error:
            message = f"{line[:80]!r} is no line of /log/rotations"
            raise NoteError(message) from error
    return found


def followed(key: Key, rotations: Sequence[Rotation], size: int = 0) -> list[Key]:
    """Return which of a key and those that have taken its place may sign a checkpoint of a size.

    The newest one comes last; of what has no size, such as seals, all of them may.
    """
    found = [key]
    for rotation in rotations:
        after = rotation.successor(found[-1])
        if after is not None:
            found = [after] if size > rotation.size else [*found, after]
    return found
