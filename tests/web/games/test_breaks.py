"""No clock runs while a sheet says what a part of a match came to."""

import pytest

from tests.web.games.played import matches, people, segments
from web.games.registry import ends_of

TRAVEL_S = 2
"""What the last cards before a sheet need to be seen."""


@pytest.mark.parametrize("game", ["stick-em", "sticky-fingers", "second-story", "pickpocket"])
def test_clocks_rest_for_as_long_as_the_sheet_is_open(game: str) -> None:
    match = next(matches(game, seeds=1))
    breaks, ends = match.rules.breaks, ends_of(game)

    assert ends.closes == breaks.keys()
    for segment in segments(match):
        length = breaks[segment.events[-1]["type"]]
        assert ends.sheet is not None
        sheet = ends.sheet(segment, people(match.table.seats))
        assert sheet.closes_after_s + TRAVEL_S <= length
