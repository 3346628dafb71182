"""Rounds that share a deal, of which a player leaves a table: what the seat brings, and to whom."""

import pytest

from deals import scoring, shown
from games import rewards
from tests.tournaments.cups import checked
from tests.tournaments.events import assert_verified
from tests.tournaments.sharing import People
from tournaments import shared_deals, stage_records

pytestmark = pytest.mark.django_db


def test_who_leaves_a_table_gains_nothing_by_what_the_bot_makes_of_the_cards() -> None:
    cup = People()
    cup.pair()
    cup.play_after_resigning(0, seat=1)
    cup.play(1)
    state, (table, other) = cup.event.state, cup.event.round.tables
    known = shared_deals.constants(state, 3)
    units = stage_records.table_of(state, table).points
    told = shown.deal(cup.deal().id, None)
    seats = told.seat_results or []

    assert table.scores is not None
    assert table.gone == (table.seated[1],)
    assert shared_deals.compared(state, table)[1] == -known.cut
    assert units is not None
    assert units[1] == 0
    # Nobody is compared with that seat, and with the two others as with any.
    alone = rewards.margin(other.scores or (), 1)
    assert shared_deals.compared(state, other)[1] == scoring.compare_one(alone, [], known)
    assert [seat.tables for seat in seats] == [2, 1, 2]
    rows = {(row.match, seat.seat): row for seat in seats for row in seat.results}
    theirs = rows[str(table.match), 1]
    assert (theirs.left_out, theirs.compared, theirs.points) == ("left", -known.cut, 0.0)
    for seat in range(3):
        row = rows[str(other.match), seat]
        assert row.compared == pytest.approx(shared_deals.compared(state, other)[seat], abs=0.001)
        # With the seat's own tables it can be counted again; the beta is that of the fullest.
        taken = scoring.beta(known.explained, seats[seat].tables)
        assert told.scoring is not None
        assert (told.scoring.beta == pytest.approx(taken, abs=0.001)) == (seat != 1)
        mean = 0.0 if seat == 1 else rewards.margin(table.scores, seat)
        counted = max(
            -known.cut, min(known.cut, rewards.margin(other.scores or (), seat) - taken * mean)
        )
        assert row.compared == pytest.approx(counted, abs=0.001)
    assert checked(cup.event).findings == []
    assert_verified(cup.event)
