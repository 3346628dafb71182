"""What a seat may not do, and the reasons that it is given."""

from typing import Any

import pytest

from games.core import IllegalMoveError, NotYourTurnError, OptionsError
from games.second_story.moves import ENTER_HOUSE, SECOND_CHANCE, take
from tests.games.second_story.dealer import ALL_CARDS, CHANCE, RULES, Night, suits


def refused(night: Night, **move: Any) -> str:
    """Return why the move is refused, as it is read or as it is judged."""
    with pytest.raises(IllegalMoveError) as refusal:
        night.move(move.get("type"), **{name: move[name] for name in move if name != "type"})
    return refusal.value.reason


def taking(given: dict[str, object] | None = None) -> Night:
    """Return a table where the moons or suns of a quick job are to be taken."""
    night = Night("9MS", [9, 9], bank={"M": 0}, given=given)
    night.rob("quick")
    return night


def test_only_what_is_in_the_house_and_in_the_bank_can_be_taken() -> None:
    night = taking()

    assert refused(night, type="take_chips", suits=["knots"]) == "there are no knots in this house"
    left = refused(night, type="take_chips", suits=["moons"])
    assert left == "there are no moons left in the bank"
    assert "only one chip of a suit" in refused(night, type="take_chips", suits=["suns", "suns"])


def test_no_more_can_be_taken_than_the_job_allows() -> None:
    night = Night("9MS", [9, 9])
    night.rob("quick")

    reason = refused(night, type="take_chips", suits=["moons", "suns"])

    assert reason == "you can take at most 1 here, not 2"


def test_no_more_can_be_taken_than_flats_were_robbed() -> None:
    night = Night("TSWY", [9], given=ALL_CARDS)
    night.move("choose_flats", flats=2)

    reason = refused(night, type="take_chips", suits=["suns", "waves", "wyrms"])

    assert reason == "you can take at most 2 here, not 3"


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ({"type": "choose_approach", "approach": "sneaky"}, "'sneaky' is not one of"),
        ({"type": "choose_approach"}, "missing required field `approach`"),
        ({"type": "choose_approach", "approach": "quick", "dice": 3}, "unknown field `dice`"),
        ({"type": "choose_flats", "flats": 1}, "type choose_approach now"),
        ({"type": "nonsense"}, "type choose_approach now"),
        ({}, "type choose_approach now"),
    ],
)
def test_a_misshapen_move_is_refused(move: dict[str, Any], reason: str) -> None:
    assert reason in refused(Night("7SK"), **move)


@pytest.mark.parametrize("flats", [0, 4, -1, True, "1", 1.5])
def test_flats_are_one_two_or_three(flats: object) -> None:
    night = Night("TSWY", given=ALL_CARDS)

    assert "flats" in refused(night, type="choose_flats", flats=flats)


def test_a_second_chance_is_for_crowns() -> None:
    night = Night("X 2MK 9MS 7SK", [9, 1, 1], lairs=["SK"], given=ALL_CARDS)
    night.rob("thorough")
    night.move("end_night")
    night.caught(1)
    night.rob("thorough")

    assert refused(night, type="take_second_chance") == "only a Crown gives a second chance"


def test_a_second_chance_needs_a_chip_at_home() -> None:
    night = Night("X 2MK 9MS CS", [9, 1, 1, 1], given=ALL_CARDS)
    night.rob("thorough")
    night.move("end_night")
    night.caught(1)

    reason = refused(night, type="take_second_chance")

    assert reason == "there are no suns in your lair to risk"


def test_nobody_moves_out_of_turn() -> None:
    night = Night("7SK")

    with pytest.raises(NotYourTurnError):
        RULES.decide(night.state, 1, 0, CHANCE)
    with pytest.raises(IllegalMoveError, match="nothing to decide"):
        RULES.parse_move(night.state, 1, {"type": "choose_approach", "approach": "quick"})


@pytest.mark.parametrize("move", [ENTER_HOUSE, SECOND_CHANCE, take(suits("S")), -1, 1000])
def test_a_move_of_another_phase_is_refused(move: int) -> None:
    night = Night("7SK")

    with pytest.raises(IllegalMoveError, match="type choose_approach now"):
        RULES.decide(night.state, 0, move, CHANCE)


def test_the_suits_of_a_move_may_come_in_any_order() -> None:
    night = Night("TSWY", [9], given=ALL_CARDS)
    night.move("choose_flats", flats=2)

    moves = [
        RULES.parse_move(night.state, 0, {"type": "take_chips", "suits": list(pair)})
        for pair in (("suns", "wyrms"), ("wyrms", "suns"))
    ]

    assert moves[0] == moves[1]


@pytest.mark.parametrize(
    ("seats", "given", "fields"),
    [
        (1, {}, ["seats"]),
        (6, {}, ["seats"]),
        (2, {"excuse": 1}, ["excuse"]),
        (2, {"pawns": "true", "courts": None}, ["pawns", "courts"]),
        (2, {"jokers": True}, ["jokers"]),
    ],
)
def test_wrong_options_are_refused(seats: int, given: dict[str, object], fields: list[str]) -> None:
    with pytest.raises(OptionsError) as refusal:
        RULES.check_options(seats, given)

    assert [field for field, _ in refusal.value.errors] == fields


def test_the_basic_deck_and_free_choice_are_the_defaults() -> None:
    assert RULES.check_options(2, {}) == {
        "courts": False,
        "excuse": False,
        "may_decline_chip": True,
        "pawns": False,
    }
