"""The arithmetic of ratings: published examples, then what holds for every system."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ratings.systems import registry
from ratings.systems.core import PARTS, ParameterError, Rating, RatingSystem
from ratings.systems.elo import Elo
from ratings.systems.open_skill import OpenSkill
from ratings.systems.strength import strength

EXAMPLES = json.loads(Path(__file__).with_name("worked_examples.json").read_text("utf-8"))["cases"]
"""Published examples; each says where it is from."""


def of_kind(kind: str) -> list[dict[str, Any]]:
    return [case for case in EXAMPLES if case["kind"] == kind]


def elo(k: int = 32, scale: int = 400, **parameters: int) -> Elo:
    given_parameters = {"k": k, "k_provisional": k, "scale": scale, **parameters}
    return Elo(Elo.checked(given_parameters))


def marks(ratings: list[float], games: int = 50) -> list[Rating]:
    return [Rating(round(rating * 1000), 0, games) for rating in ratings]


def exact(case: dict[str, Any], factor: float) -> list[float]:
    """Return new ratings before rounding, each pair weighing K/(n-1) times factor."""
    before = case["ratings"]
    rows = elo(case["K"], case["D"]).explain(marks(before), case["places"], [0] * len(before))
    return [
        rating + sum(pair.weight * (pair.actual - pair.expected) for pair in row) * factor
        for rating, row in zip(before, rows, strict=True)
    ]


linear = [case for case in of_kind("multielo") + of_kind("multielo_tie") if case["score_base"] == 1]


@pytest.mark.parametrize("case", linear, ids=lambda case: str(case["ratings"]))
def test_multielo_is_the_same_sum_over_pairs_with_another_factor(case: dict[str, Any]) -> None:
    count = len(case["ratings"])

    # multielo takes 2K/n a pair where a ladder takes K/(n-1).
    assert exact(case, 2 * (count - 1) / count) == pytest.approx(case["new"], abs=case["tol"])


def test_three_matches_in_a_row_come_to_what_multielo_publishes() -> None:
    (case,) = of_kind("multielo_tracker")
    ratings = dict.fromkeys(case["final"], float(case["initial"]))
    for order in case["games"]:
        before = [ratings[name] for name in order]
        table = {"K": case["K"], "D": 400, "ratings": before, "places": [1, 2, 3]}
        ratings |= dict(zip(order, exact(table, 4 / 3), strict=True))

    # Ratings are taken in thousandths, where multielo's tracker keeps all digits.
    assert ratings == pytest.approx(case["final"], abs=0.002)


@pytest.mark.parametrize("case", of_kind("elo_pairwise_K_over_n_minus_1"))
def test_a_match_weighs_k_over_the_number_of_opponents(case: dict[str, Any]) -> None:
    assert exact(case, 1) == pytest.approx(case["new"], abs=case["tol"])


@pytest.mark.parametrize("case", of_kind("elo_pairwise_K_over_n_minus_1"))
def test_ratings_are_kept_in_thousandths_each_pair_rounded(case: dict[str, Any]) -> None:
    before = marks(case["ratings"])

    after = elo(case["K"]).rate(before, case["places"], [0] * len(before))

    kept = [mark.rating / 1000 for mark in after]
    assert kept == pytest.approx(case["new"], abs=0.0005 * (len(before) - 1) + 1e-6)


def test_five_opponents_in_a_tournament_expect_what_the_classic_example_says() -> None:
    (case,) = of_kind("elo_tournament")
    system = elo(case["K"])
    pairs = [[case["rating"], opponent] for opponent in case["opponents"]]

    expected = sum(system.expected(marks(pair))[0] for pair in pairs)

    assert expected == pytest.approx(case["expected_sum"], abs=0.001)
    new = case["rating"] + case["K"] * (case["score"] - expected)
    assert round(new) == case["new"]


def test_fides_examples_of_expected_scores() -> None:
    (case,) = of_kind("elo_expected")
    for mine, theirs, share in case["pairs"]:
        assert elo().expected(marks([mine, theirs]))[0] == pytest.approx(share, abs=case["tol"])


def test_a_newcomer_stakes_more_for_twenty_matches() -> None:
    system = Elo(Elo.checked({}))
    equal = [Rating(1_500_000, 0, 19), Rating(1_500_000, 0, 20)]

    winner, loser = system.rate(equal, [1, 2], [0, 0])

    assert (winner.rating, loser.rating) == (1_532_000, 1_488_000)
    assert system.is_provisional(equal[0])
    assert not system.is_provisional(equal[1])


def test_a_good_seat_is_expected_to_win_more() -> None:
    equal = marks([1500, 1500])

    fair = elo().rate(equal, [1, 2], [0, 0])
    favoured = elo().rate(equal, [1, 2], [50_000, 0])

    assert favoured[0].rating < fair[0].rating


def test_openskill_at_a_table_of_two_is_what_the_library_publishes() -> None:
    (case,) = of_kind("openskill_py_6.2.0_measured")
    system = registry.instance("openskill", {"sigma": 8333, "beta": 4167})

    after = system.rate([system.initial()] * 2, [1, 2], [0, 0])

    published = case["ffa"]["2"]
    # A ladder keeps its parameters in thousandths: 8.333 for 25/3.
    for mark, (mu, sigma) in zip(after, published, strict=True):
        assert mark.rating / 1e6 == pytest.approx(mu, abs=0.001)
        assert mark.deviation / 1e6 == pytest.approx(sigma, abs=0.001)


def test_strengths_are_powers_of_ten_to_the_last_digits() -> None:
    for rating in (-1_234_567, 0, 1, 400_000, 1_500_000, 3_141_592):
        assert strength(rating) == pytest.approx(10 ** (rating / 400_000), rel=1e-14)


every_system = pytest.mark.parametrize("kind", registry.systems(), ids=lambda kind: kind.id)


@st.composite
def matches(draw: st.DrawFn) -> tuple[list[int], list[int], list[int]]:
    """Leads over a newcomer, games played and places, of a table of two to six."""
    count = draw(st.integers(2, 6))

    def row(least: int, most: int) -> list[int]:
        return draw(st.lists(st.integers(least, most), min_size=count, max_size=count))

    return row(-900, 900), row(0, 60), row(1, count)


def at_table(system: RatingSystem, leads: list[int], games: list[int]) -> list[Rating]:
    start = system.initial()
    step = system.spread // 400
    return [
        Rating(start.rating + lead * step, start.deviation, played)
        for lead, played in zip(leads, games, strict=True)
    ]


def gains(system: RatingSystem, before: list[Rating], places: list[int]) -> list[int]:
    after = system.rate(before, places, [0] * len(before))
    return [new.rating - old.rating for new, old in zip(after, before, strict=True)]


@every_system
@given(match=matches())
@settings(max_examples=40, deadline=None)
def test_what_is_gained_is_lost_while_all_are_as_certain(
    kind: type[RatingSystem], match: tuple[list[int], list[int], list[int]]
) -> None:
    leads, _, places = match
    system = kind(kind.checked({}))

    total = sum(gains(system, at_table(system, leads, [30] * len(leads)), places))

    # OpenSkill rounds each player's new rating by itself.
    assert abs(total) <= (0 if kind is Elo else len(leads))


@every_system
@given(match=matches(), seed=st.randoms())
@settings(max_examples=40, deadline=None)
def test_the_order_of_the_seats_makes_no_difference(
    kind: type[RatingSystem], match: tuple[list[int], list[int], list[int]], seed: Any
) -> None:
    leads, games, places = match
    system = kind(kind.checked({}))
    before = at_table(system, leads, games)
    order = list(range(len(before)))
    seed.shuffle(order)

    straight = gains(system, before, places)
    mixed = gains(system, [before[seat] for seat in order], [places[seat] for seat in order])

    assert mixed == [straight[seat] for seat in order]


@every_system
@given(match=matches(), data=st.data())
@settings(max_examples=40, deadline=None)
def test_a_better_place_never_gains_less(
    kind: type[RatingSystem], match: tuple[list[int], list[int], list[int]], data: st.DataObject
) -> None:
    leads, games, places = match
    system = kind(kind.checked({}))
    before = at_table(system, leads, games)
    player = data.draw(st.integers(0, len(places) - 1))
    gained = []

    for place in range(2 * max(places) + 2):
        moved = [2 * each for each in places]
        moved[player] = place
        gained.append(gains(system, before, moved)[player])

    assert all(better >= worse for better, worse in pairwise(gained))


@every_system
@given(match=matches())
@settings(max_examples=30, deadline=None)
def test_the_rows_of_an_explanation_add_up_to_the_change(
    kind: type[RatingSystem], match: tuple[list[int], list[int], list[int]]
) -> None:
    leads, games, places = match
    system = kind(kind.checked({}))
    before = at_table(system, leads, games)

    rows = system.explain(before, places, [0] * len(before))

    told = [sum(pair.change for pair in row) for row in rows]
    slack = 0 if kind is Elo else len(leads)
    for change, gain in zip(told, gains(system, before, places), strict=True):
        assert abs(change - gain) <= slack


@every_system
@given(match=matches())
@settings(max_examples=20, deadline=None)
def test_pairs_change_ratings_as_far_as_they_count(
    kind: type[RatingSystem], match: tuple[list[int], list[int], list[int]]
) -> None:
    leads, games, places = match
    system = kind(kind.checked({}))
    before, terms = at_table(system, leads, games), [0] * len(leads)

    def weights(part: int) -> list[list[int]]:
        seats = range(len(leads))
        return [[part * (seat != against) for against in seats] for seat in seats]

    def rated(part: int) -> list[int]:
        return [mark.rating for mark in system.rate(before, places, terms, weights(part))]

    told = system.explain(before, places, terms, weights(0))

    assert rated(0) == [mark.rating for mark in before]
    assert rated(PARTS) == [mark.rating for mark in system.rate(before, places, terms)]
    assert not any(pair.change for row in told for pair in row)


@every_system
def test_a_system_says_in_its_own_words_what_provisional_means(kind: type[RatingSystem]) -> None:
    said = kind(kind.checked({"provisional_games": 7})).about_provisional()

    assert said.startswith("With fewer than 7 matches the rating may be far from the truth")
    assert ("larger steps" in said) == (kind is Elo), "by other systems they are as large"
    assert ("uncertainty" in said) == (kind is OpenSkill)


def test_elo_speaks_of_larger_steps_only_where_more_is_at_stake() -> None:
    even = Elo(Elo.checked({"k": 40, "k_provisional": 40}))

    assert "larger steps" not in even.about_provisional()


@every_system
def test_a_new_season_keeps_a_part_of_the_lead(kind: type[RatingSystem]) -> None:
    system = kind(kind.checked({}))
    start = system.initial()
    ahead, behind = (start._replace(rating=start.rating + lead) for lead in (301, -301))

    assert system.regressed(ahead, 50).rating == start.rating + 150
    assert system.regressed(behind, 50).rating == start.rating - 150
    assert system.regressed(ahead, 100) == ahead


@pytest.mark.parametrize(
    ("given_parameters", "field"),
    [({"k": 0}, "k"), ({"k": 401}, "k"), ({"k": "24"}, "k"), ({"k": True}, "k"), ({"q": 1}, "q")],
)
def test_parameters_out_of_range_are_refused(
    given_parameters: dict[str, object], field: str
) -> None:
    with pytest.raises(ParameterError) as refused:
        Elo.checked(given_parameters)

    assert [name for name, _ in refused.value.errors] == [field]
