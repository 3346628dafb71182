"""FIDE's Dutch system: duels paired as by other programs, whatever happens in between."""

import subprocess
import sys
from dataclasses import replace

import pytest
from django.db import connection
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.tournaments import saved_dutch
from tests.tournaments.events import REPORTED, Event
from tests.tournaments.saved_dutch import Saved
from tests.tournaments.stages import Played
from tournaments import stage_queries
from tournaments.formats import dutch
from tournaments.formats.core import InfeasibleError, Pairing, Sizes, Stage
from tournaments.formats.swiss import DUELS, NO_DUTCH, Swiss
from tournaments.record import Entrant, Record, Round, Table
from tournaments.services import pairing, presence, rounds
from tournaments.services.entry import Newcomer

SAVED = saved_dutch.load()
every_tournament = pytest.mark.parametrize("saved", SAVED, ids=lambda each: str(each.players))


@every_tournament
def test_every_round_is_that_of_the_other_program_with_byes_late_entries_and_returns(
    saved: Saved,
) -> None:
    for number, theirs in enumerate(saved.played):
        ours = dutch.pair(saved.before(number), saved.rounds)

        assert ours is not None
        assert set(ours.byes) == set(theirs.byes) - set(theirs.asked)
        assert {frozenset(table) for table in ours.tables} == {
            frozenset(table.seats) for table in theirs.tables
        }
        if number:  # Who begins in the first round is drawn.
            assert_seats_agree(ours, theirs)


def assert_seats_agree(ours: Pairing, theirs: Round) -> None:
    """Compare who leads, but for the last two criteria.

    They ask who is ranked higher: by score first (1.2), which the other program leaves out.
    """
    seats = {table.seats for table in theirs.tables}
    for table, reason in zip(ours.tables, ours.reasons, strict=True):
        assert table in seats or "(5.2.4)" in reason.text or "(5.2.5)" in reason.text


def test_the_saved_tournaments_have_byes_of_both_kinds_late_entries_and_returns() -> None:
    rounds = [round_ for saved in SAVED for round_ in saved.played]

    assert sum(bool(set(each.byes) - set(each.asked)) for each in rounds) > 10
    assert sum(bool(each.asked) for each in rounds) > 10
    assert any(len(saved.seeds(saved.rounds - 1)) > saved.players for saved in SAVED)
    assert any(
        (set(now) - set(before)) & set(earlier)
        for saved in SAVED
        for earlier, before, now in zip(
            saved.present, saved.present[1:], saved.present[2:], strict=False
        )
    )


def after_one_round(
    *tables: tuple[tuple[int, int], tuple[int, int]],
    entrants: int = 4,
    byes: tuple[Entrant, ...] = (),
    apart: frozenset[tuple[Entrant, Entrant]] = frozenset(),
) -> Stage:
    """Return a stage before its second round."""
    played = tuple(
        Table(seats, places, points=tuple(120 if place == 1 else 0 for place in places))
        for seats, places in tables
    )
    seeds = tuple(range(1, entrants + 1))
    record = Record(seeds, [Round(1, played, byes)], bye_points=80)
    return Stage(seeds, seeds, record, seeds, DUELS, {}, bytes(32), apart=apart)


def test_winners_meet_and_whoever_followed_leads() -> None:
    pairing = dutch.pair(after_one_round(((1, 3), (1, 2)), ((4, 2), (2, 1))), 3)

    assert pairing is not None
    assert pairing.tables == ((2, 1), (3, 4))
    assert [reason.text for reason in pairing.reasons] == [
        "FIDE Dutch, in the bracket of 1. 2 leads: both get the seat that they are due (5.2.1).",
        "FIDE Dutch, in the bracket of 0. 3 leads: both get the seat that they are due (5.2.1).",
    ]
    assert all(not reason.terms for reason in pairing.reasons)
    assert "it has no terms of cost. Players: 2 with 1, 2 with 0." in pairing.notes[0]


def test_whoever_floats_down_is_named() -> None:
    pairing = dutch.pair(
        after_one_round(((1, 3), (1, 2)), ((2, 4), (1, 2)), entrants=5, byes=(5,)), 3
    )

    assert pairing is not None
    assert pairing.byes == (4,)
    assert pairing.notes[1] == "Float down: 5, 4."
    assert any("floats down from 2/3" in reason.text for reason in pairing.reasons)


def test_who_is_kept_apart_does_not_meet() -> None:
    games = ((1, 3), (1, 2)), ((4, 2), (2, 1))

    pairing = dutch.pair(after_one_round(*games, apart=frozenset({(1, 2)})), 3)

    assert pairing is not None
    assert {frozenset(table) for table in pairing.tables} == {frozenset({1, 4}), frozenset({2, 3})}


def test_a_table_that_was_called_off_has_not_been_a_meeting_and_its_bye_bars_from_no_other() -> (
    None
):
    off = Table((1, 2), counts=False)
    played = Table((4, 3), (1, 2), points=(120, 0))
    record = Record((1, 2, 3, 4), [Round(1, (off, played), (1, 2))], bye_points=80)
    stage = Stage((1, 2, 3, 4), (1, 2, 3), record, (1, 2, 3, 4), DUELS, {}, bytes(32))

    pairing = dutch.pair(stage, 3)
    without_three = dutch.pair(replace(stage, active=(1, 2)), 3)

    assert pairing is not None
    assert pairing.byes == (3,)
    assert without_three is not None
    assert {frozenset(table) for table in without_three.tables} == {frozenset({1, 2})}


