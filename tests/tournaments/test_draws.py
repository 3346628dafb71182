"""Draws from a chain: the next value is fixed before anybody enters, and every redraw counts."""

import json
from typing import Any

import pytest
from msgspec import UnsetType

from eventstore import streams
from games import fair_draws
from matches.events import KIND as MATCH
from tests.tournaments.events import (
    REPORTED,
    Event,
    assert_verified,
    refused,
    run_all,
    somebody,
)
from tournaments import drawing, logs, selectors
from tournaments.command_handler import Fork
from tournaments.drawing import Occasion
from tournaments.formats.pods import Pods
from tournaments.logs import Checked
from tournaments.models import Well
from tournaments.services import lifecycle, presence, results, rounds, teams
from tournaments.services.entry import Newcomer

pytestmark = pytest.mark.django_db

DUELS = {"game": "pickpocket", "table": {"min": 2, "target": 2, "max": 2}}
THREES = {"table": {"min": 3, "target": 3, "max": 3}}
PODS = [{"options": {"rounds": 2}}]
FACTS = (
    *("active", "apart", "byes", "decided", "format", "kind", "options", "out", "penalties"),
    *("pinned", "results", "round", "seeds", "sizes", "stage", "teams"),
)


def cup(count: int = 12, **settings: Any) -> Event:
    return Event(**REPORTED, **THREES, stages=PODS, **settings).enter_names(count).start()


def people(event: Event, count: int) -> Event:
    """Enter people with accounts, who do not play yet."""
    who = [somebody() for _ in range(count)]
    event.enter(*(Newcomer(each.name, each.account) for each in who))
    return event


def tables(event: Event) -> list[tuple[int, ...]]:
    return [table.seats for table in event.round.tables]


def redraw(event: Event, reason: str = "wrong clock set") -> None:
    event.do(rounds.unpair, number=event.round.number, reason=reason)
    event.pair(publish=False)


def checked(event: Event) -> Checked:
    """Check the log of a tournament as whoever has downloaded it does."""
    return logs.check(*logs.parse(selectors.log(event.state)))


def test_facts_have_the_keys_that_the_scheme_names() -> None:
    event = cup()
    said = drawing.facts(event.state, Occasion("pairing", 1))

    assert tuple(said) == FACTS
    assert said["sizes"] == [3, 3, 3]
    assert said["results"] == []


def test_each_draw_shows_the_next_link_and_its_value_makes_the_tables() -> None:
    event = cup()
    event.play_round()
    event.play_round()
    event.do(lifecycle.finish)
    draws = selectors.draws(event.state, None)

    assert [(each.draw, each.kind, each.round) for each in draws.draws] == [
        (1, "lots", None),
        (2, "pairing", 1),
        (3, "pairing", 2),
    ]
    assert draws.chain is not None
    link = draws.chain.anchor
    for each in draws.draws:
        assert fair_draws.link(bytes.fromhex(each.link)).hex() == link
        link = each.link
    assert [each.pairing.seed for each in event.state.rounds] == [
        each.value for each in draws.draws[1:]
    ]
    assert_verified(event)


def test_a_downloaded_tournament_is_paired_again_round_by_round() -> None:
    event = cup()
    event.play_round()
    event.play_round()

    found = checked(event)

    assert found.findings == []
    assert found.audit.tally.again == ("round 1", "round 2")
    assert found.audit.tally.draws == 3


def test_a_draft_is_not_in_the_log_and_nobody_else_sees_its_draw() -> None:
    event = cup()
    event.pair(publish=False)
    text = "".join(selectors.log(event.state))

    assert event.round.pairing.seed not in text
    assert [each.draw for each in selectors.draws(event.state, None).draws] == [1]
    shown = selectors.audit(event.state, None)
    assert [each["data"] for each in shown if each["type"] == "draw_shown"][1] is None
    assert len(selectors.draws(event.state, event.organiser.account).draws) == 2


def test_a_draft_that_was_thrown_away_is_not_shown_before_its_round_is_published() -> None:
    event = cup()
    event.play_round()
    event.pair(publish=False)
    seed, draw = event.round.pairing.seed, event.round.draw
    event.do(rounds.unpair, number=2, reason="wrong clock set")

    assert seed not in "".join(selectors.log(event.state))
    assert draw not in [each.draw for each in selectors.draws(event.state, None).draws]
    event.pair()
    assert seed in "".join(selectors.log(event.state))
    event.do(rounds.unpublish, number=2)
    event.do(rounds.unpair, number=2, reason="the hall is closed")
    event.do(lifecycle.cancel, reason="the hall is closed")
    assert seed in "".join(selectors.log(event.state))
    assert checked(event).findings == []


def test_facts_name_teams_and_who_was_absent_and_what_a_void_table_brings() -> None:
    event = Event(**REPORTED, **THREES, stages=PODS).enter_names(9)
    event.do(teams.assign, teams=[("A", [2, 1, 3]), ("B", [4, 5, 6])])
    event.start().pair()
    event.do(results.void, table_id=event.round.tables[0].id, points="none")
    event.do(results.void, table_id=event.round.tables[1].id)

    said = drawing.facts(event.state, Occasion("pairing", 2))

    assert said["teams"]["members"] == [[2, 1, 3], [4, 5, 6]]
    assert [row[5:] for row in said["results"]] == [["none", []], ["bye", []], ["", []]]


