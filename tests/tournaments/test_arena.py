"""Arenas: tables open as players become free, until the time is up."""

from datetime import timedelta
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api.problems import Problem
from tests.tournaments.events import Event, refused, run_all
from tests.tournaments.stages import SCHEME
from tournaments import selectors, stage_queries
from tournaments.formats.arena import Arena, scores
from tournaments.formats.core import InfeasibleError, Pairing, Sizes, Stage
from tournaments.record import Entrant, Record, Round, SeatRecord, Table, pairs
from tournaments.services import arena, entry, lifecycle, rounds, timing

FOURS = Sizes(3, 4, 5)
MINUTE = 60


class Night:
    """An arena in memory: tables take as long as they take."""

    def __init__(self, entrants: int, **options: int | bool) -> None:
        self.format = Arena()
        self.options = self.format.check_options({"minutes": 30, **options})
        self.seeds = list(range(1, entrants + 1))
        self.since = dict.fromkeys(self.seeds, 0)
        self.resting: set[Entrant] = set()
        self.rounds: list[Round] = []
        self.now = 0

    def stage(self) -> Stage:
        seeds = tuple(self.seeds)
        extra = {
            "seconds": self.now,
            "waiting": {each: self.now - since for each, since in self.since.items()},
            "resting": frozenset(self.resting),
        }
        record = Record(seeds, self.rounds)
        return Stage(
            seeds, seeds, record, seeds, FOURS, self.options, bytes(31) + b"1", extra=extra
        )

    def open(self) -> Pairing:
        """Open what can be opened now."""
        pairing = self.format.pair(self.stage())
        tables = tuple(map(Table, pairing.tables))
        self.rounds.append(Round(len(self.rounds) + 1, tables, pairing.byes))
        return pairing

    def running(self) -> list[tuple[int, int]]:
        return [
            (number, place)
            for number, round_ in enumerate(self.rounds)
            for place, table in enumerate(round_.tables)
            if table.places is None
        ]

    def end(self, number: int, place: int) -> None:
        """Let a table end with its lower numbers ahead."""
        tables = list(self.rounds[number].tables)
        seats = tables[place].seats
        places = tuple(sorted(seats).index(each) + 1 for each in seats)
        tables[place] = Table(seats, places, None, SCHEME.points(places, None))
        self.rounds[number] = self.rounds[number]._replace(tables=tuple(tables))
        self.since.update(dict.fromkeys(seats, self.now))


def test_full_tables_open_at_once_and_who_is_left_waits_for_others_or_for_his_patience() -> None:
    night = Night(11)

    assert [len(table) for table in night.open().tables] == [4, 4]
    with pytest.raises(InfeasibleError, match="3 are free and wait"):
        night.open()
    assert night.format.seconds_until_check(night.stage()) == 30
    night.now = 30
    assert [len(table) for table in night.open().tables] == [3]


def test_who_rises_from_a_table_does_not_sit_down_with_the_same_again_at_once() -> None:
    night = Night(8)
    first, second = night.open().tables
    night.now = 5 * MINUTE
    night.end(0, 0)

    with pytest.raises(InfeasibleError):
        night.open()
    night.now += 30
    assert sorted(night.open().tables[0]) == sorted(first)
    night.end(0, 1)
    assert len(second) == 4


def test_those_with_as_many_points_meet() -> None:
    night = Night(16, patience=0)
    night.open()
    for running in night.running():
        night.end(*running)

    tables = night.open().tables

    points = night.format.points(night.stage()) or {}
    spread = [
        max(points[each] for each in table) - min(points[each] for each in table)
        for table in tables
    ]
    # Four tables of four winners, seconds, thirds and fourths each have just not met.
    assert spread == [0, 0, 0, 0]


def test_who_rests_is_left_out_and_time_ends_it() -> None:
    night = Night(9)
    night.resting = {1}
    assert 1 not in {each for table in night.open().tables for each in table}

    night.now = 30 * MINUTE
    assert not night.format.is_over(night.stage())
    with pytest.raises(InfeasibleError, match="time is up"):
        night.open()
    for running in night.running():
        night.end(*running)
    assert night.format.is_over(night.stage())


def test_two_tables_won_in_a_row_double_what_follows_until_one_is_not_won() -> None:
    def sat(place: int) -> SeatRecord:
        places = (place, 3 - place)
        return SeatRecord(1, Table((1, 2), places, None, SCHEME.points(places, None)), 0)

    won, lost, level = sat(1), sat(2), SeatRecord(1, Table((1, 2), (1, 1), None, (60, 60)), 0)

    # The example of lichess, where a win counts two: 2 + 2 + 2 * 1.
    assert scores([won, won, level], streaks=True) == [120, 120, 120]
    assert scores([won, won, won, lost, won], streaks=True) == [120, 120, 240, 0, 120]
    assert scores([won, won, won], streaks=False) == [120, 120, 120]


