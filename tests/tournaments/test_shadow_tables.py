"""What bots make of a deal that few tables have played, and how it counts.

They play for longer than the one transaction of a test may idle, so each has none.
"""

import pytest

from deals import scoring, shadow_tables
from deals import selectors as deals
from eventstore import verification
from games import rewards
from tests.tournaments.cups import checked
from tests.tournaments.events import assert_verified, run_all
from tests.tournaments.sharing import of_bots
from tournaments import shared_deals

pytestmark = pytest.mark.usefixtures("committed_db")


@pytest.mark.more
def test_bots_play_a_deal_that_few_tables_have_played_and_count_as_three() -> None:
    event = of_bots(deals={"compare": "margin", "shadow": True})
    event.pair()
    run_all()
    state = event.state
    (board,) = state.boards.values()
    deal = deals.load(board.deal)
    known = shared_deals.constants(state, 3)
    first, other = event.round.tables

    assert deal.closed is not None
    assert deal.closed.shadow == list(board.shadow)
    assert abs(sum(board.shadow)) <= len(board.shadow)
    for seat, shadow in enumerate(board.shadow):
        mine, theirs = (rewards.margin(each.scores or (), seat) for each in (first, other))
        wanted = scoring.compare_one(mine, [theirs], known, shadow / scoring.SHADOW_UNIT)
        assert shared_deals.compared(state, first)[seat] == pytest.approx(wanted)
    assert checked(event).findings == []
    assert_verified(event)
    assert verification.check("deal", board.deal) == []


@pytest.mark.long
def test_what_bots_make_of_a_deal_is_the_same_whenever_they_play_it() -> None:
    event = of_bots(deals={"compare": "margin", "shadow": True})
    event.pair()
    run_all()
    (board,) = event.state.boards.values()
    deal = deals.load(board.deal)
    assert deal.closed is not None

    again = shadow_tables.means(deal.opened, bytes.fromhex(deal.closed.seed))

    assert again == list(board.shadow)
    assert any(again)