def test_a_trial_shows_a_draw_that_counts_again_but_not_after_other_commands() -> None:
    event = cup()
    event.pair(publish=False)
    redraw(event)
    event.do(rounds.unpair, number=1, reason="wrong clock set")
    value = event.state.draws.shown[-1].value

    alone = event.do(rounds.pair, dry_run=True)
    assert alone.consequences is not None
    assert not alone.consequences["still_drawn"]
    assert alone.state.rounds[-1].pairing.seed == value
    fork = Fork(event.slug, event.organiser)
    event.do(rounds.keep_apart, first=1, second=2, fork=fork)
    tried = event.do(rounds.pair, fork=fork)
    assert tried.state.rounds[-1].pairing.seed != value
    told = fork.outcome(event.organiser).consequences
    assert told is not None
    assert told["still_drawn"]


def test_a_log_is_checked_by_a_program_with_another_version_of_a_format(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = cup()
    event.play_round()
    text = list(selectors.log(event.state))
    monkeypatch.setattr(Pods, "version", Pods.version + 1)

    found = logs.check(*logs.parse(text))

    assert found.findings == []
    assert len(found.audit.tally.skipped) == 1


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


def opened(event: Event, place: int) -> dict[str, Any]:
    """Return how the match of a table was opened."""
    match = event.round.tables[place].match
    assert match is not None
    found: dict[str, Any] = json.loads(streams.load(MATCH, match, until=1)[0].body)
    return found


def test_the_deal_of_a_table_comes_from_the_well_and_hangs_on_the_rounds_draw() -> None:
    event = Event(**THREES, bots="only", stages=[{"options": {"rounds": 1}}]).enter_bots(6).start()
    event.pair()
    run_all()
    stream, secret = str(event.state.id), bytes(Well.objects.get().secret)
    slot = f"{event.round.draw}/2/0"

    seen = opened(event, 1)

    assert seen["deal"] == f"{stream}/{slot}"
    assert seen["bind"] == event.round.pairing.seed
    own = fair_draws.slot_secret(secret, stream, slot)
    assert seen["commitment"] == fair_draws.commitment(own, seen["deal"]).hex()
    assert checked(event).findings == []


def test_a_table_that_is_played_again_is_dealt_from_another_slot() -> None:
    event = Event(**THREES, stages=[{"options": {"rounds": 1}}])
    people(event, 3).start()
    event.pair()
    run_all()
    first = opened(event, 0)["deal"]
    version = event.state.version
    event.do(results.replay, table_id=event.round.tables[0].id, reason="cards were seen")
    run_all()
    second = opened(event, 0)["deal"]
    event.do(lifecycle.roll_back, to_version=version)
    event.do(results.replay, table_id=event.round.tables[0].id, reason="again")
    run_all()
    third = opened(event, 0)["deal"]

    assert len({first, second, third}) == 3
    assert {each.rpartition("/")[0] for each in (first, second, third)} == {first[:-2]}
    assert checked(event).findings == []


def test_deals_of_a_draft_that_was_changed_by_hand_hang_on_a_draw_made_since() -> None:
    event = Event(**THREES, stages=[{"options": {"rounds": 1}}])
    people(event, 6).start()
    event.pair(publish=False)
    one, other = tables(event)
    event.do(rounds.swap, number=1, first=one[0], second=other[0])
    event.do(rounds.publish, number=1)
    run_all()

    last = event.state.draws.shown[-1]
    assert (last.kind, last.round) == ("deal", 1)
    assert opened(event, 0)["bind"] == last.value
    assert checked(event).findings == []


def test_a_draft_that_was_mended_down_to_no_table_needs_no_draw_for_its_deals() -> None:
    event = Event(**THREES, stages=PODS)
    people(event, 3).start()
    event.pair(publish=False)
    event.do(presence.leave, entrant=3)
    event.do(rounds.repair, number=1, scope="touched")
    event.do(rounds.publish, number=1)

    assert event.round.tables == []
    assert checked(event).findings == []


def test_a_swap_in_a_published_round_has_its_tables_dealt_anew() -> None:
    event = Event(**THREES, stages=[{"options": {"rounds": 1}}])
    people(event, 9).start()
    event.pair()
    run_all()
    before = [opened(event, place)["deal"] for place in range(3)]
    one, other, _ = tables(event)
    event.do(rounds.swap, number=1, first=one[0], second=other[0], reason="a mistake")
    run_all()

    after = [opened(event, place)["deal"] for place in range(3)]
    drawn = event.state.draws.shown[-1].draw
    assert [each.split("/")[1] for each in after[:2]] == [str(drawn)] * 2
    assert after[2] == before[2]
    assert checked(event).findings == []


@pytest.mark.parametrize(
    ("stages", "settings"),
    [
        ([{"format": "swiss", "options": {"rounds": 2}}], THREES),
        ([{"format": "lives", "options": {"lives": 1, "final": 3}}], THREES),
        ([{"format": "knockout", "options": {"advance": 1}}], THREES),
        ([{"format": "groups", "options": {"size": 3}}], DUELS),
    ],
)
def test_every_kind_of_format_is_paired_again(
    stages: list[dict[str, Any]], settings: dict[str, Any]
) -> None:
    event = Event(**REPORTED, **settings, stages=stages).enter_names(9).start()
    event.play_round()
    event.play_round()

    found = checked(event)

    assert found.findings == []
    assert found.audit.tally.again == ("round 1", "round 2")


def test_an_arena_draws_table_by_table() -> None:
    event = Event(
        bots="only",
        pace="auto",
        stages=[{"format": "arena", "options": {"minutes": 20, "patience": 40}}],
        **THREES,
    )
    event.enter_bots(6).start()
    run_all()

    kinds = [each.kind for each in event.state.draws.shown]
    assert kinds == ["lots", *["pairing"] * len(event.state.rounds)]
    assert len(event.state.rounds) > 0
    assert checked(event).findings == []
    assert_verified(event)
