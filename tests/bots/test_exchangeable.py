"""True draws are like those that luck compares them with, and a law that is wrong is found."""

from typing import Any

import pytest

from bots.analysis import luck
from bots.analysis.recorded import Recorded, Turn
from bots.chance import RandomChance
from bots.search import guide_of
from tests.bots.exchangeable import ranked, report, z_by_seat

MATCHES = 40
TABLES = ["pickpocket:4", pytest.param("second-story:3", marks=pytest.mark.more)]


@pytest.mark.parametrize("table", TABLES)
def test_a_true_draw_ranks_among_others_as_often_above_as_below(table: str) -> None:
    matches = [ranked(table, number) for number in range(MATCHES)]

    assert all(abs(z) < 4 for z in z_by_seat(matches))
    assert f"{MATCHES} matches, {sum(match.draws for match in matches)} draws" in report(
        table, matches
    )


@pytest.mark.more
def test_others_that_are_worse_for_a_seat_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = luck.drawn_again

    def worse(recorded: Recorded, turn: Turn, chance: RandomChance) -> tuple[Any, Any]:
        guide = guide_of(recorded.rules.game)
        pair = [honest(recorded, turn, chance) for _ in range(2)]
        return min(pair, key=lambda drawn: luck.value(recorded.rules, guide, drawn[0])[0])

    monkeypatch.setattr(luck, "drawn_again", worse)

    assert z_by_seat([ranked("pickpocket:4", number) for number in range(MATCHES)])[0] > 4
