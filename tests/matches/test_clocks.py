"""Clocks, by themselves: the kinds that there are, and how the time of each seat is counted."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches import time_control as clocks
from matches.clocks import Clocks, Span
from matches.time_control import TimeControl, TimeControlError

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
MINUTE = TimeControl(per_move=60)
BANKED = TimeControl(per_move=30, bank=120)
FISCHER = TimeControl(bank=180, increment=2)


def at(seconds: float) -> datetime:
    """Return a moment so many seconds after noon."""
    return NOON + timedelta(seconds=seconds)


def seconds(timer: Clocks, seat: int) -> float:
    """Return what a seat has left."""
    return timer.remaining(seat).total_seconds()


class TestKinds:
    @pytest.mark.parametrize(
        "data",
        [
            {"per_move": 60},
            {"per_move": 14 * 24 * 3600},
            {"per_move": 30, "bank": 120},
            {"bank": 180, "increment": 2},
            {"bank": 180, "increment": 0},
            {"per_move": 30, "disconnect": 60},
            {"bank": 180, "increment": 2, "disconnect": 3600},
        ],
    )
    def test_a_clock_is_written_as_it_was_read(self, data: dict[str, int]) -> None:
        clock = clocks.parse(data)

        assert clock is not None
        assert clock.as_data() == data

    def test_a_match_may_have_no_clock(self) -> None:
        assert clocks.parse(None) is None

    @pytest.mark.parametrize(
        ("data", "said"),
        [
            ({}, "cannot be nothing"),
            ({"bank": 60}, "cannot be bank alone"),
            ({"increment": 5}, "cannot be increment alone"),
            ({"per_move": 60, "increment": 5}, "cannot be increment and per_move"),
            ({"per_move": 60, "bank": 60, "increment": 5}, "cannot be"),
            ({"per_move": 0}, "per_move must be a whole number of seconds from 1 to 1209600"),
            ({"per_move": -1}, "per_move must be"),
            ({"per_move": 10**9}, "per_move must be"),
            ({"per_move": True}, "per_move must be"),
            ({"per_move": 1.5}, "per_move must be"),
            ({"per_move": "60"}, "per_move must be"),
            ({"per_move": None}, "per_move must be"),
            ({"per_move": 60, "bank": 31 * 24 * 3600}, "bank must be"),
            ({"bank": 60, "increment": -1}, "increment must be"),
            ({"per_hour": 60}, "does not know per_hour"),
            ({"disconnect": 60}, "cannot be disconnect alone"),
            ({"per_move": 60, "disconnect": 0}, "disconnect must be"),
            ({"per_move": 24 * 3600, "disconnect": 60}, "there are vacations for that"),
            (60, "must be null or one of"),
            ([60], "must be null or one of"),
            (False, "must be null or one of"),
        ],
    )
    def test_an_absurd_clock_is_refused_in_words(self, data: Any, said: str) -> None:
        with pytest.raises(TimeControlError, match=said):
            clocks.parse(data)


class TestCounting:
    def test_each_move_has_its_own_time(self) -> None:
        timer = Clocks(MINUTE, 2)
        timer.start_turns([0], at(0))
        timer.end_turn(0, at(50))
        timer.start_turns([1], at(50))

        assert timer.deadline() == at(110)
        assert seconds(timer, 0) == 60

    def test_a_bank_is_used_when_the_move_has_used_its_own_time(self) -> None:
        timer = Clocks(BANKED, 2)
        timer.start_turns([0], at(0))
        assert timer.deadline() == at(150)

        timer.end_turn(0, at(20))
        timer.start_turns([0], at(20))
        timer.end_turn(0, at(100))

        assert seconds(timer, 0) == 30 + 120 - 50

    def test_a_decision_adds_the_increment(self) -> None:
        timer = Clocks(FISCHER, 2)
        timer.start_turns([0], at(0))
        timer.end_turn(0, at(10))

        assert seconds(timer, 0) == 172

    def test_seats_that_decide_at_once_run_clocks_of_their_own(self) -> None:
        timer = Clocks(BANKED, 3)
        timer.start_turns([0, 1, 2], at(0))
        timer.end_turn(1, at(40))
        timer.start_turns([0, 2], at(40))
        timer.end_turn(0, at(90))
        timer.start_turns([2], at(90))

        assert [timer.banks[seat].total_seconds() for seat in (0, 1)] == [60, 110]
        assert timer.deadline() == at(150)
        assert timer.overdue(at(149)) == []
        assert timer.overdue(at(150)) == [2]

    def test_who_runs_out_first_comes_first(self) -> None:
        timer = Clocks(BANKED, 2)
        timer.banks[0] -= timedelta(seconds=5)
        timer.start_turns([0, 1], at(0))

        assert timer.overdue(at(200)) == [0, 1]
        assert timer.overdue(at(145)) == [0]

    def test_a_turn_that_others_end_uses_time_and_earns_no_increment(self) -> None:
        timer = Clocks(FISCHER, 2)
        timer.start_turns([0, 1], at(0))
        timer.start_turns([1], at(30))

        assert seconds(timer, 0) == 150

    def test_a_bot_has_a_minute_and_leaves_the_bank_of_the_seat_alone(self) -> None:
        timer = Clocks(TimeControl(bank=10, increment=5), 2)
        timer.start_turns([0], at(0))
        timer.bot_takes_over(0, at(8))

        assert timer.deadline() == at(68)
        timer.end_turn(0, at(9))
        assert timer.banks[0] == timedelta(seconds=2)

    def test_who_takes_a_seat_back_begins_the_decision_anew(self) -> None:
        timer = Clocks(FISCHER, 2)
        timer.start_turns([0], at(0))
        timer.bot_takes_over(0, at(200))
        timer.player_returns(0, at(230))

        assert timer.deadline() == at(240)


class TestStandingStill:
    def test_a_pause_stops_all_clocks_and_the_end_of_it_restores_what_was_left(self) -> None:
        timer = Clocks(BANKED, 2)
        timer.start_turns([0, 1], at(0))
        timer.pause(at(40))
        assert timer.deadline() is None
        assert timer.overdue(at(10**6)) == []
        assert seconds(timer, 0) == 110

        timer.resume(at(1000))

        assert timer.deadline() == at(1110)

    def test_a_vacation_stops_one_clock_for_its_time(self) -> None:
        timer = Clocks(MINUTE, 2)
        timer.start_turns([0, 1], at(0))
        timer.suspend(0, Span(at(10), at(500)))

        assert timer.deadline_of(0) == at(550)
        assert timer.deadline_of(1) == at(60)
        assert timer.overdue(at(549)) == [1]

    def test_a_turn_that_comes_during_a_vacation_begins_with_its_end(self) -> None:
        timer = Clocks(MINUTE, 2)
        timer.suspend(0, Span(at(10), at(500)))
        timer.start_turns([0], at(100))

        assert timer.running_since(0) == at(500)
        assert timer.deadline_of(0) == at(560)

    def test_a_vacation_noted_late_gives_the_time_back(self) -> None:
        timer = Clocks(MINUTE, 2)
        timer.start_turns([0], at(0))
        timer.suspend(0, Span(at(10), at(70)))

        assert timer.deadline_of(0) == at(120)

    def test_a_vacation_cut_short_has_the_clock_run_from_then_on(self) -> None:
        timer = Clocks(MINUTE, 2)
        timer.start_turns([0], at(0))
        timer.suspend(0, Span(at(10), at(5000)))
        timer.suspend(0, Span(at(10), at(100)))

        assert timer.deadline_of(0) == at(150)

    def test_an_outage_is_given_back_as_far_as_it_was_used(self) -> None:
        timer = Clocks(MINUTE, 2)
        timer.start_turns([0], at(0))
        timer.start_turns([0, 1], at(20))

        timer.credit(Span(at(10), at(40)), at(45))

        assert timer.deadline_of(0) == at(90)
        assert timer.deadline_of(1) == at(100)

    def test_what_was_paused_or_held_is_not_given_back_again(self) -> None:
        timer = Clocks(MINUTE, 2)
        timer.start_turns([0, 1], at(0))
        timer.suspend(0, Span(at(0), at(30)))
        timer.pause(at(20))
        timer.resume(at(50))

        timer.credit(Span(at(0), at(60)), at(60))

        assert timer.deadline_of(0) == at(120)
        assert timer.deadline_of(1) == at(100)


moments = st.lists(st.integers(0, 300), min_size=1, max_size=12).map(sorted)


@given(moments=moments, kind=st.sampled_from([MINUTE, BANKED, FISCHER]))
def test_pauses_of_any_length_between_the_moves_change_nothing(
    moments: list[int], kind: TimeControl
) -> None:
    plain, paused = Clocks(kind, 2), Clocks(kind, 2)
    for timer in (plain, paused):
        timer.start_turns([0, 1], at(0))
    for number, moment in enumerate(moments):
        late = number * 1000
        paused.pause(at(moment + late))
        paused.resume(at(moment + late + 1000))
        for timer, shift in ((plain, 0), (paused, late + 1000)):
            timer.end_turn(number % 2, at(moment + shift))
            timer.start_turns([0, 1], at(moment + shift))

    pauses = timedelta(seconds=1000 * len(moments))
    assert paused.banks == plain.banks
    assert paused.deadline() == (plain.deadline() or NOON) + pauses


@given(moments=moments, kind=st.sampled_from([BANKED, FISCHER]))
def test_a_bank_is_never_below_nothing_and_grows_by_increments_alone(
    moments: list[int], kind: TimeControl
) -> None:
    timer = Clocks(kind, 1)
    timer.start_turns([0], at(0))
    for moment in moments:
        before = timer.banks[0]
        timer.end_turn(0, at(moment))
        timer.start_turns([0], at(moment))

        assert timedelta() <= timer.banks[0] <= before + timedelta(seconds=kind.increment)


class TestBeingCutOff:
    """A clock of a minute stands for half a minute, all in all."""

    @staticmethod
    def timer() -> Clocks:
        timer = Clocks(TimeControl(per_move=60, disconnect=30), 2)
        timer.start_turns((0,), at(0))
        return timer

    def test_the_clock_stands_until_the_player_is_back(self) -> None:
        timer = self.timer()

        timer.disconnect(0, at(10))
        assert timer.deadline_of(0) == at(90)
        timer.reconnect(0, at(25))

        assert timer.deadline_of(0) == at(75)
        assert timer.allowances == [timedelta(seconds=15), timedelta(seconds=30)]

    def test_being_cut_off_again_takes_what_is_left(self) -> None:
        timer = self.timer()
        timer.disconnect(0, at(10))
        timer.reconnect(0, at(25))

        timer.disconnect(0, at(40))

        assert timer.deadline_of(0) == at(90)
        assert timer.overdue(at(89)) == []
        timer.reconnect(0, at(70))
        assert timer.allowances[0] == timedelta()

    def test_a_decision_ends_it(self) -> None:
        timer = self.timer()
        timer.disconnect(0, at(10))

        timer.end_turn(0, at(20))
        timer.start_turns((0,), at(20))

        assert timer.allowances[0] == timedelta(seconds=20)
        assert timer.deadline_of(0) == at(80)

    def test_a_pause_ends_it_too(self) -> None:
        timer = self.timer()
        timer.disconnect(0, at(10))

        timer.pause(at(20))
        timer.resume(at(100))

        assert timer.allowances[0] == timedelta(seconds=20)
        assert timer.deadline_of(0) == at(150)

    def test_what_was_before_the_turn_does_not_count(self) -> None:
        timer = self.timer()

        timer.disconnect(0, at(-50))
        timer.reconnect(0, at(5))

        assert timer.deadline_of(0) == at(65)
