"""What each viewer sees of Sticky Fingers, and what the log tells him."""

from typing import Any

import pytest

from games.chance import FairChance
from games.core import ALL, PUBLIC, Event, replay
from games.sticky_fingers.cards import LOOT, TOOLS
from games.sticky_fingers.events import LootStolen, PileShuffled, ToolsDealt, ToolsDrawn
from games.sticky_fingers.model import State
from tests.games.sticky_fingers.dealer import (
    RULES,
    Stacked,
    acting,
    do,
    give,
    hold,
    letters,
    names,
    new_state,
    opened,
    show,
    tools,
)

OPEN: dict[str, object] = {"visibility": "open"}
HANS, YOSHIKO, TOMMASO = range(3)


def shown(event: Event, viewer: int, state: State) -> dict[str, Any]:
    return RULES.redact(event, 0, viewer, state)


def test_sf_42_tools_of_the_others_are_numbers() -> None:
    state = opened(3, Stacked(tools_1=tools("HW" + "LLL" + "MMMM")))

    own, public = RULES.view(state, 1), RULES.view(state, PUBLIC)

    assert own["hand"] == names("LLL")
    assert own["hand_sizes"] == [2, 3, 4]
    assert (own["hands"], own["known"]) == (None, None)
    assert (public["seat"], public["hand"], public["loot"]) == (None, None, None)
    assert RULES.view(state, ALL)["hands"] == [names("HW"), names("LLL"), names("MMMM")]


def test_sf_18_the_front_of_loot_is_its_owners_and_its_back_everybodys() -> None:
    state = opened(3)
    hold(state, HANS, "GOL5")

    own, other = RULES.view(state, HANS), RULES.view(state, YOSHIKO)

    back = {"protection": "safe", "tools": ["hammer", "lockpick", "pliers"]}
    assert own["loot"] == [{**back, "loot": "GOL5", "type": "gold", "value": 3}]
    assert (other["loot"], other["loots"]) == ([], None)
    assert other["held"] == [[back], [], []]


def test_loot_on_display_shows_its_back_to_everybody() -> None:
    state = opened(3)
    show(state, "villa", "PAI3", "JEW4")

    for viewer in (HANS, PUBLIC):
        view = RULES.view(state, viewer)
        assert view["villa"][1] == {"protection": "safe", "tools": names("LPW")}
        assert view["fronts"] is None
    assert RULES.view(state, ALL)["fronts"]["villa"] == ["PAI3", "JEW4"]


def test_fences_show_what_they_buy() -> None:
    state = opened(2)
    show(state, "harbor", "FA4", "FB1")

    fence = RULES.view(state, PUBLIC)["harbor"][1]

    assert fence["fence"] == "FB1"
    assert {"type": "painting", "bonus": 2} in fence["icons"]
    assert len(fence["icons"]) == 3


def test_a_view_tells_where_the_match_stands() -> None:
    state = opened(3, Stacked(2))
    do(state, "place_token", place="ruin")
    view = RULES.view(state, PUBLIC)

    assert (view["phase"], view["round"], view["starter"], view["to_act"]) == ("place", 1, 2, [0])
    assert view["tokens_left"] == [3, 3, 2]
    assert view["squares"]["ruin"] == [2, None, None, None, None]
    assert view["piles"] == {"tools": 45, "loot": 26, "fences": 11}
    assert view["scoundrels"][0]["tool"] == "lockpick"


def test_a_view_tells_whose_token_acts_and_whose_scoundrel_has_lent_its_tool() -> None:
    state = acting("villa", [HANS, YOSHIKO])
    show(state, "villa", "GOL2", "JEW3")
    give(state, HANS, "P")
    do(state, "steal_loot", slot=0, with_scoundrel=True)
    view = RULES.view(state, PUBLIC)

    assert (view["place"], view["square"], view["to_act"]) == ("villa", 1, [YOSHIKO])
    assert view["scoundrel_used"] == [True, False, False]


def test_sf_44_discards_are_public_and_in_no_order() -> None:
    state = acting("villa", [HANS, YOSHIKO])
    show(state, "villa", "MON5", "JEW3")
    give(state, HANS, "WHW")
    do(state, "steal_loot", slot=0, with_scoundrel=False)
    discards = RULES.view(state, PUBLIC)["discards"]

    assert discards["tools"] == names("HWW")
    assert [(card["loot"], card["value"]) for card in discards["loot"]] == [("MON5", 3)]


def test_sf_42_tools_from_the_city_stay_known_under_open_visibility() -> None:
    state = acting("city", [HANS, YOSHIKO], given=OPEN)
    state.display[0] = tools("HLMPW")
    do(state, "take_tools", tools=names("LP"))

    assert RULES.view(state, PUBLIC)["known"] == [names("LP"), [], []]
    assert RULES.view(state, YOSHIKO)["hand_sizes"][HANS] == 4


