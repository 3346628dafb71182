"""Several matches at one table whose points are added up, for tables of any size."""

from contextlib import suppress
from random import Random
from typing import Any

import msgspec
import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.models import Account
from api.problems import Problem
from matches.models import Match
from tests.tournaments.events import REPORTED, Event, assert_verified, refused, run_all
from tests.tournaments.test_agreed_draws import FOURS, agree, at_table, table
from tests.tournaments.test_time_limits import HOUR, after
from tournaments import bounds, exports, selectors, stage_queries, stage_records
from tournaments.record import UNITS
from tournaments.scores import places_by
from tournaments.services import forfeits, lifecycle, penalties, results, rounds, time_limits
from web.tournaments.console import stage_form

pytestmark = pytest.mark.django_db


def plan(matches: int = 4, **stage: Any) -> dict[str, Any]:
    first = {"format": "pods", "options": {"rounds": 2}, "sum_of": matches, **stage}
    return {"stages": [first]}


def report(event: Event, match: int | None, places: list[int], **about: Any) -> None:
    said = {"scores": None, **about}
    event.do(results.report, table_id=table(event).id, places=places, match=match, **said)


def of_four(matches: int = 4, **about: Any) -> tuple[Event, list[Any]]:
    return at_table(4, **{**FOURS, **plan(matches), **about})


def test_the_points_of_all_matches_of_a_table_are_added_up() -> None:
    event, _ = of_four(2, points="hig")
    report(event, 1, [1, 2, 3, 4])
    assert (table(event).done, table(event).reported) == (False, None)

    report(event, 2, [3, 1, 1, 4])

    shown = selectors.round_page(event.state, 1, None).tables[0]
    assert shown.points == ["7", "7", "6", "2"]
    assert shown.placings == [1, 1, 3, 4]
    assert [each.points for each in shown.matches] == [["5", "3", "2", "1"], ["2", "4", "4", "1"]]
    lines = {line.entrant: line.points for line in stage_queries.lines_of(event.state)}
    assert lines == dict(
        zip(table(event).seats, [7 * UNITS, 7 * UNITS, 6 * UNITS, 2 * UNITS], strict=True)
    )
    assert_verified(event)


def test_players_report_match_by_match_and_another_confirms_each() -> None:
    event, people = of_four(2)
    report(event, 1, [1, 2, 3, 4], who=people[0])
    report(event, 1, [2, 1, 3, 4], who=people[1])
    assert table(event).is_disputed
    report(event, 1, [1, 2, 3, 4], who=people[2])
    assert (len(table(event).counted), table(event).versions) == (1, {})
    with pytest.raises(Problem, match="match may be"):
        report(event, 1, [1, 2, 3, 4], who=people[3])
    with refused("invalid"):
        report(event, None, [1, 2, 3, 4], who=people[3])

    report(event, 2, [4, 3, 2, 1], who=people[3])
    report(event, 2, [4, 3, 2, 1], who=people[0])

    assert table(event).places == (1, 1, 1, 1)
    assert_verified(event)


def test_one_match_is_put_right_and_the_sum_follows() -> None:
    event, _ = of_four(2)
    table_id = table(event).id
    report(event, 1, [1, 2, 3, 4])
    report(event, 2, [1, 2, 3, 4])

    event.do(results.override, table_id=table_id, places=[4, 3, 2, 1], scores=None, match=2)

    assert table(event).places == (1, 1, 1, 1)
    with refused("result_locked"):
        event.do(results.override, table_id=table_id, places=[4, 3, 2, 1], scores=None, match=3)
    event.do(results.override, table_id=table_id, places=[2, 1, 3, 4], scores=None)
    shown = selectors.round_page(event.state, 1, None).tables[0]
    assert shown.points == ["1 1/3", "2", "2/3", "0"]
    with refused("result_locked"):
        event.do(results.override, table_id=table_id, places=[4, 3, 2, 1], scores=None, match=2)
    assert_verified(event)


def test_a_judge_enters_the_next_match_where_one_is_under_way_and_no_later_one() -> None:
    event, _ = of_four(2)
    table_id = table(event).id
    with refused("result_locked"):
        event.do(results.override, table_id=table_id, places=[1, 2, 3, 4], scores=None, match=2)
    for number in (1, 2):
        about: dict[str, Any] = {"places": [1, 2, 3, 4], "scores": None, "match": number}
        event.do(results.override, table_id=table_id, **about)
    assert (table(event).summed, table(event).places) == (True, (1, 2, 3, 4))
    assert_verified(event)


