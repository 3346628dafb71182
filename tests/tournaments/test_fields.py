"""Who is in a tournament: entered, absent, late, gone and back, in place of somebody."""

import pytest

from tests.tournaments.events import REPORTED, Event, assert_verified, refused
from tournaments import stage_queries
from tournaments.services import entry_files, penalties, presence, rounds
from tournaments.services.entry import Newcomer
from tournaments.state import EntrantState, EntrantStatus, Status

pytestmark = pytest.mark.django_db


def waiting(event: Event) -> list[EntrantState]:
    return [
        each for each in event.state.entrants.values() if each.presence is EntrantStatus.WAITING
    ]


def test_entry_has_a_waiting_list_that_moves_up_when_somebody_withdraws() -> None:
    event = Event(**REPORTED, capacity=4).enter_names(5)
    assert [each.number for each in waiting(event)] == [5]

    event.do(presence.leave, entrant=2)

    assert waiting(event) == []
    assert event.state.present == [1, 3, 4, 5]
    assert_verified(event)


@pytest.mark.parametrize("is_planned", [True, False])
def test_who_has_not_checked_in_is_absent_and_is_not_paired(is_planned: bool) -> None:
    event = Event(**REPORTED, checkin=is_planned).enter_names(5)
    event.step("open-checkin")
    for entrant in (1, 2, 3, 4):
        event.do(presence.check_in, entrant=entrant)
    event.start()

    round_ = event.pair()

    assert sorted(each for table in round_.tables for each in table.seats) == [1, 2, 3, 4]
    event.do(presence.re_add, entrant=5)
    assert event.state.entrants[5].presence is EntrantStatus.CHECKED_IN


def test_a_late_entry_a_drop_and_a_return_count_from_the_next_round_on() -> None:
    event = Event(**REPORTED).enter_names(8).start()
    event.play_round()

    event.enter(Newcomer("late"))
    event.do(presence.leave, entrant=3)
    second = event.pair()
    placed = {each for table in second.tables for each in table.seats}
    assert 9 in placed
    assert 3 not in placed
    for number, table in enumerate(second.tables):
        event.report(number, list(range(1, len(table.seats) + 1)))
    event.do(rounds.close, number=2)
    event.do(presence.re_add, entrant=3)

    third = {each for table in event.pair().tables for each in table.seats}
    assert third == set(range(1, 10))


def test_a_substitute_plays_on_with_the_points_and_a_disqualified_player_no_more() -> None:
    event = Event(**REPORTED).enter_names(4).start()
    event.play_round()
    points = {line.entrant: line.points for line in stage_queries.lines_of(event.state)}

    event.do(presence.substitute, entrant=1, by=Newcomer("new"))
    event.do(penalties.disqualify, entrant=4)

    assert event.state.name(1) == "new"
    assert {line.entrant: line.points for line in stage_queries.lines_of(event.state)} == points
    placed = {each for table in event.pair().tables for each in table.seats}
    assert placed == {1, 2, 3}


@pytest.mark.parametrize(
    ("count", "possible"), [(1, "have 3 entrants or more"), (2, "have 3 entrants or more")]
)
def test_a_field_too_small_is_refused_with_what_is_possible(count: int, possible: str) -> None:
    event = Event(**REPORTED).enter_names(count)

    with refused("pairing_infeasible") as refusal:
        event.start()

    assert refusal.value.params["possible"] == possible
    assert event.state.status is Status.DRAFT


def test_a_csv_enters_all_or_nobody_and_names_every_faulty_line() -> None:
    text = "name,rating\nann,1500\nann,12\n,1\nbob,x\n"
    with refused("invalid") as refusal:
        entry_files.from_csv(text, needs_accounts=False)
    assert [error.field for error in refusal.value.errors] == ["line 4", "line 5", "line 3"]

    found = entry_files.from_csv("name,bot,rating\nann,,1500\nB1,random,7\n", needs_accounts=False)

    assert found == [Newcomer("ann", None, None, 1500), Newcomer("B1", None, "random", 7)]
    with refused("invalid"):
        entry_files.from_csv("who\nann\n", needs_accounts=False)
    with refused("invalid"):
        entry_files.from_csv("name\nnobody-knows-me\n", needs_accounts=True)
