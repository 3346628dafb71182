"""Redraws from a chain: each counts, and what was changed by hand says what it costs."""

from typing import Any

import pytest
from msgspec import UnsetType

from tests.tournaments.cups import DUELS, PODS, THREES, checked, cup, redraw, tables
from tests.tournaments.events import (
    REPORTED,
    Event,
    assert_verified,
    refused,
)
from tournaments import selectors
from tournaments.draw_changes import Changes
from tournaments.events import CostOfChange, SeatsSwapped
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


@pytest.mark.more
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


@pytest.mark.more
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


@pytest.mark.more
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


@pytest.mark.more
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


@pytest.mark.parametrize(
    "stage", [{"format": "knockout"}, {"format": "swiss", "options": {"pairing": "fide_dutch"}}]
)
def test_a_swap_off_the_bracket_costs_though_nobody_meets_again(stage: dict[str, Any]) -> None:
    event = Event(**{**REPORTED, **DUELS}, stages=[stage]).enter_names(8).start()
    event.pair(publish=False)
    (one, beside), (other, there) = (table.seats for table in event.round.tables[:2])

    event.do(rounds.swap, number=1, first=one, second=beside, reason="colours")
    event.do(rounds.swap, number=1, first=one, second=other, reason="asked by both")
    event.do(rounds.swap, number=1, first=beside, second=there, reason="the other two as well")
    event.do(rounds.publish, number=1)

    changes = selectors.draws(event.state, None).changes
    assert [each.after["off_bracket"] for each in changes] == [0, 2, 0]
    assert {each.drawn["off_bracket"] for each in changes} == {0}
    assert {(each.after["repeats"], each.after["kept_apart"]) for each in changes} == {(0, 0)}
    assert [each.more for each in changes] == [0, 2, 0]
    said = checked(event)
    assert said.findings == []
    assert "cost 2 instead of 0 (off_bracket +2)" in said.audit.tally.changes[1]


def test_a_cost_as_it_was_before_brackets_counted_is_still_right_and_told_in_full() -> None:
    event = Event(**{**REPORTED, **DUELS}, stages=[{"format": "knockout"}]).enter_names(8).start()
    event.pair(publish=False)
    state, round_ = event.state, event.round
    one, other = (table.seats[0] for table in round_.tables[:2])
    other_of = {one: other, other: one}
    after = [tuple(other_of.get(each, each) for each in table.seats) for table in round_.tables]
    old = CostOfChange(*({"kept_apart": 0, "repeats": units} for units in (0, 0)))
    wrong = CostOfChange(old.drawn, {**old.after, "repeats": 1})
    changes = Changes()

    def fault(cost: CostOfChange) -> str | None:
        swapped = SeatsSwapped(round=1, first=one, second=other, tables={}, cost=cost)
        return changes.changed(state, round_, "swap", swapped, after)

    assert fault(old) is None
    assert changes.words == ["round 1: swap, cost 2 instead of 0 (off_bracket +2)"]
    assert fault(wrong) == "round 1: a change by hand does not cost what it says"


def _pairs(seats: tuple[int, ...]) -> set[tuple[int, int]]:
    return {(one, other) for one in seats for other in seats if one < other}
