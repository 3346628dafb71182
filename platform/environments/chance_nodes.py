"""Chance that somebody else decides: every draw becomes a question, one after the other."""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class DrawNeededError(Exception):
    """Nobody has decided a draw yet; its outcomes are 0 to n - 1, each as likely as any other."""

    def __init__(self, n: int) -> None:
        super().__init__(f"a draw of {n} outcomes is needed")
        self.n = n


class DecidedChance:
    """Chance, as `games.chance.Chance` has it, that answers what has been decided so far.

    A shuffle is as many draws as it has items, less one, as in `games.chance.FairChance`. Rules
    change nothing while they draw, so what needs one more draw is simply asked again with it.
    """

    __slots__ = ("_at", "_decided")

    def __init__(self, decided: Sequence[int]) -> None:
        self._decided = decided
        self._at = 0

    def below(self, label: str, n: int) -> int:  # noqa: ARG002 - Labels mean nothing here.
        """Return the next outcome; raise DrawNeededError where there is none yet."""
        if n == 1:
            return 0
        if self._at == len(self._decided):
            raise DrawNeededError(n)
        self._at += 1
        return self._decided[self._at - 1]

    def shuffle(self, label: str, items: Sequence[T]) -> list[T]:
        """Return the items in decided order."""
        order = list(items)
        for index in range(len(order) - 1, 0, -1):
            other = self.below(label, index + 1)
            order[index], order[other] = order[other], order[index]
        return order
