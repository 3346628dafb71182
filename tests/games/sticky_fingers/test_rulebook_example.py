"""The running example of the printed rules, from the deal to the next round (SF-V2 to SF-V11)."""

from typing import Any

import pytest

from games.core import Event, Seat, replay
from games.sticky_fingers.cards import FENCES, LOOT, SCOUNDRELS
from games.sticky_fingers.model import PLACE, State
from tests.games.sticky_fingers.dealer import (
    RULES,
    Stacked,
    Told,
    legal,
    letters,
    names,
    new_state,
    queue,
    tell,
    tools,
)

HANS, YOSHIKO, TOMMASO = range(3)

Step = tuple[Seat, str, dict[str, Any]]


def place(seat: Seat, where: str) -> Step:
    return seat, "place_token", {"place": where}


STORY: dict[str, list[Step]] = {
    "SF-V2": [
        place(HANS, "harbor"),
        place(YOSHIKO, "museum"),
        place(TOMMASO, "city"),
        place(HANS, "museum"),
        place(YOSHIKO, "city"),
        place(TOMMASO, "villa"),
        place(HANS, "villa"),
        place(YOSHIKO, "ruin"),
        place(TOMMASO, "harbor"),
    ],
    "SF-V3": [
        (TOMMASO, "take_tools", {"tools": names("HL")}),
        (YOSHIKO, "take_tools", {"tools": names("MM")}),
    ],
    "SF-V4": [(TOMMASO, "steal_loot", {"slot": 0, "with_scoundrel": False})],
    "SF-V5": [(HANS, "steal_loot", {"slot": 1, "with_scoundrel": True})],
    "SF-V6": [(YOSHIKO, "exchange_tools", {"square": 0, "tools": names("L")})],
    "SF-V7": [(YOSHIKO, "steal_loot", {"slot": 0, "with_scoundrel": True})],
    "SF-V8": [(HANS, "steal_loot", {"slot": 1, "with_scoundrel": True})],
    "SF-V9": [(HANS, "sell_loot", {"fence": "FA4", "loot": ["COI1"]})],
    "SF-V10": [(TOMMASO, "sell_loot", {"fence": "FB1", "loot": ["PAI3"]})],
}
"""What is done, by the vector that tells what comes of it."""


def chance() -> Stacked:
    """Return the cards of the example; what it does not tell is made up."""
    return Stacked(
        HANS,
        scoundrels=[SCOUNDRELS.index(name) for name in ("hans", "yoshiko", "tommaso")],
        tools_1=tools("PW" + "LHP" + "MPWW" + "WHLMMP" + "PL"),
        loot_1=[LOOT.index(name) for name in ("PAI3", "MON1", "GOL3", "COI1")],
        fences_1=[FENCES.index(name) for name in ("FA4", "FA5", "FB1")],
    )


def after(last: str) -> tuple[State, list[Told]]:
    """Play the example up to that vector; return the table and the events that led there."""
    state, drawn = new_state(3), chance()
    opening = RULES.opening_events(state, drawn)
    replay(RULES, state, opening)
    events: list[Event] = list(opening)
    for vector, steps in STORY.items():
        for seat, kind, fields in steps:
            assert RULES.to_act(state) == (seat,)
            move = RULES.parse_move(state, seat, {"type": kind, **fields})
            told = RULES.decide(state, seat, move, drawn)
            replay(RULES, state, told)
            events += told
        if vector == last:
            break
    return state, tell(events)


def back(protection: str, needs: str) -> dict[str, object]:
    return {"protection": protection, "tools": names(needs)}


def filled(where: str, *cards: object) -> Told:
    return "display_filled", {"place": where, "cards": list(cards)}


def placed(seat: Seat, where: str, square: int) -> Told:
    return "token_placed", {"seat": seat, "place": where, "square": square}


def stolen(seat: Seat, where: str, loot: str, paid: str, *, lent: bool) -> Told:
    slot = ["PAI3", "MON1", "GOL3", "COI1"].index(loot) % 2
    data: dict[str, object] = {"seat": seat, "place": where, "slot": slot, "loot": loot}
    return "loot_stolen", {**data, "paid": names(paid), "with_scoundrel": lent}


LOG: list[Told] = [
    ("tools_dealt", {"hands": [names("PW"), names("LHP"), names("MPWW")]}),
    filled("city", *names("WHLMMP")),
    filled("villa", back("pillar", "LHM"), back("chest", "HP")),
    filled("museum", back("safe", "MMW"), back("showcase", "HW")),
    filled("harbor", "FA4", "FA5", "FB1"),
    ("round_began", {"round": 1, "starter": HANS}),
    placed(HANS, "harbor", 0),
    placed(YOSHIKO, "museum", 0),
    placed(TOMMASO, "city", 0),
    placed(HANS, "museum", 1),
    placed(YOSHIKO, "city", 1),
    placed(TOMMASO, "villa", 0),
    placed(HANS, "villa", 1),
    placed(YOSHIKO, "ruin", 0),
    placed(TOMMASO, "harbor", 1),
    ("place_opened", {"place": "city"}),
    ("tools_taken", {"seat": TOMMASO, "tools": names("HL")}),
    ("tools_taken", {"seat": YOSHIKO, "tools": names("MM")}),
    ("place_opened", {"place": "villa"}),
    stolen(TOMMASO, "villa", "PAI3", "HLM", lent=False),
    stolen(HANS, "villa", "MON1", "P", lent=True),
    ("chest_cashed", {"seat": HANS, "loot": "MON1", "value": 2}),
    ("place_opened", {"place": "ruin"}),
    ("tools_exchanged", {"seat": YOSHIKO, "square": 0, "tools": names("L")}),
    ("tools_drawn", {"seat": YOSHIKO, "tools": names("PL")}),
    ("place_opened", {"place": "museum"}),
    stolen(YOSHIKO, "museum", "GOL3", "MM", lent=True),
    stolen(HANS, "museum", "COI1", "W", lent=True),
    ("place_opened", {"place": "harbor"}),
    ("loot_sold", {"seat": HANS, "fence": "FA4", "loot": ["COI1"], "points": 2}),
    ("loot_sold", {"seat": TOMMASO, "fence": "FB1", "loot": ["PAI3"], "points": 5}),
    filled("city", *names("HHHH")),
    filled("villa", back("chest", "HP"), back("chest", "LM")),
    filled("museum", back("chest", "LM"), back("chest", "HWW")),
    filled("harbor", "FA1", "FA2"),
    ("round_ended", {"round": 1, "money": [4, 0, 5]}),
    ("round_began", {"round": 2, "starter": YOSHIKO}),
]
"""The whole of it, from the deal on."""


