"""The keys that a reader of downloaded logs trusts, and whether they have signed. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from transparency import notes, rotations, seal_signatures
from transparency.checkpoints import Checkpoint, Proof
from transparency.notes import Key, NoteError
from transparency.rotations import Rotation
from transparency.seal_signatures import Seal

NO_PACKAGE = "signatures need the package cryptography"
UNLOGGED = "NOT SHOWN TO BE LOGGED"


class TrustedKeys(NamedTuple):
    """What was given with `--key`."""

    log: tuple[Key, ...] = ()
    """Of the site's public log, or of its witnesses: each has to have signed the checkpoint."""
    seals: tuple[Key, ...] = ()
    """Of the site's seals: one of them has to have signed each."""
    rotations: tuple[Rotation, ...] = ()
    """By which a key is followed to those that took its place."""

    @classmethod
    def of(cls, keys: Sequence[Key], since: Sequence[Rotation] = ()) -> "TrustedKeys":
        """Return keys by what they are for, which their names tell."""
        seals = tuple(each for each in keys if each.name.endswith(seal_signatures.SUFFIX))
        return cls(tuple(each for each in keys if each not in seals), seals, tuple(since))

    def history(self, included: tuple[Proof, Checkpoint] | None) -> tuple[bool, list[str]]:
        """Return whether a public log holds the end of a log as was asked for, and words."""
        if included is None:
            return not self.log, [f"{UNLOGGED}: the file has no proof"] if self.log else []
        proof, point = included
        place = f"entry {proof.position} of {point.origin}, in its checkpoint of {point.size}"
        if not self.log:
            return True, [f"history: {place}; --key checks who signed that"]
        for key in self.log:
            wrong = self._unsigned(included, key)
            if wrong is not None:
                return False, [f"{UNLOGGED}: {wrong}"]
        names = ", ".join(each.name for each in self.log)
        return True, [f"history: {place}, signed by {names}"]

    def _unsigned(self, included: tuple[Proof, Checkpoint], key: Key) -> str | None:
        """Return why neither a key nor one in its place is shown to have signed a checkpoint."""
        proof, checkpoint = included
        try:
            followed = rotations.followed(key, self.rotations, checkpoint.size)
            is_signed = any(notes.signed_by(proof.note, each) for each in followed)
        except NoteError as error:
            return str(error)
        except ImportError:
            return NO_PACKAGE
        return None if is_signed else f"{key.name} has not signed the checkpoint"

    def of_seals(self, seals: Sequence[Seal]) -> tuple[bool, list[str]]:
        """Return whether the seals of a log are signed as was asked for, and words.

        Without any key nothing is said. Raises NoteError for one that is not signed as a note is.
        """
        if not (self.log or self.seals):
            return True, []
        try:
            followed = [
                after for key in self.seals for after in rotations.followed(key, self.rotations)
            ]
            return seal_signatures.judged(seals, followed, are_checked=bool(self.seals))
        except ImportError:
            return False, [f"{seal_signatures.UNSIGNED}: {NO_PACKAGE}"]


NO_KEYS = TrustedKeys()
