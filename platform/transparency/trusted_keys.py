"""The keys that a reader of downloaded logs trusts, and whether they have signed. Pure."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from eventstore.canonical import format_timestamp
from transparency import notes, rotations, seal_signatures
from transparency.checkpoints import Checkpoint, Proof
from transparency.notes import Key, NoteError
from transparency.rotations import Rotation
from transparency.seal_signatures import Seal

NO_PACKAGE = "signatures need the package cryptography"
UNLOGGED = "NOT SHOWN TO BE LOGGED"
NO_PROOF = "no log proof: the file does not show that a public log holds this history"
NO_WITNESS = "no witness: the site alone has signed the checkpoint that holds this history"
UNCHECKED = "no witness was checked: {} is said to have signed; give its key with --key"


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
        names = []
        for key in self.log:
            try:
                at = self._signed_at(included, key)
            except NoteError as error:
                return False, [f"{UNLOGGED}: {error}"]
            except ImportError:
                return False, [f"{UNLOGGED}: {NO_PACKAGE}"]
            if at is None:
                return False, [f"{UNLOGGED}: {key.name} has not signed the checkpoint"]
            names.append(_at(key.name, at) if key.kind == notes.COSIGNED else key.name)
        return True, [f"history: {place}, signed by {', '.join(names)}"]

    def _signed_at(self, included: tuple[Proof, Checkpoint], key: Key) -> int | None:
        """Return when a key, or one in its place, has signed a checkpoint; None where it has not.

        In seconds since 1970; 0 where the signature has no time. Raises NoteError and ImportError.
        """
        proof, checkpoint = included
        followed = rotations.followed(key, self.rotations, checkpoint.size)
        times = (notes.signed_at(proof.note, each) for each in followed)
        return next((at for at in times if at is not None), None)

    def unwitnessed(self, included: tuple[Proof, Checkpoint] | None) -> list[str]:
        """Return what to warn of where nobody beside the site vouches for a log's end.

        A line that looks like a witness's counts once its key was given: anybody can write one.
        """
        if included is None:
            return [NO_PROOF]
        if any(key.kind == notes.COSIGNED for key in self.log):
            # Each of them has signed, or the log is not what was asked for.
            return []
        proof, _ = included
        said = [_at(name, at) for name, at in notes.said_to_witness(proof.note)]
        return [UNCHECKED.format(", ".join(said))] if said else [NO_WITNESS]

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


def _at(name: str, seconds: int) -> str:
    """Return a witness with when it has signed, in seconds since 1970."""
    return f"{name} at {format_timestamp(datetime.fromtimestamp(seconds, UTC))}"


NO_KEYS = TrustedKeys()
