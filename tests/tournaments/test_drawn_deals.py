"""The deals of a tournament: each comes from the chain and hangs on the draw of its round."""

import pytest

from games import fair_draws
from tests.tournaments.cups import PODS, THREES, checked, opened, people, tables
from tests.tournaments.events import (
    Event,
    run_all,
)
from tournaments.models import Well
from tournaments.services import lifecycle, presence, results, rounds

pytestmark = pytest.mark.django_db


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
