"""The foot of the standings: who left before the end, the disqualified, and void results."""

import csv
from html import unescape

import pytest
from django.test import Client

from tests.tournaments.events import Event
from tests.tournaments.test_changes import cup
from tests.web.tournaments.consoles import Console
from tests.web.visitors import text
from tournaments import exports, selectors, stage_plan, stage_queries
from tournaments.services import penalties, presence, results

pytestmark = pytest.mark.django_db


def test_why_somebody_left_is_read_on_every_page_and_in_every_file() -> None:
    console = Console(8)
    event = console.event
    event.start()
    console.play_round(1)
    event.do(presence.no_show, entrant=1, reason="slept late")
    event.do(penalties.disqualify, entrant=2, results="stand", reason="hid a card")
    at = f"/tournaments/{event.slug}"

    for page in ("/standings", "/entrants", "/print", "/wall"):
        found = unescape(text(Client().get(f"{at}{page}")))
        for words in ("slept late", "hid a card", "did not come", "disqualified"):
            assert words in found, (page, words)
    for form in ("csv", "txt", "json"):
        file = exports.export(event.state, form).decode()
        assert "slept late" in file, form
        assert "hid a card" in file, form
    assert "slept late" in console.look("/standings")


def rows(event: Event) -> list[dict[str, str]]:
    """Return the standings as their CSV has them, the foot last."""
    return list(csv.DictReader(exports.export(event.state, "csv").decode().splitlines()))


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
    assert [(each["presence"], each["left_why"]) for each in rows(event)[-2:]] == [
        ("dropped", "the last train"),
        ("disqualified", ""),
    ]
    told = {each.entrant: each for each in selectors.standings(event.state).results}
    assert (told[leader].presence, told[leader].left_why) == ("dropped", "the last train")
    event.do(presence.re_add, entrant=leader)
    assert event.ranking()[0] == leader


def test_a_no_show_is_marked_as_one_in_the_files() -> None:
    event = cup(8)
    event.play_round()

    event.do(presence.no_show, entrant=event.ranking()[0])

    assert rows(event)[-1]["presence"] == "no_show"
    assert "no_show" in exports.export(event.state, "txt").decode()


def test_who_leaves_after_the_last_table_has_finished() -> None:
    event = cup(8)
    planned = stage_plan.length_of(event.state, 0).rounds or 0
    for _ in range(planned - 1):
        event.play_round()
    event.pair()
    for at, table in enumerate(event.round.tables):
        event.report(at, list(range(1, len(table.seats) + 1)))
    before = event.ranking()

    event.do(presence.leave, entrant=before[0])

    assert event.ranking() == before
