"""What bots make of a deal that few tables have played, once it is over. Pure.

They play sensibly and slip now and then. Whatever they leave to chance comes from the deal itself,
so whoever plays it again gets the same.
"""

import hashlib
import random
from collections.abc import Iterable, Sequence
from statistics import fmean

from bots.chance import RandomChance
from bots.gentle import Gentle
from deals import scoring
from deals.events import DealOpened
from games import registry, rewards
from games.core import Event
from games.fair_draws import OrderChance, Seal
from games.observation import Observation

MATCHES = 200
BOT = Gentle()


def are_needed(tables: int) -> bool:
    """Tell whether a deal has been played at some tables, and at too few."""
    return 2 <= tables < scoring.SHADOW_BELOW


def means(deal: DealOpened, secret: bytes) -> list[int]:
    """Return the mean margin of each seat over 200 matches of bots, in ten-thousandths."""
    fixed = bytes.fromhex(deal.commitment), bytes.fromhex(deal.bind)
    root = Seal(deal.deal, 1, *fixed, {}).root(secret, {})
    played = [_scores(deal, root, number) for number in range(MATCHES)]
    return [
        round(scoring.SHADOW_UNIT * fmean(rewards.margin(scores, seat) for scores in played))
        for seat in range(deal.seats)
    ]


def _scores(deal: DealOpened, root: bytes, number: int) -> Sequence[int]:
    """Return the scores of one match."""
    rules, chance = registry.rules(deal.rules), OrderChance(root)
    state = rules.new_state(deal.seats, deal.options, deal.dataset)
    seed = hashlib.sha256(b"\x00".join((scoring.ROUNDS.encode(), root, str(number).encode())))
    rng = random.Random(int.from_bytes(seed.digest(), "big"))  # noqa: S311 - A bot's whim.

    def fold(found: Iterable[Event]) -> None:
        for event in found:
            rules.evolve(state, event)

    fold(rules.opening_events(state, chance))
    while acting := rules.to_act(state):
        seat = acting[0]
        seen = Observation(rules, state, seat, RandomChance(rng))
        move = rules.parse_move(state, seat, BOT.choose(seen, rng))
        fold(rules.decide(state, seat, move, chance))
    return rules.current_scores(state)
