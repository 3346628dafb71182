"""Results put right: what would change is shown first, and the stream keeps everything."""

from typing import Any
from uuid import UUID

import pytest

from eventstore import streams, verification
from ratings.models import Ladder, RatingChange
from tests.ratings import ladders
from tests.tournaments.events import REPORTED, Event, refused, run_all
from tournaments import stage_queries, stage_records
from tournaments.events import KIND
from tournaments.services import lifecycle, results, rounds

pytestmark = pytest.mark.django_db

TWO_STAGES = [{"options": {"rounds": 1}}, {"format": "player_count_rounds", "take": 4}]


def ranks(event: Event) -> dict[int, tuple[int, int]]:
    return {line.entrant: (line.rank, line.points) for line in stage_queries.lines_of(event.state)}


def test_a_dry_run_names_every_table_standing_and_advancement_and_writes_nothing() -> None:
    event = Event(**REPORTED, stages=TWO_STAGES).enter_names(8).start()
    event.play_round()
    event.pair(publish=False)
    before, version = ranks(event), event.state.version
    table = event.state.rounds[0].tables[0]
    correction: dict[str, Any] = {"table_id": table.id, "places": [4, 3, 2, 1], "scores": None}

    told = event.do(results.override, **correction, dry_run=True).consequences

    assert told is not None
    assert (event.state.version, ranks(event)) == (version, before)
    (changed,) = told["tables"]
    assert (changed["before"]["places"], changed["after"]["places"]) == (
        [1, 2, 3, 4],
        [4, 3, 2, 1],
    )
    assert told["paired_on_old_results"] == [2]
    assert told["advancement"][0]["has_started"]
    assert {choice.split(":")[0] for choice in told["choices"]} == {"keep", "repair"}
    event.do(results.override, **correction)
    after = ranks(event)
    promised = {line["entrant"]: line["rank"]["after"] for line in told["standings"]}
    assert {each: after[each][0] for each in promised} == promised
    assert {each for each in after if after[each] != before[each]} <= promised.keys()


def test_repair_pairs_later_rounds_anew_from_the_corrected_standings() -> None:
    event = Event(**REPORTED, stages=TWO_STAGES).enter_names(8).start()
    event.play_round()
    event.pair()
    out = set(event.state.stages[1].entrants)
    table = event.state.rounds[0].tables[0]

    event.do(results.override, table_id=table.id, places=[4, 3, 2, 1], scores=None, then="repair")

    state = event.state
    assert set(state.stages[1].entrants) != out
    assert set(state.rounds[1].tables[0].seats) == set(state.stages[1].entrants)
    assert state.rounds[1].published
    assert verification.check(KIND, state.id) == []


def test_rounds_with_results_are_not_paired_anew() -> None:
    event = Event(**REPORTED).enter_names(8).start()
    event.play_round()
    event.pair()
    event.report(0, [1, 2, 3, 4])
    table = event.state.rounds[0].tables[0]

    with refused("result_locked"):
        event.do(
            results.override, table_id=table.id, places=[2, 1, 3, 4], scores=None, then="repair"
        )


def test_a_rollback_and_the_same_results_again_give_the_same_standings() -> None:
    event = Event(**REPORTED).enter_names(8).start()
    event.play_round()
    version, before = event.state.version, ranks(event)
    event.play_round()
    events = len(streams.load(KIND, event.state.id))

    event.do(lifecycle.roll_back, to_version=version, reason="wrong pairing")

    assert ranks(event) == before
    assert len(event.state.rounds) == 1
    assert event.state.version == events + 1, "the undone events stay in the stream"
    assert verification.check(KIND, event.state.id) == []
    event.play_round()
    assert len(event.state.rounds) == 2


def test_a_rollback_of_a_rollback_is_one_more_rollback() -> None:
    event = Event(**REPORTED).enter_names(4).start()
    event.play_round()
    played = event.state.version
    event.do(lifecycle.roll_back, to_version=2)
    assert event.state.rounds == []

    with refused("invalid"):
        event.do(lifecycle.roll_back, to_version=99)
    event.do(lifecycle.roll_back, to_version=1)
    event.enter_names(3)

    assert len(event.state.entrants) == 3
    assert event.state.version > played


@pytest.mark.more
def test_a_finished_tournament_is_reopened_before_it_is_put_right() -> None:
    event = Event(**REPORTED, stages=[{"options": {"rounds": 1}}]).enter_names(4).start()
    event.play_round()
    event.do(lifecycle.finish)
    table = event.state.rounds[0].tables[0]
    correction: dict[str, Any] = {"table_id": table.id, "places": [4, 3, 2, 1], "scores": None}
    with refused("result_locked"):
        event.do(results.override, **correction)

    event.do(lifecycle.reopen)
    event.do(results.override, **correction)
    event.do(lifecycle.finish)

    assert list(event.state.final_ranking or ()) == list(reversed(table.seats))


def test_a_void_table_counts_as_a_bye_and_its_players_have_not_met() -> None:
    event = Event(**REPORTED).enter_names(4).start()
    event.play_round()
    table = event.state.rounds[0].tables[0]

    event.do(results.void, table_id=table.id, reason="wrong cards")

    state = event.state
    assert stage_records.record_of(state).meetings == {}
    assert {line.points for line in stage_queries.lines_of(state)} == {80}
    with refused("result_locked"):
        event.do(results.void, table_id=table.id)
    with refused("round_already_live"):
        event.do(rounds.publish, number=1)


@pytest.mark.more
def test_a_correction_tells_and_then_changes_the_ratings_of_the_ladder() -> None:
    ladder = ladders.opened(game="stick-em", players={"min": 3, "max": 6})
    event = Event(
        stages=[{"options": {"rounds": 1}}], options={"rounds": 1}, bots="only", ladder=ladder.slug
    )
    event.enter_bots(1).enter_bots(1, "greedy").enter_bots(1, "search-1").start()
    event.pair()
    run_all()
    table = event.round.tables[0]
    before = places_rated(ladder)
    assert before == {table.match: list(table.places or ())}
    turned = [1, 2, 3] if table.places != (1, 2, 3) else [3, 2, 1]
    correction: dict[str, Any] = {"table_id": table.id, "places": turned, "scores": None}

    told = event.do(results.override, **correction, dry_run=True).consequences

    assert told is not None
    assert [line["ladder"] for line in told["ratings"]] == [ladder.slug]
    assert places_rated(ladder) == before
    event.do(results.override, **correction)
    assert places_rated(ladder) == {table.match: turned}
    assert verification.check("ladder", ladder.id) == []


def places_rated(ladder: Ladder) -> dict[UUID | None, list[int]]:
    changes = RatingChange.objects.filter(ladder=ladder).order_by("match", "seat")
    found: dict[UUID | None, list[int]] = {}
    for match, place in changes.values_list("match", "place"):
        found.setdefault(match, []).append(place)
    return found
