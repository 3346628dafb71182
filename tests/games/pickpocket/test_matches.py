"""A match of Pickpocket from its draws to its end."""

import pytest

from games.chance import FairChance
from games.core import IllegalMoveError, OptionsError
from games.pickpocket import scoring
from games.pickpocket.dataset import BOXES, DATASETS
from games.pickpocket.events import BagFilled, HandsDealt, HandsScored, MarkersStacked, NightBegan
from games.pickpocket.model import OVER
from tests.games.pickpocket.dealer import CHANCE, RULES, do, draw, move_of, new_state, tavern

BOX = BOXES[DATASETS[0]]


def test_the_opening_draws_markers_deal_and_bag_in_this_way() -> None:
    root = bytes(range(32))
    fair = FairChance(root)
    order = fair.shuffle("markers", range(4))
    loot = fair.shuffle("deal", BOX.loot)
    bag = fair.shuffle("bag", [*loot[12:], *BOX.guards])

    opening = RULES.opening_events(new_state(4), FairChance(root))

    assert opening == (
        MarkersStacked(tuple(order)),
        HandsDealt(tuple(tuple(loot[3 * seat : 3 * seat + 3]) for seat in range(4))),
        BagFilled(tuple(bag)),
        NightBegan(1, order[0], None),
    )


@pytest.mark.parametrize("seats", range(2, 7))
def test_everybody_gets_three_tiles_and_no_guard_is_dealt(seats: int) -> None:
    opening = RULES.opening_events(new_state(seats), CHANCE)

    assert isinstance(opening[1], HandsDealt)
    assert isinstance(opening[2], BagFilled)
    assert [len(hand) for hand in opening[1].hands] == [3] * seats
    assert len(opening[2].order) == 71 - 3 * seats


def test_a_marker_that_moves_lies_on_top_of_the_others_there() -> None:  # PK-21
    state = tavern(4, "PK")
    draw(state, 1)
    do(state, "leave", "leave")

    assert state.scores == [0, 2, 2, 0]
    assert scoring.ascending(state) == [3, 0, 2, 1]
    assert scoring.prince(state) == 1


def test_a_marker_that_does_not_move_keeps_its_place() -> None:  # PK-22
    state = tavern(4)
    do(state, "leave", "leave")

    assert state.arrivals == [0, 1, 2, 3]


def test_totals_count_beyond_the_lap_of_fifty() -> None:  # PK-21
    state = tavern(4, "PK")
    state.scores = [51, 52, 3, 53]

    assert scoring.ascending(state) == [2, 0, 1, 3]


def test_hands_count_at_the_end_and_equal_totals_with_equal_hands_share() -> None:  # PK-47
    state = tavern(4, "5", ["PK", "PKVJ", "VJ", "JJ"])
    state.past_guards = [2, 2, 3, 3, 4, 4]
    events = do(state, "draw")

    assert events[-1] == HandsScored((2, 4, 2, 2), (2, 4, 2, 2))
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert outcome.placings == (2, 1, 2, 2)
    assert state.phase == OVER
    assert RULES.to_act(state) == ()


def test_a_match_that_is_broken_off_is_placed_by_its_scores_without_hands() -> None:
    state = tavern(4, "PK", ["PK PK PK", "PKVJ"])
    draw(state, 1)
    do(state, "leave", "leave")

    assert RULES.current_scores(state) == (0, 2, 2, 0)
    assert RULES.rank_keys(state)[1] == RULES.rank_keys(state)[2] > RULES.rank_keys(state)[0]


def test_after_the_end_no_move_can_be_made() -> None:
    state = tavern(4, "5")
    state.past_guards = [2, 2, 3, 3, 4, 4]
    do(state, "draw")

    with pytest.raises(IllegalMoveError, match="no move can be made now"):
        RULES.parse_move(state, 0, {"type": "draw_tile"})


def test_options_are_checked() -> None:
    assert RULES.check_options(2, {}) == {
        "guard_counts_in_double": True,
        "passage": "french",
        "powers": False,
    }
    with pytest.raises(OptionsError, match='powers: must be false or true, not "yes"'):
        RULES.check_options(2, {"powers": "yes"})
    with pytest.raises(OptionsError, match="seats: must be from 2 to 6, not 7"):
        RULES.check_options(7, {})


def test_a_timeout_leaves_and_lays_the_next_rival_down() -> None:
    state = tavern(3)
    do(state, "draw", "draw")

    assert RULES.timeout_move(state, 2) == move_of("leave 0")
    assert RULES.timeout_move(tavern(4), 0) == move_of("leave")


def test_a_timeout_draws_in_stop_or_double() -> None:
    state = tavern(2, "", ["PK"])
    do(state, "draw", "leave 0")

    assert RULES.timeout_move(state, 0) == move_of("draw")


def test_a_timeout_takes_a_warning_but_draws_again_rather_than_be_out() -> None:
    for seats, neutral in ((3, "decline"), (4, "redraw")):
        state = tavern(seats, "PP VJ", powers={"ambidextrous": 1})
        draw(state, 2)
        assert RULES.timeout_move(state, 1) == move_of(neutral)


def test_a_timeout_takes_the_first_power_that_is_left() -> None:
    state = tavern(4, "2 3", powers={})
    draw(state, 2)
    do(state, "take illusion")

    assert RULES.timeout_move(state, 2) == move_of("take glove")
