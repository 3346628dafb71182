"""Checkpoints and proofs as texts: C2SP's tlog-checkpoint and tlog-proof. Pure."""

from base64 import b64encode
from collections.abc import Sequence
from typing import NamedTuple

from transparency import notes, tree
from transparency.notes import Note, NoteError

PROOF = "c2sp.org/tlog-proof@v1"
HASHES_MAX = 63
"""Of a proof, in a tree of at most 2^63 leaves."""


class Checkpoint(NamedTuple):
    """Where the log stood."""

    origin: str
    """The log's name."""
    size: int
    root: bytes

    def __str__(self) -> str:
        """Return the text that is signed."""
        return f"{self.origin}\n{self.size}\n{encoded(self.root)}\n"


class Proof(NamedTuple):
    """That an entry is in the log of a checkpoint."""

    position: int
    """Of the entry in the log, from 0."""
    hashes: tuple[bytes, ...]
    note: Note
    """The checkpoint, signed."""

    def __str__(self) -> str:
        lines = [PROOF, f"index {self.position}", *map(encoded, self.hashes)]
        return "\n".join(lines) + "\n\n" + str(self.note)


def encoded(digest: bytes) -> str:
    """Return a hash as the texts write it."""
    return b64encode(digest).decode()


def decoded(text: str) -> bytes:
    """Return a hash from its written form; raises NoteError."""
    value = notes.decoded(text)
    if len(value) != tree.HASH_BYTES:
        message = f"{text[:80]!r} is no SHA-256 hash"
        raise NoteError(message)
    return value


def number(text: str) -> int:
    """Return a size or index from its written form; raises NoteError."""
    if not (text.isascii() and text.isdecimal()) or (text[0] == "0" and text != "0"):
        message = f"{text[:80]!r} is no number"
        raise NoteError(message)
    value = int(text[:20])
    if value >= 1 << HASHES_MAX:
        message = f"{text[:80]} is too large"
        raise NoteError(message)
    return value


def read(note: Note) -> Checkpoint:
    """Return what a signed checkpoint says; raises NoteError."""
    lines = note.text.split("\n")
    if len(lines) < 4 or not lines[0]:
        message = "a checkpoint has an origin, a size and a root"
        raise NoteError(message)
    return Checkpoint(lines[0], number(lines[1]), decoded(lines[2]))


def read_proof(text: str) -> Proof:
    """Return a proof from its written form; raises NoteError."""
    above, gap, below = text.partition("\n\n")
    lines = above.split("\n")
    if not gap or lines.pop(0) != PROOF:
        message = f"the text does not begin with {PROOF}"
        raise NoteError(message)
    if lines and lines[0].startswith("extra "):
        lines.pop(0)
    word, _, index = lines.pop(0).partition(" ") if lines else ("", "", "")
    if word != "index" or len(lines) > HASHES_MAX:
        message = "the proof has no index, or too many hashes"
        raise NoteError(message)
    return Proof(number(index), tuple(map(decoded, lines)), notes.read(below))


def leads_to(entry: bytes, proof: Proof) -> Checkpoint:
    """Return the checkpoint that an entry is shown to be in; raises NoteError where it is not."""
    checkpoint = read(proof.note)
    try:
        found = tree.root_by_inclusion(
            proof.position, checkpoint.size, tree.leaf_hash(entry), proof.hashes
        )
    except ValueError as error:
        raise NoteError(str(error)) from error
    if found != checkpoint.root:
        message = f"entry {proof.position} of {checkpoint.origin} is another one"
        raise NoteError(message)
    return checkpoint


def lines_of(hashes: Sequence[bytes]) -> str:
    """Return hashes one a line."""
    return "".join(f"{encoded(each)}\n" for each in hashes)
