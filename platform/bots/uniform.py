"""A bot for every game: any legal move, each as likely as any other."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from bots.core import Bot, Move
from games.core import Rules


class Uniform(Bot):
    """Play any legal move."""

    id = "random"
    title = "Plays any legal move."

    def choose(
        self,
        rules: Rules[Any, Any, Any],  # noqa: ARG002  # Any game's moves will do.
        view: Mapping[str, Any],  # noqa: ARG002  # It looks at nothing.
        legal: Sequence[Move],
        rng: random.Random,
    ) -> Move:
        """Return any of the legal moves."""
        return rng.choice(legal)
