"""Whether what chance brings is as likely as it should be, counted over matches of random moves."""

from collections.abc import Iterator, Mapping
from math import sqrt
from random import Random
from typing import Any

from bots.chance import RandomChance
from games.core import AnyRules, Event

SEED = 7


class Excess:
    """How much more often something has come than it should."""

    def __init__(self) -> None:
        self._more = 0.0
        self._variance = 0.0

    def add(self, *, came: bool, likely: float) -> None:
        """Count whether it came, where it was as likely as that."""
        self._more += came - likely
        self._variance += likely * (1 - likely)

    @property
    def errors(self) -> float:
        """In standard errors; negative where it came less often."""
        return self._more / sqrt(self._variance)


def matches(
    rules: AnyRules, seats: int, options: Mapping[str, object], count: int
) -> Iterator[Iterator[tuple[Any, Event]]]:
    """Yield matches of random moves: the state before each event, and the event."""
    rng = Random(SEED)
    for _ in range(count):
        state = rules.new_state(seats, rules.check_options(seats, options))
        yield _played(rules, state, rng)


def _played(rules: AnyRules, state: Any, rng: Random) -> Iterator[tuple[Any, Event]]:
    chance = RandomChance(rng)
    events = rules.opening_events(state, chance)
    while True:
        for event in events:
            yield state, event
            rules.evolve(state, event)
        acting = rules.to_act(state)
        if not acting:
            return
        move = rng.choice(list(rules.legal_moves(state, acting[0])))
        events = rules.decide(state, acting[0], move, chance)
