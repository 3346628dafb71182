"""A night of Second Story reckoned through: as the rules have it, as far as it is looked ahead."""

from collections.abc import Sequence
from hashlib import sha256
from itertools import permutations
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core import replay
from games.rewards import pairwise_scores
from games.second_story.events import QUICK, THOROUGH
from games.second_story.foresight import Foresight
from games.second_story.lair_model import MODEL, Dusk, LairModel, Stage
from games.second_story.model import HOME, NOBODY, State
from games.second_story.moves import END_NIGHT, ENTER_HOUSE, Move
from tests.bots import learn_lairs
from tests.games.second_story.dealer import ALL_CARDS, RULES, Fixed, Night, cards, chips
from tests.games.second_story.test_expectation import ROLLS, at_home, last_turn
from tests.games.second_story.test_expectation import by_the_rules as home_after_the_job

LEARNED = Path("games/second_story/learned-1.json")
THIEF = 0


def by_the_rules(state: State, move: Move, houses: int) -> float:
    """Return what part of the others a move of the last turn leaves behind, over all rolls.

    The thief enters as many houses more as it pays; there is one card to come at a time.
    """
    total, count = 0.0, 0
    for roll in ROLLS:
        chance, after = Fixed(dice=roll), state.copy()
        replay(RULES, after, RULES.decide(after, THIEF, move, chance))
        total += best(after, houses - (move == ENTER_HOUSE))
        count += 1
        if len(chance.dice) == len(roll):
            break
    return total / count


def best(state: State, houses: int) -> float:
    """Return the same for the best move."""
    outcome = RULES.outcome(state)
    if outcome is not None:
        return pairwise_scores(outcome.placings)[THIEF]
    moves: Sequence[Move] = RULES.legal_moves(state, THIEF)
    if state.phase == HOME and not houses:
        moves = [END_NIGHT]
    return max(by_the_rules(state, move, houses) for move in moves)


class TestANight:
    @pytest.mark.parametrize("card", ["2MK", "5ML", "9MS"])
    @pytest.mark.parametrize("lairs", [("", "MS"), ("MK", "MMSS"), ("MML", "MML")])
    def test_a_job_is_worth_what_it_brings_over_all_rolls_when_no_house_is_left(
        self, card: str, lairs: Sequence[str]
    ) -> None:
        state = last_turn(Night(card, bag="S", lairs=lairs))

        for approach in (THOROUGH, QUICK):
            foreseen = Foresight(state).value(approach)
            assert foreseen == pytest.approx(home_after_the_job(state, approach))

    @pytest.mark.parametrize("card", ["3MW", "8MS", "PMSL", "TMWK"])
    def test_the_next_house_is_worth_what_it_brings_over_all_rolls(self, card: str) -> None:
        state = at_home("W", ["SL", "SSLL"], card)
        foresight = Foresight(state, 1)

        assert foresight.value(ENTER_HOUSE) == pytest.approx(by_the_rules(state, ENTER_HOUSE, 1))
        assert foresight.value(END_NIGHT) == pytest.approx(by_the_rules(state, END_NIGHT, 0))

    def test_who_needs_two_houses_to_catch_up_sees_them_only_when_looking_so_far(self) -> None:
        # A house gives two chips at most, and it takes three more to have two of two suits.
        state = at_home("S", ["", "MMSS"], "8MS 9MS")

        assert Foresight(state, 1).value(ENTER_HOUSE) == 0.0
        assert Foresight(state, 2).value(ENTER_HOUSE) > 0.25 * 0.36 * 0.5

    def test_it_looks_three_houses_ahead_in_the_last_turn_and_two_before(self) -> None:
        # Three chips of one suit and three of another: three houses at the least.
        state = at_home("S", ["", "MMMSSS"], "8MS 9MS")
        last = [Foresight(state, houses).value(ENTER_HOUSE) for houses in (None, 2, 3)]
        state.last_seat = NOBODY

        assert last[0] == last[2] > last[1]
        assert Foresight(state).houses == 2

    def test_it_is_never_worth_less_to_be_free_to_go_on(self) -> None:
        for lairs in (["SL", "SSLL"], ["", "MS"], ["MMSS", "MMLKK"]):
            state = at_home("W", lairs, "2MK 5ML 9MS CW")
            state.last_seat = NOBODY
            values = [Foresight(state, houses).value(ENTER_HOUSE) for houses in (1, 2, 3)]
            assert values == sorted(values)

    def test_in_whatever_order_the_cards_lie(self) -> None:
        state = at_home("W", ["SL", "SSLL"])
        values = set()
        for order in permutations(cards("2MK 5ML 9MS AM")):
            state.draw = order
            values.add(Foresight(state).value(ENTER_HOUSE))

        assert len(values) == 1

    def test_an_ace_takes_a_chip_out_of_the_bag_and_leads_to_another_house(self) -> None:
        state = at_home("M", ["S", "L"], "AM")
        without = Foresight(at_home("", ["S", "L"])).value(END_NIGHT)

        assert Foresight(state).value(ENTER_HOUSE) == without

    def test_a_chip_at_risk_is_lost_with_the_bag_and_kept_with_it(self) -> None:
        night = Night("CW", [1, 1], bag="", lairs=["W", "MS"], given=ALL_CARDS)
        state = last_turn(night)
        again, caught = map(Foresight(state).value, RULES.legal_moves(state, 0))

        # With a second suit of one it is a tie; the other's lair is no better then.
        assert caught == 0.0
        assert again == pytest.approx(home_after_the_job(state, RULES.legal_moves(state, 0)[0]))

    def test_another_roll_costs_the_excuse_while_there_are_nights_to_come(self) -> None:
        night = Night("2MK", [1], bag="WWLL", lairs=["", "MS"], given=ALL_CARDS)
        night.state.excuse_seat = 0
        night.rob("thorough")
        state = last_turn(night)
        again, caught = map(Foresight(state).value, RULES.legal_moves(state, 0))

        assert again == pytest.approx(0.9)
        assert caught == 0.0


