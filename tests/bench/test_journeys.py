"""The figures of journeys: a way that was gone gives counts and seconds."""

from contextlib import nullcontext

import pytest

from tests.bench import catalogue, journeys
from tests.bench.context import silent
from tests.journeys import Taken


@pytest.mark.usefixtures("committed_db", "worker")
def test_the_first_match_is_played_and_counted(site: str) -> None:
    figures = journeys.measure(
        silent(1.0), sites=lambda: nullcontext(site), workers=lambda: nullcontext(None)
    )

    assert 15 <= figures["journey_first_match_clicks"].value <= 24
    assert figures["journey_first_match_keystrokes"].value == 0
    assert figures["journey_first_match"].value > 0
    assert figures["journey_rematch_clicks"].value == 1


def test_a_journey_is_in_the_catalogue_and_has_a_figure_for_each_count() -> None:
    names = [each.name for each in catalogue.benchmarks()]
    made = journeys.figures("first_match", Taken(16, 0, 61.26))

    assert "journey_first_match" in names
    assert {name: (each.value, each.unit) for name, each in made.items()} == {
        "journey_first_match": (61.3, "s"),
        "journey_first_match_clicks": (16, "clicks"),
        "journey_first_match_keystrokes": (0, "keystrokes"),
    }