def test_the_scores_of_the_game_are_added_up_where_they_are_the_points() -> None:
    event, _ = of_four(2, points="game_score", agreed_draws=False)
    for number in (1, 2):
        report(event, number, [1, 2, 3, 4], scores=[30, 20, 10, 0])
    assert (table(event).scores, table(event).places) == ((60, 40, 20, 0), (1, 2, 3, 4))
    assert stage_records.record_of(event.state).points[table(event).seats[0]] == 60 * UNITS


def test_who_does_not_come_gets_nothing_and_a_draw_or_bye_counts_for_all_matches() -> None:
    event, _ = of_four(3)
    seats = table(event).seats
    placed: dict[str, Any] = {"absent": [seats[3]], "places": [1, 2, 3, 4]}
    event.do(forfeits.forfeit, table_id=table(event).id, **placed)
    points = stage_records.record_of(event.state).points
    assert [points[each] for each in seats] == [3 * UNITS, 2 * UNITS, UNITS, 0]

    drawn, people = of_four(3)
    for who in people:
        agree(drawn, who)
    assert set(stage_records.record_of(drawn.state).points.values()) == {3 * UNITS // 2}

    called_off, _ = of_four(3)
    called_off.do(results.void, table_id=table(called_off).id)
    assert set(stage_records.record_of(called_off.state).points.values()) == {2 * UNITS}


def test_at_the_time_limit_what_was_played_is_added_up() -> None:
    event, _ = of_four(4, **HOUR)
    report(event, 1, [1, 2, 3, 4])
    about: dict[str, Any] = {"table_id": table(event).id, "at": after(event, 3601)}

    event.do(time_limits.end, places=[2, 1, 3, 4], scores=None, **about)

    assert (table(event).ended, len(table(event).counted)) == ("time_limit", 2)
    assert table(event).places == (1, 1, 3, 4)
    other, _ = of_four(4, **HOUR)
    report(other, 1, [1, 2, 3, 4])
    other.do(time_limits.end, table_id=table(other).id, at=after(other, 3601))
    assert table(other).places == (1, 2, 3, 4)


def test_a_disqualified_player_is_last_in_each_match() -> None:
    event, _ = of_four(2)
    seats = table(event).seats
    report(event, 1, [1, 2, 3, 4])
    event.do(penalties.disqualify, entrant=seats[0], results="void")
    report(event, 2, [1, 2, 3, 4])
    units = stage_records.table_of(event.state, table(event)).points
    assert units is not None
    assert list(units[1:]) == [2 * UNITS, 2 * 2 * UNITS // 3, 2 * UNITS // 3]
    assert_verified(event)


@pytest.mark.more
def test_here_all_matches_follow_and_everybody_leads_equally_often() -> None:
    event = Event(**{**FOURS, "bots": "only", **plan(4)}).enter_bots(4).start()
    event.pair()

    run_all()

    found = table(event)
    assert (found.done, len(found.counted), found.match) == (True, 4, found.counted[-1].match)
    assert found.places == places_by(stage_records.summed(event.state, found))
    scores = [each.scores for each in found.counted if each.scores is not None]
    assert found.scores == tuple(map(sum, zip(*scores, strict=True)))
    for number, each in enumerate(found.counted):
        assert each.match is not None
        row = Match.objects.get(id=each.match)
        placings = (row.result or {})["placings"]
        assert each.places == tuple(placings[(seat - number) % 4] for seat in range(4))
    assert_verified(event)


@pytest.mark.more
def test_a_rollback_over_a_match_and_a_replay_begin_where_they_say() -> None:
    event, _ = of_four(2)
    version = event.state.version
    report(event, 1, [1, 2, 3, 4])
    event.do(lifecycle.roll_back, to_version=version)
    assert table(event).counted == ()
    report(event, 1, [2, 1, 3, 4])
    report(event, 2, [2, 1, 3, 4])
    event.do(results.replay, table_id=table(event).id)
    assert (table(event).counted, table(event).done) == ((), False)
    assert_verified(event)


def bounds_hold(course: list[list[int]], told: int) -> None:
    """Assert that nobody ends outside of what was said before a result of a course."""
    event = Event(**REPORTED, **FOURS, **plan(3)).enter_names(4).start()
    said = []
    for number, places in enumerate(course):
        if number in {0, 3}:
            event.pair()
        said.append(bounds.ranks(event.state)) if number == told else None
        report(event, 1 + number % 3, list(places))
        if table(event).done:
            event.do(rounds.close, number=event.round.number)
    for line in stage_queries.lines_of(event.state):
        for ranges in said:
            within = ranges[line.entrant]
            assert within.best <= line.rank <= within.worst


courses = st.lists(st.permutations([1, 2, 3, 4]), min_size=6, max_size=6)


@settings(max_examples=6)
@given(course=courses, told=st.integers(0, 6))
def test_nobody_ends_outside_the_bounds_that_were_told(course: list[list[int]], told: int) -> None:
    bounds_hold(course, told)


@pytest.mark.long
@settings(max_examples=60)
@given(course=courses, told=st.integers(0, 6))
def test_nobody_ends_outside_the_bounds_of_many_courses(course: list[list[int]], told: int) -> None:
    bounds_hold(course, told)


def goes_on(commands: list[str], chance: Random) -> None:
    """Assert that a table in person is whole after each of some commands."""
    event, _ = of_four(3)
    first = event.state.version
    for command in commands:
        table_id, over = table(event).id, len(table(event).counted)
        places = chance.sample([1, 2, 3, 4], 4)
        said: dict[str, Any] = {"table_id": table_id, "places": places, "scores": None}
        with suppress(Problem):
            if command == "report":
                event.do(results.report, **said, match=over + 1)
            elif command == "correct":
                event.do(results.override, **said, match=chance.randint(1, 3))
            elif command == "whole":
                event.do(results.override, **said)
            elif command == "back":
                back = chance.randint(first, event.state.version)
                event.do(lifecycle.roll_back, to_version=back)
            else:
                event.do(results.void if command == "void" else results.replay, table_id=table_id)
        at = table(event)
        units = stage_records.table_of(event.state, at).points
        assert len(at.counted) <= 3
        if at.places is None:
            assert at.void or len(at.counted) < 3
        elif at.summed:
            assert len(at.counted) == 3
            assert units is not None
            assert units == stage_records.summed(event.state, at)
            assert at.places == places_by(units)
        else:
            assert (at.times, sum(units or ())) == (3, 3 * 2 * UNITS)
        assert_verified(event)


orders = st.lists(
    st.sampled_from(["report", "report", "report", "correct", "whole", "void", "replay", "back"]),
    min_size=3,
    max_size=12,
)
chances = st.randoms(use_true_random=False)


@pytest.mark.more
@settings(max_examples=4)
@given(commands=orders, chance=chances)
def test_a_table_in_person_goes_on_whatever_is_done_to_it(
    commands: list[str], chance: Random
) -> None:
    goes_on(commands, chance)


@pytest.mark.long
@settings(max_examples=60)
@given(commands=orders, chance=chances)
def test_a_table_in_person_goes_on_after_many_courses_of_commands(
    commands: list[str], chance: Random
) -> None:
    goes_on(commands, chance)


def test_the_plan_takes_no_two_ways_of_several_matches_at_once() -> None:
    duels: dict[str, Any] = {"table": {"min": 2, "target": 2, "max": 2}, "game": "second-story"}
    with refused("invalid_options"):
        Event(**REPORTED, **duels, **plan(2, best_of=3))
    with pytest.raises(msgspec.ValidationError):
        Event(**REPORTED, **duels, **plan(13))
    event, _ = at_table(**duels, **plan(2))
    with refused("result_locked"):
        report(event, 3, [1, 2])
    with pytest.raises(Problem, match="TRF has one game a round"):
        exports.trf_report(event.state)
    plain, _ = at_table()
    with refused("invalid"):
        report(plain, 1, [1, 2])


@pytest.mark.more
def test_pages_ask_for_one_match_after_the_other_and_say_how_the_table_stands() -> None:
    event, people = of_four(2)
    address = f"/tournaments/{event.slug}/tables/{table(event).id}"
    places = {f"place_{seat}": str(seat + 1) for seat in range(4)}
    for who in people[:2]:
        client = Client()
        client.force_login(Account.objects.get(username=who.name))
        page = client.get(address).content.decode()
        assert '<input type="hidden" name="match" value="1"' in page
        page = client.post(address, {**places, "match": "1"}, follow=True).content.decode()
    assert "The result counts." in page
    assert "1 of 2 matches; points by seat" in page
    assert len(table(event).counted) == 1

    client.force_login(Account.objects.get(username=event.organiser.name))
    console = f"/organise/{event.slug}"
    assert 'name="match" value="2"' in client.get(console).content.decode()
    said = {**places, "table_id": table(event).id, "match": "2", "version": event.state.version}
    client.post(f"{console}/do/report", said)
    assert table(event).places == (1, 2, 3, 4)
    page = client.get(f"{console}/tables/{table(event).id}").content.decode()
    assert "Number of the match" in page
    assert stage_form.initial(event.state.settings["stages"][0])["sum_of"] == 2
