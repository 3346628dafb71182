"""Whether a round of drand is signed by drand: a BLS signature of the chain's public key. Pure.

Scheme `bls-unchained-g1-rfc9380`: the SHA-256 of the round's number (8 bytes, big-endian) is hashed
to a point of G1 (RFC 9380), which the key of drand's nodes, a point of G2, has signed. A round has
one signature and no other. Checking takes the package `py-ecc`, which the extra `beacons` brings.
"""

import hashlib
from functools import lru_cache

from games.beacons import Beacon

PUBLIC_KEY = bytes.fromhex(
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
    "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
)
"""Of the chain quicknet, whose hash (`games.beacons.QUICKNET`) has it in it."""
DOMAIN = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
HALF = 48
"""Bytes of one coordinate."""


def verdict(beacon: Beacon, value: bytes) -> bool | None:
    """Tell whether drand has signed a value as that of a round.

    None where nobody can tell: without the package, and of a pulse of NIST, which is signed by
    certificates that change.
    """
    if beacon.source != "drand":
        return None
    try:
        return _is_signed(beacon.number, value, PUBLIC_KEY)
    except ImportError:
        return None


@lru_cache(maxsize=64)
def _is_signed(number: int, value: bytes, public_key: bytes) -> bool:
    """Check a signature, which takes a fifth of a second; raises ImportError."""
    # It takes as long to load, and need not be there.
    from beacons.curve import (  # noqa: PLC0415
        FQ12,
        G2,
        final_exponentiate,
        g2_primitives,
        hash_to_curve,
        neg,
        pairing,
        point_compression,
    )

    round_ = hashlib.sha256(number.to_bytes(8, "big")).digest()
    message = hash_to_curve.hash_to_G1(round_, DOMAIN, hashlib.sha256)
    halves = int.from_bytes(public_key[:HALF], "big"), int.from_bytes(public_key[HALF:], "big")
    try:
        signature = point_compression.decompress_G1(int.from_bytes(value, "big"))
        key = point_compression.decompress_G2(halves)
    except ValueError:
        return False
    if not g2_primitives.subgroup_check(signature):
        return False
    signed = pairing(G2, signature, final_exponentiate=False)
    wanted = pairing(key, neg(message), final_exponentiate=False)
    return bool(final_exponentiate(signed * wanted) == FQ12.one())
