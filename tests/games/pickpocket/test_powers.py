"""The seven powers, and how they are chosen."""

import pytest

from games.core import IllegalMoveError
from games.pickpocket.events import (
    DoubleLost,
    GloveTileTaken,
    GuardAppeared,
    NightEnded,
    PassageUsed,
    ThiefLeft,
)
from games.pickpocket.model import DOUBLE, POWER, TURN
from games.pickpocket.tiles import LOOT
from tests.games.pickpocket.dealer import CHANCE, RULES, do, draw, may, move_of, tavern, told


def test_powers_are_chosen_from_the_second_night_on() -> None:
    state = tavern(4, "2 3", powers={})
    assert state.phase == TURN

    draw(state, 2)
    assert (state.night, state.phase) == (2, POWER)
    assert RULES.to_act(state) == (3,)


def test_without_the_option_there_are_no_powers() -> None:  # PK-56
    state = tavern(4, "2 3")
    draw(state, 2)

    assert (state.night, state.phase) == (2, TURN)


def test_with_four_all_but_the_prince_choose_one() -> None:  # D1, PK-24
    state = tavern(4, "2 3", powers={})
    draw(state, 2)

    assert (state.prince, state.queue) == (0, (3, 2, 1))
    do(state, "take bruce", "take beer", "take glove")
    assert RULES.view(state, 0)["powers"] == [[], ["glove"], ["beer"], ["bruce"]]
    assert RULES.to_act(state) == (0,)


def test_with_three_the_prince_takes_one_and_the_others_two() -> None:  # PK-25
    state = tavern(3, "2 3", powers={})
    draw(state, 2)

    assert state.queue == (2, 1, 0, 2, 1)


def test_with_six_five_powers_are_taken_of_seven() -> None:
    state = tavern(6, "2 3", powers={})
    draw(state, 2)

    assert len(may(state)) == 7
    do(state, "take bruce", "take beer", "take glove", "take passage", "take illusion")
    assert state.phase == TURN


def test_a_power_is_taken_once_and_none_may_be_passed_over() -> None:  # PK-24
    state = tavern(4, "2 3", powers={})
    draw(state, 2)
    do(state, "take bruce")

    assert "take bruce" not in may(state)
    with pytest.raises(IllegalMoveError, match="seat 3 has taken that power"):
        RULES.decide(state, 2, move_of("take bruce"), CHANCE)
    with pytest.raises(IllegalMoveError, match="you must choose a power first"):
        RULES.decide(state, 2, move_of("draw"), CHANCE)


def test_powers_go_back_at_the_end_of_the_night() -> None:  # PK-24
    state = tavern(4, "2 3", powers={"bruce": 1, "beer": 2})
    draw(state, 2)

    assert RULES.view(state, 0)["powers"] == [[], [], [], []]
    assert len(RULES.view(state, 0)["powers_free"]) == 7


def test_bruce_brings_two_also_for_leaving_with_nothing() -> None:  # PK-39
    state = tavern(4, powers={"bruce": 0})

    assert do(state, "leave") == (ThiefLeft(0, 0, False, 0, 2, 2),)


def test_bruce_brings_nothing_past_two_guards_or_caught() -> None:  # PK-52
    state = tavern(4, "2 3", powers={"bruce": 0})
    draw(state, 2)
    assert state.scores == [0] * 4

    state = tavern(4, "PP VJ", powers={"bruce": 1})
    draw(state, 2)
    assert state.scores == [0] * 4


def test_illusion_is_not_doubled() -> None:  # PK-52
    state = tavern(2, "J J J", powers={"illusion": 0})
    do(state, "draw", "leave 0", "draw")

    assert do(state, "draw")[1] == ThiefLeft(0, 3, True, 0, 3, 9)


def test_one_thief_may_have_two_powers() -> None:
    state = tavern(3, "VJ 4", powers={"bruce": 2, "accomplice": 2})
    draw(state, 2)

    assert do(state, "leave 0")[0] == ThiefLeft(2, 2, False, 4, 6, 12)