def test_penalties_and_points_for_missed_rounds_count_for_the_bracket() -> None:
    stage = after_one_round(((1, 3), (1, 2)), ((4, 2), (2, 1)))
    fined = Record(stage.seeds, stage.record.rounds, bye_points=80, penalties={1: 120, 3: -120})

    pairing = dutch.pair(replace(stage, record=fined), 3)

    assert pairing is not None
    assert {frozenset(table) for table in pairing.tables} == {frozenset({2, 3}), frozenset({1, 4})}


def test_where_everybody_has_met_the_round_is_of_least_cost_and_says_so() -> None:
    played = Played(Swiss(), 4, DUELS, rounds=4, pairing="fide_dutch").play_out()

    assert set(played.stage().record.meetings.values()) == {1, 2}
    assert [NO_DUTCH in pairing.notes for pairing in played.pairings] == [False, False, False, True]


@settings(max_examples=8, deadline=None)
@given(entrants=st.integers(4, 30), seed=st.integers(0, 2**32))
def test_nobody_meets_twice_or_has_two_byes_and_leads_are_level(entrants: int, seed: int) -> None:
    rounds = min(6, (entrants - 1) // 2)
    played = Played(Swiss(), entrants, DUELS, seed, rounds=rounds, pairing="fide_dutch")
    while len(played.rounds) < rounds:
        played.play(played.pair())
        if played.rng.random() < 0.3 and len(played.active) > 2 * rounds:
            played.gone.add(played.rng.choice(played.active))
    record = played.stage().record

    assume(all(NO_DUTCH not in pairing.notes for pairing in played.pairings))
    assert set(record.meetings.values()) == {1}
    assert max(record.byes.values()) <= 1
    for entrant in played.seeds:
        seats = [sat.seat for sat in record.seatings[entrant]]
        # Whoever leads the field may get a third seat alike in the last round (1.8).
        in_last = any(sat.round == rounds for sat in record.seatings[entrant])
        assert abs(seats.count(0) - seats.count(1)) <= 2 + in_last


def test_a_round_is_the_same_in_every_process() -> None:
    code = (
        "from tests.tournaments import saved_dutch;"
        "from tournaments.formats import dutch;"
        "print(dutch.pair(saved_dutch.load()[-1].before(3), 6))"
    )
    environment = {"PYTHONHASHSEED": "77", "PYTHONPATH": ".:platform"}

    said = subprocess.check_output([sys.executable, "-c", code], text=True, env=environment)

    assert said == f"{dutch.pair(SAVED[-1].before(3), 6)}\n"


@pytest.mark.parametrize("sizes", [Sizes(3, 4, 5), Sizes(2, 2, 3), Sizes(2, 4, 6)])
def test_tables_of_more_than_two_are_refused(sizes: Sizes) -> None:
    with pytest.raises(InfeasibleError, match="pairs duels") as refusal:
        Played(Swiss(), 12, sizes, pairing="fide_dutch")

    assert refusal.value.possible == "choose tables of 2, or the pairing least_cost"


def test_more_than_a_round_can_wait_for_are_refused() -> None:
    with pytest.raises(InfeasibleError, match="201 are too many") as refusal:
        Played(Swiss(), 201, DUELS, pairing="fide_dutch")

    assert refusal.value.possible == "have up to 200 entrants, or choose the pairing least_cost"


@pytest.mark.django_db
def test_an_evening_of_duels_pairs_by_the_rules_with_byes_late_entries_and_returns() -> None:
    stages = [{"format": "swiss", "options": {"rounds": 4, "pairing": "fide_dutch"}}]
    duels = {"min": 2, "target": 2, "max": 2}
    event = Event(**REPORTED, game="pickpocket", table=duels, stages=stages, late_entry=True)
    event.enter_names(8).start()
    event.play_round()
    event.do(presence.leave, entrant=3)
    event.enter(Newcomer("late"))
    event.play_round()
    event.do(presence.re_add, entrant=3)
    event.do(rounds.pair)
    tired = event.round.tables[0].seats[0]
    event.do(rounds.sit_out, number=3, entrant=tired)

    with connection.cursor() as cursor:
        cursor.execute("SHOW idle_in_transaction_session_timeout")
        assert cursor.fetchone() == (f"{pairing.PATIENCE_S}s",)
    event.do(rounds.repair, number=3)

    asked = stage_queries.stage_of(event.state)
    assert asked.record.rounds[0].byes == ()
    placed = {each for table in event.round.tables for each in table.seats}
    assert placed | set(event.round.byes) == set(range(1, 10))
    assert tired in event.round.byes
    event.do(rounds.publish, number=3)
    assert stage_queries.stage_of(event.state).record.rounds[2].asked == (tired,)
    assert "FIDE Dutch" in event.round.pairing.notes[0]
