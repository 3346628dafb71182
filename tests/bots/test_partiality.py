"""Whether moves favour somebody: what is given is measured, and ranked among others."""

import random
from math import isclose

import pytest

from bots.analysis import partiality, review
from bots.analysis.partiality import Decision, Figure, Ranked, is_unusual, ranked
from bots.analysis.recorded import turns
from bots.chance import RandomChance
from tests.bots import partial
from tests.bots.test_review import careless

# Three seats and two moves: both are worth the same to seat 0, and one gives to seat 1.
GIVES = [[0.5, 0.5], [0.8, 0.2], [0.2, 0.8]]


def made(move: int) -> Decision:
    return Decision(1, move, GIVES, GIVES)


def test_a_move_that_gives_to_somebody_counts_for_them_and_against_the_other() -> None:
    gave, took = made(0), made(1)

    there = partiality.given(gave, 0, 1, 0.1)

    assert isclose(there.given, 0.6)
    assert isclose(there.variance, 0.36)
    assert isclose(partiality.given(took, 0, 1, 0.1).given, -0.6)
    assert isclose(partiality.given(gave, 0, 2, 0.1).given, -0.6)


def test_nothing_is_given_by_a_move_that_anybody_would_have_made() -> None:
    sharp = Decision(1, 0, [[0.9, 0.1], *GIVES[1:]], [[0.9, 0.1], *GIVES[1:]])

    found = partiality.given(sharp, 0, 1, 0.005)

    assert abs(found.given) < 1e-9
    assert found.variance < 1e-9
    assert Figure(0.0, 0.0).z == 0


def test_who_always_gives_has_a_figure_that_grows_with_the_decisions() -> None:
    few, many = ([made(0)] * number for number in (4, 16))

    assert isclose(partiality.figure(few, 0, 1, 0.1).z, 2.0)
    assert isclose(partiality.figure(many, 0, 1, 0.1).z, 4.0)
    assert isclose(partiality.figure([made(0), made(1)] * 8, 0, 1, 0.1).z, 0.0, abs_tol=1e-9)


def test_how_sharply_somebody_plays_is_read_from_their_moves() -> None:
    values = [[0.60, 0.50], [0.5, 0.5], [0.5, 0.5]]
    best = [Decision(1, 0, values, values)] * 20
    any_ = [Decision(1, number % 2, values, values) for number in range(20)]

    assert partiality.sharpness(best, 0) == min(partiality.SHARPNESS)
    assert partiality.sharpness(any_, 0) == max(partiality.SHARPNESS)


def towards_one(own: float, others: int) -> dict[tuple[str, str], float]:
    """Return the figures of a pair, and of others towards the same player, from 0 up to 1."""
    figures = {("ann", "bob"): own, ("ann", "eve"): 0.0}
    for number in range(others):
        figures |= {(f"p{number}", "bob"): number / others, (f"p{number}", "eve"): 0.0}
    return figures


def test_a_pair_is_ranked_among_others_towards_the_same_player() -> None:
    assert ranked(towards_one(2.0, 19), ("ann", "bob")) == Ranked(1 / 20, 19)
    assert ranked(towards_one(-1.0, 19), ("ann", "bob")) == Ranked(1.0, 19)
    assert ranked(towards_one(2.0, 18), ("ann", "bob")) is None
    assert ranked({}, ("ann", "bob")) is None


def test_who_gives_to_everybody_is_not_unusual_for_it() -> None:
    figures = towards_one(2.0, 19) | {("ann", "eve"): 2.0}

    rank = ranked(figures, ("ann", "bob"))

    assert rank is not None
    assert rank.p == 1.0


def test_both_directions_have_to_rank_high_and_one_to_be_large() -> None:
    high, low = Ranked(0.05, 19), Ranked(0.1, 19)

    assert is_unusual([3.2, 0.1], [high, high])
    assert not is_unusual([3.2, 3.2], [high, low])
    assert not is_unusual([3.0, 3.0], [high, high])
    assert not is_unusual([9.0, 9.0], [high, None])


def test_an_honest_pair_passes_with_a_probability_of_a_twentieth_each_way_at_most() -> None:
    """The bound of the rank test, whatever the figures are drawn from."""
    rng = random.Random(3)
    passed = 0
    for _ in range(2000):
        figures = {("ann", "bob"): rng.expovariate(1), ("ann", "eve"): rng.expovariate(1)}
        for number in range(19):
            figures |= {(f"p{number}", taker): rng.expovariate(1) for taker in ("bob", "eve")}
        rank = ranked(figures, ("ann", "bob"))
        passed += rank is not None and rank.p <= partiality.RANK_MAX

    # 100 are expected, with a deviation of 10.
    assert passed <= 140


def test_what_the_seat_could_not_see_changes_nothing() -> None:
    recorded = careless("pickpocket")
    rules, rng = recorded.rules, random.Random(5)
    some = [turn for turn in turns(recorded) if review.has_choice(rules, turn)][4:16:4]

    for turn in some:
        assert turn.seat is not None
        other = rules.determinise(turn.before, turn.seat, RandomChance(rng))
        first = partiality.decision(rules, turn, "m", worlds=4)
        assert partiality.decision(rules, turn._replace(before=other), "m", worlds=4) == first
        assert all(isclose(sum(column), len(first.first) / 2, abs_tol=1e-6)
                   for column in zip(*first.first, strict=True))  # fmt: skip


def test_the_simulation_counts_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(partial, "PAIRS", 20)
    rng = random.Random(1)
    rounds = [
        partial.Played(
            partial.FAVOURS[number % 3],
            [partial.STYLES[(number // 3 + seat) % 4] for seat in range(4)],
            [[(rng.gauss(1.0 * (number % 3 == 1 and seat + other == 1), 0.3), 0.1)
              for other in range(4)] for seat in range(4)],
            1.0,
        )
        for number in range(24)
    ]  # fmt: skip

    told = partial.report(rounds)

    assert "20 honest pairs of 16 matches drawn from these: 0 pass once, 0 twice" in told
    assert "of 20 pairs 20 pass after 16 matches, 20 again after 32" in told
