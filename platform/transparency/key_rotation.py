"""Replace the keys of the public log in public: the site's stream says so, and the log holds it.

The operator has set the new secret, and the old one beside it (`LOG_KEY_BEFORE`). As long as both
are set every checkpoint is signed by both keys.
"""

from collections.abc import Sequence
from datetime import UTC, datetime

from transparency import identity, kept, notes, rotations, site_stream, store
from transparency.notes import NoteError, Signer
from transparency.site_stream import DeclaredError, KeyRotated


def rotate(reason: str) -> KeyRotated:
    """Add that the keys were replaced; raises DeclaredError, which says what is missing."""
    site_stream.require_reason(reason)
    pairs = list(zip(identity.signers_before(), identity.signers(), strict=False))
    if not identity.is_kept() or not pairs:
        message = (
            "set LOG_KEY to the new key and LOG_KEY_BEFORE to the one that has signed until now,"
            " for all processes, and start them again"
        )
        raise DeclaredError(message)
    if any(before.key == after.key for before, after in pairs):
        message = "LOG_KEY and LOG_KEY_BEFORE are the same key"
        raise DeclaredError(message)
    if (wrong := kept.fault()) is not None:
        raise DeclaredError(wrong)
    _require_next(pairs)
    _require_signed(pairs[0][0].key)
    last = store.newest()
    note = rotations.signed(pairs, last.size if last else 0, int(datetime.now(UTC).timestamp()))
    event = KeyRotated(reason=reason.strip(), note=str(note))
    site_stream.add(event)
    return event


def _require_next(pairs: Sequence[tuple[Signer, Signer]]) -> None:
    """Raise DeclaredError unless the old keys are those that the last rotation brought.

    Else whoever has kept the first key could follow it to two others.
    """
    declared = site_stream.rotated()
    if not declared:
        return
    last = rotations.read(declared[-1].rotation.note).pairs
    if last == tuple((before.key, after.key) for before, after in pairs):
        message = "that these keys take the place of those was declared already"
        raise DeclaredError(message)
    # By their bytes alone: a log that has gone back gives its keys another name.
    brought = [after.public for _, after in last]
    if brought != [before.key.public for before, _ in pairs]:
        message = (
            "LOG_KEY_BEFORE is not the key that the last rotation has put in place of another"
            f" ({last[0][1]})"
        )
        raise DeclaredError(message)


def _require_signed(before: notes.Key) -> None:
    """Raise DeclaredError unless the old key has signed the newest checkpoint, if there is any."""
    last = store.newest()
    if last is None:
        return
    try:
        is_signed = notes.signed_by(notes.read(last.note), before)
    except NoteError:
        is_signed = False
    if not is_signed:
        message = (
            f"the newest checkpoint, of {last.size} entries, was not signed with LOG_KEY_BEFORE:"
            " is that the key that has signed until now?"
        )
        raise DeclaredError(message)
