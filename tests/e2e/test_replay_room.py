"""What a replay shows has room on the smallest phone: the street of a night, the drawn proof."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.browsers import PHONE
from tests.e2e.browsers import Visitor, address_of
from tests.matches import tables

pytestmark = pytest.mark.usefixtures("committed_db")

SMALL_PHONE: ViewportSize = {"width": 360, "height": 640}
LAPTOP: ViewportSize = {"width": 1366, "height": 768}
WIDEST = 150
"""Pixels of a house from which on its column has no room left beside it."""
MOMENTS = 3
STREET = """() => ({
  across: document.documentElement.scrollWidth - innerWidth,
  house: document.querySelector(".past") && document.querySelector(".now")?.offsetWidth,
})"""
OUT_OF_BOX = """() => {
  const words = [...document.querySelectorAll(".proven-box + text")];
  const boxes = words.map((each) => [each, each.getBBox(), each.previousElementSibling.getBBox()]);
  return [words.length, boxes
    .filter(([, inner, outer]) => inner.x < outer.x + 3
      || inner.x + inner.width > outer.x + outer.width - 3)
    .map(([each]) => each.textContent)];
}"""


def moments_with_a_wide_house(page: Page, address: str, last: int) -> Iterator[dict[str, Any]]:
    """Yield what is seen whenever a large house stands beside a robbed one."""
    for at in range(2, last):
        page.goto(f"{address}/replay?viewer=all&at={at}")
        found: dict[str, Any] = page.evaluate(STREET)
        if (found["house"] or 0) >= WIDEST:
            yield found


@pytest.mark.long
def test_the_light_around_an_open_house_makes_no_replay_wider_than_a_phone(
    site: str, browser: Browser, ann: Visitor
) -> None:
    players = [ann.player, *tables.people(4)]
    match = tables.begun(players, game="second-story")
    tables.play_out(match, players)
    page = ann.open(browser, site, "/", size=SMALL_PHONE)

    looks = moments_with_a_wide_house(page, address_of(match), tables.page(match)["version"])
    seen = list(islice(looks, MOMENTS))

    assert len(seen) == MOMENTS
    assert [each["across"] for each in seen] == [0] * MOMENTS
    assert ann.faults == []


@pytest.mark.parametrize(
    "language",
    [
        "de-DE",
        *(pytest.param(each, marks=pytest.mark.long) for each in ("en-GB", "nl-NL", "fr-FR")),
    ],
)
def test_the_words_of_the_drawn_proof_stay_in_their_boxes(
    site: str, browser: Browser, ann: Visitor, language: str
) -> None:
    players = [ann.player, *tables.people(1)]
    match = tables.begun(players, game="pickpocket")
    page = ann.open(browser, site, f"{address_of(match)}/replay?at=1", locale=language)

    for size in (SMALL_PHONE, PHONE, LAPTOP):
        page.set_viewport_size(size)

        assert page.evaluate(OUT_OF_BOX) == [2, []]
