"""Whether events rank better by comparing margins: that the script reckons as it says."""

import pytest

from tests.deals import ranked


def test_the_error_of_a_ranking_is_how_many_places_players_are_from_their_own() -> None:
    right = [-float(player) for player in range(24)]
    level = [0.0] * 24

    assert ranked.ranking_error(right) == 0
    assert ranked.ranking_error([3.0, 1.0, 2.0]) == pytest.approx(2 / 3)
    assert ranked.ranking_error(level) == 6


def test_an_error_is_called_larger_only_where_chance_hardly_explains_it() -> None:
    worse = [ranked.Errors(4.0 + number % 2, 3.0) for number in range(20)]
    better = [ranked.Errors(each.alone, each.compared) for each in worse]
    unclear = [*worse, *better]

    assert ranked.told(worse).endswith("larger")
    assert ranked.told(better).endswith("smaller")
    assert ranked.told(unclear).endswith("not larger")


@pytest.mark.more
def test_a_line_tells_what_came_of_some_events(capsys: pytest.CaptureFixture[str]) -> None:
    ranked.main(["second-story@2", "--seats", "3", "--events", "2"])

    assert "2 events of 24 players and 6 rounds: error" in capsys.readouterr().out
