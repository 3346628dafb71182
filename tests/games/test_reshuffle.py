"""What nobody has seen may lie in any order, each as likely as any other."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from games import registry
from games.core import ALL
from games.sticky_fingers.cards import MUSEUM, TOOL_PILE, VILLA
from games.sticky_fingers.model import NONE
from tests.games.contract.shared import canonical, chance
from tests.games.tables import Table, played

DRAWS = 10_000


def chi_squared(counts: Counter[Any], kinds: int) -> float:
    """Return how far counts are from being equal (Pearson); about as much as there are kinds."""
    expected = counts.total() / kinds
    missing = (kinds - len(counts)) * expected
    return missing + sum((count - expected) ** 2 / expected for count in counts.values())


def first_state(rules: str, seats: int) -> Any:
    return played(Table(registry.rules(rules), seats)).states[0][1].copy()


def second_story(rules: str) -> tuple[Any, Callable[[Any], Any]]:
    state = first_state(rules, 3)
    state.draw = state.draw[:4]
    return state, lambda other: other.draw


def pickpocket(rules: str) -> tuple[Any, Callable[[Any], Any]]:
    state = first_state(rules, 4)
    state.bag = sorted(set(state.bag))[:4]
    return state, lambda other: tuple(other.bag)


def own_bags(rules: str) -> tuple[Any, Callable[[Any], Any]]:
    state = first_state(rules, 4)
    state.bag = sorted(set(state.bag))[:4]
    return state, lambda other: tuple(other.pieces[each] for each in other.orders[2])


def sticky_fingers(rules: str) -> tuple[Any, Callable[[Any], Any]]:
    state = first_state(rules, 4)
    state.piles[TOOL_PILE] = [0, 1, 2, 3]
    return state, lambda other: tuple(other.piles[TOOL_PILE])


@pytest.mark.parametrize(
    ("rules_id", "case"),
    [
        ("second-story@1", second_story),
        ("second-story@2", second_story),
        ("pickpocket@1", pickpocket),
        ("pickpocket@2", own_bags),
        ("sticky-fingers@1", sticky_fingers),
    ],
)
def test_every_order_of_four_comes_as_often(
    rules_id: str, case: Callable[[str], tuple[Any, Callable[[Any], Any]]]
) -> None:
    state, seen = case(rules_id)
    rules, fair = registry.rules(rules_id), chance(rules_id)

    found = Counter(seen(rules.reshuffle(state, fair)) for _ in range(DRAWS))

    # With 23 degrees of freedom more than 49.7 comes once in a thousand times.
    assert len(found) == 24
    assert chi_squared(found, 24) < 49.7


def test_loot_on_show_changes_its_front_and_never_its_back() -> None:
    rules = registry.current_rules("sticky-fingers")
    state = first_state("sticky-fingers@1", 4)
    fair = chance("fronts")
    fronts: set[int] = set()
    for _ in range(50):
        other = rules.reshuffle(state, fair)
        for place in (VILLA, MUSEUM):
            for was, now in zip(state.display[place], other.display[place], strict=True):
                assert (was == NONE) is (now == NONE)
                assert was == NONE or state.deck.face[was] == state.deck.face[now]
                fronts.add(now)

    shown = len(state.display[VILLA]) + len(state.display[MUSEUM])
    assert len(fronts) > shown


def test_where_everything_was_dealt_nothing_changes() -> None:
    rules = registry.current_rules("stick-em")
    state = first_state("stick-em@1", 4)

    other = rules.reshuffle(state, chance("nothing"))

    assert canonical(rules.view(other, ALL)) == canonical(rules.view(state, ALL))
