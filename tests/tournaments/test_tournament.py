"""A tournament from the plan to the podium, as the services run it."""

import pytest

from agenda import sql
from matches.models import Match
from matches.services import leaving
from tests.tournaments.events import REPORTED, Event, assert_verified, refused, run_all, somebody
from tournaments import stage_queries
from tournaments.aggregate import TABLE_PLAY
from tournaments.models import Table, Tournament
from tournaments.services import entry, lifecycle, presence, results, rounds
from tournaments.services.entry import Newcomer
from tournaments.state import Status

pytestmark = pytest.mark.django_db


ONE_ROUND = {"stages": [{"format": "pods", "options": {"rounds": 1}}], "options": {"rounds": 1}}


def match_at(event: Event, table: int = 0) -> Match:
    found = event.round.tables[table].match
    assert found is not None
    return Match.objects.get(id=found)


def test_a_tournament_over_the_board_is_entered_paired_reported_and_finished() -> None:
    event = Event(**REPORTED, stages=[{"options": {"rounds": 3, "final": 4}}]).enter_names(9)
    event.start()

    for _ in range(4):
        event.play_round()
    event.do(lifecycle.finish)

    state = event.state
    assert state.status is Status.FINISHED
    assert sorted(state.final_ranking or ()) == list(range(1, 10))
    assert (state.final_ranking or ())[0] == state.rounds[-1].tables[0].seats[0]
    assert_verified(event)


def test_publishing_opens_matches_whose_results_come_by_themselves_exactly_once() -> None:
    event = Event(**ONE_ROUND, bots="only").enter_bots(7).start()
    event.pair()

    run_all()

    round_ = event.round
    assert [table.source for table in round_.tables] == ["match", "match"]
    for number, table in enumerate(round_.tables):
        match = match_at(event, number)
        assert (match.status, match.table_id) == ("finished", table.id)
        assert list(table.places or ()) == (match.result or {})["placings"]
        seated = list(match.chairs.order_by("seat").values_list("seat", flat=True))
        assert seated == list(range(len(table.seats)))
    before = event.state.version
    results.match_ended(
        table_id=round_.tables[0].id, match=match_at(event).id, places=[1, 1, 1], scores=None
    )
    assert event.state.version == before
    assert_verified(event)


def test_a_table_that_stands_on_the_agenda_twice_is_played_once() -> None:
    event = Event(**ONE_ROUND, bots="only").enter_bots(3).start()
    event.pair()
    run_all()
    table = event.round.tables[0]
    version = event.state.version

    for again in (version, version + 1):
        sql.schedule(kind=TABLE_PLAY, subject=table.id, version=again)
        run_all()

    assert event.state.version == version
    assert Match.objects.filter(table_id=table.id).count() == 1


def test_players_with_accounts_get_the_seats_that_the_pairing_gave_them() -> None:
    event = Event(**ONE_ROUND)
    people = [somebody(name) for name in ("ann", "bob", "cleo")]
    event.step("open")
    for who in people:
        event.do(entry.register, who=who, newcomers=[Newcomer(who.name, who.account)])
    event.start()
    event.pair()

    run_all()

    table = event.round.tables[0]
    match = match_at(event)
    assert [seat_row.account_id for seat_row in match.chairs.order_by("seat")] == [
        event.state.entrants[each].account for each in table.seats
    ]
    assert match.status == "live"


def test_a_tournament_at_its_own_pace_goes_from_the_first_round_to_the_podium() -> None:
    stages = [
        {"format": "pods", "options": {"rounds": 2}},
        {"format": "player_count_rounds", "take": 3},
    ]
    event = Event(stages=stages, options={"rounds": 1}, bots="only", pace="auto").enter_bots(6)
    event.start()
    event.pair()

    run_all()

    state = event.state
    assert state.status is Status.FINISHED
    assert [round_.stage for round_ in state.rounds] == [0, 0, 1, 1, 1]
    assert set((state.final_ranking or ())[:3]) == set(state.stages[1].entrants)
    assert_verified(event)


def test_the_best_of_a_stage_go_on_to_the_next_in_the_order_of_its_ranking() -> None:
    stages = [{"options": {"rounds": 1}}, {"format": "player_count_rounds", "take": 4}]
    event = Event(**REPORTED, stages=stages).enter_names(8).start()

    event.play_round()

    state = event.state
    assert state.stages[0].ranking is not None
    assert state.stages[1].entrants == list(state.stages[0].ranking[:4])


