"""The signatures of the seals in a downloaded log of a match or a tournament. Pure.

A seal is a signed note; the site lists the key that signs its seals in `/log/keys`, by a name that
ends with `/seals`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from transparency import notes
from transparency.notes import Key, Note, NoteError

SUFFIX = "/seals"
"""How the name of a key ends that signs seals."""
UNSIGNED = "NOT SHOWN TO BE SEALED"


class Seal(NamedTuple):
    """A seal that a log has, as its events make it."""

    version: int
    """Of the event."""
    text: str
    signature: str | None
    """Lines below the text, each with its newline; None where the site signs nothing."""


def malformed(seals: Sequence[Seal]) -> list[str]:
    """Return in words which signatures are not even written as such; no key is needed for that."""
    found = []
    for each in seals:
        try:
            _note(each)
        except NoteError as error:
            found.append(f"event {each.version}: the seal is not signed as a note is: {error}")
    return found


def judged(
    seals: Sequence[Seal], keys: Sequence[Key], *, are_checked: bool
) -> tuple[bool, list[str]]:
    """Return whether one of some keys has signed each seal, and what to say of it.

    `are_checked` is whether keys were given for that: without, it is said alone who is named.
    Raises NoteError for a seal whose signature is no note's, and ImportError where signatures are
    not read.
    """
    read = [(each.version, _note(each)) for each in seals]
    names = sorted({signature.name for _, note in read for signature in note.signatures})
    if not are_checked:
        said = f"seals: {len(read)}, of {', '.join(names)}; --key checks who signed them"
        return True, [said] if names else []
    for version, note in read:
        wrong = _wrong(note, keys)
        if wrong is not None:
            return False, [f"{UNSIGNED}: event {version}: {wrong}"]
    return True, [f"seals: {len(read)}, signed by {keys[0].name}"] if read else []


def _wrong(note: Note, keys: Sequence[Key]) -> str | None:
    """Return why no key has signed a seal; raises ImportError."""
    for key in keys:
        try:
            if notes.signed_by(note, key):
                return None
        except NoteError as error:
            return str(error)
    return f"{keys[0].name} has not signed the seal"


def _note(seal: Seal) -> Note:
    lines = (seal.signature or "").removesuffix("\n").split("\n") if seal.signature else []
    return Note(seal.text, tuple(map(notes.read_signature, lines)))
