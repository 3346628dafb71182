"""What the greedy bot gives away: little, but for a few of its decisions."""

import pytest

from tests.bots.regret import regrets


@pytest.mark.more
def test_the_greedy_bot_mostly_makes_the_move_that_the_search_foresees_to_be_best() -> None:
    found = [regret for number in range(1) for regret in regrets(f"test/{number}")]

    assert all(0 <= regret.lost <= 1 for regret in found)
    best = sum(regret.lost == 0 for regret in found)
    assert 0.5 * len(found) < best < len(found)
