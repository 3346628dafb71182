"""The test vectors of the rulings, PK-V1 to PK-V25, and the rulebook's two worked examples."""

import pytest

from games.core import IllegalMoveError
from games.pickpocket import scoring
from games.pickpocket.events import (
    DoubleLost,
    HandsScored,
    NightEnded,
    PassageUsed,
    ThiefCaught,
    ThiefExpelled,
    ThiefLeft,
)
from games.pickpocket.model import DOUBLE
from games.pickpocket.tiles import LINES, LOOT
from tests.games.pickpocket.dealer import (
    CHANCE,
    RULES,
    do,
    draw,
    may,
    move_of,
    opened,
    tavern,
    told,
)


def test_pk_v1_the_rulebooks_first_example_is_worth_four() -> None:
    state = tavern(4, "PKV PKJ")
    draw(state, 2)

    assert scoring.loot_value(state) == 4
    assert RULES.view(state, 0)["open_lines"] == ["purse", "key"]
    assert RULES.view(state, 0)["elements"][:2] == [2, 2]


def test_pk_v2_the_rulebooks_second_example_is_left_with_eight() -> None:
    state = tavern(4, "KJ JJ VJ 4")
    draw(state, 4)

    assert do(state, "leave") == (ThiefLeft(0, 4, False, 4, 0, 8),)
    assert state.scores == [8, 0, 0, 0]


def test_pk_v3_the_rulebooks_stop_or_double_brings_fifteen() -> None:
    state = tavern(2, "3 PK PK PK")
    draw(state, 2)
    do(state, "leave 1", "draw")

    assert do(state, "draw")[1] == ThiefLeft(1, 6, True, 3, 0, 15)


def test_pk_v4_leaving_an_empty_row_brings_nothing_and_moves_no_marker() -> None:
    state = tavern(4)

    assert do(state, "leave") == (ThiefLeft(0, 0, False, 0, 0, 0),)
    assert state.arrivals == [0, 1, 2, 3]


def test_pk_v5_a_guard_alone_is_worth_its_value() -> None:
    state = tavern(4, "5")
    draw(state, 1)

    assert do(state, "leave") == (ThiefLeft(1, 0, False, 5, 0, 5),)


def test_pk_v6_a_tile_that_carries_on_no_line_is_discarded_and_the_loot_stays() -> None:
    state = tavern(4, "PK PV KJ")
    draw(state, 2)
    events = do(state, "draw")

    assert events[1:] == (ThiefCaught(2, LOOT.index("KJ")), ThiefExpelled(2))
    assert scoring.loot_value(state) == 2
    assert state.discard == [LOOT.index("KJ")]


def test_pk_v7_a_hand_tile_that_carries_on_no_line_may_not_be_played() -> None:
    state = tavern(4, "PK", ["", "VJ"])
    draw(state, 1)

    assert may(state) == ["draw", "leave"]
    with pytest.raises(IllegalMoveError, match="VJ does not extend any unbroken line"):
        RULES.decide(state, 1, move_of("play VJ"), CHANCE)


def test_pk_v8_the_second_guard_sends_all_home_with_nothing() -> None:
    state = tavern(4, "PK 3 2")
    state.past_guards = [4]
    do(state, "draw", "leave", "draw")
    events = do(state, "draw")

    assert told(events) == ["guard_appeared", "night_ended", "night_began"]
    assert state.scores == [0, 2, 0, 0]
    assert state.past_guards == [4, 3, 2]
    assert events[1] == NightEnded("guards")


def test_pk_v9_the_seventh_guard_ends_the_match_with_nothing_for_those_inside() -> None:
    state = tavern(4, "PK 5")
    state.past_guards = [2, 2, 3, 3, 4, 4]
    draw(state, 1)
    events = do(state, "draw")

    assert told(events) == ["guard_appeared", "night_ended", "hands_scored"]
    assert events[1] == NightEnded("last_guard")
    assert events[2] == HandsScored((0, 0, 0, 0), (0, 0, 0, 0))


