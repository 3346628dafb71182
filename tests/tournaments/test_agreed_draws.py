"""Draws by agreement: all at a table before they play, or the staff; never a way out of a loss."""

from random import Random
from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import Account
from matches.actors import Player
from matches.models import Match
from tests.matches import tables
from tests.tournaments.events import REPORTED, Event, assert_verified, refused, run_all, somebody
from tests.tournaments.test_rulings import counted, played
from tournaments import exports, selectors, stage_queries, stage_records
from tournaments.points import registry as points
from tournaments.record import UNITS, Record, Round, Table
from tournaments.services import agreed_draws, lifecycle, presence, results
from tournaments.services.entry import Newcomer
from tournaments.standings import standings
from tournaments.state import Role, TableState
from tournaments.unit_of_work import Principal
from web.tournaments.console.logs import lines as log_lines

DUELS = {"game": "second-story", "table": {"min": 2, "target": 2, "max": 2}}
SWISS = {"stages": [{"format": "swiss", "options": {"rounds": 3}}]}
FOURS = {"game": "stick-em", "table": {"min": 4, "target": 4, "max": 4}}


def at_table(count: int = 2, **plan: Any) -> tuple[Event, list[Principal]]:
    """Return an event of so many players, and those of the first table by seat."""
    event = Event(**{**REPORTED, **DUELS, **SWISS, "agreed_draws": True, **plan})
    people = [somebody(f"p{number}") for number in range(count)]
    event.enter(*(Newcomer(who.name, who.account) for who in people))
    event.start()
    event.pair()
    return event, [people[number - 1] for number in table(event).seats]


def table(event: Event) -> TableState:
    return event.round.tables[0]


def agree(event: Event, who: Principal | None = None, **about: Any) -> None:
    event.do(agreed_draws.agree, who=who, table_id=table(event).id, **about)


