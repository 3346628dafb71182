"""The tavern of Pickpocket as its table shows it: lines, people, worth, buttons."""

import re
from typing import Any

import pytest

from games.core import ALL, PUBLIC
from games.pickpocket.events import NightBegan, NightEnded
from games.pickpocket.model import State
from tests.games.pickpocket.dealer import RULES, do, tavern
from tests.web.games.played import matches, people
from web.games.core import Offers
from web.games.pickpocket.art import hand_tile, row
from web.games.pickpocket.scene import PickpocketPlate, Table, place_of, scene
from web.games.pickpocket.words import POWERS
from web.games.registry import language

SIGN = '<svg class="sign'


def looked_at(state: State, viewer: int | None = None) -> tuple[Table, list[PickpocketPlate]]:
    """Return what the table shows to a viewer, by default to whose turn it is."""
    if viewer is None:
        (viewer,) = RULES.to_act(state)
    names = people(state.seats, viewer if viewer >= 0 else None)
    offers = Offers(moves(state, viewer), language("pickpocket", ""), names)
    shown = scene(RULES.view(state, viewer), offers, names)
    assert isinstance(shown.table, Table)
    return shown.table, [plate for plate in shown.plates if isinstance(plate, PickpocketPlate)]


def moves(state: State, viewer: int) -> list[dict[str, Any]]:
    """Return the legal moves as the API takes them."""
    legal = RULES.legal_moves(state, viewer) if viewer >= 0 else ()
    return [RULES.move_data(state, viewer, move) for move in legal]


def lanes(tile: str) -> list[str]:
    """Return the states of a drawn tile's lanes from purses to jewels, with their elements."""
    found = re.findall(r'<span class="lane (\w+) line-\w+">(.*?)</span>', tile)
    return [f"{state} {content.count(SIGN)}" for state, content in found]


def test_whole_lines_run_over_all_tiles_and_fray_on_the_tile_that_broke_them() -> None:
    first, second, third = row(["PKVJ", "PK", "PVV"])

    assert lanes(first) == ["whole 1"] * 4
    assert lanes(second) == ["whole 1", "whole 1", "frayed 0", "frayed 0"]
    assert lanes(third) == ["whole 1", "frayed 0", "grey 2", "grey 0"]


def test_two_elements_lie_side_by_side_and_empty_lanes_of_a_hand_are_bare() -> None:
    assert lanes(hand_tile("JJ")) == ["bare 0", "bare 0", "bare 0", "short 2"]


def test_the_worth_says_what_it_is_made_of() -> None:
    state = tavern(4, "PKV PKJ 4")
    do(state, "draw", "draw")
    assert (looked_at(state)[0].worth, looked_at(state)[0].sum) == (4, "4 loot")

    do(state, "draw")
    table, _plates = looked_at(state)
    assert (table.worth, table.sum) == (8, "4 loot + 4 guard")
    assert (table.guards, list(table.guards_open), table.guards_shown) == ([4], [1], 1)


def test_stop_or_double_doubles_the_loot_and_counts_its_tiles() -> None:
    state = tavern(4, "PKV J J J PKV")
    do(state, "draw", "draw", "draw", "draw")
    table, _plates = looked_at(state)

    assert (table.worth, table.sum) == (6, "twice 3 loot")
    assert table.double == "Stop-or-double: 0 of 2 tiles."
    assert [action.name for action in table.actions] == ["Draw from the bag"]


def test_leaving_says_what_it_brings_with_the_powers_in_it() -> None:
    state = tavern(4, "PKV", powers={"bruce": 1})
    state.past_guards = [2, 2, 3]
    do(state, "draw")
    table, _plates = looked_at(state)

    assert [(action.name, action.about) for action in table.actions] == [
        ("Draw from the bag", "7 tiles, 4 guards among them"),
        ("Leave with 5", "3 and 2 for powers"),
    ]


def test_drawing_comes_first_and_leaving_last_for_each_rival_who_may_be_laid_down() -> None:
    table, _plates = looked_at(tavern(3, powers={"beer": 0}))

    assert [(action.sign, action.about) for action in table.actions][1:] == [
        ("beer", "and add no tile"),
        ("door", "knock Basil down"),
        ("door", "knock Wren down"),
    ]


