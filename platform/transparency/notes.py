"""Signed notes, as C2SP's signed-note and tlog-cosignature define them, with Ed25519.

Signing and checking need the package `cryptography`; reading a note does not.
"""

import re
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from collections.abc import Iterable
from hashlib import sha256
from typing import NamedTuple

PLAIN, COSIGNED = 1, 4
"""Kinds of signatures: over the text, and over the text with the time of a witness."""
ID_BYTES, PUBLIC_BYTES, SEED_BYTES, TIME_BYTES, SIGNED_BYTES = 4, 32, 32, 8, 64
TIME_MAX = 253_402_300_799
"""Seconds since 1970; the last one of the year 9999."""
SIGNATURES_MAX = 64
LINE = re.compile(r"— ([^\s+]+) ([A-Za-z0-9+/]+=*)")
NAME = re.compile(r"[^\s+]+")


class NoteError(ValueError):
    """The text says what is wrong with a note, a key or a signature."""


class Key(NamedTuple):
    """A public key by its name."""

    name: str
    kind: int
    public: bytes

    @property
    def id(self) -> bytes:
        """What signature lines call it by, beside the name (4 bytes)."""
        parts = self.name.encode() + b"\n" + bytes([self.kind]) + self.public
        return sha256(parts).digest()[:ID_BYTES]

    def __str__(self) -> str:
        """Return it in the form in which verifiers are given it."""
        return f"{self.name}+{self.id.hex()}+{_text(bytes([self.kind]) + self.public)}"


class Signature(NamedTuple):
    """A line below a note."""

    name: str
    id: bytes
    """Of the key (4 bytes)."""
    value: bytes

    def __str__(self) -> str:
        return f"— {self.name} {_text(self.id + self.value)}\n"


class Note(NamedTuple):
    """A text, ending with a newline, and who has signed it."""

    text: str
    signatures: tuple[Signature, ...]

    def __str__(self) -> str:
        return self.text + "\n" + "".join(map(str, self.signatures))


def _text(value: bytes) -> str:
    return b64encode(value).decode()


def decoded(text: str) -> bytes:
    """Return bytes from base64; raises NoteError."""
    try:
        return b64decode(text, validate=True)
    except Base64Error as error:
        message = f"{text[:80]!r} is not base64"
        raise NoteError(message) from error


def read_key(text: str) -> Key:
    """Return a public key from its written form; raises NoteError."""
    name, _, rest = text.strip().partition("+")
    digest, _, encoded = rest.partition("+")
    value = decoded(encoded)
    if not NAME.fullmatch(name) or len(value) != 1 + PUBLIC_BYTES:
        message = f"{text[:80]!r} is no key of the form name+id+key"
        raise NoteError(message)
    key = Key(name, value[0], value[1:])
    if key.id.hex() != digest:
        message = f"the id {digest[:16]!r} is not that of the key of {name}"
        raise NoteError(message)
    return key


def read(text: str) -> Note:
    """Return a note from its written form; raises NoteError."""
    body, gap, below = text.rpartition("\n\n")
    if not gap or not below.endswith("\n"):
        message = "there is no text with signatures below an empty line"
        raise NoteError(message)
    lines = below.split("\n")[:-1]
    if len(lines) > SIGNATURES_MAX:
        message = f"there are more than {SIGNATURES_MAX} signatures"
        raise NoteError(message)
    return Note(body + "\n", tuple(map(read_signature, lines)))


def read_signature(line: str) -> Signature:
    """Return the signature in a line; raises NoteError."""
    found = LINE.fullmatch(line)
    value = decoded(found[2]) if found else b""
    if found is None or len(value) <= ID_BYTES:
        message = f"{line[:80]!r} is no line of a signature"
        raise NoteError(message)
    return Signature(found[1], value[:ID_BYTES], value[ID_BYTES:])


class Signer:
    """A private key by its name."""

    def __init__(self, name: str, seed: bytes, kind: int = PLAIN) -> None:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import (  # noqa: PLC0415 - optional
            Ed25519PrivateKey,
        )

        self._private = Ed25519PrivateKey.from_private_bytes(seed)
        self.key = Key(name, kind, self._private.public_key().public_bytes_raw())

    def sign(self, text: str) -> Signature:
        """Sign a text."""
        return Signature(self.key.name, self.key.id, self._private.sign(text.encode()))

    def cosign(self, text: str, at: int) -> Signature:
        """Sign the text of a checkpoint as its witness, at a time in seconds since 1970."""
        value = at.to_bytes(TIME_BYTES, "big") + self._private.sign(_witnessed(text, at))
        return Signature(self.key.name, self.key.id, value)


def _witnessed(text: str, at: int) -> bytes:
    return f"cosignature/v1\ntime {at}\n{text}".encode()


def signed_by(note: Note, key: Key) -> bool:
    """Tell whether a note bears a key's signature.

    Raises NoteError for one that is not the key's, and ImportError without `cryptography`.
    """
    return signed_at(note, key) is not None


def witnessed_at(note: Note, key: Key) -> int | None:
    """Return when a witness has signed a note, in seconds since 1970; None where it has not.

    Raises NoteError for a signature that is not the witness's, and ImportError.
    """
    return signed_at(note, key) or None


def signed_at(note: Note, key: Key) -> int | None:
    """Return when a key has signed a note, 0 if no time is signed with it; None where it has not.

    In seconds since 1970. Raises NoteError for a signature that is not the key's, and ImportError.
    """
    times = [_checked(note.text, key, each) for each in _lines_of(note, key)]
    return max(times, default=None)


def said_to_witness(note: Note) -> list[tuple[str, int]]:
    """Return who is said to have signed a note as its witness, and when, in seconds since 1970.

    By the form of the lines alone: whether they have is not looked at.
    """
    found = [
        (each.name, int.from_bytes(each.value[:TIME_BYTES], "big"))
        for each in note.signatures
        if len(each.value) == TIME_BYTES + SIGNED_BYTES
    ]
    return [(name, at) for name, at in found if at <= TIME_MAX]


def _lines_of(note: Note, key: Key) -> Iterable[Signature]:
    return (each for each in note.signatures if (each.name, each.id) == (key.name, key.id))


def _checked(text: str, key: Key, signature: Signature) -> int:
    """Return the time of a signature, 0 for one without; raises NoteError for a wrong one."""
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415 - optional
    from cryptography.hazmat.primitives.asymmetric.ed25519 import (  # noqa: PLC0415
        Ed25519PublicKey,
    )

    value, at, signed = signature.value, 0, text.encode()
    if key.kind == COSIGNED:
        at, value = int.from_bytes(value[:TIME_BYTES], "big"), value[TIME_BYTES:]
        signed = _witnessed(text, at)
    if at > TIME_MAX:
        message = f"{key.name} has signed at no time that can be"
        raise NoteError(message)
    try:
        Ed25519PublicKey.from_public_bytes(key.public).verify(value, signed)
    except InvalidSignature as error:
        message = f"the signature of {key.name} is not its own"
        raise NoteError(message) from error
    return at
