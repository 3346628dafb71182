"""Deal: the sealed seed of each match, and the draws that come from it. Nothing else reads it."""

import secrets
from collections.abc import Collection, Sequence
from functools import lru_cache
from random import Random
from typing import TypeVar
from uuid import UUID

from games import fair_draws
from games.chance import Chance
from matches import draws
from matches.models import DealSeed
from matches.state import MatchState
from transparency.entries import blind_of_match

T = TypeVar("T")
SEED_BYTES = 32
SEEDS_MAX = 20_000
"""Seeds that a process remembers, as many as states."""


def new_seed() -> bytes:
    """Return a fresh secret (32 bytes)."""
    return secrets.token_bytes(SEED_BYTES)


def store_seed(match_id: UUID, seed: bytes) -> None:
    """Keep the seed of a match for its dealer."""
    DealSeed.objects.create(match_id=match_id, seed=seed)


@lru_cache(maxsize=SEEDS_MAX)
def read_seed(match_id: UUID) -> bytes:
    """Return the seed of a match, which may only be shown when the match is over.

    It never changes, so what a process has opened once it draws from without the database.
    """
    return bytes(DealSeed.objects.get(match_id=match_id).seed)


def blinds(match_ids: Collection[UUID]) -> dict[UUID, bytes]:
    """Return what hides the heads of matches in the public log until their seeds are revealed."""
    found = DealSeed.objects.filter(match_id__in=match_ids).values_list("match_id", "seed")
    return {match_id: blind_of_match(bytes(seed), match_id) for match_id, seed in found}


class Dealer:
    """Chance for one match: opens the seed only when something is really drawn."""

    def __init__(self, state: MatchState) -> None:
        self.match_id = state.id
        self._state = state
        self._fair: Chance | None = None

    def below(self, label: str, n: int) -> int:
        """Return a fair whole number from 0 to n - 1."""
        return self._open().below(label, n)

    def shuffle(self, label: str, items: Sequence[T]) -> list[T]:
        """Return the items in a fair order."""
        return self._open().shuffle(label, items)

    def _open(self) -> Chance:
        if self._fair is None:
            self._fair = draws.of(self._state, read_seed(self._state.id))
        return self._fair


def whim(state: MatchState, seat: int) -> Random:
    """Return what a built-in bot leaves to its mood; a turn that is tried again has the same.

    Under fair/1 it was fresh.
    """
    if state.deal is None:
        return Random(secrets.randbits(64))  # noqa: S311 - A bot's whim decides no draw.
    root = draws.root(state, read_seed(state.id))
    return Random(fair_draws.whim(root, seat, state.version))  # noqa: S311 - The same.
