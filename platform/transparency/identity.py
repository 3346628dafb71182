"""Who the log of this site is, by its settings: its name, its keys, its witnesses."""

from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings

from transparency import notes
from transparency.notes import Key, NoteError, Signer


class Witness(NamedTuple):
    """A site that is asked to sign our checkpoints."""

    key: Key
    address: str
    """Its prefix, without a slash at the end."""


def is_kept() -> bool:
    """Tell whether this site keeps a log: whether it has a key to sign with."""
    return bool(settings.LOG_KEY)


def origin() -> str:
    """Return the name of the log."""
    return str(settings.LOG_ORIGIN)


def signer() -> Signer:
    """Return what signs checkpoints."""
    return _of_log(settings.LOG_KEY)


def cosigner() -> Signer:
    """Return what signs the checkpoints of others, as their witness."""
    return _of_witness(settings.LOG_KEY)


def sealer() -> Signer:
    """Return what signs the seals of deals and draws."""
    return _of_seals(settings.LOG_KEY)


def signers() -> tuple[Signer, Signer, Signer]:
    """Return what signs checkpoints, those of others, and seals."""
    return signer(), cosigner(), sealer()


def signers_before() -> tuple[Signer, ...]:
    """Return what did so until the keys were replaced, while that key is still set; or nothing."""
    before = str(settings.LOG_KEY_BEFORE)
    return (_of_log(before), _of_witness(before), _of_seals(before)) if before else ()


def _of_log(secret: str) -> Signer:
    return _signer(origin(), secret, notes.PLAIN)


def _of_witness(secret: str) -> Signer:
    return _signer(f"{origin()}/witness", secret, notes.COSIGNED)


def _of_seals(secret: str) -> Signer:
    return _signer(f"{origin()}/seals", f"{secret}/seals", notes.PLAIN)


@lru_cache(maxsize=16)
def _signer(name: str, secret: str, kind: int) -> Signer:
    # One secret gives a key for each purpose: a cosignature must never pass for a signature.
    seed = sha256(b"\0".join((b"cutpurse-log-key/1", str(kind).encode(), secret.encode()))).digest()
    return Signer(name, seed, kind)


def witnesses() -> list[Witness]:
    """Return whom we ask; raises NoteError."""
    return list(map(witness, settings.LOG_WITNESSES))


def witness(line: str) -> Witness:
    """Return whom a line of the settings names, `name+id+key address`; raises NoteError."""
    key, _, address = line.partition(" ")
    parts = urlsplit(address.strip())
    if parts.scheme not in {"https", "http"} or not parts.hostname or " " in address.strip():
        message = "behind the key stands no address such as https://witness.example/witness"
        raise NoteError(message)
    return Witness(notes.read_key(key), address.strip().rstrip("/"))


def witnessed() -> dict[str, list[Key]]:
    """Return the keys of the logs that we sign, by the name of the log; raises NoteError."""
    found: dict[str, list[Key]] = {}
    for line in settings.LOGS_WITNESSED:
        key = notes.read_key(line)
        found.setdefault(key.name, []).append(key)
    return found
