"""A bot for somebody's first match: it plays sensibly, and lets a good part of its chances go."""

import random
from collections.abc import Mapping

from bots.core import Bot, Move, Observation
from bots.greedy import POLICIES

SLIPS: Mapping[str, float] = {
    "stick-em": 0.5,
    "second-story": 0.3,
    "sticky-fingers": 0.5,
    "pickpocket": 0.3,
}
"""How likely a decision is left to chance, by game; measured in docs/bots.md."""
SLIPS_USUAL = 0.4
"""The same for a game that nobody has measured yet."""


class Gentle(Bot):
    """Play what looks best for the next moment, but for slips."""

    id = "gentle"
    title = "Plays sensibly and slips now and then; made for your first matches."
    level = "gentle"
    games = frozenset(POLICIES)

    def choose(self, seen: Observation, rng: random.Random) -> Move:
        """Return what the greedy policy chooses, or for a slip any of the legal moves."""
        game = seen.rules.game
        if rng.random() < SLIPS.get(game, SLIPS_USUAL):
            return rng.choice(seen.legal)
        return POLICIES[game](seen)
