"""Deals of rounds whose time is up: who has left then, and who has only waited for others."""

from collections.abc import Callable

import pytest

from deals import scoring, shown
from deals.services.rounds import OPEN_FOR
from eventstore import verification
from games import rewards
from matches import selectors
from matches.command_handler import CommandResult
from matches.events import KIND as MATCH
from matches.services import pausing
from tests.deals import played
from tests.matches import tables
from tests.tournaments.cups import checked
from tests.tournaments.events import assert_verified, run_all
from tests.tournaments.sharing import People, assert_agreed
from tournaments import shared_deals, stage_records
from tournaments.record import UNITS

pytestmark = pytest.mark.django_db


@pytest.mark.more
def test_when_its_time_is_up_only_who_had_to_move_has_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cup = People()
    cup.pair()
    cup.play(0)
    cup.play(1, moves=3)
    late = selectors.match_page(cup.match(1), cup.at(1)[0].account).to_act
    with played.later(monkeypatch, OPEN_FOR + played.HOUR):
        played.run_close(cup.deal().id)
        played.let_bots_play(cup.match(1))
    run_all()
    state, (full, table) = cup.event.state, cup.event.round.tables
    known = shared_deals.constants(state, 3)
    units = stage_records.table_of(state, table).points
    seats = shown.deal(cup.deal().id, None).seat_results or []

    assert cup.deal().closed is not None
    assert all(table.done for table in cup.event.round.tables)
    assert len(late) == 1, "two others wait"
    assert table.gone == (table.seated[late[0]],)
    assert units is not None
    for seat in range(3):
        rows = {row.match: row for row in seats[seat].results}
        row, other = rows[str(table.match)], rows[str(full.match)]
        ours, theirs = (rewards.margin(each.scores or (), seat) for each in (table, full))
        assert row.points == units[seat] / UNITS
        if seat in late:
            assert (row.left_out, row.compared, row.points) == ("left", -known.cut, 0.0)
            alone = scoring.compare_one(theirs, [], known)
            assert shared_deals.compared(state, full)[seat] == alone
            continue
        compared = scoring.compare_one(ours, [theirs], known)
        assert row.left_out is None
        assert row.compared == pytest.approx(compared, abs=0.001)
        assert other.compared == pytest.approx(
            scoring.compare_one(theirs, [ours], known), abs=0.001
        )
    assert checked(cup.event).findings == []
    assert verification.check(MATCH, cup.match(1)) == []
    assert_verified(cup.event)


def order(cup: People, what: Callable[..., CommandResult]) -> None:
    """Have the staff stop the second table, or let it go on."""
    (boss,) = tables.people(1)
    what(
        match_id=cup.match(1),
        player=boss,
        key=tables.new_key(),
        fingerprint=b"",
        is_organiser=True,
        reason="a storm",
    )


def test_nobody_has_left_a_match_that_the_staff_had_paused_when_its_time_was_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cup = People()
    cup.pair()
    cup.play(0)
    cup.play(1, moves=3)
    order(cup, pausing.pause)
    with played.later(monkeypatch, OPEN_FOR + played.HOUR):
        played.run_close(cup.deal().id)
        order(cup, pausing.resume)
        played.let_bots_play(cup.match(1))
    run_all()

    assert cup.event.round.tables[1].gone == ()
    assert_agreed(cup.event)
