"""What lay on the table is what was drawn, by a program that is not ours.

`tests.independent_cards` is that program.
"""

import json
from typing import Any

import pytest

from games import registry
from games.core import AnyRules
from matches import logs
from tests import independent
from tests.independent import WrongError
from tests.matches.forging import rehashed
from tests.tournaments.test_independent import log_of, played, proof_of

pytestmark = pytest.mark.django_db

DRAWN = {
    "stick-em": {"round_began": "leader", "hands_dealt": "hands"},
    "second-story": {
        "starter_drawn": "seat",
        "deck_shuffled": "order",
        "order_drawn": "order",
        "house_entered": "card",
        "dice_rolled": "dice",
    },
    "pickpocket": {
        "markers_stacked": "order",
        "hands_dealt": "hands",
        "bag_filled": "order",
        "orders_drawn": "orders",
        "tile_drawn": "tile",
        "guard_appeared": "value",
    },
    "sticky-fingers": {
        "starter_drawn": "seat",
        "scoundrels_dealt": "scoundrels",
        "pile_shuffled": "order",
        "tools_dealt": "hands",
        "tools_drawn": "tools",
        "display_filled": "cards",
        "loot_stolen": "loot",
    },
}
"""By game, which field of an event shows what chance has brought."""
NOT_ALWAYS = {"deck_shuffled", "order_drawn", "bag_filled", "orders_drawn", "tools_drawn"}
"""Events that one version of a game has, or only some matches."""


def otherwise(value: Any) -> Any:
    """Return something else in the place of what was drawn: other cards, or in another order."""
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return "another"
    turned = [*value[1:], *value[:1]]
    return turned if turned != value else [otherwise(value[0]), *value[1:]]


@pytest.mark.parametrize("rules", registry.all_rules(), ids=lambda rules: rules.id)
def test_cards_that_lie_otherwise_than_they_were_drawn_are_found(rules: AnyRules) -> None:
    match = played(rules)
    text, proof = log_of(match), proof_of(match)
    types = [json.loads(line).get("type") for line in text.splitlines()]
    drawn = DRAWN[rules.game]
    there = drawn.keys() & {*types}
    assert drawn.keys() - there <= NOT_ALWAYS

    for kind in sorted(there):
        lines = [json.loads(line) for line in text.splitlines()]
        data = lines[types.index(kind)]["data"]
        data[drawn[kind]] = otherwise(data[drawn[kind]])
        with pytest.raises(WrongError, match="is not what was drawn"):
            independent.match("".join(logs.text(rehashed(lines))), proof)


def test_a_draw_that_no_card_shows_and_one_that_was_left_out_are_found() -> None:
    match = played(registry.current_rules("stick-em"))
    text, proof = log_of(match), proof_of(match)
    *_, last = proof["draws"]

    with pytest.raises(WrongError, match=f"{last['label']} was never drawn"):
        independent.match(text, {**proof, "draws": proof["draws"][:-1]})
    with pytest.raises(WrongError, match=r"is not what was drawn|was drawn otherwise"):
        independent.match(text, {**proof, "draws": [*proof["draws"], proof["draws"][0]]})
