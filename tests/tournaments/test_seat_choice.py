"""Seats at a final: the better seed chooses first, and whoever does not choose keeps the draw."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.events import REPORTED, Event, assert_verified, refused, run_all, somebody
from tests.tournaments.test_knockout import DUEL_CUP
from tournaments import selectors
from tournaments.models import Table
from tournaments.services import forfeits, lifecycle, presence, results, rounds, seat_choice, timing
from tournaments.services.entry import Newcomer
from tournaments.state import Role, SeatChoice, TableState

FOURS = {"table": {"min": 4, "target": 4, "max": 4}}
FINAL = {"stages": [{"format": "pods", "options": {"rounds": 1, "final": 4}}]}


def at_the_final(**settings: Any) -> Event:
    """Return an event with a published final of four, whose seats are being chosen."""
    event = Event(**{**REPORTED, **FOURS, **FINAL, "choose_seats": 60, **settings})
    event.enter_names(8).start()
    event.play_round()
    event.pair()
    return event


def final(event: Event) -> TableState:
    return event.round.tables[0]


def choose(event: Event, seat: int, **about: Any) -> None:
    event.do(seat_choice.choose, table_id=final(event).id, seat=seat, **about)


@pytest.mark.django_db
def test_the_better_seed_chooses_first_and_the_last_takes_what_is_left() -> None:
    event = at_the_final()
    best = event.ranking()
    choosing = final(event).choosing
    assert choosing is not None
    assert list(choosing.order) == [each for each in best if each in final(event).seats]
    first, second, third, last = choosing.order

    choose(event, 3)
    choose(event, 1)
    choose(event, 2)

    assert final(event).seats == (second, third, first, last)
    assert final(event).choosing is None
    assert_verified(event)
    told = [each for each in selectors.audit(event.state, None) if each["type"] == "seat_chosen"]
    assert [each["data"]["by_default"] for each in told] == [False, False, False, True]


@pytest.mark.django_db
def test_who_does_not_choose_in_time_keeps_the_drawn_seat_or_takes_the_first_free_one() -> None:
    event = at_the_final()
    drawn = final(event).seats
    choosing = final(event).choosing
    assert choosing is not None
    first, second, *_ = choosing.order
    taken = drawn.index(second)
    choose(event, taken + 1)

    moment = event.state.at
    assert moment is not None
    timing.tick(event.state.id, moment + timedelta(seconds=59))
    assert final(event).choosing is not None
    for late in (61, 122, 183):
        timing.tick(event.state.id, moment + timedelta(seconds=late))

    seats = final(event).seats
    assert final(event).choosing is None
    assert seats[taken] == first
    assert seats.index(second) == next(seat for seat in range(4) if seat != taken)
    assert_verified(event)


@given(data=st.data(), size=st.integers(2, 6))
def test_every_order_of_choices_and_defaults_seats_everybody_once(
    data: st.DataObject, size: int
) -> None:
    drawn = data.draw(st.permutations(range(1, size + 1)))
    order = data.draw(st.permutations(range(1, size + 1)))
    now = datetime(2026, 1, 1, tzinfo=UTC)
    choice = SeatChoice(order, 60, now)

    while choice.seats is None:
        is_default = data.draw(st.booleans())
        seat = choice.default(drawn) if is_default else data.draw(st.sampled_from(choice.free))
        choice.choose(choice.next, seat, now)

    assert sorted(choice.seats) == sorted(drawn)
    nobody_chose = SeatChoice(order, 60, now)
    while nobody_chose.seats is None:
        nobody_chose.choose(nobody_chose.next, nobody_chose.default(drawn), now)
    assert nobody_chose.seats == tuple(drawn)


@pytest.mark.django_db
def test_a_player_chooses_for_nobody_else_and_not_before_the_turn() -> None:
    event = Event(**DUEL_CUP, choose_seats=60, stages=[PLAIN_STAGE])
    ann, bob = somebody("ann"), somebody("bob")
    event.enter(Newcomer("Ann", ann.account), Newcomer("Bob", bob.account))
    event.do(lifecycle.seed, method="manual", order=[1, 2])
    event.start()
    event.pair()

    with refused("result_locked") as early:
        choose(event, 1, who=bob)
    assert early.value.params["next"] == 1
    with refused("own_interest"):
        choose(event, 2, who=bob, entrant=1)
    with refused("permission_denied"):
        choose(event, 1, who=somebody("zoe"))
    choose(event, 2, who=ann)

    assert final(event).seats == (2, 1)
    with refused("result_locked"):
        choose(event, 1, who=ann)


@pytest.mark.django_db
def test_the_staff_chooses_for_whoever_is_next() -> None:
    event = at_the_final()
    choosing = final(event).choosing
    assert choosing is not None
    judge = somebody("jo")
    event.do(lifecycle.give_role, account=judge.account, role=Role.JUDGE)
    with refused("result_locked"):
        choose(event, 1, who=judge, entrant=choosing.order[1])
    choose(event, 1, who=judge, entrant=choosing.order[0])

    after = final(event).choosing
    assert after is not None
    assert after.chosen == {choosing.order[0]: 0}
    with refused("result_locked") as taken:
        choose(event, 1, who=judge)
    assert taken.value.params["free"] == [2, 3, 4]


@pytest.mark.django_db
def test_no_result_is_reported_before_all_have_seats_but_the_staff_may_end_it() -> None:
    event = at_the_final()
    table = final(event)
    with refused("result_locked"):
        event.report(0, [1, 2, 3, 4])
    event.do(forfeits.forfeit, table_id=table.id, absent=list(table.seats[1:]))

    assert final(event).choosing is None
    assert final(event).places is not None
    with refused("result_locked"):
        choose(event, 1)
    assert_verified(event)


@pytest.mark.more
@pytest.mark.django_db
def test_bots_and_those_who_have_left_hold_nobody_up_and_the_match_opens_with_the_seats() -> None:
    stage = {"format": "pods", "options": {"rounds": 1, "final": 4}}
    event = Event(**FOURS, bots="only", choose_seats=60, stages=[stage], pace="auto")
    event.enter_bots(4).start()
    event.pair()
    run_all()

    assert event.state.status.value == "finished"
    row = Table.objects.get(tournament=event.state.id, round=2)
    assert row.match is not None
    assert_verified(event)


@pytest.mark.more
@pytest.mark.django_db
def test_the_match_of_a_final_waits_for_the_seats() -> None:
    event = Event(game="pickpocket", table=DUEL_CUP["table"], choose_seats=600, clock=CLOCK)
    ann, bob = somebody("ann"), somebody("bob")
    event.do(lifecycle.edit, asked={"stages": [{**PLAIN_STAGE}]})
    event.enter(Newcomer("Ann", ann.account), Newcomer("Bob", bob.account))
    event.do(lifecycle.seed, method="manual", order=[1, 2])
    event.start()
    event.pair()
    run_all()
    assert final(event).match is None

    event.do(rounds.unpublish, number=1)
    event.do(rounds.publish, number=1)
    choose(event, 2, who=ann)
    run_all()

    assert final(event).match is not None
    assert final(event).seats == (2, 1)
    assert_verified(event)


CLOCK = {"per_move": 60}
PLAIN_STAGE = {
    "format": "knockout",
    "options": {"advance": 1},
    "table": None,
    "take": None,
    "sources": None,
}


@pytest.mark.more
@pytest.mark.django_db
def test_without_the_setting_and_away_from_a_final_seats_are_drawn() -> None:
    event = at_the_final(choose_seats=None)
    assert final(event).choosing is None

    early = Event(**REPORTED, **FOURS, **FINAL, choose_seats=60).enter_names(8).start()
    assert all(table.choosing is None for table in early.pair().tables)


@pytest.mark.more
@pytest.mark.django_db
def test_a_rollback_takes_choices_back_and_a_dry_run_makes_none() -> None:
    event = at_the_final()
    before = event.state.version
    done = event.do(seat_choice.choose, table_id=final(event).id, seat=2, dry_run=True)
    tried = done.state.table(final(event).id)
    assert tried is not None
    assert tried[1].choosing is not None
    assert len(tried[1].choosing.chosen) == 1
    assert event.state.version == before

    choose(event, 2)
    event.do(lifecycle.roll_back, to_version=before)

    choosing = final(event).choosing
    assert choosing is not None
    assert choosing.chosen == {}
    assert_verified(event)


@pytest.mark.more
@pytest.mark.django_db
def test_the_page_of_the_table_shows_whose_choice_it_is() -> None:
    event = at_the_final()
    choosing = final(event).choosing
    assert choosing is not None
    page = Client().get(f"/tournaments/{event.slug}/tables/{final(event).id}").content.decode()

    assert f"{event.state.name(choosing.next)} chooses a seat." in page
    shown = selectors.round_page(event.state, 2, None).tables[0].choosing
    assert shown is not None
    assert (shown.entrant, shown.free) == (choosing.next, [1, 2, 3, 4])


@pytest.mark.django_db
def test_who_leaves_in_the_middle_gets_the_default_when_the_time_is_over() -> None:
    event = at_the_final()
    choosing = final(event).choosing
    assert choosing is not None
    event.do(presence.leave, entrant=choosing.order[1])
    choose(event, 1)

    after = final(event).choosing
    assert after is not None
    assert list(after.chosen) == list(choosing.order[:2])
    event.do(results.void, table_id=final(event).id)
    assert final(event).choosing is None
