"""Which fields of a game's views hold something for each seat: found out by playing it.

A list may have as many items as there are seats by chance: a hand of three at a table of three.
"""

from collections.abc import Iterator, Sequence
from functools import cache

from games import registry
from games.chance import FairChance
from games.core import ALL, PUBLIC, AnyRules, replay
from web.games.core import View

MOVES = 60
"""Of a match that is looked at: by then a hand has not kept its size."""
ROOT = bytes(32)
"""What is drawn is the same each time; nobody plays it."""


@cache
def fields_by_seat(game: str) -> frozenset[str]:
    """Return the fields that are lists as long as the table has seats, however many it has."""
    rules = registry.current_rules(game)
    fits: dict[str, bool] = {}
    for seats in range(rules.seats_min, rules.seats_max + 1):
        for view in _views(rules, seats):
            for name, item in view.items():
                if is_list(item):
                    fits[name] = fits.get(name, True) and len(item) == seats
    return frozenset(name for name, always in fits.items() if always)


def is_list(item: object) -> bool:
    """Return whether a value of a view is a list."""
    return isinstance(item, Sequence) and not isinstance(item, str)


def _views(rules: AnyRules, seats: int) -> Iterator[View]:
    """Yield what a seat, the public and whoever may see all have of a match, move by move."""
    chance = FairChance(ROOT)
    state = rules.new_state(seats, rules.check_options(seats, {}))
    replay(rules, state, rules.opening_events(state, chance))
    for _move in range(MOVES):
        yield from (rules.view(state, viewer) for viewer in (0, PUBLIC, ALL))
        acting = rules.to_act(state)
        if not acting:
            return
        move = rules.timeout_move(state, acting[0])
        replay(rules, state, rules.decide(state, acting[0], move, chance))