def test_who_is_inside_stands_on_the_counter_and_who_is_out_at_the_door_with_the_points() -> None:
    state = tavern(4, "PKV J 3")
    do(state, "draw", "draw", "leave")
    table, plates = looked_at(state)

    assert [thief.seat for thief in table.inside] == [0, 3]
    assert [(thief.seat, thief.mark) for thief in table.outside] == [(1, "caught"), (2, "+3")]
    assert [plate.place for plate in plates] == ["inside", "caught", "left, +3", "inside"]
    assert [plate.is_out for plate in plates] == [False, True, True, False]


def test_before_the_first_night_nobody_is_caught() -> None:
    view = {**RULES.view(tavern(3), PUBLIC), "phase": "setup", "inside": [False] * 3}

    assert {place_of(view, seat) for seat in range(3)} == {("", "")}


def test_a_warned_thief_lies_down() -> None:
    state = tavern(3, "PKV J")
    do(state, "draw", "draw")
    table, plates = looked_at(state)

    assert [thief.is_lying for thief in table.inside] == [False, True, False]
    assert [plate.place for plate in plates] == ["inside", "inside, lying down", "inside"]


def test_the_tile_that_caught_the_ambidextrous_lies_where_the_next_one_would() -> None:
    state = tavern(4, "PKV J PK", powers={"ambidextrous": 1})
    do(state, "draw", "draw")
    table, _plates = looked_at(state)

    assert (table.caught_words, table.has_next) == ("jewel", False)
    assert [action.name for action in table.actions] == ["Draw again", "Get caught"]


def test_powers_are_on_offer_to_all_and_buttons_for_whoever_chooses() -> None:
    state = tavern(4, powers={})
    RULES.evolve(state, NightEnded("guards"))
    RULES.evolve(state, NightBegan(2, 0, 0))

    chooses, _plates = looked_at(state)
    waits, _plates = looked_at(state, 0)
    assert [each.power for each in chooses.powers_free] == list(POWERS)
    assert all(each.offer for each in chooses.powers_free)
    assert not any(each.offer for each in waits.powers_free)
    assert not chooses.has_next


def test_hands_that_all_may_see_lie_open_and_after_the_end_they_are_all_there_is() -> None:
    state = tavern(2, "5", ["PK KJ", "VV"])
    state.past_guards = [2, 2, 3, 3, 4, 4]

    assert looked_at(state, PUBLIC)[0].open_hands == []
    during, _plates = looked_at(state, ALL)
    assert ([len(hand.tiles) for hand in during.open_hands], during.is_over) == ([2, 1], False)

    do(state, "draw")
    after, _plates = looked_at(state, PUBLIC)
    assert ([hand.value for hand in after.open_hands], after.is_over) == ([4, 2], True)


def test_a_tile_that_fits_no_whole_line_is_no_button() -> None:
    state = tavern(4, "PK", ["VJ PV", "VJ PV"])
    do(state, "draw")
    table, _plates = looked_at(state)

    assert {tile.words: tile.offer is not None for tile in table.hand} == {
        "vial and jewel": False,
        "purse and vial": True,
    }


@pytest.mark.more
@pytest.mark.parametrize(
    "options",
    [
        pytest.param({}, id="plain", marks=pytest.mark.long),
        pytest.param({"powers": True}, id="powers"),
    ],
)
def test_every_moment_of_matches_of_every_size_has_a_table(options: dict[str, Any]) -> None:
    for match in matches("pickpocket", **options):
        for _count, state in match.states:
            for viewer in (ALL, PUBLIC, *match.rules.to_act(state)):
                table, _plates = looked_at(state, viewer)
                played = {tile.words for tile in table.hand if tile.offer}
                chosen = [each for each in table.powers_free if each.offer]
                offered = len(played) + len(chosen) + len(table.actions)
                legal = match.rules.legal_moves(state, viewer) if viewer >= 0 else ()
                assert offered == len(legal)
