"""The small final of a knockout: who plays for the places behind the final."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.options import Value
from tests.tournaments.events import REPORTED, Event, assert_verified
from tests.tournaments.stages import Played
from tests.tournaments.test_bounds import orders
from tests.tournaments.test_knockout import DUEL_CUP, DUELS, FOURS, PLANS, as_seeded
from tournaments import bounds, brackets, stage_plan, stage_queries
from tournaments.formats.core import InfeasibleError, Sizes
from tournaments.formats.knockout import Knockout
from tournaments.formats.small_final import FINAL, THIRD
from tournaments.record import Round
from tournaments.services import forfeits, lifecycle, presence, results, rounds
from tournaments.standings import Line, standings


def lines(played: Played) -> list[Line]:
    stage = played.stage()
    return standings(stage.record, ("wins",), tiers=played.format.tiers(stage))


def ranking(played: Played) -> list[int]:
    return [line.entrant for line in lines(played)]


def test_the_losers_of_the_semi_finals_meet_for_third_place() -> None:
    played = Played(Knockout(), 4, DUELS, third_place=True)
    as_seeded(played, played.pair())

    last = played.pair()

    assert [sorted(table) for table in last.tables] == [[1, 2], [3, 4]]
    assert last.keys == (FINAL, THIRD)
    played.play(last)
    assert played.format.is_over(played.stage())
    assert sorted(ranking(played)[:2]) == [1, 2]


def test_at_tables_of_four_the_small_final_is_for_places_five_to_eight() -> None:
    played = Played(Knockout(), 8, FOURS, third_place=True).play_out()

    final, small = played.rounds[-1].tables
    assert (final.key, small.key) == (FINAL, THIRD)
    assert set(ranking(played)[:4]) == set(final.seats)
    assert set(ranking(played)[4:]) == set(small.seats)
    places = dict(zip(small.seats, small.places or (), strict=True))
    assert [places[each] for each in ranking(played)[4:]] == sorted(places.values())


def test_of_many_who_missed_the_final_the_runners_up_come_first() -> None:
    # Four tables of four, of which the winners go on: the four runners-up play behind them.
    played = Played(Knockout(), 16, FOURS, advance=1, third_place=True)
    as_seeded(played, played.pair())

    final, small = played.pair().tables

    assert (sorted(final), sorted(small)) == ([1, 2, 3, 4], [5, 6, 7, 8])


def test_who_is_left_alone_has_third_place_without_playing() -> None:
    played = Played(Knockout(), 4, DUELS, third_place=True)
    as_seeded(played, played.pair())
    played.gone.add(3)

    last = played.pair()
    played.play(last)

    assert (len(last.tables), dict(last.walkovers)) == (1, {THIRD: 4})
    assert ranking(played)[2:] == [4, 3]


@settings(max_examples=15, deadline=None)
@given(
    entrants=st.integers(2, 40), seed=st.integers(0, 999), third_place=st.just(value=True), **PLANS
)
def test_a_small_final_changes_no_round_before_it_and_no_place_of_the_final(
    *, entrants: int, seed: int, sizes: Sizes, third_place: bool, **options: Value
) -> None:
    try:
        played = Played(Knockout(), entrants, sizes, seed, third_place=third_place, **options)
    except InfeasibleError:
        return
    bound = Knockout().rounds_max(entrants, sizes, played.options)
    assert bound is not None
    played.play_out(bound)

    last = played.rounds[-1]
    without = Played(Knockout(), entrants, sizes, seed, **options)
    without.rounds = [
        *played.rounds[:-1],
        Round(last.number, last.tables[:1], last.byes),
    ]
    assert without.format.is_over(without.stage())
    seats = len(last.tables[0].seats)
    assert ranking(played)[:seats] == ranking(without)[:seats]
    small = [table for table in last.tables if table.key == THIRD]
    assert sum(map(len, (table.seats for table in small))) <= sizes.most
    ranks = {each.entrant: each.rank for each in lines(played)}
    assert all(
        seats < ranks[each] <= seats + len(table.seats) for table in small for each in table.seats
    )


BOUNDED: dict[str, tuple[dict[str, Any], dict[str, Value], int]] = {
    "duels": (DUEL_CUP, {"advance": 1}, 7),
    "tables of four": (REPORTED, {"advance": 2}, 14),
    "winners only": (REPORTED, {"advance": 1, "wildcards": True}, 14),
    "lots": (REPORTED, {"advance": 2, "ties": "lots", "wildcards": True}, 13),
}


@pytest.mark.django_db
@pytest.mark.parametrize("name", BOUNDED)
def test_nobody_ends_outside_of_the_ranks_that_were_told_before(name: str) -> None:
    plan, options, entrants = BOUNDED[name]
    stage = {"format": "knockout", "options": {**options, "third_place": True}}
    event = Event(**{**REPORTED, **plan}, stages=[stage]).enter_names(entrants).start()
    rng = Random(name)
    told = []
    while event.state.stages[0].ranking is None:
        event.pair()
        for number, table in enumerate(event.round.tables):
            told.append(bounds.ranks(event.state))
            event.report(number, rng.choice(orders(len(table.seats))))
        told.append(bounds.ranks(event.state))
        event.do(rounds.close, number=event.round.number)
    event.do(lifecycle.finish)

    ended = stage_queries.lines_of(event.state)
    for ranges in told:
        for line in ended:
            assert ranges[line.entrant].best <= line.rank <= ranges[line.entrant].worst, line
    assert_verified(event)


@pytest.mark.django_db
def test_a_bracket_with_a_small_final_is_drawn_before_it_is_played() -> None:
    stage = {"format": "knockout", "options": {"advance": 1, "third_place": True}}
    event = Event(**DUEL_CUP, stages=[stage]).enter_names(4).start()
    event.pair()

    drawn = brackets.bracket(event.state).stages[0].rounds
    final, small = drawn[1].tables
    assert (final.key, small.key) == (FINAL, THIRD)
    assert [seat.source.place for seat in small.seats if seat.source] == [2, 2]


@pytest.mark.more
@pytest.mark.django_db
def test_a_small_final_can_be_forfeited_corrected_and_called_off() -> None:
    stage = {"format": "knockout", "options": {"advance": 1, "third_place": True}}
    event = Event(**DUEL_CUP, stages=[stage]).enter_names(4).start()
    event.play_round()
    event.pair()
    event.report(0, [1, 2])
    small = event.round.tables[1]
    event.do(forfeits.forfeit, table_id=small.id, absent=[small.seats[0]])
    assert event.ranking()[2:] == [small.seats[1], small.seats[0]]

    event.do(results.override, table_id=small.id, places=[1, 2], scores=None, reason="came late")
    assert event.ranking()[2:] == list(small.seats)

    event.do(results.void, table_id=small.id)
    event.do(rounds.close, number=2)
    assert sorted(event.ranking()[2:]) == sorted(small.seats)


@pytest.mark.django_db
def test_where_a_finalist_leaves_before_the_final_nobody_plays_for_third_place() -> None:
    stage = {"format": "knockout", "options": {"advance": 1, "third_place": True}}
    event = Event(**DUEL_CUP, stages=[stage]).enter_names(4).start()
    event.play_round()
    winner = event.state.rounds[0].tables[0].seats[0]

    event.do(presence.leave, entrant=winner)

    form = stage_plan.format_of(event.state, 0)
    assert form.is_over(stage_queries.stage_of(event.state))