def test_the_accomplice_brings_nothing_without_a_guard() -> None:  # PK-38
    state = tavern(4, "PK", powers={"accomplice": 1})
    draw(state, 1)

    assert do(state, "leave") == (ThiefLeft(1, 2, False, 0, 0, 2),)


def test_the_glove_draws_a_tile_after_scoring_also_for_leaving_with_nothing() -> None:  # PK-53
    state = tavern(4, "KJ", powers={"glove": 0})

    assert do(state, "leave")[1:] == (GloveTileTaken(0, LOOT.index("KJ")),)
    assert RULES.view(state, 0)["hand"] == ["KJ"]


def test_the_glove_draws_after_a_rival_is_laid_down() -> None:  # PK-40
    state = tavern(3, "KJ", powers={"glove": 0})

    assert told(do(state, "leave 1")) == ["thief_left", "rival_laid_down", "glove_tile_taken"]
    assert RULES.to_act(state) == (1,)


def test_the_gloves_first_guard_comes_into_this_night_without_another_tile() -> None:  # PK-41
    state = tavern(4, "3", powers={"glove": 0})

    assert do(state, "leave")[1:] == (GuardAppeared(0, 3, 1, 1),)
    assert state.hands[0] == []
    assert do(state, "leave") == (ThiefLeft(1, 0, False, 3, 0, 3),)


def test_the_gloves_guard_comes_before_stop_or_double_begins() -> None:
    state = tavern(2, "3", powers={"glove": 0})

    names = ["thief_left", "rival_laid_down", "guard_appeared", "double_began"]
    assert told(do(state, "leave 1")) == names


def test_the_gloves_seventh_guard_ends_the_match() -> None:  # PK-41, PK-44
    state = tavern(4, "PK 5", powers={"glove": 1, "passage": 3})
    state.past_guards = [2, 2, 3, 3, 4, 4]
    draw(state, 1)
    events = do(state, "leave")

    assert told(events) == ["thief_left", "guard_appeared", "night_ended", "hands_scored"]
    assert state.scores == [0, 2, 0, 0]


def test_the_gloves_seventh_guard_as_the_second_of_its_night_opens_the_passage() -> None:  # D2
    state = tavern(4, "PK 2 5", powers={"glove": 2, "passage": 3})
    state.past_guards = [2, 3, 3, 4, 4]
    draw(state, 2)
    events = do(state, "leave")

    assert events[2:4] == (PassageUsed(3, 9), NightEnded("last_guard"))
    assert state.scores == [0, 0, 4, 9]


def test_the_glove_draws_after_a_won_stop_or_double() -> None:  # PK-42
    state = tavern(2, "PK PK PK KJ", powers={"glove": 0})
    do(state, "draw", "leave 0", "draw")
    events = do(state, "draw")

    assert told(events)[1:4] == ["thief_left", "glove_tile_taken", "night_ended"]
    assert state.hands[0] == [LOOT.index("KJ")]


def test_the_gloves_second_guard_after_a_won_stop_or_double_finds_nobody() -> None:  # PK-42
    state = tavern(2, "PK 4 PK 3", powers={"glove": 0})
    do(state, "draw", "leave 0", "draw")
    events = do(state, "draw")

    assert told(events)[1:3] == ["thief_left", "guard_appeared"]
    assert events[3] == NightEnded("double")
    assert state.past_guards == [4, 3]


def test_the_gloves_seventh_guard_after_a_won_stop_or_double_ends_the_match() -> None:  # PK-42
    state = tavern(2, "PK PK PK 3", powers={"glove": 0})
    state.past_guards = [2, 2, 3, 4, 4, 5]
    do(state, "draw", "leave 0", "draw")
    events = do(state, "draw")

    assert told(events)[1:] == ["thief_left", "guard_appeared", "night_ended", "hands_scored"]
    assert state.scores == [12, 2]


