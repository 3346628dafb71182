"""How much the greedy bot gives away, by what the search's guide foresees of its moves.

`python -m tests.bots.regret` plays matches of greedy bots at Second Story, and
compares each of their moves with the best one: what they lose by it in all is what a bot that makes
no such mistake may gain on them.
"""

import random
import sys
from hashlib import sha256
from statistics import fmean, median
from typing import NamedTuple

from bots import registry
from bots.chance import RandomChance
from bots.search import guide_of
from games import registry as games
from games.chance import FairChance
from games.core import replay
from games.observation import Observation

GAME = "second-story"
SEATS = 3
MATCHES = 100


class Regret(NamedTuple):
    """A decision of a greedy bot, in parts of the others to be left behind."""

    lost: float
    """How much more the best move was expected to bring."""
    margin: float
    """How much more the best move was expected to bring than the second best."""


def regrets(deal: str) -> list[Regret]:
    """Return one for each decision of a match between greedy bots."""
    rules, guide, greedy = games.current_rules(GAME), guide_of(GAME), registry.bot("greedy")
    state = rules.new_state(SEATS, rules.check_options(SEATS, {}), rules.datasets[0])
    chance = FairChance(sha256(deal.encode()).digest())
    rng = random.Random(0)  # The bot needs none of it.
    found = []
    replay(rules, state, rules.opening_events(state, chance))
    while acting := rules.to_act(state):
        seat = acting[0]
        legal = rules.legal_moves(state, seat)
        made = rules.parse_move(
            state, seat, greedy.choose(Observation(rules, state, seat, RandomChance(rng)), rng)
        )
        values = guide.expected_rewards(rules, state, seat, legal)
        if len(legal) > 1 and values is not None:
            *_, second, first = sorted(values)
            found.append(Regret(first - values[legal.index(made)], first - second))
        replay(rules, state, rules.decide(state, seat, made, chance))
    return found


def main() -> None:
    """Play, and print what was lost."""
    each = [regrets(f"regret/{number}") for number in range(MATCHES)]
    found = [regret for some in each for regret in some]
    lost = [regret.lost for regret in found if regret.lost > 0]
    seats = MATCHES * SEATS
    sys.stdout.write(
        f"{len(found) / seats:.0f} decisions a seat and match, of which the best move is ahead of"
        f" the next by {median(regret.margin for regret in found):.3f} (median).\n"
        f"The greedy bot makes another move in {len(lost) / len(found):.0%} of them, and loses"
        f" {fmean(lost):.3f} by it: {sum(lost) / seats:.3f} a match.\n"
    )


if __name__ == "__main__":
    main()
