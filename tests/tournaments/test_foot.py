"""The foot of the standings: who left before the end, the disqualified, and void results."""

import pytest

from tests.tournaments.events import Event
from tests.tournaments.test_changes import cup
from tournaments import exports, selectors, stage_queries
from tournaments.services import penalties, presence, results

pytestmark = pytest.mark.django_db


def places_won_by(event: Event, table: int, winner: int) -> None:
    """Report a table that somebody has won, the others in the order of the seats."""
    seats = event.round.tables[table].seats
    order = sorted(seats, key=lambda each: (each != winner, seats.index(each)))
    event.report(table, [order.index(each) + 1 for each in seats])


def test_void_results_follow_later_corrections() -> None:
    event = cup(8)
    event.play_round()
    first = event.state.rounds[0].tables[0]
    leader, rival = first.seats[0], first.seats[1]
    event.pair()
    at = next(n for n, table in enumerate(event.round.tables) if leader in table.seats)
    seats = event.round.tables[at].seats
    places_won_by(event, at, leader)
    event.do(penalties.disqualify, entrant=leader, results="void")
    size = len(first.seats)

    def line() -> tuple[int, int]:
        found = next(each for each in stage_queries.lines_of(event.state) if each.entrant == leader)
        return found.points, found.rank

    assert line() == (0, 8)
    places = [size if each == leader else first.seats.index(each) for each in first.seats]
    event.do(results.override, table_id=first.id, places=places, scores=None)
    assert line() == (0, 8), "less was won, and no more is taken away"
    table = event.round.tables[at]
    event.do(
        results.override, table_id=table.id, places=list(range(1, len(seats) + 1)), scores=None
    )
    own = event.round.tables[at].places or ()
    assert own[seats.index(leader)] == len(seats), "no correction puts them first again"
    assert rival in event.ranking()[:7]


def test_who_leaves_with_rounds_to_play_ranks_below_all_who_finished() -> None:
    event = cup(8)
    event.play_round()
    leader, second = event.ranking()[:2]

    event.do(presence.leave, entrant=leader, reason="the last train")
    event.do(penalties.disqualify, entrant=second)

    assert event.ranking()[-2:] == [leader, second]
    last = exports.export(event.state, "csv").decode().splitlines()[-2:]
    assert [each.split(",")[-1] for each in last] == ["dropped", "disqualified"]
    told = {each.entrant: each for each in selectors.standings(event.state).results}
    assert (told[leader].presence, told[leader].left_why) == ("dropped", "the last train")
    event.do(presence.re_add, entrant=leader)
    assert event.ranking()[0] == leader


def test_a_no_show_is_marked_as_one_in_the_files() -> None:
    event = cup(8)
    event.play_round()

    event.do(presence.no_show, entrant=event.ranking()[0])

    assert exports.export(event.state, "csv").decode().splitlines()[-1].endswith(",no_show")
    assert "no_show" in exports.export(event.state, "txt").decode()


def test_who_leaves_after_the_last_table_has_finished() -> None:
    event = cup(8)
    planned = stage_queries.length_of(event.state, 0).rounds or 0
    for _ in range(planned - 1):
        event.play_round()
    event.pair()
    for at, table in enumerate(event.round.tables):
        event.report(at, list(range(1, len(table.seats) + 1)))
    before = event.ranking()

    event.do(presence.leave, entrant=before[0])

    assert event.ranking() == before
