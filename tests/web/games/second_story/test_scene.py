"""The street of Second Story as its table shows it: houses, ways with their chances, piles."""

from typing import Any

import pytest

from games.core import PUBLIC
from tests.games.second_story.dealer import ALL_CARDS, RULES, Night
from tests.web.games.played import matches, people
from web.games.core import Offers
from web.games.registry import language
from web.games.second_story.art import EMBLEMS, house
from web.games.second_story.scene import SecondStoryPlate, Table, scene
from web.games.second_story.ways import chance
from web.games.second_story.words import HOUSES

LAIRS = ("MMMSWWLLY", "MSSSWLLYYKKK")


def looked_at(night: Night, viewer: int = 0) -> tuple[Table, list[SecondStoryPlate]]:
    """Return what a viewer's table shows of a night."""
    names = people(night.state.seats, viewer if viewer >= 0 else None)
    offers = Offers(moves(night, viewer), language("second-story", ""), names)
    shown = scene(RULES.view(night.state, viewer), offers, names)
    assert isinstance(shown.table, Table)
    return shown.table, [plate for plate in shown.plates if isinstance(plate, SecondStoryPlate)]


def moves(night: Night, viewer: int) -> list[dict[str, Any]]:
    """Return the legal moves as the API takes them."""
    if viewer < 0:
        return []
    return [
        RULES.move_data(night.state, viewer, move)
        for move in RULES.legal_moves(night.state, viewer)
    ]


def test_every_way_of_entering_has_the_chance_of_the_rules_page() -> None:
    # The table of docs/games/second-story.md.
    assert [chance(rank, 1) for rank in range(2, 10)] == [90, 80, 70, 60, 50, 40, 30, 20]
    assert [chance(rank, 2) for rank in range(2, 10)] == [99, 96, 91, 84, 75, 64, 51, 36]
    assert chance(10, 2) == 19
    assert [chance(need, 1) for need in (3, 6, 9)] == [80, 50, 20]


def test_a_house_offers_a_thorough_and_a_quick_job_with_what_they_bring() -> None:
    table, _plates = looked_at(Night("8YK"))

    assert [(way.name, way.odds) for way in table.ways] == [("Thorough", 30), ("Quick", 51)]
    assert [way.about for way in table.ways] == [
        "one die of 8 or more: wyrms and knots",
        "two dice, one of 8 or more: wyrms or knots",
    ]
    assert all(way.offer for way in table.ways)


@pytest.mark.parametrize(
    ("bank", "thorough", "quick"),
    [({"Y": 0}, "knots", "knots"), ({"Y": 0, "K": 0}, "nothing", "nothing")],
)
def test_a_suit_that_ran_out_is_not_promised(
    bank: dict[str, int], thorough: str, quick: str
) -> None:
    table, _plates = looked_at(Night("8YK", bank=bank))

    assert table.ways[0].about == f"one die of 8 or more: {thorough}"
    assert table.ways[1].about == f"two dice, one of 8 or more: {quick}"


def test_everybody_sees_the_ways_but_only_whose_night_it_is_may_press_them() -> None:
    night = Night("8YK", seats=3)

    for viewer in (1, 2, PUBLIC):
        table, _plates = looked_at(night, viewer)
        assert [way.odds for way in table.ways] == [30, 51]
        assert [way.offer for way in table.ways] == [None, None]


def test_one_two_or_three_flats_have_their_needs() -> None:
    table, _plates = looked_at(Night("TMWK", given=ALL_CARDS))

    assert [(way.name, way.odds) for way in table.ways] == [
        ("1 flat", 80),
        ("2 flats", 50),
        ("3 flats", 20),
    ]
    assert table.ways[2].about == "one die of 9 or more: 3 different chips"


