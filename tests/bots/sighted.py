"""How much a game leaves to skill: a search that sees what is hidden, at a table of greedy bots.

`python -m tests.bots.sighted second-story --deals 25` plays the deals that
`manage.py bot_league` plays. What is still to be drawn or rolled, the search does not know either;
but no bot that keeps to the rules can be expected to do better with as many iterations.

No such bot is offered by the platform: there, what is hidden is dealt anew before a bot is asked.
"""

import argparse
import random
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from bots import registry
from bots.core import Bot
from bots.ismcts import Search
from bots.league import firsts, mean_of
from bots.search import guide_of
from games import registry as games
from games.chance import Chance
from games.core import AnyRules, Seat
from games.heuristic import AnyHeuristic
from games.observation import Move, Observation
from tests.bots.pieces import NO_END, play_on

SEATS = {"stick-em": 4, "second-story": 3, "sticky-fingers": 4, "pickpocket": 4}
"""As in the table of strengths."""


def in_the_open(rules: AnyRules) -> AnyRules:
    """Return the rules of the game if everybody could see everything."""

    def determinise(_self: AnyRules, state: Any, _seat: Seat, _chance: Chance) -> Any:
        return state.copy()

    made: AnyRules = type("InTheOpen", (type(rules),), {"determinise": determinise})()
    return made


def with_open_hands(rules: AnyRules) -> AnyRules:
    """Return the rules of the game if everybody could see all hands, but not what is drawn."""

    def determinise(self: AnyRules, state: Any, _seat: Seat, chance: Chance) -> Any:
        return self.reshuffle(state, chance)

    made: AnyRules = type("OpenHands", (type(rules),), {"determinise": determinise})()
    return made


SIGHTS: dict[str, Callable[[AnyRules], AnyRules]] = {
    "all": in_the_open,
    "hands": with_open_hands,
    "nothing": lambda rules: rules,
}
"""What the search sees besides what its seat may know."""


class Sighted(Bot):
    """Searches the true world; what its guide foresees without seeing it, it takes as a hint."""

    id = "sighted"
    title = "Cheats."

    def __init__(self, guide: AnyHeuristic, iterations: int) -> None:
        hint = {"certainty": guide.trust}
        self._guide: AnyHeuristic = type("Hint", (type(guide),), hint)()
        self._iterations = iterations

    def choose(self, seen: Observation, rng: random.Random) -> Move:
        """Return what the search has tried most."""
        rules, world, seat = seen.rules, seen.world, seen.seat
        search = Search(rules, world, seat, self._guide, rng)
        return rules.move_data(world, seat, search.best(self._iterations))


def table(game: str, iterations: int, seat: Seat) -> list[Bot]:
    """Return a table of greedy bots with the cheat at a seat."""
    bots = [registry.bot("greedy")] * SEATS[game]
    bots[seat] = Sighted(guide_of(game), iterations)
    return bots


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, and print what the cheat has left behind and how often it came first."""
    parser = argparse.ArgumentParser(prog="python -m tests.bots.sighted", description=__doc__)
    parser.add_argument("game", choices=sorted(SEATS))
    parser.add_argument("--sees", choices=sorted(SIGHTS), default="all")
    parser.add_argument("--iterations", type=int, default=200, help="for each move")
    parser.add_argument("--deals", type=int, default=10, help="each is played from every seat")
    parser.add_argument("--kept", type=Path, help="a file to go on with")
    parser.add_argument("--seconds", type=float, default=NO_END, help="of the processor")
    asked = parser.parse_args(arguments)
    rules = SIGHTS[asked.sees](games.current_rules(asked.game))
    seated = partial(table, asked.game, asked.iterations)
    played = play_on(rules, seated, asked.deals, asked.kept, asked.seconds)
    sys.stdout.write(f"{len(played)} matches\n")
    for name, figure in (
        ("left behind", mean_of(played, asked.game)),
        ("first", firsts(played)),
    ):
        sys.stdout.write(f"{name} {figure.value:.1%} ({figure.low:.1%}-{figure.high:.1%})\n")


if __name__ == "__main__":
    main()
