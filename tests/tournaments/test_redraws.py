"""Redraws from a chain: each counts, and what was changed by hand says what it costs."""

import pytest
from msgspec import UnsetType

from tests.tournaments.cups import PODS, THREES, checked, cup, redraw, tables
from tests.tournaments.events import (
    REPORTED,
    Event,
    assert_verified,
    refused,
)
from tournaments import selectors
from tournaments.services import lifecycle, presence, rounds

pytestmark = pytest.mark.django_db


def test_a_redraw_is_counted_with_its_reason_and_called_unforced_where_nothing_changed() -> None:
    event = cup()
    event.pair(publish=False)
    redraw(event)
    event.do(rounds.publish, number=1)

    last = selectors.draws(event.state, None).draws[-1]

    assert (last.drawn, last.unforced, last.why) == (2, True, "wrong clock set")
    found = checked(event).audit.tally
    assert found.redraws == ('round 1 was drawn 2 times, nothing had changed: "wrong clock set"',)
    assert found.unforced == 1


def test_once_no_redraw_is_left_the_last_draw_counts_again() -> None:
    event = cup()
    event.pair(publish=False)
    redraw(event)
    second = event.round.draw, tables(event)

    redraw(event)
    redraw(event)
    event.do(rounds.publish, number=1)

    assert (event.round.draw, tables(event)) == second
    assert any("counts again" in each for each in event.round.pairing.notes)
    assert checked(event).findings == []
    assert_verified(event)


def test_who_has_left_is_a_ground_for_another_draw() -> None:
    event = Event(**REPORTED, stages=PODS, redraws=0).enter_names(12).start()
    first = event.pair(publish=False).draw
    event.do(presence.leave, entrant=3)
    redraw(event, "p3 has left")

    last = event.state.draws.shown[-1]
    assert (last.drawn, last.unforced) == (2, False)
    assert event.round.draw != first


def test_what_the_staff_sets_as_it_likes_is_no_ground() -> None:
    event = cup()
    event.pair(publish=False)
    for first in range(1, 8):
        event.do(rounds.keep_apart, first=first, second=first + 1)
        redraw(event)

    assert [each.unforced for each in event.state.draws.shown] == [False, False, True]
    assert {event.round.draw, event.state.draws.count} == {3}


def test_what_is_asked_for_after_the_last_redraw_is_honoured_with_the_same_draw() -> None:
    event = cup()
    event.pair(publish=False)
    redraw(event)
    before = event.round
    first, second = before.tables[0].seats[:2]
    event.do(rounds.keep_apart, first=first, second=second, reason="brothers")
    redraw(event, "brothers")

    after = event.round
    assert after.draw == before.draw == event.state.draws.count
    assert not any({first, second} <= {*each} for each in tables(event))
    assert "other tables come of it" in after.pairing.notes[-1]
    assert not isinstance(after.pairing.cost, UnsetType)
    assert after.pairing.cost.drawn["kept_apart"] > 0
    assert after.pairing.cost.after.get("kept_apart", 0) == 0
    event.do(rounds.publish, number=1)
    (change,) = selectors.draws(event.state, None).changes
    assert (change.kind, change.round, change.more < 0) == ("again", 1, True)
    found = checked(event)
    assert found.findings == []
    assert found.audit.tally.changes[0].startswith("round 1: other tables of draw 3")
    assert_verified(event)


def test_a_draft_is_repaired_for_what_is_asked_for_after_the_last_redraw() -> None:
    event = cup()
    event.pair(publish=False)
    redraw(event)
    first, second = event.round.tables[0].seats[:2]
    event.do(rounds.keep_apart, first=first, second=second)
    with refused("pairing_infeasible"):
        event.do(rounds.repair, number=1, pinned=[event.round.tables[1].id])
    event.do(rounds.repair, number=1)
    event.do(rounds.publish, number=1)

    assert not any({first, second} <= {*each} for each in tables(event))
    assert event.state.draws.count == 3
    assert checked(event).findings == []


def test_a_draft_is_thrown_away_with_a_reason_alone() -> None:
    event = cup()
    event.pair(publish=False)

    with refused("invalid"):
        event.do(rounds.unpair, number=1)


def test_pinned_tables_make_no_redraw_forced() -> None:
    event = cup()
    event.pair(publish=False)
    event.do(rounds.repair, number=1, pinned=[event.round.tables[0].id])

    last = event.state.draws.shown[-1]
    assert (last.kind, last.drawn, last.unforced) == ("repair", 2, True)
    event.do(rounds.publish, number=1)
    assert checked(event).findings == []


def test_a_draft_is_repaired_no_more_often_than_it_may_be_redrawn() -> None:
    event = cup()
    event.pair(publish=False)
    event.do(rounds.repair, number=1)

    with refused("pairing_infeasible"):
        event.do(rounds.repair, number=1)


def test_a_rollback_gives_no_draw_back_and_no_redraw() -> None:
    event = cup()
    before = event.state.version
    first = event.pair(publish=False).draw
    event.do(lifecycle.roll_back, to_version=before, reason="a try")
    event.pair(publish=False)
    second = event.round.draw
    event.do(lifecycle.roll_back, to_version=before, reason="another")
    event.pair()

    assert first is not None
    assert second == first + 1
    assert event.round.draw == second
    assert checked(event).findings == []
    assert_verified(event)


def test_repeated_seeding_counts_as_well() -> None:
    event = Event(**REPORTED, **THREES, stages=PODS).enter_names(12)
    orders = []
    for _ in range(4):
        event.do(lifecycle.seed, method="random")
        orders.append([event.state.entrants[each].seed for each in range(1, 13)])

    assert [each.drawn for each in event.state.draws.shown] == [1, 2]
    assert orders[1] == orders[2] == orders[3]
    assert orders[0] != orders[1]
    event.do(lifecycle.seed, method="manual", order=list(range(12, 0, -1)))
    assert len(event.state.draws.shown) == 2
    assert checked(event).findings == []


def test_a_swap_says_what_it_costs_beside_what_was_drawn() -> None:
    event = cup(9)
    event.play_round()
    event.pair(publish=False)
    met = {pair for table in event.state.rounds[0].tables for pair in _pairs(table.seats)}
    first, second = next(
        (one, other)
        for here in event.round.tables
        for there in event.round.tables
        if here is not there
        for one in here.seats
        for other in there.seats
        if any((min(one, each), max(one, each)) in met for each in there.seats if each != other)
    )
    event.do(rounds.swap, number=2, first=first, second=second, reason="asked by both")
    event.do(rounds.publish, number=2)

    (change,) = selectors.draws(event.state, None).changes
    assert change.kind == "swap"
    assert change.after["repeats"] > change.drawn["repeats"]
    assert change.more == sum(change.after.values()) - sum(change.drawn.values())
    (said,) = checked(event).audit.tally.changes
    assert said.startswith(f"round 2: swap of {first} and {second}, cost ")
    assert said.endswith('"asked by both"')


def _pairs(seats: tuple[int, ...]) -> set[tuple[int, int]]:
    return {(one, other) for one in seats for other in seats if one < other}
