"""How a match of Sticky Fingers begins."""

from itertools import repeat

import pytest

from games.core import replay
from games.sticky_fingers.cards import LOOT, SCOUNDRELS, TOOLS
from tests.games.sticky_fingers.dealer import (
    RULES,
    Stacked,
    do,
    legal,
    letters,
    new_state,
    opened,
    tell,
    tools,
)


@pytest.mark.parametrize(
    ("seats", "sizes"),
    [(2, (4, 1, 2, 2)), (3, (6, 2, 2, 3)), (4, (6, 2, 3, 4)), (5, (8, 3, 3, 5))],
)
def test_sf_v1_displays_and_hands(seats: int, sizes: tuple[int, ...]) -> None:
    starter = seats - 1
    state = opened(seats, Stacked(starter))

    shown = [len(state.display[place]) for place in (0, 1, 3, 4)]
    hands = [sum(state.hands[(starter + turn) % seats]) for turn in range(seats)]
    assert tuple(shown) == sizes
    assert hands == [2, 3, 4, 4, 4][:seats]


def test_cards_are_drawn_under_their_labels_from_dataset_order() -> None:
    chance = Stacked()

    opened(3, chance)

    assert chance.labels == ["starter", "scoundrels", "tools/1", "loot/1", "fences/1"]
    assert chance.shuffled["scoundrels"] == list(range(5))
    assert SCOUNDRELS.names == ("pascal", "hans", "tommaso", "yoshiko", "bobby")
    assert chance.shuffled["tools/1"] == [tool for tool in range(5) for _ in range(12)]
    assert TOOLS.names == ("hammer", "lockpick", "map", "pliers", "welding")
    assert chance.shuffled["loot/1"] == list(range(30))
    assert (LOOT.names[0], LOOT.names[29]) == ("MON1", "JEW5")
    assert chance.shuffled["fences/1"] == list(range(14))


def test_hands_are_dealt_in_blocks_from_the_starter_clockwise() -> None:
    state = opened(3, Stacked(2, tools_1=tools("HH" + "LLL" + "MMMM" + "PPPPPP")))

    assert [letters(hand) for hand in state.hands] == ["LLL", "MMMM", "HH"]
    assert state.display[0] == tools("PPPPPP")


def test_seats_get_the_scoundrels_in_drawn_order() -> None:
    state = opened(2, Stacked(1, scoundrels=[4, 0]))

    assert [SCOUNDRELS.names[card] for card in state.scoundrels] == ["bobby", "pascal"]


def test_sf_41_the_opening_tells_everything_in_its_order() -> None:
    kinds = [kind for kind, _ in tell(RULES.opening_events(new_state(4), Stacked()))]

    assert kinds == [
        "starter_drawn",
        "scoundrels_dealt",
        *repeat("pile_shuffled", 3),
        "tools_dealt",
        *repeat("display_filled", 4),
        "round_began",
    ]


def test_sf_40_scoundrels_are_chosen_in_seat_order_from_the_starter() -> None:
    state = new_state(3, {"scoundrels": "choose"})
    opening = RULES.opening_events(state, Stacked(1))
    replay(RULES, state, opening)

    assert tell(opening) == [("starter_drawn", {"seat": 1})]
    first = do(state, "choose_scoundrel", scoundrel="hans")
    second = do(state, "choose_scoundrel", scoundrel="bobby")
    assert first == [("scoundrel_chosen", {"seat": 1, "scoundrel": "hans"})]
    assert second == [("scoundrel_chosen", {"seat": 2, "scoundrel": "bobby"})]
    assert [move["scoundrel"] for move in legal(state)] == ["pascal", "tommaso", "yoshiko"]
    last = do(state, "choose_scoundrel", scoundrel="tommaso")
    assert [kind for kind, _ in last[:3]] == ["scoundrel_chosen", "pile_shuffled", "pile_shuffled"]
    assert last[-1] == ("round_began", {"round": 1, "starter": 1})
    assert RULES.to_act(state) == (1,)


def test_a_seat_whose_time_runs_out_gets_the_first_scoundrel_left() -> None:
    state = new_state(3, {"scoundrels": "choose"})
    replay(RULES, state, RULES.opening_events(state, Stacked(0)))
    do(state, "choose_scoundrel", scoundrel="pascal")

    move = RULES.move_data(state, 1, RULES.timeout_move(state, 1))

    assert move == {"type": "choose_scoundrel", "scoundrel": "hans"}
