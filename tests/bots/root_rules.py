"""How a search shares its playouts out among the moves to choose from: halving against PUCT.

`python -m tests.bots.root_rules stick-em --deals 40` lets one bot that goes by PUCT sit at a table
of bots that search as the platform's do. All have the same time of the processor for each move.

PUCT is the rule of D. Silver and others: "Mastering the game of Go without human knowledge",
Nature 550 (2017), with what every legal move needs first: it is tried once, in the same world.
"""

import argparse
import random
import sys
from collections.abc import Hashable, Iterator, Sequence
from functools import partial
from itertools import count
from math import exp, sqrt
from pathlib import Path
from time import thread_time
from typing import Any

from bots.core import Bot
from bots.ismcts import Search
from bots.league import deal_means, mean_of
from bots.search import guide_of
from bots.sequential import interval
from games import registry as games
from games.core import Seat
from games.observation import Move, Observation
from tests.bots.pieces import NO_END, play_on
from tests.bots.sighted import SEATS

DRAWN = 0.5
"""How much PUCT is drawn to what the guide thinks well of and what is seldom tried."""

TEMPERATURE = 0.1
"""Which difference of the rewards that the guide expects makes a move e times as likely."""

ITERATIONS_MAX = 100_000


class Puct(Search):
    """Tries next what has brought much, or looked good to the guide and was seldom tried."""

    def trials(self) -> Iterator[tuple[Any, Hashable]]:
        """Yield what to try, for ever: a world, and a move to begin with in it."""
        self._begin()
        moves, trust = self.decision.moves, self.decision.trust
        likely = {move: exp(node.prior / trust / TEMPERATURE) for move, node in moves.items()}
        total = sum(likely.values())
        world = self._imagined()
        for move in moves:
            yield world.copy(), move
        for tried in count(len(moves)):
            drawn = DRAWN * sqrt(tried) / total
            promises = [
                (self.promise(node) + drawn * likely[move] / (1 + node.visits), at)
                for at, (move, node) in enumerate(moves.items())
            ]
            yield self._imagined(), [*moves][max(promises)[1]]

    def _imagined(self) -> Any:
        return self.rules.determinise(self.world, self.seat, self.chance)


class Timed(Bot):
    """Searches for so many milliseconds of the processor."""

    id = "timed"
    title = "Is compared."

    def __init__(self, search: type[Search], milliseconds: float) -> None:
        self._search = search
        self._seconds = milliseconds / 1000
        self.moves = self.playouts = 0

    def choose(self, seen: Observation, rng: random.Random) -> Move:
        """Return what the search expects most of when its time is over."""
        end = thread_time() + self._seconds
        rules, world, seat = seen.rules, seen.world, seen.seat
        search = self._search(rules, world, seat, guide_of(rules.game), rng)
        best = search.best(ITERATIONS_MAX, lambda: thread_time() > end)
        self.moves += 1
        self.playouts += search.root.visits
        return rules.move_data(world, seat, best)


def table(bot: Bot, others: Bot, seats: int, seat: Seat) -> list[Bot]:
    """Return a table of the others with the bot at a seat."""
    return [bot if each == seat else others for each in range(seats)]


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, and print what PUCT has left behind."""
    parser = argparse.ArgumentParser(prog="python -m tests.bots.root_rules", description=__doc__)
    parser.add_argument("game", choices=sorted(SEATS))
    parser.add_argument("--milliseconds", type=float, default=20, help="for each move")
    parser.add_argument("--deals", type=int, default=10, help="each is played from every seat")
    parser.add_argument("--kept", type=Path, help="a file to go on with")
    parser.add_argument("--seconds", type=float, default=NO_END, help="of the processor")
    asked = parser.parse_args(arguments)
    puct, halving = (Timed(each, asked.milliseconds) for each in (Puct, Search))
    seated = partial(table, puct, halving, SEATS[asked.game])
    rules = games.current_rules(asked.game)
    played = play_on(rules, seated, asked.deals, asked.kept, asked.seconds)
    share, always = mean_of(played, asked.game), interval(deal_means(played))
    sys.stdout.write(
        f"{len(played)} matches, left behind {share.value:.1%} ({share.low:.1%}-{share.high:.1%}), "
        f"at any time {always.low:.1%}-{always.high:.1%}\n"
    )
    for name, each in (("puct", puct), ("halving", halving)):
        sys.stdout.write(f"{name}: {each.playouts / max(1, each.moves):.0f} playouts a move\n")


if __name__ == "__main__":
    main()
