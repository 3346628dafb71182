"""Duels of several matches: as reported at the table, and as played here, one after another."""

from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.ids import uuid7
from api.problems import Problem
from matches import activity
from matches.actors import Player
from matches.models import Match, Seat
from matches.services import leaving
from ratings.models import RatedMatch, RatingChange
from tests.matches import tables
from tests.ratings import ladders
from tests.tournaments.events import REPORTED, Event, assert_verified, refused, run_all
from tests.tournaments.test_agreed_draws import DUELS, at_table, table
from tests.tournaments.test_time_limits import HOUR, after
from tournaments import best_of, selectors, stage_records
from tournaments.record import UNITS
from tournaments.scores import places_by
from tournaments.services import agreed_draws, forfeits, lifecycle, results, time_limits
from tournaments.state.tables import CountedMatch, TableState
from tournaments.unit_of_work import Principal


def plan(length: int = 3, form: str = "swiss", **options: Any) -> dict[str, Any]:
    rounds = {"rounds": 3} if form == "swiss" else {}
    return {"stages": [{"format": form, "options": {**rounds, **options}, "best_of": length}]}


def report(event: Event, *scores: int, places: Any = None, **about: Any) -> None:
    said = {"table_id": table(event).id, "places": places, "scores": list(scores)}
    event.do(results.report, **said, **about)


@pytest.mark.django_db
def test_in_person_the_score_of_matches_is_reported_and_wins_the_table() -> None:
    event, (ann, bob) = at_table(**plan(3), points="wins")
    report(event, 1, 2, who=ann)
    assert not table(event).done

    report(event, 1, 2, who=bob)

    shown = selectors.round_page(event.state, 1, None).tables[0]
    assert (shown.placings, shown.scores, shown.points) == ([2, 1], [1, 2], ["0", "1"])
    assert stage_records.record_of(event.state).points[table(event).seats[1]] == UNITS
    assert_verified(event)


@pytest.mark.django_db
@pytest.mark.parametrize("scores", [(3, 0), (2, 2), (0, 4)])
def test_a_score_that_no_duel_ends_with_is_refused(scores: tuple[int, int]) -> None:
    event, (ann, _) = at_table(**plan(3))
    for who in (ann, None):
        with refused("invalid"):
            report(event, *scores, who=who)


@pytest.mark.django_db
def test_places_alone_or_against_the_score_are_refused() -> None:
    event, (ann, _) = at_table(**plan(3))
    with refused("invalid"):
        report(event, 2, 1, places=[2, 1], who=ann)
    with refused("invalid"):
        event.do(results.report, table_id=table(event).id, places=[1, 2], scores=None)
    with refused("invalid"):
        report(event, 2, 1, 0)
    report(event, 2, 1, places=[1, 2])
    with refused("invalid"):
        event.do(results.override, table_id=table(event).id, places=None, scores=[3, 1])
    event.do(results.override, table_id=table(event).id, places=None, scores=[0, 2])
    assert table(event).places == (2, 1)