class TestTheModel:
    def test_it_is_the_one_that_the_documentation_names(self) -> None:
        found = sha256(LEARNED.read_bytes()).hexdigest()
        docs = Path("docs/bots.md").read_text()

        assert found in docs
        assert MODEL.made_by in docs

    @pytest.mark.more
    def test_it_is_made_alike_again(self, tmp_path: Path) -> None:
        made = [tmp_path / name for name in ("one.json", "two.json")]
        for out in made:
            learn_lairs.main(["--matches", "6", "--turns", "2", "--out", str(out)])

        one, two = (msgspec.json.decode(out.read_bytes(), type=LairModel) for out in made)
        assert one == two
        assert one.going != MODEL.going

    @given(
        st.lists(st.integers(0, 8), min_size=6, max_size=6), st.integers(0, 5), st.integers(0, 10)
    )
    def test_another_chip_is_never_worth_less(self, lair: list[int], suit: int, low: int) -> None:
        more = lair[:]
        more[suit] += 1
        for last in (NOBODY, 1):
            stage = Stage(Dusk(2, low, last, 0, NOBODY))
            assert stage.value(0, more) >= stage.value(0, lair)

    def test_of_equals_whose_night_is_first_is_ahead(self) -> None:
        lair = chips("MMSS")
        going = Stage(Dusk(3, 5, NOBODY, 1, NOBODY))
        last = Stage(Dusk(3, 0, 2, 2, NOBODY))

        assert going.value(1, lair) > going.value(2, lair) > going.value(0, lair)
        assert last.value(2, lair) > last.value(0, lair) == last.value(1, lair)

    def test_a_model_with_other_weights_is_refused(self) -> None:
        with pytest.raises(ValueError, match="must have 15 and 13 weights"):
            LairModel("short", "nobody", (1.0,), (1.0,))


def test_it_weighs_what_it_learned_from() -> None:
    night = learn_lairs.Night([chips("MMSL"), chips("K"), chips("")], Dusk(3, 4, NOBODY, 2, 1))
    stage = Stage(night.dusk)
    end = learn_lairs.Night(night.lairs, Dusk(3, 0, 0, 2, NOBODY))

    for seat, lair in enumerate(night.lairs):
        weighed = zip(MODEL.going, learn_lairs.going(night, seat), strict=True)
        assert stage.value(seat, lair) == pytest.approx(sum(one * other for one, other in weighed))
        weighed = zip(MODEL.last, learn_lairs.last(end, seat), strict=True)
        found = Stage(end.dusk).value(seat, lair)
        assert found == pytest.approx(sum(one * other for one, other in weighed))
