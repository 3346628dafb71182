"""The structure of double elimination: which match feeds which. Pure.

Matches are named by their place: `W1-3` is the third of the first round of the winners' bracket,
`L2-1` the first of the second round of the losers', `F1` the grand final, `F2` its second match.
"""

from functools import cache
from typing import Literal, NamedTuple

Crossing = Literal["usual", "latest"]


class Source(NamedTuple):
    """Where a player of a match comes from."""

    kind: Literal["seed", "winner", "loser"]
    of: str
    """A seed, from 1, or the name of a match."""

    @property
    def text(self) -> str:
        """Return it for people."""
        return f"seed {self.of}" if self.kind == "seed" else f"{self.kind} of {self.of}"


class Match(NamedTuple):
    """A place in the bracket."""

    key: str
    sources: tuple[Source, Source]


USUAL = {
    8: ("reverse",),
    16: ("reverse_half_shift", "reverse"),
    32: ("reverse", "half_shift", "natural"),
    64: ("reverse", "half_shift", "reverse", "natural"),
    128: ("reverse", "half_shift", "pair_flip", "pair_flip", "pair_flip"),
}
"""How losers of the second round and of later ones cross, by the size of the bracket.

As published by the package brackets-manager. In the last round there is but one way.
"""


def order_of_seeds(size: int) -> list[int]:
    """Return the seeds from the top of the bracket to its foot; two in a row meet first.

    >>> order_of_seeds(8)
    [1, 8, 4, 5, 2, 7, 3, 6]
    """
    order = [1]
    while len(order) < size:
        order = [each for seed in order for each in (seed, 2 * len(order) + 1 - seed)]
    return order


def crossing_mask(size: int, level: int, crossing: Crossing) -> int:
    """Return what is flipped in the number of a match that feeds a loser into the other bracket.

    Level 1 are the losers of the second round. "latest" counts: half the field is crossed at every
    second level, a quarter at every second two of them, and so on, so that two levels in a row
    meet again only where the losers' bracket ends.
    """
    bits = size.bit_length() - 2 - level
    if bits <= 0:
        return 0
    if crossing == "usual" and size in USUAL:
        ways = {
            "natural": 0,
            "reverse": (1 << bits) - 1,
            "half_shift": 1 << (bits - 1),
            "reverse_half_shift": (1 << (bits - 1)) - 1,
            "pair_flip": 1,
        }
        return ways[USUAL[size][level - 1]]
    return sum((level >> bit & 1) << (bits - 1 - bit) for bit in range(bits))


@cache
def structure(size: int, crossing: Crossing) -> tuple[Match, ...]:
    """Return every match of a bracket for a power of two, each after those that feed it."""
    found = _winners(size)
    depth = size.bit_length() - 1
    for level in range(1, depth):
        count = size >> (level + 1)
        minor, major = 2 * level - 1, 2 * level
        # In a minor round the losers' bracket plays among itself, in a major one those come who
        # have lost in the winners' bracket.
        kind: Literal["loser", "winner"] = "loser" if level == 1 else "winner"
        feeder = "W1" if level == 1 else f"L{minor - 1}"
        mask = crossing_mask(size, level, crossing)
        for place in range(count):
            pair = (f"{feeder}-{2 * place + 1}", f"{feeder}-{2 * place + 2}")
            sources = (Source(kind, pair[0]), Source(kind, pair[1]))
            found.append(Match(f"L{minor}-{place + 1}", sources))
        for place in range(count):
            falls = Source("loser", f"W{level + 1}-{(place ^ mask) + 1}")
            stays = Source("winner", f"L{minor}-{place + 1}")
            found.append(Match(f"L{major}-{place + 1}", (falls, stays)))
    champion = Source("winner", f"W{depth}-1")
    last = f"L{2 * (depth - 1)}-1"
    other = Source("winner", last) if depth > 1 else Source("loser", "W1-1")
    found.append(Match("F1", (champion, other)))
    found.append(Match("F2", (Source("winner", "F1"), Source("loser", "F1"))))
    return tuple(found)


def _winners(size: int) -> list[Match]:
    order = order_of_seeds(size)
    found = []
    for place in range(size // 2):
        seeds = (str(order[2 * place]), str(order[2 * place + 1]))
        sources = (Source("seed", seeds[0]), Source("seed", seeds[1]))
        found.append(Match(f"W1-{place + 1}", sources))
    for number in range(2, size.bit_length()):
        for place in range(size >> number):
            pair = (f"W{number - 1}-{2 * place + 1}", f"W{number - 1}-{2 * place + 2}")
            sources = (Source("winner", pair[0]), Source("winner", pair[1]))
            found.append(Match(f"W{number}-{place + 1}", sources))
    return found
