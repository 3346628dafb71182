"""A bot that looks one move ahead, with a policy of each game's own: `choose` of its `greedy`."""

import random
from collections.abc import Callable, Mapping

from bots.core import Bot
from games import registry
from games.observation import Move, Observation
from games.parts import part_of

Policy = Callable[[Observation], Move]

POLICIES: Mapping[str, Policy] = {
    rules.game: part.choose
    for rules in registry.current_games()
    if (part := part_of(rules.game, "greedy"))
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
