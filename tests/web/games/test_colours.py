"""Panels of suits can be told apart by everyone, and what is drawn on them can be read."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from tests import processes
from tests.web.games.colours import SIGHTS, contrast, least_difference

WEB = processes.ROOT / "platform" / "web"
DIFFERENCE_MIN = 18
"""CIE76; shapes carry the rest."""
CONTRAST_MIN = 4.5
PANEL = re.compile(r"--suit: (#\w{6}); --on-suit: (#\w{6});")
THEME = re.compile(r'^:root\[data-theme="(\w+)"\] { color-scheme: \1; }$', re.MULTILINE)
"""How a reader's choice is made known to the browser."""
ASKS_FOR_THEME = re.compile(r"prefers-color-scheme|\[data-theme|dataset\.theme")
PANELS = {"stick_em": 6, "second_story": 6, "pickpocket": 4}
"""How many panels a game has."""


def panels(game: str) -> list[tuple[str, str]]:
    """Return the panels of a game's style sheet, each with the ink on it."""
    path = finders.find(f"web/games/{game}/table.css")
    assert path is not None
    found = PANEL.findall(Path(path).read_text())
    assert len(found) == PANELS[game]
    return found


@pytest.mark.parametrize("game", PANELS)
@pytest.mark.parametrize("sight", SIGHTS)
def test_two_panels_of_a_game_differ_whatever_colours_one_sees(game: str, sight: str) -> None:
    assert least_difference([panel for panel, _ink in panels(game)], sight) >= DIFFERENCE_MIN


@pytest.mark.parametrize("game", PANELS)
def test_every_suit_can_be_read_on_its_panel(game: str) -> None:
    assert min(contrast(panel, ink) for panel, ink in panels(game)) >= CONTRAST_MIN


def test_a_dark_page_differs_from_a_light_one_in_colours_alone() -> None:
    sources = [path for end in ("css", "js") for path in WEB.rglob(f"static/**/*.{end}")]

    # What light-dark() gives is a colour. So one look at a page tells where everything lies.
    asking = [path for path in sources if ASKS_FOR_THEME.search(THEME.sub("", path.read_text()))]

    assert len(sources) > 40
    assert asking == []


def test_differences_and_contrasts_are_counted_as_published() -> None:
    # WCAG 2.2: black on white is 21:1. CIE76: white and black are 100 apart.
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert least_difference(["#ffffff", "#000000"], "full") == pytest.approx(100, abs=0.1)
