"""Who wins: the second most numerous suit and the ones after it."""

import pytest

from games.core import placings
from games.second_story.scoring import rank_value, score


@pytest.mark.parametrize(
    ("lairs", "scores", "places"),
    [
        pytest.param(
            [(6, 4, 3, 2, 1, 0), (4, 4, 3, 3, 0, 0)],
            (4, 4),
            (2, 1),
            id="SS-V1 Siveny beats Morgan by the fourth suit",
        ),
        pytest.param(
            [(5, 3, 3, 2, 1, 0), (10, 3, 3, 2, 1, 0)],
            (3, 3),
            (1, 1),
            id="SS-V2 the top suit never counts",
        ),
        pytest.param(
            [(9, 0, 0, 0, 0, 0), (0, 0, 1, 1, 0, 0)],
            (0, 1),
            (2, 1),
            id="SS-V3 a single suit scores nothing",
        ),
        pytest.param(
            [(10, 4, 0, 0, 0, 0), (3, 3, 3, 3, 3, 3)],
            (4, 3),
            (1, 2),
            id="SS-V4 the second suit comes before all others",
        ),
    ],
)
def test_lairs_are_placed(
    lairs: list[tuple[int, ...]], scores: tuple[int, ...], places: tuple[int, ...]
) -> None:
    assert tuple(map(score, lairs)) == scores
    assert placings([rank_value(lair) for lair in lairs]) == places


def test_the_order_of_suits_means_nothing() -> None:
    assert rank_value((0, 3, 1, 4, 3, 6)) == rank_value((6, 4, 3, 3, 1, 0)) == (4, 3, 3, 1, 0)


def test_an_empty_lair_scores_nothing() -> None:
    assert score((0, 0, 0, 0, 0, 0)) == 0
