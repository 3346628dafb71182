"""What the contract's tests know of a game beyond the contract: one hook a game, if any."""

import random
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, cast

from games.core import Event, Viewer

FOLDERS = frozenset(path.parent.name for path in Path(__file__).parent.glob("*/material.py"))


class Material(Protocol):
    """A game's material, for tests that look behind the contract."""

    def pieces(self, state: Any) -> list[Any]:
        """Return every piece, wherever it is, sorted.

        That is also what has not been dealt and what was put away: a state keeps all of it, so that
        the same pieces are there at every decision, and in every state that a seat imagines.
        """

    def moves(self, state: Any) -> Sequence[Any]:
        """Return moves that a seat might try, far more than are legal.

        The rules are asked why each is not: `illegal_reason` has an answer for whatever is here.
        """

    def other_worlds(
        self, events: Sequence[Event], state: Any, viewer: Viewer, rng: random.Random
    ) -> Iterator[list[Event]]:
        """Yield histories that differ from this one in nothing that the viewer was ever shown."""


def material_of(game: str) -> Material | None:
    """Return `MATERIAL` of the game's folder beside this file; None where it has none."""
    folder = game.replace("-", "_")
    if folder not in FOLDERS:
        return None
    return cast("Material", import_module(f"tests.games.{folder}.material").MATERIAL)


def required_material(game: str) -> Material:
    """Return the material of a game that cannot be tried without."""
    found = material_of(game)
    assert found, f"{game} has no material: step 12 of docs/adding-a-game.md says what that is"
    return found
