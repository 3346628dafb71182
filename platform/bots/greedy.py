"""A bot that looks one move ahead, with a policy of its own for each game."""

import random
from collections.abc import Callable, Mapping

from bots import (
    greedy_pickpocket,
    greedy_second_story,
    greedy_stick_em,
    greedy_sticky_fingers,
)
from bots.core import Bot, Move, Observation

Policy = Callable[[Observation], Move]

POLICIES: Mapping[str, Policy] = {
    "stick-em": greedy_stick_em.choose,
    "second-story": greedy_second_story.choose,
    "sticky-fingers": greedy_sticky_fingers.choose,
    "pickpocket": greedy_pickpocket.choose,
}
"""By game; a policy needs no chance."""


class Greedy(Bot):
    """Play what looks best for the next moment."""

    id = "greedy"
    title = "Plays whatever looks best right now; a good opponent for beginners."
    level = "steady"
    games = frozenset(POLICIES)

    def choose(self, seen: Observation, rng: random.Random) -> Move:  # noqa: ARG002  # It always plays alike.
        """Return what the game's policy chooses."""
        return POLICIES[seen.rules.game](seen)