def test_the_passage_serves_its_holder_among_others_inside() -> None:  # D2, PK-43
    state = tavern(4, "PK 2 3", powers={"passage": 3, "bruce": 2})
    draw(state, 2)
    events = do(state, "draw")

    assert events[1:3] == (PassageUsed(3, 7), NightEnded("guards"))
    assert state.scores == [0, 0, 0, 7]
    assert state.prince == 3


def test_the_dutch_passage_serves_in_stop_or_double_alone() -> None:  # D2
    state = tavern(4, "PK 2 3", powers={"passage": 3}, passage="dutch")
    draw(state, 2)

    assert told(do(state, "draw"))[:2] == ["guard_appeared", "night_ended"]
    assert state.scores == [0, 0, 0, 0]


@pytest.mark.parametrize(("passage", "points"), [("french", 8), ("dutch", 0)])
def test_the_passage_and_the_glove_of_the_second_last_thief(  # D2
    passage: str, points: int
) -> None:
    state = tavern(4, "PKV 2 3", powers={"glove": 2, "passage": 3}, passage=passage)
    do(state, "leave", "leave", "draw", "draw")
    events = do(state, "leave")

    assert "double_began" not in told(events)
    assert state.scores == [0, 0, 5, points]


def test_the_passage_does_not_serve_who_has_left() -> None:  # PK-43
    state = tavern(4, "PK 2 3", powers={"passage": 2})
    do(state, "draw", "draw", "leave", "draw")

    assert state.scores == [0, 0, 4, 0]


def test_the_passage_does_not_open_for_a_seventh_guard_alone() -> None:  # PK-44
    state = tavern(4, "PK 2", powers={"passage": 3})
    state.past_guards = [2, 3, 3, 4, 4, 5]
    draw(state, 2)

    assert state.scores == [0, 0, 0, 0]


def test_another_holders_passage_does_not_save_the_last_thief() -> None:
    state = tavern(4, "PK 2 3", powers={"passage": 3})
    do(state, "draw", "draw", "leave", "leave")
    do(state, "leave")
    events = do(state, "draw")

    assert events[1:3] == (DoubleLost(1), NightEnded("guards"))


def test_a_beer_passes_a_turn_once_a_night() -> None:  # PK-36
    state = tavern(4, "PK", powers={"beer": 0})

    assert may(state) == ["draw", "leave", "beer"]
    assert told(do(state, "beer")) == ["beer_drunk"]
    assert RULES.to_act(state) == (1,)
    do(state, "draw", "draw", "draw")
    assert may(state) == ["draw", "leave"]
    with pytest.raises(IllegalMoveError, match="you have already had your beer"):
        RULES.decide(state, 0, move_of("beer"), CHANCE)


def test_only_its_holder_drinks_the_beer() -> None:
    with pytest.raises(IllegalMoveError, match="you do not have the beer"):
        RULES.decide(tavern(4, powers={"beer": 1}), 0, move_of("beer"), CHANCE)


def test_a_beer_may_stand_for_the_first_tile_of_stop_or_double() -> None:  # PK-35
    state = tavern(2, "PK PK", powers={"beer": 0})
    do(state, "draw", "leave 0", "beer")

    assert may(state) == ["draw"]
    assert do(state, "draw")[1] == ThiefLeft(0, 4, True, 0, 0, 8)


def test_the_ambidextrous_thief_may_draw_again_when_caught() -> None:  # PK-31, PK-54
    state = tavern(4, "PP VJ PK", powers={"ambidextrous": 1})
    draw(state, 1)

    assert told(do(state, "draw")) == ["tile_drawn", "thief_caught"]
    assert may(state) == ["redraw", "decline"]
    assert RULES.view(state, 3)["caught"] == "VJ"
    assert state.discard == [LOOT.index("VJ")]
    assert told(do(state, "redraw")) == ["redraw_used", "tile_drawn"]
    assert RULES.to_act(state) == (2,)


