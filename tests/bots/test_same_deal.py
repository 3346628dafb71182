"""Ways to score a deal at several tables, and a sample of what `tests.bots.same_deal` measures."""

from pathlib import Path

import pytest

from tests.bots import same_deal, scorings
from tests.bots.same_deal import Compared, Ratio
from tests.bots.scorings import Seated


def test_matchpoints_are_the_part_of_the_others_that_one_is_above() -> None:
    assert scorings.matchpoints([3.0, 1.0, 1.0]) == [1.0, 0.25, 0.25]


def test_a_difference_takes_off_the_mean_of_the_others_or_a_part_of_it() -> None:
    assert scorings.less_mean([3.0, 1.0, 2.0]) == [1.5, -1.5, 0.0]
    assert scorings.less_mean([3.0, 1.0, 2.0], 0.5) == [2.25, -0.25, 1.0]


@pytest.mark.parametrize(
    ("groups", "rho"),
    [
        ([[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]], 1.0),
        ([[1.0, 3.0], [3.0, 1.0], [1.0, 3.0]], -1.0),
        ([[1.0, 2.0], [2.0, 3.0], [3.0, 4.0]], 0.6),
    ],
)
def test_groups_explain_what_lies_between_them(groups: list[list[float]], rho: float) -> None:
    assert scorings.intraclass(groups) == pytest.approx(rho)


def test_the_best_part_grows_with_what_the_deal_explains() -> None:
    assert scorings.best_part([[1.0, 1.0], [2.0, 2.0]]) == pytest.approx(1.0)
    assert scorings.best_part([[1.0, 3.0], [3.0, 1.0]]) == 0.0
    assert scorings.best_part([[1.0, 2.0], [2.0, 3.0], [3.0, 4.0]]) == pytest.approx(0.6)


def test_a_way_to_score_that_shows_only_the_deal_tells_nothing_of_the_players() -> None:
    # The deal gives 10 or 0, the player's level 1 or 0, and something else 0 or 1.
    values = [
        (deal, table, 10.0 * (deal % 2) + table % 2 + (deal + table // 2) % 2)
        for deal in range(20)
        for table in range(4)
    ]
    results = [Seated(deal, table, 0, table % 2, value, value) for deal, table, value in values]

    told = scorings.information(results)

    assert told["placing"] == told["margin, no comparison"] == 1.0
    assert told["difference of margin"] > 10
    assert told["margin less the best part of the mean"] > 10


def test_a_ratio_has_the_error_of_its_deals() -> None:
    deals = [[(1.0, 2.0), (1.0, 2.0)], [(3.0, 2.0), (3.0, 2.0)]]

    found = same_deal.ratio(deals)

    assert found.value == 1.0
    assert found.error == pytest.approx(0.5)
    assert Compared("it", Ratio(1.0, 0.3), Ratio(2.0, 0.4)).deviations == pytest.approx(2.0)


def test_of_twelve_statistics_each_may_be_off_by_more_than_one_alone() -> None:
    assert same_deal.allowed(1) == pytest.approx(3.0)
    assert same_deal.allowed(12) == pytest.approx(3.69, abs=0.01)


@pytest.mark.more
@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "deals"),
    [("second-story", 30), pytest.param("pickpocket", 30, marks=[pytest.mark.long])],
)
def test_personal_orders_keep_the_odds_and_make_a_deal_much_the_same_at_all_tables(
    game: str, deals: int
) -> None:
    found = [same_deal.dealt(game, number, same_deal.WEAKEST) for number in range(deals)]
    by_version = {1: [one for one, _ in found], 2: [other for _, other in found]}

    compared = same_deal.statistics(by_version)

    assert len(compared) == 12
    # What is always so fails at the first run, since everything is drawn from the deals' names.
    assert max(abs(each.deviations) for each in compared) < same_deal.allowed(12)
    rho = [
        scorings.intraclass(scorings.levelled(seats, [each.margin for each in seats]))
        for seats in map(same_deal.seated, by_version.values())
    ]
    assert rho[1] > rho[0] + 0.05


def test_a_long_run_is_made_in_pieces(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "kept.jsonl"
    same_deal.main(["pickpocket", "--deals", "2", "--kept", str(kept)])
    first = capsys.readouterr().out
    before = kept.read_text()

    same_deal.main(["pickpocket", "--deals", "9", "--kept", str(kept), "--seconds", "0"])

    assert kept.read_text() == before
    assert capsys.readouterr().out == first
    assert "2 deals at 8 tables by each rules, 16 matches" in first
    assert "pickpocket@2: rho of share" in first