def test_only_the_best_tables_count_if_the_organiser_says_so() -> None:
    night = Night(4, best=1, patience=0)
    for _ in range(3):
        night.open()
        night.end(*night.running()[0])

    assert night.format.points(night.stage()) == {1: 240, 2: 80, 3: 40, 4: 0}


@settings(max_examples=4, deadline=None)
@given(entrants=st.integers(3, 60), seed=st.integers(0, 2**32), patience=st.integers(0, 90))
def test_nobody_ever_sits_at_two_tables_and_nobody_who_can_play_is_forgotten(
    entrants: int, seed: int, patience: int
) -> None:
    night = Night(entrants, patience=patience)
    rng = Random(seed)
    while night.now < 10 * MINUTE:
        try:
            pairing = night.open()
        except InfeasibleError:
            pairing = Pairing(())
        assert all(3 <= len(table) <= 5 for table in pairing.tables)
        assert_nobody_is_twice(night)
        assert_waiting_has_a_reason(night, patience)
        night.now += 40
        for running in night.running():
            if rng.random() < 0.4:
                night.end(*running)


def assert_nobody_is_twice(night: Night) -> None:
    sitting = [
        each
        for round_ in night.rounds
        for table in round_.tables
        if table.places is None
        for each in table.seats
    ]
    assert len(sitting) == len(set(sitting))


def assert_waiting_has_a_reason(night: Night, patience: int) -> None:
    """Those whose patience has ended wait only while they are too few for a table."""
    sitting = {
        each
        for number, place in night.running()
        for each in night.rounds[number].tables[place].seats
    }
    free = [each for each in night.seeds if each not in sitting]
    impatient = [each for each in free if night.now - night.since[each] >= patience]
    assert not impatient or len(free) < 3


def test_the_same_moment_and_seed_open_the_same_tables() -> None:
    assert Night(23).open() == Night(23).open()
    met = [pair for table in Night(23).open().tables for pair in pairs(table)]
    assert len(met) == len(set(met))


PLAN = {
    "bots": "only",
    "pace": "auto",
    "table": {"min": 3, "target": 3, "max": 4},
    "stages": [{"format": "arena", "options": {"minutes": 20, "patience": 40}}],
}


@pytest.mark.django_db
def test_an_arena_of_bots_opens_matches_until_its_time_is_up_and_finishes_by_itself() -> None:
    event = Event(**PLAN).enter_bots(6).start()
    began = event.state.started_at
    assert began is not None
    run_all()
    tables = [table for _, table in event.state.tables()]
    assert len(tables) == 2
    assert all(table.match is not None and table.places is not None for table in tables)

    # Their patience ends a while later, and at last the time does.
    timing.tick(event.state.id, began + timedelta(seconds=90))
    run_all()
    assert sum(1 for _ in event.state.tables()) == 4
    event.do(entry.register, newcomers=[entry.Newcomer("late", None, "random")])
    timing.tick(event.state.id, began + timedelta(minutes=20))

    assert event.state.status.value == "finished"
    assert all(round_.closed for round_ in event.state.rounds)
    points = {line.entrant: line.points for line in stage_queries.lines_of(event.state)}
    assert sum(points.values()) >= 4 * 180
    assert selectors.standings(event.state).results[0].points_units == max(points.values())


@pytest.mark.django_db
def test_in_an_arena_players_rest_and_return_and_nobody_pairs_by_hand() -> None:
    event = Event(**{**PLAN, "play": "reported", "bots": "none"}).enter_names(4).start()
    event.do(arena.rest, entrant=4)
    with pytest.raises(Problem, match="is already taking a break"):
        event.do(arena.rest, entrant=4)
    run_all()
    assert [len(table.seats) for _, table in event.state.tables()] == [3]
    event.do(arena.ready, entrant=4)
    event.do(entry.register, newcomers=[entry.Newcomer("eve"), entry.Newcomer("fay")])
    run_all()

    assert [sorted(table.seats) for _, table in event.state.tables()] == [[1, 2, 3], [4, 5, 6]]
    for service in (rounds.pair, lifecycle.finish):
        with refused("round_already_live"):
            event.do(service)
    with refused("round_already_live"):
        event.do(rounds.close, number=1)


@pytest.mark.django_db
def test_only_an_arena_is_left_for_a_while() -> None:
    event = Event(play="reported").enter_names(4).start()

    with pytest.raises(Problem, match="elsewhere drop and re-add"):
        event.do(arena.rest, entrant=1)