def test_going_on_is_always_left_and_leaving_always_right() -> None:
    night = Night("2MK 3MW", [6])
    night.rob("thorough")
    table, _plates = looked_at(night)

    assert [(way.kind, way.name) for way in table.ways] == [
        ("on", "One more house"),
        ("off", "Go home"),
    ]
    assert table.ways[1].about == "with 2 chips"

    night = Night("CM", [3, 4], lairs=["MM"], given=ALL_CARDS)
    night.state.excuse_seat = 0
    table, _plates = looked_at(night)
    assert [(way.kind, way.odds) for way in table.ways] == [("on", 19), ("on", 19), ("off", None)]


def test_the_sets_of_chips_are_offered_from_the_largest_to_nothing() -> None:
    night = Night("TMWK", [9], given=ALL_CARDS)
    night.move("choose_flats", flats=2)
    table, _plates = looked_at(night)

    assert [way.name for way in table.ways] == [
        *("moons and waves", "moons and knots", "waves and knots"),
        *("moons", "waves", "knots", "nothing"),
    ]


def test_houses_done_tonight_stand_with_their_chips_and_more_than_three_become_chips() -> None:
    night = Night("AM AS 2MK AL 7SK", [9])
    night.rob("thorough")
    night.move("enter_house")
    table, _plates = looked_at(night)

    assert table.house is not None
    assert table.house.card == "7SK"
    assert [(each.card, each.mark) for each in table.first] == [("AM", "A")]
    assert [each.card for each in table.done] == ["AS", "2MK", "AL"]
    assert [[pile.words for pile in each.chips] for each in table.done] == [
        ["+1 suns"],
        ["+1 moons", "+1 knots"],
        ["+1 leaves"],
    ]


def test_an_ace_that_takes_a_chip_out_says_so() -> None:
    table, _plates = looked_at(Night("AM 7SK", bag="M"))

    assert [pile.words for pile in table.done[0].chips] == ["-1 moons"]


def test_the_second_highest_pile_of_each_lair_is_the_one_that_scores() -> None:
    _table, plates = looked_at(Night("2MK", lairs=LAIRS))

    for plate in plates:
        (scoring,) = [pile for pile in plate.piles if pile.is_second]
        assert scoring.count == plate.score
        assert scoring.words.endswith("second-highest, scores")


def test_a_lair_of_one_suit_scores_with_no_pile() -> None:
    _table, plates = looked_at(Night("2MK", lairs=["MMM"]))

    assert plates[0].score == 0
    assert not any(pile.is_second for pile in plates[0].piles)


def test_plates_say_who_is_out_and_who_is_next() -> None:
    _table, plates = looked_at(Night("2MK", seats=3))

    assert [plate.note for plate in plates] == ["out burgling", "next", "at home"]


def test_a_roll_is_shown_with_what_it_had_to_reach() -> None:
    night = Night("8YK", [5, 9])
    night.rob("quick")
    roll = looked_at(night)[0].roll

    assert roll is not None
    assert (roll.label, roll.words, roll.is_success) == (
        "rolled 5 and 9",
        "8 or more: success",
        True,
    )


@pytest.mark.parametrize("name", HOUSES)
def test_every_card_is_a_house_with_a_door_for_each_suit(name: str) -> None:
    shown, drawing = HOUSES[name], house(name)

    assert drawing.count('class="panel"') == len(shown.suits)
    assert all(f"#{suit}" in drawing for suit in shown.suits)
    assert (shown.kind in EMBLEMS) == ('class="emblem"' in drawing)
    assert "style=" not in drawing


@pytest.mark.more
def test_every_moment_of_matches_of_every_size_has_a_table() -> None:
    for match in matches("second-story", excuse=True, pawns=True, courts=True):
        for _count, state in match.states:
            for viewer in (PUBLIC, *match.rules.to_act(state)):
                names = people(match.table.seats, viewer if viewer >= 0 else None)
                legal = [
                    match.rules.move_data(state, viewer, move)
                    for move in (match.rules.legal_moves(state, viewer) if viewer >= 0 else ())
                ]
                offers = Offers(legal, language("second-story", ""), names)
                table = scene(match.rules.view(state, viewer), offers, names).table
                assert isinstance(table, Table)
                assert sum(way.offer is not None for way in table.ways) == len(legal)