def test_a_draft_is_swapped_repaired_around_pins_and_published() -> None:
    event = Event(**REPORTED).enter_names(12).start()
    draft = event.pair(publish=False)
    first, second = draft.tables[0].seats[0], draft.tables[1].seats[0]

    event.do(rounds.swap, number=1, first=first, second=second)
    assert event.round.tables[0].seats[0] == second

    pinned = event.round.tables[0]
    event.do(presence.leave, entrant=event.round.tables[2].seats[3])
    event.do(rounds.repair, number=1, pinned=[pinned.id])

    after = event.round
    assert [table.seats for table in after.tables if table.id == pinned.id] == [pinned.seats]
    assert sorted(each for table in after.tables for each in table.seats) == event.state.present
    event.do(rounds.publish, number=1)
    assert Table.objects.filter(tournament__slug=event.slug).count() == 3
    assert_verified(event)


@pytest.mark.more
def test_a_published_round_can_be_taken_back_while_nothing_has_been_played() -> None:
    event = Event(**ONE_ROUND, bots="allowed")
    people = [somebody(name) for name in ("ann", "bob", "cleo")]
    event.enter(*(Newcomer(who.name, who.account) for who in people))
    event.start()
    event.pair()
    run_all()
    match = match_at(event).id

    event.do(rounds.unpublish, number=1)
    run_all()

    assert Match.objects.get(id=match).status == "void"
    assert event.round.tables[0].match is None
    event.do(rounds.publish, number=1)
    run_all()
    assert event.round.tables[0].match not in {None, match}
    assert_verified(event)


@pytest.mark.more
def test_a_match_that_is_called_off_leaves_its_table_to_a_judge_who_may_have_it_replayed() -> None:
    event = Event(**ONE_ROUND)
    people = [somebody(name) for name in ("ann", "bob", "cleo")]
    event.enter(*(Newcomer(who.name, who.account) for who in people))
    event.start()
    event.pair()
    run_all()
    table = event.round.tables[0]

    leaving.void(match_id=match_at(event).id, actor="system", reason="fire", key="k" * 20)
    run_all()

    assert event.round.tables[0].stopped == {
        "cause": "match_void",
        "detail": "fire",
        "awaited": list(table.seats),
    }
    lines = stage_queries.lines_of(event.state)
    assert {line.points for line in lines} == {0}, "not as much as a bye"
    event.do(results.replay, table_id=table.id)
    run_all()
    assert event.round.undecided == []
    assert match_at(event).status == "live"


def test_one_player_reports_and_another_confirms() -> None:
    event = Event(**REPORTED)
    people = [somebody(name) for name in ("ann", "bob", "cleo")]
    event.enter(*(Newcomer(who.name, who.account) for who in people))
    event.start()
    event.pair()

    event.report(0, [1, 2, 3], who=people[0])
    event.report(0, [1, 2, 3], who=people[0])
    assert event.round.tables[0].places is None
    with refused("permission_denied"):
        event.report(0, [1, 2, 3], who=somebody("eve"))
    event.report(0, [1, 2, 3], who=people[1])

    assert event.round.tables[0].places == (1, 2, 3)


def test_who_is_late_with_an_expected_version_is_told_of_the_conflict() -> None:
    event = Event(**REPORTED).enter_names(4)
    version = event.state.version
    event.do(lifecycle.start, expected_version=version)

    with refused("version_conflict"):
        event.do(rounds.pair, expected_version=version)


def test_commands_in_the_wrong_state_change_nothing() -> None:
    event = Event(**REPORTED).enter_names(4)
    with refused("round_not_draft"):
        event.do(rounds.pair)
    event.start()
    event.pair(publish=False)
    version = event.state.version
    with refused("round_not_draft"):
        event.do(rounds.pair)
    with refused("not_found"):
        event.report(0, [1, 2, 3, 4])
    with refused("round_not_draft"):
        event.do(rounds.close, number=1)
    with refused("not_found"):
        event.do(rounds.swap, number=1, first=1, second=99)
    event.do(rounds.publish, number=1)
    with refused("round_already_live"):
        event.do(rounds.repair, number=1)
    with refused("round_already_live"):
        event.do(rounds.close, number=1)
    with refused("invalid"):
        event.report(0, [1, 1, 2, 4])

    assert event.state.version == version + 1


def test_a_paused_tournament_pairs_nothing_until_it_goes_on() -> None:
    event = Event(**REPORTED).enter_names(4).start()
    event.do(lifecycle.pause)
    with refused("round_not_draft"):
        event.do(rounds.pair)

    event.do(lifecycle.resume)
    event.pair()
    event.do(lifecycle.cancel)

    assert Tournament.objects.get(slug=event.slug).status == "cancelled"
    with refused("result_locked"):
        event.do(lifecycle.cancel)
