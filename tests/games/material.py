"""What the contract's tests know of a game beyond the contract: one hook a game, if any."""

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from games.core import Event, Viewer
from tests.games.pickpocket.material import PickpocketMaterial
from tests.games.second_story.material import SecondStoryMaterial
from tests.games.stick_em.material import StickEmMaterial
from tests.games.sticky_fingers.material import StickyFingersMaterial


class Material(Protocol):
    """A game's material, for tests that look behind the contract."""

    def pieces(self, state: Any) -> list[Any]:
        """Return every piece in the state, wherever it is, sorted."""

    def moves(self, state: Any) -> Sequence[Any]:
        """Return moves that a seat might try, far more than are legal."""

    def other_worlds(
        self, events: Sequence[Event], state: Any, viewer: Viewer, rng: random.Random
    ) -> Iterator[list[Event]]:
        """Yield histories that differ from this one in nothing that the viewer was ever shown."""


MATERIAL: Mapping[str, Material] = {
    "stick-em": StickEmMaterial(),
    "second-story": SecondStoryMaterial(),
    "sticky-fingers": StickyFingersMaterial(),
    "pickpocket": PickpocketMaterial(),
}
"""By game."""
