"""The figures of journeys: a way that was gone gives counts and seconds."""

from contextlib import nullcontext

import pytest

from tests.bench import catalogue, journeys
from tests.bench.context import silent
from tests.journeys import Taken


@pytest.mark.usefixtures("committed_db")
@pytest.mark.long
def test_a_journey_is_gone_in_each_window_and_counted(site: str) -> None:
    figures = journeys.measure(
        "rematch", silent(1.0), sites=lambda: nullcontext(site), workers=lambda: nullcontext(None)
    )

    assert {name: each.value for name, each in figures.items() if each.unit != "s"} == {
        "journey_rematch_clicks": 2,
        "journey_rematch_keystrokes": 0,
        "journey_rematch_phone_clicks": 2,
        "journey_rematch_phone_keystrokes": 0,
    }
    assert figures["journey_rematch"].value > 0
    assert figures["journey_rematch_phone"].value > 0


def test_every_journey_is_in_the_catalogue_and_has_a_figure_for_each_count() -> None:
    names = {each.name for each in catalogue.benchmarks()}
    evening = {"": Taken(46, 130, 82.04), "check_in": Taken(4, 0, 3.0)}
    made = journeys.figures_of("first_match", {"": Taken(16, 0, 61.26)})
    parts = journeys.figures_of("club_night", evening, "_phone")

    assert {f"journey_{journey}" for journey in journeys.JOURNEYS} <= names
    assert {name: (each.value, each.unit) for name, each in made.items()} == {
        "journey_first_match": (61.3, "s"),
        "journey_first_match_clicks": (16, "clicks"),
        "journey_first_match_keystrokes": (0, "keystrokes"),
    }
    assert parts["journey_club_night_phone_clicks"].value == 46
    assert parts["journey_club_night_check_in_phone_clicks"].value == 4
    assert len(parts) == 6
