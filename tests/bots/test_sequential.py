"""Intervals that hold however often one looks: right about chance, and about when to stop."""

import random
from itertools import count

import pytest

from bots.sequential import DEALS_MIN, Interval, interval, verdict

LOOKS = 300


def deals(mean: float, seed: int) -> list[float]:
    """Return what a bot of that strength leaves behind at three of a table, deal by deal."""
    rng = random.Random(seed)
    return [sum(rng.random() < mean for _ in range(3)) / 3 for _ in range(LOOKS)]


@pytest.mark.more
def test_who_looks_after_every_deal_is_misled_in_one_of_twenty_contests_at_most() -> None:
    misled = 0
    for seed in range(200):
        means = deals(0.5, seed)
        looks = (interval(means[:number]) for number in range(DEALS_MIN, LOOKS, 3))
        misled += any(not found.low <= 0.5 <= found.high for found in looks)

    assert misled <= 200 / 20


@pytest.mark.parametrize(("mean", "decided"), [(0.7, "stronger"), (0.4, "no_step")])
def test_a_contest_is_decided_the_right_way(mean: float, decided: str) -> None:
    for seed in range(20):
        means = deals(mean, seed)
        verdicts = (verdict(interval(means[:number])) for number in count(1))
        assert next(found for found in verdicts if found != "open") == decided


def test_more_deals_make_it_narrower_around_their_mean() -> None:
    few, many = ([0.4, 0.8] * number for number in (10, 100))

    for means in (few, many):
        value, low, high = interval(means)
        assert value == pytest.approx(0.6)
        assert low < value < high
    assert interval(many).low > interval(few).low


def test_a_few_deals_tell_nothing_and_equal_ones_not_all() -> None:
    assert interval([1.0] * (DEALS_MIN - 1)) == (1.0, 0.0, 1.0)

    value, low, high = interval([0.5] * 40)
    assert low < value == 0.5 < high


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ((0.6, 0.52, 0.68), "stronger"),
        ((0.54, 0.51, 0.57), "open"),
        ((0.6, 0.49, 0.71), "open"),
        ((0.51, 0.48, 0.545), "no_step"),
    ],
    ids=["a step", "better but no step yet", "a step but not sure", "no step"],
)
def test_a_level_is_a_step_above_the_last(found: tuple[float, float, float], said: str) -> None:
    assert verdict(Interval(*found)) == said
