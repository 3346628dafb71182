"""A bot for every game: any legal move, each as likely as any other."""

import random

from bots.core import Bot
from games.observation import Move, Observation


class Uniform(Bot):
    """Play any legal move."""

    id = "random"
    title = "Plays a random legal move."

    def choose(self, seen: Observation, rng: random.Random) -> Move:
        """Return any of the legal moves."""
        return rng.choice(seen.legal)
