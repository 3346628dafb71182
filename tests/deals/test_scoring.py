"""How goes at the same cards are compared: worked examples, then what always holds."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deals import scoring
from deals.scoring import Explained
from games.rewards import margin

KNOWN = Explained(0.32, 10.0)
some_margins = st.lists(st.floats(-200, 200, allow_nan=False), min_size=1, max_size=40)


def compared(margins: list[float]) -> list[float]:
    return scoring.compare(margins, scoring.comparison(KNOWN, len(margins)))


@pytest.mark.parametrize(
    ("explained", "tables", "expected"),
    # luck and skill of deals: docs/deals.md has the formula.
    [(0.07, 8, 0.345), (0.32, 8, 0.767), (0.32, 3, 0.485), (0.5, 1, 0.0), (0.0, 9, 0.0)],
)
def test_as_much_of_the_others_mean_is_taken_as_the_cards_explain(
    explained: float, tables: int, expected: float
) -> None:
    assert scoring.beta(explained, tables) == pytest.approx(expected, abs=1e-3)


def test_a_margin_is_compared_with_the_mean_of_the_others() -> None:
    taken = scoring.beta(0.32, 3)

    assert compared([6.0, 0.0, 3.0]) == pytest.approx(
        [6 - taken * 1.5, 0 - taken * 4.5, 3 - taken * 3.0]
    )


def test_nobody_is_ahead_by_more_than_the_cut_and_who_is_alone_keeps_the_margin() -> None:
    assert compared([99.0]) == [15.0]
    assert compared([-99.0, 0.0])[0] == -15.0
    assert compared([4.0]) == [4.0]
    assert [scoring.points(each, KNOWN) for each in (-15.0, 0.0, 15.0)] == [0.0, 50.0, 100.0]


@given(margins=some_margins)
def test_who_has_the_larger_margin_is_never_behind(margins: list[float]) -> None:
    found = compared(margins)

    pairs = sorted(zip(margins, found, strict=True))
    assert all(one[1] <= other[1] + 1e-9 for one, other in pairwise(pairs))
    assert all(0 <= scoring.points(each, KNOWN) <= 100 for each in found)


@given(
    tables=st.lists(
        st.lists(st.integers(-50, 200), min_size=4, max_size=4), min_size=4, max_size=4
    ),
    explained=st.floats(0, 0.99),
)
def test_where_one_plays_a_deal_from_every_seat_comparing_only_stretches_the_margins(
    tables: list[list[int]], explained: float
) -> None:
    how = scoring.comparison(Explained(explained, 1e9), len(tables))
    own = [margin(scores, seat) for seat, scores in enumerate(tables)]
    compared = [
        scoring.compare([margin(scores, seat) for scores in tables], how)[seat] for seat in range(4)
    ]

    # What the others had at a seat is what the one in question did not have at the rest.
    stretched = 1 + scoring.beta(explained, 4) / 3
    assert sum(compared) == pytest.approx(stretched * sum(own), abs=1e-6)


@given(explained=st.floats(0, 0.99), tables=st.integers(2, 500))
def test_a_comparison_is_never_less_sure_than_none(explained: float, tables: int) -> None:
    taken = scoring.beta(explained, tables)

    assert 0 <= taken <= 1
    assert 1 / (1 - explained * taken) >= 1
