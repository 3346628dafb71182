"""The benchmark of the pages: every page is weighed and timed, and none is too heavy."""

from contextlib import nullcontext

import pytest

from tests.bench import gates, pages
from tests.bench.context import silent
from tests.bench.pages import View

EVERY = ("home", "ladder", "table_stick_em", "table_pickpocket")


@pytest.mark.long
@pytest.mark.usefixtures("committed_db")
def test_every_page_is_weighed_with_all_that_it_loads_and_none_gets_heavier(site: str) -> None:
    figures = pages.measure(silent(1.0), views=1, sites=lambda: nullcontext(site))

    assert {f"page_bytes_{page}" for page in EVERY} < figures.keys()
    weights = {what: each.value for what, each in figures.items() if each.unit == "kB"}
    heaviest = gates.limit("page_bytes")
    assert heaviest is not None
    assert all(20 < weight < heaviest for weight in weights.values()), weights
    assert all(figure.value > 0 for figure in figures.values())


def test_a_figure_is_the_median_of_views_and_the_plain_one_that_of_the_worst_table() -> None:
    games = ("stick_em", "sticky_fingers", "second_story", "pickpocket")
    views = {f"table_{game}": [View(40.0, 200.0)] * 3 for game in games}
    views["table_second_story"] = [View(50.0, 900.0), View(60.0, 300.0), View(70.0, 100.0)]

    figures = pages.figures({**views, "home": [View(99.0, 990.0)]})

    assert (figures["page_bytes"].value, figures["page_lcp"].value) == (60.0, 300.0)
    assert figures["page_lcp_home"].value == 990.0
    assert gates.limit("page_lcp_home") == 1000.0
    assert gates.limit("rest_moves") is None