@pytest.mark.django_db
def test_a_draw_counts_once_everybody_at_the_table_agrees() -> None:
    event, people = at_table(4, **FOURS, points="hig")
    for who in people[:3]:
        agree(event, who)
    shown = selectors.round_page(event.state, 1, None).tables[0]
    assert (shown.placings, shown.draw_agreed_by) == (None, list(table(event).seats[:3]))

    agree(event, people[3])

    shown = selectors.round_page(event.state, 1, None).tables[0]
    assert (shown.placings, shown.ended, shown.draw_agreed_by) == ([1, 1, 1, 1], "agreed", [])
    lines = stage_queries.lines_of(event.state)
    assert {line.points for line in lines} == {(5 + 3 + 2 + 1) * UNITS // 4}
    assert any("A draw was agreed" in line.words for line in log_lines(event.state))
    assert_verified(event)


@pytest.mark.django_db
def test_it_is_a_round_played_that_nobody_has_won_and_a_d_in_a_report() -> None:
    event, people = at_table(points="wins")
    for who in people:
        agree(event, who)
    first, second = table(event).seats

    record = stage_records.record_of(event.state)

    assert (record.times_met(first, second), record.times_led(first)) == (1, 1)
    assert record.points == {1: UNITS // 2, 2: UNITS // 2}
    rows = [each for each in exports.trf_report(event.state).splitlines() if each[:3] == "001"]
    assert sorted(each[-3:] for each in rows) == ["b D", "w D"]
    page = selectors.round_page(event.state, 1, None)
    printed = exports.pairings(page, "Cup", "csv").decode().splitlines()
    assert printed[0].endswith("ended")
    assert printed[1].endswith("agreed")


@given(st.permutations([1, 2, 3, 4]))
def test_tie_breaks_count_it_as_a_drawn_game(order: list[int]) -> None:
    one, two, three, four = order
    scheme = points.find("wins")

    def duel(first: int, second: int, places: tuple[int, int], *, agreed: bool) -> Table:
        earned = tuple(scheme.points(places, None))
        return Table((first, second), places, points=earned, agreed=agreed)

    def lines(*, agreed: bool) -> list[Any]:
        rounds = [
            Round(
                1, (duel(one, two, (1, 2), agreed=False), duel(three, four, (1, 2), agreed=False))
            ),
            Round(
                2, (duel(one, three, (1, 1), agreed=agreed), duel(two, four, (1, 2), agreed=False))
            ),
        ]
        breaks = ["wins", "direct_encounter", "buchholz", "sonneborn_berger"]
        return standings(Record(order, rounds), breaks)

    assert lines(agreed=True) == lines(agreed=False)


@pytest.mark.django_db
def test_anybody_at_the_table_ends_what_has_been_agreed_so_far() -> None:
    event, (ann, bob) = at_table()
    agree(event, ann)

    agree(event, bob, withdrawn=True)

    assert table(event).agreed == ()
    agree(event, bob)
    assert not table(event).done
    agree(event, ann)
    assert table(event).ended == "agreed"


@pytest.mark.django_db
def test_no_report_and_no_result_can_be_undone_by_a_draw() -> None:
    event, (ann, bob) = at_table()
    agree(event, bob)
    event.report(0, [1, 2], who=ann)
    with refused("result_locked"):
        agree(event, ann)

    event.report(0, [1, 2], who=bob)

    for who in (ann, bob, None):
        with refused("result_locked"):
            agree(event, who)
    assert (table(event).places, table(event).ended) == ((1, 2), "")


@pytest.mark.django_db
def test_after_a_first_move_only_the_staff_records_one_which_ends_the_match() -> None:
    event, people = at_table(play="matches")
    run_all()
    agree(event, people[0])
    players = [Player(who.account, who.name) for who in people if who.account is not None]
    match = table(event).match
    assert match is not None
    tables.next_move(match, players, Random(1))
    with refused("result_locked"):
        agree(event, people[1])

    agree(event)
    run_all()

    assert (table(event).places, table(event).ended) == ((1, 1), "agreed")
    row = Match.objects.get(id=match)
    assert row.status == "void"
    assert (row.result or {})["reason"] == "the players have agreed to a draw"
    assert_verified(event)


@pytest.mark.django_db
def test_a_match_that_waits_is_called_off_and_its_players_are_free() -> None:
    event, people = at_table(play="matches")
    run_all()

    for who in people:
        agree(event, who)
    run_all()

    match = table(event).match
    assert match is not None
    assert Match.objects.get(id=match).status == "void"


@pytest.mark.usefixtures("committed_db")
def test_one_that_the_staff_records_before_the_rating_rates_nobody() -> None:
    it = played(agreed_draws=True, **SWISS)

    it.event.do(agreed_draws.agree, table_id=it.table)
    run_all()

    assert counted(it) == ("not_rated", "agreed", [])
    assert_verified(it.event)


@pytest.mark.django_db
def test_staff_who_sit_there_agree_for_themselves_alone() -> None:
    event, (ann, bob) = at_table()
    assert ann.account is not None
    event.do(lifecycle.give_role, account=ann.account, role=Role.JUDGE)

    agree(event, ann)

    assert table(event).agreed == (table(event).seats[0],)
    agree(event, bob)
    assert table(event).done


@pytest.mark.django_db
def test_whoever_comes_in_the_place_of_another_has_agreed_to_nothing() -> None:
    event, (ann, bob) = at_table()
    agree(event, ann)
    event.do(presence.substitute, entrant=table(event).seats[0], by=Newcomer("Zoe"))

    agree(event, bob)

    assert table(event).agreed == (table(event).seats[1],)
    assert not table(event).done


@pytest.mark.django_db
def test_nobody_else_agrees_and_nobody_too_often() -> None:
    event, (ann, bob) = at_table()
    with refused("permission_denied"):
        agree(event, somebody("zoe"))
    for _ in range(agreed_draws.AGREEMENTS_MAX):
        agree(event, ann)
        agree(event, bob, withdrawn=True)
    with refused("result_locked"):
        agree(event, ann)


@pytest.mark.more
@pytest.mark.django_db
def test_there_is_none_unless_the_plan_says_so_or_where_it_would_decide_who_is_out() -> None:
    knockout = [{"format": "knockout", "options": {}}]
    arena = [{"format": "arena", "options": {}}]
    for plan in ({"agreed_draws": False}, {"stages": knockout}, {"stages": arena}):
        event, (ann, _) = at_table(**plan) if plan.get("stages") is not arena else at_arena()
        for who in (ann, None):
            with refused("result_locked"):
                agree(event, who)
    with refused("invalid_options"):
        Event(**REPORTED, **DUELS, agreed_draws=True, points="game_score")


def at_arena() -> tuple[Event, list[Principal]]:
    event = Event(
        **REPORTED, **DUELS, agreed_draws=True, stages=[{"format": "arena", "options": {}}]
    )
    people = [somebody(name) for name in ("ann", "bob")]
    event.enter(*(Newcomer(who.name, who.account) for who in people))
    event.start()
    run_all()
    return event, [people[number - 1] for number in table(event).seats]


@pytest.mark.django_db
def test_a_correction_makes_it_a_result_like_any_other() -> None:
    event, people = at_table()
    for who in people:
        agree(event, who)

    event.do(results.override, table_id=table(event).id, places=[1, 2], scores=None)

    assert (table(event).places, table(event).ended) == ((1, 2), "")


@pytest.mark.more
@pytest.mark.django_db
def test_players_press_it_on_the_page_of_their_table() -> None:
    event, people = at_table()
    address = f"/tournaments/{event.slug}/tables/{table(event).id}"
    for number, who in enumerate(people):
        client = Client()
        client.force_login(Account.objects.get(username=who.name))
        page = client.get(address).content.decode()
        assert "Agree to a draw" in page
        assert ("No draw: we play" in page) is (number == 1)

        client.post(f"{address}/draw", {"draw": "agree"})

    assert "A draw by agreement" in Client().get(address).content.decode()