@pytest.mark.parametrize("visibility", ["official", "open"])
def test_who_imagines_remembers_what_was_seen_taken_in_the_city(visibility: str) -> None:
    state = acting("city", [HANS, YOSHIKO], given={"visibility": visibility})
    state.display[0] = tools("HLMPW")
    do(state, "take_tools", tools=names("LP"))
    do(state, "take_tools", tools=names("HM"))

    for seed in range(20):
        imagined = RULES.determinise(state, YOSHIKO, FairChance(bytes([seed]) * 32))
        assert not {*"LP"} - {*letters(imagined.hands[HANS])}
    assert RULES.view(state, YOSHIKO)["known"] == (
        None if visibility == "official" else [names("LP"), names("HM"), []]
    )


def test_what_has_left_the_hand_is_remembered_no_more() -> None:
    state = acting("ruin", [HANS, YOSHIKO])
    give(state, HANS, "HHP")
    state.known[HANS] = [1, 0, 0, 0, 0]
    do(state, "exchange_tools", square=4, tools=names("H"))
    before = [letters(state.hands[HANS]), RULES.view(state, YOSHIKO)]

    hands = {
        letters(RULES.determinise(state, YOSHIKO, FairChance(bytes([seed]) * 32)).hands[HANS])
        for seed in range(20)
    }

    assert any("H" not in hand for hand in hands)
    assert before == [letters(state.hands[HANS]), RULES.view(state, YOSHIKO)]


def test_sf_43_known_tools_leave_first() -> None:
    state = acting("ruin", [HANS, YOSHIKO], given=OPEN)
    give(state, HANS, "HHP")
    state.known[HANS] = [1, 0, 0, 0, 0]
    do(state, "exchange_tools", square=4, tools=names("H"))

    assert letters(state.known[HANS]) == ""
    assert state.hands[HANS][0] >= 1, "the hammer that nobody knows of is still there"


def test_drawn_tools_are_not_known_under_open_visibility() -> None:
    state = acting("ruin", [HANS, YOSHIKO], given=OPEN)
    give(state, HANS, "H")
    do(state, "exchange_tools", square=0, tools=names("H"))

    assert RULES.view(state, PUBLIC)["known"] == [[], [], []]


def test_the_order_of_a_pile_is_told_to_nobody() -> None:
    event = PileShuffled(0, (1, 0, 2))

    for viewer in (PUBLIC, HANS, TOMMASO):
        assert shown(event, viewer, new_state(3)) == {"pile": "tools", "order": 3}
    assert shown(event, ALL, new_state(3))["order"] == names("LHM")


def test_tools_dealt_and_drawn_are_told_to_their_seat() -> None:
    state = new_state(3)
    dealt, drawn = ToolsDealt(((0, 1), (2, 2, 2), (3,))), ToolsDrawn(1, (4, 0))

    assert shown(dealt, 1, state) == {"hands": [2, names("MMM"), 1]}
    assert shown(dealt, PUBLIC, state) == {"hands": [2, 3, 1]}
    assert shown(drawn, 1, state)["tools"] == names("WH")
    assert shown(drawn, 0, state)["tools"] == 2


@pytest.mark.parametrize("loot", ["GOL3", "MON1"])
def test_stolen_loot_is_named_to_its_owner_alone(loot: str) -> None:
    stolen = LootStolen(1, 1, 0, (0,), with_scoundrel=True, loot=LOOT.index(loot))
    state = new_state(3)

    assert shown(stolen, 1, state)["loot"] == loot
    for viewer in (0, 2, PUBLIC):
        assert shown(stolen, viewer, state) == {
            "seat": 1,
            "place": "villa",
            "slot": 0,
            "paid": ["hammer"],
            "with_scoundrel": True,
            "loot": None,
        }


def test_imagining_keeps_what_the_seat_sees_and_deals_the_rest_again() -> None:
    state = opened(4, given=OPEN)
    hold(state, 1, "GOL5", "MON1")
    hold(state, 2, "JEW5", "COI4")
    give(state, 1, "HHHH")
    state.known[1] = [2, 0, 0, 0, 0]
    hands, loot, piles = set(), set(), set()
    for number in range(40):
        drawn = RULES.determinise(state, 2, FairChance(number.to_bytes(32, "big")))
        hands.add(letters(drawn.hands[1]))
        loot.add(tuple(drawn.loot[1]))
        piles.add(tuple(drawn.piles[1]))
        assert drawn.loot[2] == state.loot[2]
        assert drawn.hands[1][TOOLS.index("hammer")] >= 2

    assert len(hands) > 3
    assert loot == {(LOOT.index("GOL5"), LOOT.index(chest)) for chest in ("MON1", "MON2")}
    assert len(piles) > 30


def test_scoundrels_that_are_not_chosen_yet_are_shown_as_missing() -> None:
    state = new_state(2, {"scoundrels": "choose"})
    replay(RULES, state, RULES.opening_events(state, Stacked(1)))
    do(state, "choose_scoundrel", scoundrel="hans")
    view = RULES.view(state, PUBLIC)

    assert (view["phase"], view["to_act"]) == ("choose", [0])
    assert view["scoundrels"] == [
        None,
        {"scoundrel": "hans", "name": "Hans Hammer", "tool": "hammer", "colour": "brown"},
    ]
