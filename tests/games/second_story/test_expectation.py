"""What a search foresees in Second Story: the odds of a job, exactly, and what lairs are good for.

The odds are compared with the rules themselves, over every roll that there may be.
"""

from collections.abc import Sequence
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core import replay
from games.rewards import pairwise_scores
from games.second_story.cards import SIDES
from games.second_story.events import QUICK, THOROUGH
from games.second_story.expectation import Expectation, lair_values
from games.second_story.heuristic import SecondStoryHeuristic
from games.second_story.model import HOME, MISSED, NOBODY, State
from games.second_story.moves import ACCEPT_CAUGHT, END_NIGHT, ENTER_HOUSE, Move
from tests.games.second_story.dealer import ALL_CARDS, RULES, Fixed, Night, cards, chips, new_state

THIEF = 0
ROLLS = list(product(range(1, SIDES + 1), repeat=2))


def last_turn(night: Night, coming: str = "") -> State:
    """Return the night as the last of the match, with these cards to come."""
    night.state.last_seat = night.state.active
    night.state.draw = cards(coming)
    return night.state


def at_home(bag: str = "", lairs: Sequence[str] = (), coming: str = "") -> State:
    """Return the last turn of a match when the thief may go home or on to these cards."""
    night = Night("9MS", [9, 9], bag=bag, lairs=lairs, given=ALL_CARDS)
    night.rob("quick")
    night.take("")
    return last_turn(night, coming)


def by_the_rules(state: State, move: Move) -> float:
    """Return what part of the others a move of the last turn leaves behind, over all rolls."""
    total = 0.0
    for roll in ROLLS:
        chance, after = Fixed(dice=roll), state.copy()
        replay(RULES, after, RULES.decide(after, THIEF, move, chance))
        if len(chance.dice) == len(roll):
            return best(after)
        total += best(after)
    return total / len(ROLLS)


def best(state: State) -> float:
    """Return the same for the best move, when the thief goes home after the job."""
    outcome = RULES.outcome(state)
    if outcome is not None:
        return pairwise_scores(outcome.placings)[THIEF]
    only = {HOME: END_NIGHT, MISSED: ACCEPT_CAUGHT}.get(state.phase)
    moves = RULES.legal_moves(state, THIEF) if only is None else [only]
    return max(by_the_rules(state, move) for move in moves)


class TestAJob:
    def test_a_thorough_one_in_a_house_of_two_fails_once_in_ten(self) -> None:
        foresight = Expectation(last_turn(Night("2MK")))

        # Two chips of different suits win against nothing; one counts no more than nothing does.
        assert foresight.value(THOROUGH) == pytest.approx(0.9 * 1.0 + 0.1 * 0.5)
        assert foresight.value(QUICK) == pytest.approx(0.5)

    @pytest.mark.parametrize("card", ["2MK", "5ML", "9MS"])
    @pytest.mark.parametrize("lairs", [("", "MS"), ("MK", "MMSS"), ("MML", "MML")])
    def test_either_way_is_worth_what_it_brings_over_all_rolls(
        self, card: str, lairs: Sequence[str]
    ) -> None:
        state = last_turn(Night(card, bag="S", lairs=lairs))

        for approach in (THOROUGH, QUICK):
            foreseen = Expectation(state).value(approach)
            assert foreseen == pytest.approx(by_the_rules(state, approach))

    def test_it_is_worth_more_to_pay_for_another_roll_than_to_be_caught(self) -> None:
        night = Night("2MK", [1], bag="WWLL", lairs=["", "MS"], given=ALL_CARDS)
        night.state.excuse_seat = 0
        night.rob("thorough")
        state = last_turn(night)
        foresight = Expectation(state)

        again, caught = map(foresight.value, RULES.legal_moves(state, 0))

        assert caught == 0.0
        assert again == pytest.approx(0.9)


class TestTheNextHouse:
    @pytest.mark.parametrize("card", ["3MW", "8MS", "CW", "PMSL", "TMWK"])
    def test_it_is_worth_what_it_brings_over_all_rolls(self, card: str) -> None:
        state = at_home("W", ["SL", "SSLL"], card)

        assert Expectation(state).value(ENTER_HOUSE) == pytest.approx(
            by_the_rules(state, ENTER_HOUSE)
        )

    def test_it_is_the_mean_of_all_that_may_come_in_whatever_order_they_lie(self) -> None:
        state = at_home("W", ["SL", "SSLL"])
        coming = cards("2MK 5ML 9MS")
        each = []
        for card in coming:
            state.draw = (card,)
            each.append(Expectation(state).value(ENTER_HOUSE))

        for order in permutations(coming):
            state.draw = order
            assert Expectation(state).value(ENTER_HOUSE) == pytest.approx(sum(each) / 3)

    def test_an_ace_takes_a_chip_out_of_the_bag_and_leads_to_another_house(self) -> None:
        state = at_home("M", ["S", "L"], "AM")
        assert Expectation(state).value(ENTER_HOUSE) == Expectation(at_home("", ["S", "L"])).value(
            END_NIGHT
        )

    def test_to_go_home_is_worth_the_place_that_it_brings(self) -> None:
        for bag, share in (("MMSS", 1.0), ("MS", 0.5), ("M", 0.0)):
            assert Expectation(at_home(bag, ["", "MS"])).value(END_NIGHT) == share


class TestWhatLairsAreGoodFor:
    def test_the_second_suit_tells_more_than_the_first_and_the_more_the_later_it_is(self) -> None:
        lairs = [chips("MMM"), chips("MMS"), chips("MMMM")]
        early = lair_values(new_state(3), lairs, 9, NOBODY, 0)
        late = lair_values(new_state(3), lairs, 1, NOBODY, 0)

        assert early[1] > early[0]
        assert late[1] - late[0] > early[1] - early[0]

    @given(st.lists(st.integers(0, 5), min_size=6, max_size=6), st.integers(0, 5))
    def test_another_chip_is_never_worth_less(self, lair: list[int], suit: int) -> None:
        more = lair[:]
        more[suit] += 1
        for last in (NOBODY, 1):
            before, after = (
                lair_values(new_state(2), [mine, lair], 5, last, 0)[0] for mine in (lair, more)
            )
            assert after > before

    def test_of_equals_whose_night_is_first_is_ahead(self) -> None:
        lairs = [chips("MS")] * 3

        first, second, third = lair_values(new_state(3), lairs, 5, NOBODY, 1)
        assert second > third > first
        first, second, third = lair_values(new_state(3), lairs, 0, 2, 2)
        assert third > first == second

    def test_every_move_has_a_part_of_the_others_to_leave_behind(self) -> None:
        guide = SecondStoryHeuristic()
        for state in (at_home("W", ["SL", "SSLL"], "2MK"), Night("9MS", seats=4).state):
            legal = RULES.legal_moves(state, state.active)
            values = guide.expected_rewards(RULES, state, state.active, legal)

            assert len(values) == len(legal)
            assert all(0 <= value <= 1 for value in values)
