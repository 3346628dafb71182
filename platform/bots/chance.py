"""Chance for what bots imagine: fast, and nothing that anybody has to be able to check."""

from collections.abc import Sequence
from functools import partial
from itertools import repeat
from random import Random
from typing import TypeVar

T = TypeVar("T")


class RandomChance:
    """Chance from Python's generator, as `games.chance.Chance` has it; labels mean nothing."""

    __slots__ = ("_any_key", "_random")

    def __init__(self, rng: Random) -> None:
        self._random = rng.random
        # The item is only what `next` would fall back to, and the numbers never end.
        self._any_key = partial(next, map(Random.random, repeat(rng)))

    def below(self, label: str, n: int) -> int:  # noqa: ARG002
        """Return a whole number from 0 to n - 1."""
        return int(self._random() * n)

    def shuffle(self, label: str, items: Sequence[T]) -> list[T]:  # noqa: ARG002
        """Return the items in random order."""
        return sorted(items, key=self._any_key)