def test_pk_v10_of_equal_scores_the_first_arrived_is_prince_and_the_last_chooses_first() -> None:
    state = tavern(4)
    a, b, c, d = range(4)
    state.scores = [12, 12, 9, 0]
    state.arrivals = [d, b, a, c]

    state.prince = scoring.prince(state)

    assert state.prince == b
    assert scoring.power_order(state) == (d, c, a)


@pytest.mark.parametrize(
    ("lines", "points"),
    [("K", 1), ("V", 2), ("J", 3), ("KV", 3), ("KJ", 4), ("VJ", 5), ("KVJ", 6), ("P", 0)],
)
def test_pk_v11_illusion_pays_for_its_elements_on_whole_lines(lines: str, points: int) -> None:
    state = tavern(4, lines, powers={"illusion": 1})
    draw(state, 1)

    assert scoring.bonus(state, 1) == points
    assert scoring.bonus(state, 2) == 0


def test_pk_v11_illusion_pays_nothing_where_nothing_lies() -> None:
    assert scoring.bonus(tavern(4, powers={"illusion": 1}), 1) == 0


def test_pk_v11_illusion_pays_nothing_for_elements_on_broken_lines() -> None:
    state = tavern(4, "KVJ PV KK", powers={"illusion": 3})
    draw(state, 2)

    assert [line for bit, line in enumerate(LINES) if state.open >> bit & 1] == ["vial"]
    assert scoring.bonus(state, 3) == 2


def test_pk_v12_the_accomplice_doubles_the_guard() -> None:
    state = tavern(4, "PKVJ 4", powers={"accomplice": 2})
    draw(state, 2)

    assert do(state, "leave") == (ThiefLeft(2, 4, False, 4, 4, 12),)


def test_pk_v13_the_accomplice_doubles_the_guard_after_stop_or_double() -> None:
    state = tavern(2, "3 PK PK PK", powers={"accomplice": 1})
    draw(state, 2)
    do(state, "leave 1", "draw")

    assert do(state, "draw")[1] == ThiefLeft(1, 6, True, 3, 3, 18)


def test_pk_v14_bruce_adds_two_after_the_doubling() -> None:
    state = tavern(2, "3 PK PK PK", powers={"bruce": 1})
    draw(state, 2)
    do(state, "leave 1", "draw")

    assert do(state, "draw")[1] == ThiefLeft(1, 6, True, 3, 2, 17)


@pytest.mark.parametrize("passage", ["french", "dutch"])
def test_pk_v15_the_passage_brings_the_loot_and_both_guards_undoubled(passage: str) -> None:
    powers = {"passage": 1, "bruce": 1}
    state = tavern(2, "3 PKV PKV 4", powers=powers, passage=passage)
    draw(state, 2)
    do(state, "leave 1", "draw")
    events = do(state, "draw")

    assert told(events)[:3] == ["guard_appeared", "passage_used", "night_ended"]
    assert events[1] == PassageUsed(1, 13)
    assert events[2] == NightEnded("guards")


@pytest.mark.parametrize(("passage", "points"), [("french", 13), ("dutch", 0)])
def test_pk_v16_the_passage_and_a_second_guard_that_is_the_seventh(
    passage: str, points: int
) -> None:
    powers = {"passage": 1}
    state = tavern(2, "3 PKV PKV 4", powers=powers, passage=passage)
    state.past_guards = [2, 2, 3, 4, 5]
    draw(state, 2)
    do(state, "leave 1", "draw")
    events = do(state, "draw")

    kept = PassageUsed(1, 13) if points else DoubleLost(1)
    assert events[1:3] == (kept, NightEnded("last_guard"))
    assert state.scores[1] == points
    assert RULES.outcome(state) is not None


def test_pk_v17_a_beer_replaces_a_tile_of_stop_or_double() -> None:
    state = tavern(2, "JJ JJ VJ", powers={"beer": 0}, starter=1)
    do(state, "draw", "draw", "leave 0", "draw")
    events = do(state, "beer")

    assert told(events)[:3] == ["beer_drunk", "thief_left", "night_ended"]
    assert events[1] == ThiefLeft(0, 5, True, 0, 0, 10)


