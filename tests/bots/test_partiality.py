"""Whether moves favour somebody: what is given is measured, and ranked among others."""

import random
from itertools import permutations, product
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


def a_club(own: tuple[float, float], others: int = 19) -> dict[tuple[str, str], float]:
    """Return what ann and bob gave one another, and of others with either from 0 up to 1."""
    figures = {("ann", "bob"): own[0], ("bob", "ann"): own[1]}
    for number in range(others):
        for each in ("ann", "bob"):
            figures |= {(f"p{number}", each): number / others, (each, f"p{number}"): 0.0}
        figures |= {(f"p{number}", "eve"): 0.0, ("eve", f"p{number}"): 0.0}
    return figures


PAIR = ("ann", "bob")


def test_a_pair_is_what_either_gave_the_other_less_what_they_give_to_others() -> None:
    figures = {
        ("ann", "bob"): 3.0, ("ann", "eve"): 1.0, ("ann", "joe"): 0.0,
        ("bob", "ann"): 2.0, ("bob", "eve"): -1.0,
        ("eve", "ann"): 0.0,
    }  # fmt: skip

    found = partiality.mutual(figures)

    assert isclose(found["ann", "bob"], (3.0 - 0.5) + (2.0 + 1.0))
    assert found["bob", "ann"] == found["ann", "bob"]
    # Eve gave to nobody but Ann, so nothing can be said of what she gives usually.
    assert ("ann", "eve") not in found


def test_a_pair_is_ranked_among_those_that_others_make_with_the_same_player() -> None:
    def rank(own: tuple[float, float], others: int = 19) -> Ranked | None:
        return ranked(partiality.mutual(a_club(own, others)), PAIR)

    assert rank((2.0, 2.0)) == Ranked(1 / 20, 19)
    assert rank((-2.0, -2.0)) == Ranked(1.0, 19)
    assert rank((2.0, 2.0), others=18) is None
    assert ranked({}, PAIR) is None


def test_two_small_favours_are_found_by_their_sum() -> None:
    """Either is less than the largest of the others, and both together are more."""
    either = 0.7
    given = partiality.mutual(a_club((either, either)))

    assert either < max(figure for (_one, to), figure in a_club((0, 0)).items() if to == "bob")
    assert [ranked(given, each) for each in (PAIR, PAIR[::-1])] == [Ranked(1 / 20, 19)] * 2


def test_who_gives_to_everybody_is_not_unusual_for_it() -> None:
    figures = a_club((2.0, 2.0))
    figures |= {(one, to): 2.0 for one, to in figures if one in PAIR}

    rank = ranked(partiality.mutual(figures), PAIR)

    assert rank is not None
    assert rank.p == 1.0


def test_a_pair_has_to_rank_high_with_both_and_be_large_together() -> None:
    high, low = Ranked(0.05, 19), Ranked(0.1, 19)

    assert is_unusual([2.2, 2.2], [high, high], 400)
    assert is_unusual([4.4, 0.1], [high, high], 400)
    assert not is_unusual([2.1, 2.2], [high, high], 400)
    assert not is_unusual([3.2, 3.2], [high, low], 400)
    assert not is_unusual([9.0, 9.0], [high, None], 400)


def test_among_more_than_400_pairs_one_has_to_be_first_of_a_hundred_with_both() -> None:
    few, many, second = Ranked(0.01, 98), Ranked(0.01, 99), Ranked(0.02, 99)

    assert is_unusual([3.0, 3.0], [few, few], 400)
    assert not is_unusual([3.0, 3.0], [few, many], 401)
    assert not is_unusual([3.0, 3.0], [second, many], 401)
    assert is_unusual([3.0, 3.0], [many, many], 401)


def test_twice_among_the_same_others_is_a_little_likelier_than_a_twentieth_of_a_twentieth() -> None:
    """The bound of both stages that the manual states: 2 / (20 · 21) with 19 others.

    Where the others have played nothing since, both stages compare with the same of their figures.
    """
    rng = random.Random(4)
    twice = 0
    for _ in range(20_000):
        others = max(rng.random() for _ in range(partiality.OTHERS_MIN))
        twice += min(rng.random(), rng.random()) > others

    # 95 are expected, with a deviation of 10; fresh ones of the others would leave 50.
    assert 65 <= twice <= 125


def test_an_honest_pair_ranks_first_with_either_with_a_probability_of_a_twentieth_at_most() -> None:
    """The bound of the rank test, whatever the figures are drawn from."""
    rng = random.Random(3)
    passed = [0, 0]
    people = [str(number) for number in range(21)]
    for _ in range(1000):
        given = partiality.mutual(
            {pair: rng.expovariate(1) ** 2 for pair in permutations(people, 2)}
        )
        ranks = [ranked(given, pair) for pair in (("0", "1"), ("1", "0"))]
        for number, rank in enumerate(ranks):
            passed[number] += rank is not None and rank.p <= partiality.RANK_MAX

    # 50 are expected, with a deviation of 7.
    assert all(25 <= each <= 75 for each in passed)


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
            [rng.choice(partial.STYLES) for _ in range(4)],
            [[(rng.gauss(1.0 * (number % 3 == 1 and seat + other == 1), 0.3), 0.1)
              for other in range(4)] for seat in range(4)],
            1.0,
        )
        for number in range(90)
    ]  # fmt: skip

    told = partial.report(rounds)

    assert "20 honest pairs of 16 matches drawn from these: 0 pass once, 0 twice" in told
    assert "accomplices, 1.0, both of a pair: 3." in told
    assert "of 20 pairs 20 pass after 16 matches, 20 again after 32" in told


def test_who_gives_and_gets_nothing_back_is_drawn_so() -> None:
    met = partial.Meeting(Figure(3.0, 1.0), Figure(3.0, 1.0))
    bank = partial.Bank([])
    bank.partners[1.0] = [met]
    for one, other in product(partial.STYLES, repeat=2):
        bank.honest[one, other] = [partial.Meeting(Figure(0.0, 1.0), Figure(0.0, 1.0))]

    figures = partial.circle(bank, partial.Pairing(1.0, is_returned=False), random.Random(1))

    assert (figures["0", "1"], figures["1", "0"]) == (12.0, 0.0)
    assert len(figures) == 21 * 20
    assert set(figures.values()) == {12.0, 0.0}
