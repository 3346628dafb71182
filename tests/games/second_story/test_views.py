"""What is shown of a table, and what nobody may know."""

from games.core import ALL, PUBLIC, replay
from games.second_story.events import DeckShuffled
from tests.games.second_story.dealer import ALL_CARDS, RULES, Fixed, Night, cards, new_state


def test_everybody_sees_all_but_the_order_of_the_deck() -> None:
    night = Night("5ML CS 7SK", bag="MM", lairs=["S", "WWY"], given=ALL_CARDS)

    view = RULES.view(night.state, PUBLIC)

    assert view["street"] == ["5ML"]
    assert view["bag"] == {
        "moons": 2,
        "suns": 0,
        "waves": 0,
        "leaves": 0,
        "wyrms": 0,
        "knots": 0,
    }
    assert view["lairs"][1]["waves"] == 2
    assert view["bank"]["waves"] == 8
    assert view["draw_size"] == 44
    assert view["draw"] is None
    assert view["scores"] == [0, 1]
    for seat in range(2):
        assert RULES.view(night.state, seat) == {**view, "seat": seat}


def test_all_sees_the_cards_to_come_the_next_one_first() -> None:
    night = Night("5ML CS 7SK")

    assert RULES.view(night.state, ALL)["draw"][:2] == ["CS", "7SK"]


def test_a_view_shows_the_job_and_its_roll() -> None:
    night = Night("CS TSWY", [9, 10, 5], given=ALL_CARDS)

    view = RULES.view(night.state, 0)
    assert view["roll"] == {"dice": [9, 10], "need": 10, "success": True}
    assert (view["approach"], view["flats"], view["rolls"]) == (None, None, 1)

    night.take("S")
    night.move("enter_house")
    assert RULES.view(night.state, 0)["roll"] is None


def test_a_view_says_what_each_house_of_the_night_gave() -> None:
    night = Night("5ML 7SK AM CS", [5, 1, 8])

    night.rob("thorough")
    night.move("enter_house")
    night.rob("quick")
    night.take("K")
    assert RULES.view(night.state, 0)["street_chips"] == [{"moons": 1, "leaves": 1}, {"knots": 1}]

    night.chance.dice[:0] = [10, 1]
    night.move("enter_house")
    view = RULES.view(night.state, 0)
    assert view["street"] == ["5ML", "7SK", "AM", "CS"]
    assert view["street_chips"][2:] == [{"moons": -1}, {}]

    night.take("S")
    assert RULES.view(night.state, 0)["street_chips"][3] == {"suns": 1}
    night.move("end_night")
    assert len(RULES.view(night.state, 0)["street_chips"]) == 1


def test_a_view_names_the_approach_and_the_phase() -> None:
    night = Night("5ML", [5, 1])

    assert RULES.view(night.state, 0)["phase"] == "approach"
    night.rob("quick")

    view = RULES.view(night.state, 0)
    assert (view["phase"], view["approach"]) == ("take", "quick")


def test_a_shuffle_shows_only_how_many_cards_it_had() -> None:
    night = Night("5ML CS 7SK")
    shuffle = night.events[1]

    for viewer in (0, 1, PUBLIC):
        assert RULES.redact(shuffle, 1, viewer, night.state) == {"order": 36}
    assert RULES.redact(shuffle, 1, ALL, night.state)["order"][:2] == ["5ML", "CS"]


def test_an_imagined_deck_holds_the_same_cards_in_another_order() -> None:
    night = Night("5ML CS 7SK")

    worlds = [RULES.determinise(night.state, 1, Fixed(first)) for first in ("AM", "AS")]

    assert [world.draw[0] for world in worlds] == [*cards("AM AS")]
    assert {tuple(sorted(world.draw)) for world in worlds} == {tuple(sorted(night.state.draw))}


def test_before_the_start_nothing_has_happened() -> None:
    view = RULES.view(new_state(3), PUBLIC)

    assert (view["starter"], view["active"], view["night"]) == (None, None, 0)
    assert view["bank"] == dict.fromkeys(view["bank"], 10)


def test_the_discard_pile_is_open_and_a_reshuffle_empties_it() -> None:
    night = Night("9MS 5ML", [1])
    night.rob("thorough")
    assert RULES.view(night.state, 0)["discard"] == ["9MS"]

    replay(RULES, night.state, [DeckShuffled(cards("9MS"))])

    view = RULES.view(night.state, 0)
    assert (view["discard"], view["draw_size"], view["shuffles"]) == ([], 1, 2)