def test_the_rulebooks_example_from_end_to_end() -> None:
    _, told = after("SF-V10")

    assert [kind for kind, _ in told[:5]] == [
        "starter_drawn",
        "scoundrels_dealt",
        "pile_shuffled",
        "pile_shuffled",
        "pile_shuffled",
    ]
    assert told[5:] == LOG


def test_sf_v2_the_tokens_act_in_the_order_in_which_they_were_placed() -> None:
    state, _ = after("SF-V2")

    assert queue(state, "city") == [TOMMASO, YOSHIKO]
    assert queue(state, "villa") == [TOMMASO, HANS]
    assert queue(state, "ruin") == [YOSHIKO]
    assert queue(state, "museum") == [YOSHIKO, HANS]
    assert queue(state, "harbor") == [HANS, TOMMASO]


def test_sf_v3_tools_are_taken_from_the_city() -> None:
    state, _ = after("SF-V3")

    assert [letters([state.display[0].count(tool) for tool in range(5)])] == ["PW"]
    assert [sum(hand) for hand in state.hands] == [2, 5, 6]


def test_sf_v4_tommaso_pays_for_the_pillar_and_holds_it_face_down() -> None:
    state, _ = after("SF-V4")

    assert [state.discards[0], sum(state.hands[TOMMASO])] == [tools("HLM"), 3]
    assert state.loot[TOMMASO] == [LOOT.index("PAI3")]
    assert state.money[TOMMASO] == 0
    assert RULES.view(state, HANS)["held"][TOMMASO] == [back("pillar", "LHM")]
    assert RULES.view(state, TOMMASO)["loot"][0]["value"] == 3


def test_sf_v5_hans_lends_his_hammer_and_cashes_the_chest() -> None:
    state, _ = after("SF-V5")

    assert state.money[HANS] == 2
    assert state.loot[HANS] == []
    assert [card["loot"] for card in RULES.view(state, TOMMASO)["discards"]["loot"]] == ["MON1"]
    assert letters(state.hands[HANS]) == "W"


def test_sf_v6_yoshiko_gives_one_tool_and_draws_two() -> None:
    before, _ = after("SF-V5")
    state, _ = after("SF-V6")

    assert [sum(before.hands[YOSHIKO]), sum(state.hands[YOSHIKO])] == [5, 6]
    assert state.exchange == before.exchange, "the Ruin has ended, and her token has come home"


def test_sf_v7_yoshiko_needs_no_welding_equipment_of_her_hand() -> None:
    state, _ = after("SF-V7")

    assert state.discards[0][-2:] == tools("MM")
    assert sum(state.hands[YOSHIKO]) == 4
    assert state.loot[YOSHIKO] == [LOOT.index("GOL3")]


def test_sf_v8_hans_lends_his_hammer_again_at_another_place() -> None:
    state, told = after("SF-V8")

    assert state.hands[HANS] == [0] * 5
    assert stolen(HANS, "museum", "COI1", "W", lent=True) in told


def test_sf_v9_hans_sells_his_coins_to_the_only_fence_that_buys_them() -> None:
    before, _ = after("SF-V8")
    state, _ = after("SF-V9")

    assert legal(before, "sell_loot") == [{"fence": "FA4", "loot": ["COI1"]}]
    assert [before.money[HANS], state.money[HANS]] == [2, 4]
    assert state.discards[1] == [LOOT.index("MON1"), LOOT.index("COI1")]
    assert state.discards[2] == [FENCES.index("FA4")]


def test_sf_v10_tommaso_sells_his_painting_for_the_bonus() -> None:
    before, _ = after("SF-V9")
    state, _ = after("SF-V10")

    assert legal(before, "sell_loot") == [
        {"fence": "FA5", "loot": ["PAI3"]},
        {"fence": "FB1", "loot": ["PAI3"]},
    ]
    assert [before.money[TOMMASO], state.money[TOMMASO]] == [0, 5]
    assert state.display[4][0] == FENCES.index("FA5")


def test_sf_v11_the_displays_are_filled_and_yoshiko_starts() -> None:
    state, told = after("SF-V10")

    new = {data["place"]: len(data["cards"]) for kind, data in told[-6:] if "cards" in data}
    assert new == {"city": 4, "villa": 2, "museum": 2, "harbor": 2}
    assert state.starter == YOSHIKO
    assert state.money == [4, 0, 5]
    assert (state.phase, RULES.to_act(state)) == (PLACE, (YOSHIKO,))
    assert RULES.outcome(state) is None


@pytest.mark.parametrize("vector", list(STORY))
def test_nobody_sees_more_of_the_example_than_he_may(vector: str) -> None:
    state, _ = after(vector)

    for seat in range(3):
        view = RULES.view(state, seat)
        assert view["hands"] is None
        assert view["fronts"] is None
        assert len(view["loot"]) == len(state.loot[seat])
