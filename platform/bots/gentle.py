"""A bot for somebody's first match: it plays sensibly, and lets a good part of its chances go."""

import random

from bots.core import Bot
from bots.greedy import POLICIES
from games.observation import Move, Observation
from games.parts import part_of

SLIPS_USUAL = 0.4
"""How likely a decision is left to chance in a game that nobody has measured yet."""


def slips(game: str) -> float:
    """Return how likely a decision is left to chance: `SLIPS` of the game's `greedy`."""
    return float(getattr(part_of(game, "greedy"), "SLIPS", SLIPS_USUAL))


class Gentle(Bot):
    """Play what looks best for the next moment, but for slips."""

    id = "gentle"
    title = "Plays sensibly and slips now and then; made for your first matches."
    level = "gentle"
    games = frozenset(POLICIES)

    def choose(self, seen: Observation, rng: random.Random) -> Move:
        """Return what the greedy policy chooses, or for a slip any of the legal moves."""
        game = seen.rules.game
        if rng.random() < slips(game):
            return rng.choice(seen.legal)
        return POLICIES[game](seen)
