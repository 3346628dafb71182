"""The graph of a player's rating on a ladder."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from ratings import ladder_history
from ratings.services import corrections, managing
from tests.ratings import ladders
from tests.web.ratings.visits import address, page, plain
from web.ratings import graphs

pytestmark = pytest.mark.django_db


def marks(shown: str) -> str:
    """Return what stands below a graph of the marks in it: nothing in it says so on a phone."""
    return shown.partition('<ul class="marks')[2].partition("</ul>")[0]


def test_a_player_has_a_graph_with_a_point_a_match_and_the_same_in_words() -> None:
    ladder = ladders.opened(name="Thieves")
    for places in ([1, 2, 3], [2, 1, 3], [1, 3, 2]):
        ladders.played(ladder, ["ann", "bob", "cleo"], places)

    shown = page(address(ladder, "/players/guest:ann"))
    seen = plain(shown)

    assert shown.count('<circle class="point"') == 3
    assert len(re.findall(r"place \d of 3, [+\u2212]?[\d.]+, now \d+", seen)) == 6
    assert "Rank 1 Rating" in seen
    assert "Matches 3 Won 2" in seen
    assert re.search(r"Opponents .* bob guest 3 2 \u2013 0 \u2013 1 ", seen)
    assert re.search(r"Results by seat .* 3 1 3 2 1\.33", seen)


def test_a_graph_marks_where_a_rating_was_moved_by_hand_and_says_why() -> None:
    ladder = ladders.opened()
    ladders.played(ladder, ["ann", "bob"], [1, 2])
    for name, points in (("ann", -40), ("bob", 7)):
        corrections.adjust(
            ladder_id=ladder.id,
            player=name,
            points=points,
            order=ladders.order("<sandbagged>"),
        )

    shown = page(address(ladder, "/players/guest:ann"))

    assert shown.count('<line class="adjusted"') == 1
    assert "adjusted by \u221240: &lt;sandbagged&gt;" in shown
    assert "adjusted by +7" not in shown
    assert "adjusted by \u221240: &lt;sandbagged&gt;" in marks(shown)


def test_a_graph_marks_where_a_season_ended() -> None:
    ladder = ladders.opened(season="Spring")
    ladders.played(ladder, ["ann", "bob"], [1, 2])
    managing.close_season(
        ladder_id=ladder.id, name="Summer", keep_percent=50, order=ladders.order("it is over")
    )
    ladders.played(ladder, ["ann", "bob"], [2, 1])

    shown = page(address(ladder, "/players/guest:ann"))

    assert shown.count('<line class="season"') == 1
    assert "End of season Spring" in marks(shown)


def test_a_merged_player_brings_the_adjustments_along() -> None:
    ladder = ladders.opened()
    ladders.played(ladder, ["ann", "bob", "cleo"], [1, 2, 3])
    corrections.adjust(ladder_id=ladder.id, player="bob", points=11, order=ladders.order())
    corrections.merge(ladder_id=ladder.id, gone="bob", into="ann", order=ladders.order())

    assert [each.by for each in ladder_history.adjustments(ladder, "guest:ann")] == [11_000]


def test_a_graph_has_round_numbers_and_even_dates() -> None:
    begun = datetime(2026, 3, 1, 20, tzinfo=UTC)
    played = [
        graphs.Played(begun + timedelta(days=2 * number), 1500 + 9 * number, "")
        for number in range(12)
    ]

    drawn = graphs.graph(played, spread=100)

    assert [tick.value for tick in drawn.ratings] == [1500, 1520, 1540, 1560, 1580, 1600]
    assert [f"{date.at:%d %b}" for date in drawn.dates] == ["08 Mar", "15 Mar", "22 Mar"]
    assert all(graphs.LEFT <= point.x <= graphs.WIDTH - graphs.RIGHT for point in drawn.points)
    assert drawn.points[0].y > drawn.points[-1].y


def test_a_graph_of_one_match_or_of_an_evening_tells_the_hours() -> None:
    begun = datetime(2026, 3, 1, 20, 10, tzinfo=UTC)

    alone = graphs.graph([graphs.Played(begun, 1500, "")], spread=100)
    evening = graphs.graph(
        [graphs.Played(begun, 1500, ""), graphs.Played(begun + timedelta(hours=3), 1500, "")],
        spread=100,
    )

    assert len(alone.points) == 1
    assert all(date.is_hour for date in (*alone.dates, *evening.dates))
    assert 2 <= len(alone.dates) <= 7
    assert 2 <= len(evening.dates) <= 7
