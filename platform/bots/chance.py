"""Chance for what bots imagine: fast, and nothing that anybody has to be able to check."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class RandomChance:
    """Chance from Python's generator, as `games.chance.Chance` has it; labels mean nothing."""

    __slots__ = ("_random",)

    def __init__(self, rng: Random) -> None:
        self._random = rng.random

    def below(self, label: str, n: int) -> int:  # noqa: ARG002
        """Return a whole number from 0 to n - 1."""
        return int(self._random() * n)

    def shuffle(self, label: str, items: Sequence[T]) -> list[T]:  # noqa: ARG002
        """Return the items in random order."""
        random = self._random
        return sorted(items, key=lambda _: random())
