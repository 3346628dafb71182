"""How much the greedy bot gives away at Pickpocket, by what its moves and others bring played out.

`python -m tests.bots.played_out` plays matches of greedy bots. Each decision is
played out to the end of the night by every legal move, in worlds that the seat cannot tell apart.
Some worlds say which move is best, and others how much better than the greedy bot's it is: so what
is found is no luck of the draw. It is what a bot may gain that knows everybody to be greedy.
"""

import random
import sys
from collections.abc import Sequence
from hashlib import sha256
from statistics import fmean, stdev
from typing import Any

from bots import registry
from bots.chance import RandomChance
from bots.ismcts import Playout, Search
from bots.search import guide_of
from games import registry as games
from games.chance import FairChance
from games.core import Seat, replay
from games.observation import Observation

GAME = "pickpocket"
SEATS = 4
MATCHES = 16
WORLDS = 80
"""To choose by; as many again to judge by."""


def means(search: Search, seat: Seat, moves: Sequence[Any], worlds: int) -> list[float]:
    """Return what part of the others each move leaves behind, in the same worlds for all."""
    totals = [0.0] * len(moves)
    for _ in range(worlds):
        world = search.rules.determinise(search.world, seat, search.chance)
        for number, move in enumerate(moves):
            playout = Playout(search, world.copy())
            totals[number] += playout.finish(playout.make(seat, move), search.random)[seat]
    return [total / worlds for total in totals]


def gains(deal: str, worlds: int = WORLDS) -> list[float]:
    """Return what the best move brings over each of a match's moves of greedy bots."""
    rules, greedy = games.current_rules(GAME), registry.bot("greedy")
    state = rules.new_state(SEATS, rules.check_options(SEATS, {}), rules.datasets[0])
    digest = sha256(deal.encode()).digest()
    chance, rng = FairChance(digest), random.Random(digest)
    found = []
    replay(rules, state, rules.opening_events(state, chance))
    while acting := rules.to_act(state):
        seat = acting[0]
        seen = Observation(rules, state, seat, RandomChance(rng))
        legal = rules.legal_moves(state, seat)
        made = rules.parse_move(state, seat, greedy.choose(seen, rng))
        if len(legal) > 1:
            search = Search(rules, seen.world, seat, guide_of(GAME), rng)
            chosen = means(search, seat, legal, worlds)
            best = legal[chosen.index(max(chosen))]
            gain = 0.0
            if best != made:
                mine, its = means(search, seat, [best, made], worlds)
                gain = mine - its
            found.append(gain)
        replay(rules, state, rules.decide(state, seat, made, chance))
    return found


def main() -> None:
    """Play, and print what was given away, a seat and match."""
    each = []
    for number in range(MATCHES):
        each.append(sum(gains(f"played-out/{number}")) / SEATS)
        error = stdev(each) / len(each) ** 0.5 if len(each) > 1 else 0.0
        sys.stdout.write(f"{len(each)} matches: {fmean(each):.3f}, give or take {error:.3f}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