def test_nothing_else_may_be_done_before_the_redraw_is_decided() -> None:
    state = tavern(4, "PP VJ", powers={"ambidextrous": 1})
    draw(state, 2)

    with pytest.raises(IllegalMoveError, match="you were caught"):
        RULES.decide(state, 1, move_of("leave"), CHANCE)


def test_caught_again_he_is_out_though_he_stands() -> None:  # PK-31
    state = tavern(3, "PP VJ JJ", powers={"ambidextrous": 1})
    draw(state, 2)

    names = ["redraw_used", "tile_drawn", "thief_caught", "thief_expelled"]
    assert told(do(state, "redraw")) == names


def test_who_declines_is_warned_and_keeps_the_power() -> None:  # PK-31
    state = tavern(3, "PP VJ PK PK VJ PK", powers={"ambidextrous": 1})
    draw(state, 2)

    assert told(do(state, "decline")) == ["redraw_declined", "thief_warned"]
    draw(state, 2)
    assert told(do(state, "draw")) == ["tile_drawn", "thief_caught"]
    assert may(state) == ["redraw", "decline"]
    assert told(do(state, "decline")) == ["redraw_declined", "thief_expelled"]


def test_after_a_redraw_a_standing_thief_is_warned_when_he_is_caught_another_time() -> None:
    state = tavern(3, "PP VJ PP PP PP VJ", powers={"ambidextrous": 1})
    do(state, "draw", "draw", "redraw", "draw", "draw")

    assert told(do(state, "draw")) == ["tile_drawn", "thief_caught", "thief_warned"]


def test_a_redraw_may_bring_the_first_guard_or_the_second() -> None:  # PK-32
    state = tavern(4, "PP VJ 3", powers={"ambidextrous": 1})
    draw(state, 2)
    assert told(do(state, "redraw")) == ["redraw_used", "guard_appeared"]
    assert RULES.to_act(state) == (2,)

    state = tavern(4, "PP 2 VJ 3", powers={"ambidextrous": 2})
    draw(state, 3)
    assert told(do(state, "redraw"))[1:3] == ["guard_appeared", "night_ended"]


def test_a_guard_cannot_be_redrawn() -> None:  # PK-33
    state = tavern(4, "2 3", powers={"ambidextrous": 1})
    draw(state, 1)

    assert told(do(state, "draw"))[:2] == ["guard_appeared", "night_ended"]


@pytest.mark.parametrize("counts", [True, False])
def test_a_redraw_in_stop_or_double_may_bring_a_first_guard(counts: bool) -> None:  # PK-16, PK-34
    powers = {"ambidextrous": 0}
    state = tavern(2, "PK VJ 4", powers=powers, guard_counts_in_double=counts)
    do(state, "draw", "leave 0", "draw", "redraw")

    assert state.phase == DOUBLE
    assert RULES.view(state, 0)["double_steps"] == int(counts)


def test_declining_or_failing_the_redraw_loses_stop_or_double() -> None:  # PK-34
    powers = {"ambidextrous": 0}
    state = tavern(2, "PK VJ", powers=powers)
    do(state, "draw", "leave 0", "draw")
    assert told(do(state, "decline"))[:2] == ["redraw_declined", "double_lost"]

    state = tavern(2, "PK VJ JJ", powers=powers)
    do(state, "draw", "leave 0", "draw")
    assert RULES.view(state, 1)["double_steps"] == 0
    assert told(do(state, "redraw"))[:4] == [
        "redraw_used",
        "tile_drawn",
        "thief_caught",
        "double_lost",
    ]


def test_the_redraws_second_guard_opens_the_passage() -> None:
    state = tavern(2, "PK 2 VJ 3", powers={"ambidextrous": 0, "passage": 0})
    draw(state, 3)
    events = do(state, "redraw")

    assert told(events)[:3] == ["redraw_used", "guard_appeared", "passage_used"]
    assert events[2] == PassageUsed(0, 7)
