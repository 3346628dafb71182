"""Provably fair chance: scheme `fair/2`, defined in bytes and free of any clock or generator.

The server is bound to a secret before anybody enters; whoever is there promises a share; the
server seals the promises; only then are the shares shown. What is drawn depends on all of it, and
nothing that anybody does after the seal can choose it. `docs/fair-draws.md` has the bytes.
"""

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeVar

from games.chance import Draw

T = TypeVar("T")

SCHEME = "fair/2"
NO_BIND = bytes(32)
"""What a deal hangs on that hangs on nothing: of a match that people open."""
NO_BEACON = "-"
LINKS = 1 << 16
"""Draws that one chain suffices for."""
KEPT_EVERY = 1 << 8
"""Of a chain so many links are passed over between two that are kept."""
SEAL_HEAD = 6
"""Lines of a seal before its roll."""
BEFORE_LINK = b"fair-link/2\x00"


def _hash(*parts: bytes) -> bytes:
    return hashlib.sha256(b"\x00".join(parts)).digest()


def _keyed(key: bytes, *parts: bytes) -> bytes:
    return hmac.digest(key, b"\x00".join(parts), "sha256")


def _number(value: int) -> bytes:
    return str(value).encode()


# What the server is bound to.


def commitment(secret: bytes, deal: str) -> bytes:
    """Return the 32 bytes that bind the server to a secret before anybody promises."""
    return _hash(b"fair-commit/2", deal.encode(), secret)


def well(secret: bytes, stream: str) -> bytes:
    """Return the 32 bytes that bind the server to the secrets of all deals of a stream."""
    return _hash(b"fair-well/2", stream.encode(), secret)


def slot_secret(well_secret: bytes, stream: str, slot: str) -> bytes:
    """Return the secret of one deal of a stream."""
    return _keyed(well_secret, b"deal", stream.encode(), slot.encode())


def deal_of(stream: str, slot: str) -> str:
    """Return the name of a deal of a stream."""
    return f"{stream}/{slot}"


def link(after: bytes) -> bytes:
    """Return the link of a chain before another."""
    return hashlib.sha256(BEFORE_LINK + after).digest()


class Links:
    """The links of a chain, of which the secret of a well is the end: draw k shows the k-th."""

    def __init__(self, well_secret: bytes, stream: str, length: int = LINKS) -> None:
        self.length = length
        found = _keyed(well_secret, b"chain", stream.encode())
        self._kept = [found]
        """Every 256th link, the last one first."""
        sha256 = hashlib.sha256
        for _ in range(length // KEPT_EVERY):
            for _ in range(KEPT_EVERY):
                found = sha256(BEFORE_LINK + found).digest()
            self._kept.append(found)
        self.anchor = self[0]
        """The link that is published before the first draw."""

    def __getitem__(self, number: int) -> bytes:
        if not 0 <= number <= self.length:
            raise IndexError(number)
        back = self.length - number
        found = self._kept[back // KEPT_EVERY]
        for _ in range(back % KEPT_EVERY):
            found = link(found)
        return found


# Promises and seals.


def promise(deal: str, attempt: int, seat: int, share: bytes) -> bytes:
    """Return the 32 bytes that bind a seat to its share; no other seat can use them."""
    parts = (deal.encode(), _number(attempt), _number(seat), share)
    return _hash(b"fair-promise/2", *parts)


class Seal(NamedTuple):
    """What is fixed before any share is shown."""

    deal: str
    attempt: int
    commitment: bytes
    """Of draw k of a stream: the link before."""
    bind: bytes
    """What the deal hangs on."""
    promises: Mapping[int, bytes]
    """By seat, or by entrant."""
    said: Mapping[int, str] = {}
    """Client seeds that were sent in clear, by seat: they bind the server alone."""
    beacon: str = NO_BEACON

    @property
    def text(self) -> str:
        """The text that is signed."""
        first = f"cutpurse-seal/2\n{self.deal}\n{self.attempt}\n{self.commitment.hex()}\n"
        roll = {seat: f"{seat}={found.hex()}\n" for seat, found in self.promises.items()}
        said = {
            seat: f"{seat}~{hashlib.sha256(words.encode()).hexdigest()}\n"
            for seat, words in self.said.items()
            if seat not in roll
        }
        lines = [line for _, line in sorted((roll | said).items())]
        return f"{first}{self.bind.hex()}\n{self.beacon}\n{''.join(lines)}"

    @property
    def digest(self) -> bytes:
        """The hash of the text."""
        return hashlib.sha256(self.text.encode()).digest()

    def wrong_shares(self, shares: Mapping[int, bytes]) -> list[int]:
        """Return the seats that have shown something that they did not promise."""
        return [
            seat
            for seat, share in sorted(shares.items())
            if promise(self.deal, self.attempt, seat, share) != self.promises.get(seat)
        ]

    def root(
        self, secret: bytes, shares: Mapping[int, bytes], beacon_value: bytes | None = None
    ) -> bytes:
        """Return what every draw comes from: of a draw of a stream this is its value.

        A beacon's value is the bytes that it published, or what a room threw as UTF-8.
        """
        parts = [_number(seat) + b"=" + share for seat, share in sorted(shares.items())]
        if beacon_value is not None:
            parts.append(b"beacon=" + hashlib.sha256(beacon_value).digest())
        return _keyed(secret, b"fair/2", self.digest, *parts)


def promises_of(seal: str) -> dict[int, bytes]:
    """Return what a sealed text, signed or not, says was promised, by seat or by entrant."""
    lines = seal.partition("\n\n")[0].split("\n")[SEAL_HEAD:]
    found = (line.partition("=") for line in lines if "=" in line)
    return {int(seat): bytes.fromhex(promised) for seat, _, promised in found}


def facts_bind(facts: str) -> bytes:
    """Return what a draw binds: the hash of its facts, which are canonical JSON."""
    return _hash(b"fair-facts/2", facts.encode())


# Draws.


class OrderChance:
    """Draw by fair/2 from a root: numbers as in fair/1, and orders by the keys of the items.

    What two piles have in common comes in the same order from both. Items are whole numbers.
    """

    __slots__ = ("_draws", "_root")

    def __init__(self, root: bytes) -> None:
        self._root = root
        self._draws: dict[str, Draw] = {}

    def below(self, label: str, n: int) -> int:
        """Return a whole number from 0 to n - 1; equal labels go on in one stream."""
        draw = self._draws.get(label)
        if draw is None:
            draw = self._draws[label] = Draw(self._root, label)
        return draw.below(n)

    def shuffle(self, label: str, items: Sequence[T]) -> list[T]:
        """Return the items in drawn order, however they came; equal ones are counted apart."""
        key = _keyed(self._root, b"draw", label.encode())
        copies: dict[T, int] = {}
        keyed: list[tuple[bytes, int]] = []
        for place, item in enumerate(items):
            copy = copies.get(item, 0)
            copies[item] = copy + 1
            said = f"item\x00{item}\x00{copy}".encode()
            keyed.append((hmac.digest(key, said, "sha256"), place))
        return [items[place] for _, place in sorted(keyed)]


def whim(root: bytes, seat: int, version: int) -> int:
    """Return the seed of a built-in bot's mood: a turn that is tried again has the same."""
    return int.from_bytes(_keyed(root, b"whim", _number(seat), _number(version)), "big")


def seat_order(secret: bytes, deal: str, seats: int) -> list[int]:
    """Return the order of the seats of a match that nobody chose a seat at."""
    order = OrderChance(_keyed(secret, b"seats", deal.encode()))
    return order.shuffle("seats", range(seats))
