"""What the matches of the benchmark are dealt from, by us and by the control."""

from collections.abc import Mapping

from games import fair_draws
from games.fair_draws import OrderChance, Seal


def chance_of(seed: bytes, match_id: str, client_seeds: Mapping[int, str]) -> OrderChance:
    """Return the draws of a match whose players sent seeds in clear, and no shares."""
    committed = fair_draws.commitment(seed, match_id)
    seal = Seal(match_id, 1, committed, fair_draws.NO_BIND, {}, client_seeds)
    return OrderChance(seal.root(seed, {}))