@pytest.mark.django_db
def test_a_duel_may_end_level_where_nobody_is_knocked_out_and_nowhere_else() -> None:
    event, _ = at_table(**plan(3), points="wins")
    report(event, 1, 1, drawn=1)
    assert stage_records.record_of(event.state).points == {1: UNITS // 2, 2: UNITS // 2}

    cup, _ = at_table(**plan(3, "knockout"))
    with refused("invalid"):
        report(cup, 1, 1, drawn=1)
    report(cup, 1, 0, drawn=3)
    assert table(cup).places == (1, 2)


@pytest.mark.django_db
def test_a_score_that_decides_nothing_is_refused_unless_the_rest_was_drawn() -> None:
    event, (ann, bob) = at_table(**plan(3))
    for who in (ann, None):
        with pytest.raises(Problem, match=r"A best of 3 is not decided at .*: that takes 2 wins"):
            report(event, 1, 0, who=who)
    with refused("invalid"):
        event.do(results.override, table_id=table(event).id, places=None, scores=[1, 0])

    report(event, 1, 0, drawn=2, who=ann)
    report(event, 1, 0, who=bob)

    assert table(event).places == (1, 2)
    with refused("invalid"):
        event.do(results.override, table_id=table(event).id, places=None, scores=[2, 0], drawn=2)
    event.do(results.override, table_id=table(event).id, places=None, scores=[2, 0], drawn=1)
    assert_verified(event)


@pytest.mark.django_db
def test_matches_are_drawn_only_in_duels_of_several() -> None:
    event, _ = at_table(**plan(1))
    with refused("invalid"):
        report(event, 2, 1, drawn=1)


@pytest.mark.django_db
def test_a_duel_cut_short_by_time_is_corrected_to_another_score_on_the_way() -> None:
    event, _ = at_table(**plan(5), **HOUR)
    event.do(time_limits.end, scores=[1, 0], table_id=table(event).id, at=after(event, 3601))

    event.do(results.override, table_id=table(event).id, places=None, scores=[1, 2])

    assert (table(event).places, table(event).ended) == ((2, 1), "time_limit")
    event.do(results.override, table_id=table(event).id, places=None, scores=[0, 3])
    assert (table(event).places, table(event).ended) == ((2, 1), "")
    assert_verified(event)


@pytest.mark.django_db
def test_when_the_time_is_over_the_score_so_far_decides() -> None:
    event, _ = at_table(**plan(5), **HOUR)
    about: dict[str, Any] = {"table_id": table(event).id, "at": after(event, 3601)}
    with refused("invalid"):
        event.do(time_limits.end, places=[1, 2], scores=None, **about)
    event.do(time_limits.end, scores=[1, 0], **about)
    assert (table(event).places, table(event).ended) == ((1, 2), "time_limit")


@pytest.mark.django_db
def test_who_does_not_come_loses_without_a_score() -> None:
    event, _ = at_table(**plan(3))
    event.do(forfeits.forfeit, table_id=table(event).id, absent=[table(event).seats[0]])
    assert (table(event).places, table(event).scores) == ((2, 1), None)
    assert_verified(event)


@pytest.mark.django_db
def test_the_plan_takes_it_for_duels_alone_and_not_where_scores_are_points() -> None:
    for wrong in (
        {**DUELS, "table": {"min": 2, "target": 2, "max": 3}},
        {**DUELS, "table": None, "game": "stick-em"},
        {**DUELS, "points": "game_score"},
        {**DUELS, "points": "2: 3 1; score / 1000 from 30000"},
    ):
        with refused("invalid_options"):
            Event(**{**REPORTED, **wrong, **plan(3)})


def duel(*, bots: int = 2, **about: Any) -> Event:
    event = Event(**{**DUELS, "bots": "only", **plan(3), **about}).enter_bots(bots).start()
    event.pair()
    return event


@pytest.mark.django_db
def test_here_one_match_follows_the_other_until_nobody_can_catch_up() -> None:
    event = duel(points="wins")

    run_all()

    found = table(event)
    assert (found.done, found.scores) == (True, found.wins)
    wins, length = found.wins, len(found.counted)
    assert best_of.is_decided(wins, length, 3, must_have_winner=False)
    before = [each.places for each in found.counted[:-1]]
    won = [sum(places[seat] == 1 and sum(places) > 2 for places in before) for seat in (0, 1)]
    assert not best_of.is_decided(won, length - 1, 3, must_have_winner=False)
    matches = [each.match for each in found.counted if each.match is not None]
    assert found.match == matches[-1]
    assert len(set(matches)) == length >= 2
    names = [event.state.name(each) for each in found.seats]
    for number, match in enumerate(matches):
        row = Match.objects.get(id=match)
        assert (row.status, row.table_id) == ("finished", found.id)
        places = [(row.result or {})["placings"][(seat - number) % 2] for seat in (0, 1)]
        assert tuple(places) == found.counted[number].places
        assert Seat.objects.filter(match=match).count() == len(names)
    assert_verified(event)


@pytest.mark.more
@given(
    st.sampled_from(best_of.LENGTHS),
    st.lists(st.sampled_from(["first", "second", "draw"]), min_size=40),
    st.booleans(),
)
def test_every_duel_ends_with_a_score_that_can_be_reported(
    length: int, course: list[str], must_have_winner: bool
) -> None:
    wins, played = [0, 0], 0
    while not best_of.is_decided(wins, played, length, must_have_winner=must_have_winner):
        wins[0] += course[played] == "first"
        wins[1] += course[played] == "second"
        played += 1
    about: Any = {"must_have_winner": must_have_winner, "drawn": played - sum(wins)}
    assert best_of.fault(wins, length, **about) is None
    assert played <= 2 * length
    if must_have_winner and played < 2 * length:
        assert wins[0] != wins[1]
    if played < length:
        assert max(wins) <= best_of.needed(length)


def with_people(**about: Any) -> tuple[Event, list[Player]]:
    """Return a table whose first match has begun, and its players by seat of the table."""
    event, people = at_table(play="matches", **{**plan(3), **about})
    run_all()
    return event, [Player(who.account, who.name) for who in people if who.account is not None]


def play_one(event: Event, players: list[Player], *, seed: int = 1, told: bool = True) -> UUID:
    """Play the match of the table to its end, and return it."""
    match = table(event).match
    assert match is not None
    turned = len(table(event).counted) % 2
    tables.play_out(match, [*players[turned:], *players[:turned]], seed)
    if told:
        run_all()
    return match


def test_it_is_known_who_sat_where_in_each_match_of_a_table() -> None:
    first, second, third = (uuid7() for _ in range(3))
    one = TableState(uuid7(), (5, 9))
    assert one.seated_in(first) == one.seated == (5, 9)

    one.counted = tuple(CountedMatch(each, (1, 2), None) for each in (first, second))

    assert [one.seated_in(each) for each in (first, second, third)] == [(5, 9), (9, 5), (5, 9)]
    assert one.seated == (5, 9)


@pytest.mark.more
@pytest.mark.usefixtures("committed_db")
def test_each_match_is_rated_by_itself_and_a_correction_of_the_table_rates_none_anew() -> None:
    ladder = ladders.opened(game="second-story", players={"min": 2, "max": 2}, moves_min=0)
    event, players = with_people(ladder=ladder.slug, **plan(5))
    first = play_one(event, players)
    second = play_one(event, players)
    counted = {each.match: each.places for each in table(event).counted if each.match is not None}
    assert list(counted) == [first, second]
    running = table(event).match
    assert running is not None

    event.do(results.override, table_id=table(event).id, places=None, scores=[0, 3])
    run_all()

    assert running not in counted
    own = RatedMatch.objects.filter(match__in=[first, second, running])
    rows = dict(own.values_list("match", "status"))
    assert rows == {first: "rated", second: "rated", running: "not_rated"}
    for match, places in counted.items():
        changes = RatingChange.objects.filter(match=match)
        by_player = {each.player: each.place for each in changes}
        who = [f"account:{each.account}" for each in players]
        assert [by_player[each] for each in who] == list(places)
    assert (table(event).scores, Match.objects.get(id=running).status) == ((0, 3), "void")
    assert_verified(event)


@pytest.mark.long
@pytest.mark.django_db
def test_a_match_that_is_called_off_stops_the_duel_and_played_again_it_goes_on() -> None:
    event, players = with_people()
    first = play_one(event, players)
    running = table(event).match
    assert running not in {None, first}
    assert running is not None
    (awaited,) = activity.awaited_seats(running)
    leaving.void(match_id=running, actor="system", reason="a fire alarm", key="alarm")
    run_all()
    stopped = table(event).stopped
    assert stopped is not None
    assert stopped["awaited"] == [table(event).seats[1 - awaited]]

    event.do(results.replay, table_id=table(event).id)
    run_all()

    assert [each.match for each in table(event).counted] == [first]
    assert table(event).match not in {first, running, None}
    play_one(event, players)
    assert len(table(event).counted) == 2
    assert_verified(event)


@pytest.mark.long
@pytest.mark.django_db
def test_a_duel_that_is_played_again_after_its_result_begins_anew() -> None:
    event, players = with_people(**plan(1))
    one = play_one(event, players)
    assert (table(event).counted, table(event).done) == ((), True)

    event, players = with_people()
    for seed in range(6):
        if not table(event).done:
            play_one(event, players, seed=seed)
    event.do(results.replay, table_id=table(event).id)
    run_all()
    assert (table(event).counted, table(event).wins) == ((), (0, 0))
    assert table(event).match not in {one, None}
    assert_verified(event)


@pytest.mark.more
@pytest.mark.django_db
def test_at_the_time_limit_the_match_counts_as_it_stands_and_ends_the_duel() -> None:
    event, players = with_people(**HOUR, **plan(5))
    play_one(event, players)
    running = table(event).match

    event.do(time_limits.end, table_id=table(event).id, at=after(event, 3601))
    run_all()

    found = table(event)
    assert [each.match for each in found.counted][1:] == [running]
    assert (found.ended, found.scores, found.places) == (
        "time_limit",
        found.wins,
        places_by(found.wins),
    )
    assert_verified(event)


@pytest.mark.more
@pytest.mark.django_db
def test_a_rollback_over_a_match_brings_it_back_and_the_next_goes_on() -> None:
    event, players = with_people()
    version = event.state.version
    play_one(event, players)
    before = table(event)

    event.do(lifecycle.roll_back, to_version=version)
    run_all()

    assert (table(event).counted, table(event).match) == (before.counted, before.match)
    assert_verified(event)


@pytest.mark.django_db
def test_nobody_agrees_to_a_draw_once_a_match_was_lost() -> None:
    event, players = with_people(agreed_draws=True)
    play_one(event, players)
    for player in players:
        with refused("result_locked"):
            who = Principal(player.account)
            event.do(agreed_draws.agree, who=who, table_id=table(event).id)


@pytest.mark.more
@pytest.mark.django_db
def test_a_match_that_ends_after_the_staff_has_decided_counts_nowhere() -> None:
    event, players = with_people()
    play_one(event, players)
    event.do(forfeits.forfeit, table_id=table(event).id, absent=[table(event).seats[0]])
    run_all()
    assert (table(event).places, len(table(event).counted)) == ((2, 1), 1)
    assert_verified(event)


@pytest.mark.more
@pytest.mark.django_db
def test_a_duel_whose_present_match_is_known_keeps_those_that_are_over() -> None:
    event, players = with_people()
    first = play_one(event, players)
    version = event.state.version
    known = table(event).match
    event.do(lifecycle.cancel, reason="fire")
    event.do(lifecycle.roll_back, to_version=version, reason="no fire")
    run_all()

    assert [each.match for each in table(event).counted] == [first]
    assert table(event).match not in {None, first, known}
