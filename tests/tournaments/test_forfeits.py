"""Tables decided by who came: the winner by the rules of points, nothing for the absent."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.models import Match
from tests.tournaments.events import REPORTED, Event, assert_verified, refused, run_all, somebody
from tournaments import exports, selectors, stage_queries, stage_records
from tournaments.record import UNITS
from tournaments.scores import contradiction, places_by, with_last
from tournaments.services import forfeits, lifecycle, results
from tournaments.services.entry import Newcomer
from tournaments.state import Role

FOURS = {"table": {"min": 4, "target": 4, "max": 4}}
SIXES = st.lists(st.integers(-20, 20), min_size=2, max_size=6)


def four(**settings: Any) -> Event:
    event = Event(**{**REPORTED, **FOURS, **settings}).enter_names(4).start()
    event.pair()
    return event


def points(event: Event) -> dict[int, int]:
    return {line.entrant: line.points for line in stage_queries.lines_of(event.state)}


@given(SIXES)
def test_places_that_follow_from_scores_never_contradict_them(scores: list[int]) -> None:
    assert contradiction(places_by(scores), scores, equal_share=True) is None


@given(SIXES, st.data())
def test_who_is_put_last_is_behind_all_others_whose_order_stays(
    scores: list[int], data: st.DataObject
) -> None:
    last = data.draw(st.sets(st.integers(0, len(scores) - 1)))
    before = places_by(scores)

    after = with_last(before, sorted(last))

    for one in range(len(scores)):
        for other in range(len(scores)):
            if (one in last) == (other in last):
                assert (after[one] < after[other]) == (before[one] < before[other])
            elif one in last:
                assert after[one] > after[other]
    assert after == tuple(1 + sum(each < place for each in after) for place in after)


@pytest.mark.django_db
def test_who_is_left_alone_wins_and_the_absent_get_nothing_and_have_met_nobody() -> None:
    event = four(points="hig")
    table = event.round.tables[0]
    winner, *away = table.seats

    event.do(forfeits.forfeit, table_id=table.id, absent=away)

    assert points(event) == {winner: 5 * UNITS, **dict.fromkeys(away, 0)}
    record = stage_records.record_of(event.state)
    assert not record.meetings
    shown = selectors.round_page(event.state, 1, None).tables[0]
    assert (shown.placings, shown.absent, shown.source) == ([1, 2, 2, 2], away, "report")
    assert [each for each in event.state.present if each in away] == sorted(away)
    assert_verified(event)


@pytest.mark.django_db
def test_those_who_came_are_placed_among_themselves() -> None:
    event = four()
    table = event.round.tables[0]
    first, away, third, fourth = table.seats

    with refused("invalid"):
        event.do(forfeits.forfeit, table_id=table.id, absent=[away])
    event.do(
        forfeits.forfeit, table_id=table.id, absent=[away], places=[2, 1, 1, 3], scores=[4, 9, 9, 1]
    )

    after = event.round.tables[0]
    assert (after.places, after.scores) == ((2, 4, 1, 3), (4, 0, 9, 1))
    assert points(event)[away] == 0
    record = stage_records.record_of(event.state)
    assert set(record.meetings) == {
        tuple(sorted(p)) for p in [(first, third), (first, fourth), (third, fourth)]
    }


@pytest.mark.django_db
def test_files_mark_who_did_not_come() -> None:
    event = Event(
        **REPORTED,
        game="second-story",
        stages=[{"format": "swiss", "options": {"rounds": 2}}],
        table={"min": 2, "target": 2, "max": 2},
    )
    event.enter_names(2).start()
    table = event.pair().tables[0]

    event.do(forfeits.forfeit, table_id=table.id, absent=[table.seats[1]])

    players = [
        line
        for line in exports.export(event.state, "trf").decode().splitlines()
        if line[:3] == "001"
    ]
    assert sorted(line.split()[-1] for line in players) == ["+", "-"]
    written = exports.pairings(selectors.round_page(event.state, 1, None), "Round 1", "txt")
    assert f"{event.state.name(table.seats[1])} (absent)" in written.decode()
    assert b'"absent":[' in exports.export(event.state, "json")


@pytest.mark.django_db
def test_nobody_may_come_but_a_stranger_cannot_be_absent() -> None:
    event = four()
    table = event.round.tables[0]

    with refused("invalid"):
        event.do(forfeits.forfeit, table_id=table.id, absent=[99])
    event.do(forfeits.forfeit, table_id=table.id, absent=list(table.seats))

    assert set(points(event).values()) == {0}


@pytest.mark.django_db
def test_a_scorekeeper_decides_an_open_table_so_and_a_judge_one_that_has_its_result() -> None:
    event = four()
    keeper = somebody()
    event.do(lifecycle.give_role, account=keeper.account, role=Role.SCOREKEEPER)
    table = event.round.tables[0]
    event.do(forfeits.forfeit, who=keeper, table_id=table.id, absent=list(table.seats[1:]))

    with refused("permission_denied"):
        event.do(forfeits.forfeit, who=keeper, table_id=table.id, absent=list(table.seats[:3]))
    event.do(forfeits.forfeit, table_id=table.id, absent=list(table.seats[:3]))

    assert event.round.tables[0].places == (2, 2, 2, 1)


@pytest.mark.django_db
def test_a_bracket_does_not_go_on_with_who_did_not_come() -> None:
    event = four(stages=[{"format": "knockout", "options": {"advance": 2}}])
    table = event.round.tables[0]

    with refused("invalid"):
        event.do(forfeits.forfeit, table_id=table.id, absent=list(table.seats[1:]))


@pytest.mark.django_db
def test_places_that_contradict_the_scores_are_refused_with_both() -> None:
    event = four()
    table = event.round.tables[0]

    with refused("invalid") as refusal:
        event.do(results.report, table_id=table.id, places=[1, 2, 3, 4], scores=[5, 9, 2, 1])

    assert "has 9 and place 2" in refusal.value.detail
    assert "has 5 and place 1" in refusal.value.detail
    with refused("invalid"):
        event.do(results.report, table_id=table.id, places=[1, 2, 3, 4], scores=[9, 9, 2, 1])
    event.do(results.report, table_id=table.id, places=None, scores=[5, 9, 2, 9])
    assert event.round.tables[0].places == (3, 1, 4, 1)


@pytest.mark.django_db
def test_equal_scores_can_be_known_apart_where_a_game_has_more_to_go_by() -> None:
    event = four(game="second-story")
    table = event.round.tables[0]

    event.do(results.report, table_id=table.id, places=[2, 1, 3, 4], scores=[9, 9, 2, 1])

    assert event.round.tables[0].places == (2, 1, 3, 4)


@pytest.mark.django_db
def test_the_match_of_a_forfeited_table_ends_for_everybody_and_rates_nobody() -> None:
    event = Event(game="second-story", table={"min": 2, "target": 2, "max": 2})
    people = [somebody(name) for name in ("ann", "bob")]
    event.enter(*(Newcomer(who.name, who.account) for who in people))
    event.start()
    event.pair()
    run_all()
    table = event.round.tables[0]
    assert table.match is not None
    assert Match.objects.get(id=table.match).status == "live"

    event.do(forfeits.forfeit, table_id=table.id, absent=[table.seats[0]])
    run_all()

    match = Match.objects.get(id=table.match)
    assert match.status == "void"
    assert "decided" in (match.result or {})["reason"]
    after = event.round.tables[0]
    assert (after.places, after.source, after.stopped) == ((2, 1), "override", None)
    assert_verified(event)
