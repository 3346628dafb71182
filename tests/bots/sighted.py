"""How much a game leaves to skill: a search that sees what is hidden, at a table of greedy bots.

`python -m tests.bots.sighted second-story --deals 25` plays the deals that
`manage.py bot_league` plays. What is still to be drawn or rolled, the search does not know either;
but no bot that keeps to the rules can be expected to do better with as many iterations.

No such bot is offered by the platform: there, what is hidden is dealt anew before a bot is asked.
"""

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from bots import registry
from bots.core import Bot
from bots.ismcts import Search
from bots.league import Played, firsts, mean_share, play
from bots.search import guide_of
from games import registry as games
from games.chance import Chance
from games.core import AnyRules, Seat
from games.heuristic import Heuristic
from games.observation import Move, Observation
from games.rewards import pairwise_scores

SEATS = {"stick-em": 4, "second-story": 3, "sticky-fingers": 4, "pickpocket": 4}
"""As in the table of strengths."""


def in_the_open(rules: AnyRules) -> AnyRules:
    """Return the rules of the game if everybody could see everything."""

    def determinise(_self: AnyRules, state: Any, _seat: Seat, _chance: Chance) -> Any:
        return state.copy()

    made: AnyRules = type("InTheOpen", (type(rules),), {"determinise": determinise})()
    return made


class Sighted(Bot):
    """Searches the true world; what its guide foresees without seeing it, it takes as a hint."""

    id = "sighted"
    title = "Cheats."

    def __init__(self, guide: Heuristic, iterations: int) -> None:
        hint = {"certainty": guide.trust}
        self._guide: Heuristic = type("Hint", (type(guide),), hint)()
        self._iterations = iterations

    def choose(self, seen: Observation, rng: random.Random) -> Move:
        """Return what the search has tried most."""
        rules, world, seat = seen.rules, seen.world, seen.seat
        search = Search(rules, world, seat, self._guide, rng)
        return rules.move_data(world, seat, search.best(self._iterations))


def matches(game: str, iterations: int, deals: int) -> Iterator[Played]:
    """Play every deal of the league from every seat."""
    rules, greedy = games.current_rules(game), registry.bot("greedy")
    seats = SEATS[game]
    for deal in range(deals):
        for seat in range(seats):
            table: list[Bot] = [greedy] * seats
            table[seat] = Sighted(guide_of(game), iterations)
            text = f"league/{rules.id}/{seats}/{deal}"
            places = play(in_the_open(rules), table, text, {}).placings
            yield Played(deal, seat, places[seat], pairwise_scores(places)[seat])


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, and print what the cheat has left behind and how often it came first."""
    parser = argparse.ArgumentParser(prog="python -m tests.bots.sighted", description=__doc__)
    parser.add_argument("game", choices=sorted(SEATS))
    parser.add_argument("--iterations", type=int, default=200, help="for each move")
    parser.add_argument("--deals", type=int, default=10, help="each is played from every seat")
    asked = parser.parse_args(arguments)
    played = list(matches(asked.game, asked.iterations, asked.deals))
    for name, figure in (
        ("left behind", mean_share(played, asked.game)),
        ("first", firsts(played)),
    ):
        sys.stdout.write(f"{name} {figure.value:.0%} ({figure.low:.0%}-{figure.high:.0%})\n")


if __name__ == "__main__":
    main()
