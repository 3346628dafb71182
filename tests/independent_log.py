"""Check the checkpoints of a public log, and that it only grew, with Python's own library alone.

Signed notes and cosignatures are those of C2SP, Ed25519 is that of RFC 8032 (5.1), and proofs of
consistency are those of RFC 9162 (2.1.4.2). It is slow, as a program that is read may be.
"""

import base64
import hashlib
from collections.abc import Sequence
from typing import NamedTuple

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)
PLAIN, COSIGNED = 1, 4

Point = tuple[int, int]


class NotSignedError(Exception):
    """The text says what is wrong with a checkpoint, a signature or a proof."""


class Checkpoint(NamedTuple):
    origin: str
    size: int
    root: bytes
    at: int | None
    """When a witness has signed it, in seconds since 1970; None by the key of a log."""


def require(fits: bool, text: str) -> None:
    if not fits:
        raise NotSignedError(text)


def added(one: Point, other: Point) -> Point:
    (x1, y1), (x2, y2) = one, other
    product = D * x1 * x2 * y1 * y2
    x = (x1 * y2 + x2 * y1) * pow(1 + product, -1, P)
    y = (y1 * y2 + x1 * x2) * pow(1 - product, -1, P)
    return x % P, y % P


def times(number: int, point: Point) -> Point:
    total: Point = (0, 1)
    while number:
        if number & 1:
            total = added(total, point)
        point, number = added(point, point), number >> 1
    return total


def point_of(text: bytes) -> Point:
    """Return the point that 32 bytes name (RFC 8032, 5.1.3)."""
    value = int.from_bytes(text, "little")
    y, sign = value & ((1 << 255) - 1), value >> 255
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * ROOT_OF_MINUS_ONE % P
    require(y < P and x * x % P == square and (x != 0 or not sign), "no point of the curve")
    return (P - x if x % 2 != sign else x), y


BASE = point_of((4 * pow(5, -1, P) % P).to_bytes(32, "little"))


def has_signed(public: bytes, text: bytes, signature: bytes) -> bool:
    """Tell whether a signature of 64 bytes is that of a public key (RFC 8032, 5.1.7)."""
    first, number = signature[:32], int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or number >= ORDER:
        return False
    digest = hashlib.sha512(first + public + text).digest()
    hashed = int.from_bytes(digest, "little") % ORDER
    right = added(point_of(first), times(hashed, point_of(public)))
    return times(number, BASE) == right


def checkpoint(note: str, key: str) -> Checkpoint:
    """Return what a checkpoint says that a key, as /log/keys gives it, has signed."""
    name, said, encoded = key.strip().split("+", 2)
    kind, public = base64.b64decode(encoded)[0], base64.b64decode(encoded)[1:]
    known = hashlib.sha256(name.encode() + b"\n" + bytes([kind]) + public).digest()[:4]
    require(known.hex() == said, "the id is not that of the key")
    text, _, below = note.rpartition("\n\n")
    text += "\n"
    origin, size, root = text.splitlines()[:3]
    for line in below.splitlines():
        _, signer, value = line.split(" ")
        raw = base64.b64decode(value)
        if (signer, raw[:4]) != (name, known):
            continue
        at, signed, signature = None, text.encode(), raw[4:]
        if kind == COSIGNED:
            at, signature = int.from_bytes(signature[:8], "big"), signature[8:]
            signed = f"cosignature/v1\ntime {at}\n{text}".encode()
        require(has_signed(public, signed, signature), f"the signature of {name} is not its own")
        return Checkpoint(origin, int(size), base64.b64decode(root), at)
    message = f"{name} has not signed it"
    raise NotSignedError(message)


def node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\1" + left + right).digest()


def grew(old: tuple[int, bytes], new: tuple[int, bytes], proof: Sequence[bytes]) -> None:
    """Check that the tree of one size and root is the beginning of another."""
    (first, old_root), (second, new_root) = old, new
    require(0 < first <= second, "it has become shorter")
    if first == second:
        require(not proof and old_root == new_root, "one size has two roots")
        return
    hashes = [old_root, *proof] if first & (first - 1) == 0 else [*proof]
    require(bool(proof), "there is no proof")
    place, last = first - 1, second - 1
    while place % 2:
        place, last = place >> 1, last >> 1
    before = after = hashes[0]
    for each in hashes[1:]:
        require(last != 0, "the proof is too long")
        if place % 2 or place == last:
            before, after = node(each, before), node(each, after)
            while place and place % 2 == 0:
                place, last = place >> 1, last >> 1
        else:
            after = node(after, each)
        place, last = place >> 1, last >> 1
    require(last == 0, "the proof is too short")
    require(before == old_root, "it is another log than the one that was kept")
    require(after == new_root, "the proof leads to another log")