def test_pk_v18_a_redraw_may_save_stop_or_double() -> None:
    state = tavern(2, "PK PK VJ PK PK", powers={"ambidextrous": 0}, starter=1)
    do(state, "draw", "draw", "leave 0")

    assert told(do(state, "draw")) == ["tile_drawn", "thief_caught"]
    assert told(do(state, "redraw")) == ["redraw_used", "tile_drawn"]
    assert do(state, "draw")[1] == ThiefLeft(0, 8, True, 0, 0, 16)
    assert state.discard.count(LOOT.index("VJ")) == 1


def test_pk_v19_with_three_a_thief_is_warned_once_and_expelled_the_second_time() -> None:
    state = tavern(3, "PK VJ PK PK VJ")
    draw(state, 1)

    assert told(do(state, "draw")) == ["tile_drawn", "thief_caught", "thief_warned"]
    assert RULES.view(state, 0)["lying"] == [False, True, False]
    assert RULES.to_act(state) == (2,)
    draw(state, 2)
    assert told(do(state, "draw")) == ["tile_drawn", "thief_caught", "thief_expelled"]
    assert RULES.view(state, 0)["inside"] == [True, False, True]
    assert state.scores == [0, 0, 0]


def test_pk_v20_whoever_leaves_must_lay_down_the_rival_who_stands() -> None:
    state = tavern(3, "PK PK VJ")
    draw(state, 3)

    assert may(state) == ["draw", "leave 1"]
    assert told(do(state, "leave 1")) == ["thief_left", "rival_laid_down"]
    assert RULES.view(state, 0)["lying"] == [False, True, True]


def test_pk_v21_a_second_guard_in_the_glove_ends_the_night_for_the_others() -> None:
    state = tavern(4, "PK 3 2", powers={"glove": 2})
    draw(state, 2)
    events = do(state, "leave")

    assert told(events) == ["thief_left", "guard_appeared", "night_ended", "night_began"]
    assert events[2] == NightEnded("guards")
    assert state.scores == [0, 0, 5, 0]


def test_pk_v22_with_two_the_lower_chooses_then_the_prince_then_the_lower_again() -> None:
    state = tavern(2, "PK 2 3", powers={})
    do(state, "draw", "leave 0", "draw", "draw")

    assert state.prince == 1
    assert RULES.to_act(state) == (0,)
    assert state.queue == (0, 1, 0)
    do(state, "take bruce", "take beer", "take glove")
    assert RULES.view(state, 0)["powers"] == [["glove", "bruce"], ["beer"]]
    assert RULES.to_act(state) == (1,)


def test_pk_v23_of_equal_totals_the_one_with_fewer_tiles_wins() -> None:
    state = tavern(2, "PK 5", ["PKV PK", "PKV"])
    state.past_guards = [2, 2, 3, 3, 4, 4]
    draw(state, 1)
    state.scores = [48, 50]
    events = do(state, "draw")

    assert events[-1] == HandsScored((5, 3), (53, 53))
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert outcome.placings == (2, 1)
    assert outcome.scores == (53, 53)


def test_pk_v24_a_first_guard_counts_as_a_tile_of_stop_or_double() -> None:
    state = tavern(2, "PK 4 PK")
    do(state, "draw", "leave 0", "draw")

    assert state.phase == DOUBLE
    assert do(state, "draw")[1] == ThiefLeft(0, 4, True, 4, 0, 12)


def test_pk_v25_six_get_eighteen_tiles_and_fifty_three_go_into_the_bag() -> None:
    state = opened(6)

    assert [len(hand) for hand in state.hands] == [3] * 6
    assert all(tile < len(LOOT.names) for hand in state.hands for tile in hand)
    assert len(state.bag) == 53
    assert sum(tile >= len(LOOT.names) for tile in state.bag) == 7
