"""The component table of Sticky Fingers against what the rulebooks tell of it."""

import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from games.core import replay
from games.sticky_fingers import dataset
from games.sticky_fingers.cards import LOOT, deck
from games.sticky_fingers.legal import price
from games.sticky_fingers.model import State
from tests.games.sticky_fingers.dealer import CHANCE, RULES

TABLE = dataset.load("sticky-fingers/recon-1")
RAW: dict[str, Any] = msgspec.to_builtins(TABLE, str_keys=True)


def test_there_are_as_many_cards_as_the_rulebook_says() -> None:
    assert sum(TABLE.tools.values()) == 60
    assert [len(cards) for cards in (TABLE.loot, TABLE.fences, TABLE.scoundrels)] == [30, 14, 5]


def test_money_is_worth_1_to_3_and_everything_else_2_to_4() -> None:
    for card in TABLE.loot:
        low, high = (1, 3) if card.type == "money" else (2, 4)
        assert low <= card.value <= high
        assert len(card.tools) in (2, 3)


def test_each_protection_guards_its_types() -> None:
    guarded = {(card.protection, card.type) for card in TABLE.loot}

    assert guarded == {
        ("chest", "money"),
        ("pillar", "painting"),
        ("showcase", "coins"),
        ("showcase", "statue"),
        ("safe", "gold"),
        ("safe", "jewelry"),
    }


def test_loot_that_needs_three_tools_is_worth_more_than_loot_that_needs_two() -> None:
    for kind in {card.type for card in TABLE.loot}:
        values = {
            needs: [c.value for c in TABLE.loot if c.type == kind and len(c.tools) == needs]
            for needs in (2, 3)
        }
        assert max(values[2]) < min(values[3])


def test_the_back_of_a_safe_or_a_showcase_never_tells_its_front() -> None:
    for card in TABLE.loot:
        alike = [
            it for it in TABLE.loot if (it.protection, it.tools) == (card.protection, card.tools)
        ]
        guarded = 2 if card.protection in ("safe", "showcase") else 1
        assert len({it.type for it in alike}) == guarded


def test_every_fence_leaves_a_type_out_and_doubles_and_bonuses_are_spread_evenly() -> None:
    doubles: Counter[str] = Counter()
    bonuses: Counter[tuple[str, int]] = Counter()
    for fence in TABLE.fences:
        kinds = Counter(icon.type for icon in fence.icons)
        assert len(kinds) < 5
        doubles.update(kind for kind, count in kinds.items() if count == 2)
        bonuses.update((icon.type, icon.bonus) for icon in fence.icons if icon.bonus)

    assert set(doubles.values()) == {1}
    assert set(bonuses.values()) == {1}
    assert (len(doubles), len(bonuses)) == (5, 10)


def test_the_fence_of_the_rulebooks_example() -> None:
    fence = next(fence for fence in TABLE.fences if fence.id == "FA5")

    offers = Counter((icon.type, icon.bonus) for icon in fence.icons)
    assert offers == {("gold", 0): 1, ("jewelry", 1): 1, ("statue", 0): 2, ("painting", 0): 1}


def test_every_row_says_where_it_is_from() -> None:
    told = {row.id for row in (*TABLE.loot, *TABLE.fences) if row.basis == "rulebook"}

    assert told == {"MON1", "PAI3", "COI1", "GOL3", "FA4", "FA5", "FB1"}
    assert TABLE.status == "reconstruction"
    assert set(TABLE.notes) <= set(RAW)


def changed(**fields: Any) -> bytes:
    return msgspec.json.encode({**RAW, **fields})


def row(field: str, at: int, **fields: Any) -> dict[str, Any]:
    rows = [dict(row) for row in RAW[field]]
    rows[at] |= fields
    return {field: rows}


WRONG: list[tuple[dict[str, Any], str]] = [
    (row("loot", 0, tools=["hammer"]), "loot MON1 must show 2 or 3 tools, not 1"),
    (row("loot", 0, tools=["hammer", "saw"]), r"'saw' - at `\$\.loot\[0\]\.tools\[1\]"),
    (row("loot", 0, type="gold"), "loot MON1: money lies in chests"),
    (row("loot", 0, value=0), "loot MON1 must be worth 1 or more, not 0"),
    (row("loot", 0, id="MON2"), "2 cards are called MON2"),
    (row("loot", 0, protection="moat"), "'moat'"),
    (row("loot", 0, weight=1), "unknown field `weight`"),
    (row("fences", 0, icons=[{"type": "gold"}] * 3), "fence FA1 shows gold 3 times"),
    (row("fences", 0, icons=[{"type": "money"}]), "fence FA1 cannot buy money"),
    (row("fences", 0, icons=[{"type": "gold", "bonus": -1}]), "fence FA1 has a bonus below 0"),
    ({"tools": {"hammer": 5}}, "5 tools are too few for 2 players"),
    ({"loot": RAW["loot"][:2]}, "2 loot cards are too few for 2 players"),
    ({"fences": RAW["fences"][:4]}, "4 fences are too few for 5 players"),
    ({"exchange": [[1, 2]]}, "the Ruin must have 5 squares"),
    ({"display": {"2": RAW["display"]["2"]}}, "must be told for 2 to 5 players"),
    ({"scoundrels": RAW["scoundrels"][:4], "hands": [2, 3, 4, 4]}, "5 scoundrels, not 4"),
    ({"target": 0}, "the game must end at 1 or more, not 0"),
]


@pytest.mark.parametrize(("fields", "fault"), WRONG, ids=[fault for _, fault in WRONG])
def test_a_table_that_cannot_be_played_with_is_refused(fields: dict[str, Any], fault: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=fault):
        msgspec.json.decode(changed(**fields), type=dataset.Dataset)


def test_doubles_and_bonuses_on_one_type_are_cards_like_any_other() -> None:
    icons = [{"type": "gold"}, {"type": "gold", "bonus": 2}]

    table = msgspec.json.decode(changed(**row("fences", 0, icons=icons)), type=dataset.Dataset)

    assert table.fences[0].icons == (dataset.Icon("gold"), dataset.Icon("gold", 2))


def test_another_table_plays_without_other_code() -> None:
    icons = [{"type": kind, "bonus": bonus} for kind in ("gold", "coins") for bonus in (0, 2)]
    tools = dict.fromkeys(RAW["tools"], 9)
    raw = changed(**row("fences", 0, icons=icons), target=8, tools=tools)
    table = msgspec.json.decode(raw, type=dataset.Dataset)
    state, rng = State(deck(table), 4, (False,) * 4), random.Random(1)
    replay(RULES, state, RULES.opening_events(state, CHANCE))

    gold = [LOOT.index(name) for name in ("GOL1", "GOL3")]
    assert price(state, 0, gold[:1]) == 2 + 2, "SF-29: the better icon"
    assert price(state, 0, gold) == 2 + 3 + 2
    while acting := RULES.to_act(state):
        move = rng.choice(RULES.legal_moves(state, acting[0]))
        replay(RULES, state, RULES.decide(state, acting[0], move, CHANCE))
    assert max(state.money) >= 8
