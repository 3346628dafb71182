"""A whole match of each game, from the first move to the end sheet: by keys alone, and by touch."""

from typing import Any
from uuid import UUID

import pytest
from playwright.sync_api import Browser, Page, expect

from matches.services import turns
from tests.browsers import STILL
from tests.e2e.browsers import PHONE, Visitor, version
from tests.e2e.tabling import sentences, told, wait_for_news, wait_for_version, watched
from tests.matches import tables

pytestmark = pytest.mark.usefixtures("committed_db")

SHORTEST = {
    "stick-em": (2, {"rounds": 1}),
    "sticky-fingers": (1, {}),
    "second-story": (1, {}),
    "pickpocket": (1, {}),
}
"""How many bots one plays against, and by which options, so that a match is short."""
KEYS_MAX = 4
"""For a move: its key and Enter; where a choice opens, Tab and Enter."""
TABS_MAX = 4
"""From where the focus is when a match has ended to the question for another one."""
GUARD_MS = 400
"""Within this time what has just been drawn takes no press."""
CHOICE = "button[name=move]:visible, [data-card][popovertarget]:not([data-state=out]):visible"
OPENED = "[popover]:popover-open button[name=move]"
ONWARD = "[data-ended] [data-action=ready]:visible"


def after_the_bots(match: UUID, ann: Visitor, page: Page) -> dict[str, Any]:
    """Have the bots move until the player has to, or the match is over, and see it on the page."""
    while not (seen := tables.page(match, ann.player))["legal_moves"] and seen["status"] == "live":
        turns.play_bots(match, seen["version"])
    wait_for_version(page, seen["version"])
    return seen


def expect_the_end(page: Page, match: UUID) -> None:
    """Find the sheet of a match that was played out."""
    expect(page.get_by_role("heading", name="Result")).to_be_focused()
    assert tables.page(match)["result"]["reason"] == "played_out"


class Keyboard:
    """Somebody who has nothing but keys, and how many they have pressed."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.pressed = 0

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.pressed += 1

    def move(self) -> None:
        """Make the first move that is offered: its number, and Enter."""
        self.press("1")
        self.press("Enter")
        if self.page.locator(OPENED).count():
            self.press("Tab")
            self.press("Enter")


@pytest.mark.long
@pytest.mark.parametrize("game", SHORTEST)
def test_a_whole_match_is_played_by_keyboard_and_each_event_is_told_once_and_in_order(
    site: str, browser: Browser, ann: Visitor, game: str
) -> None:
    bots, options = SHORTEST[game]
    match = tables.begun([ann.player], ["greedy"] * bots, game=game, options=options)
    page = watched(ann, browser, site, match, STILL)
    now, keyboard = version(page), Keyboard(page)
    happened, keys_a_move = list[str](), list[int]()

    while (seen := after_the_bots(match, ann, page))["status"] == "live":
        happened += sentences(match, ann.player, now)
        now, before = seen["version"], keyboard.pressed
        keyboard.move()
        wait_for_news(page, now)
        keys_a_move.append(keyboard.pressed - before)

    expect_the_end(page, match)
    taken = f"{len(keys_a_move)} moves, {keyboard.pressed} keys"
    print(f"{game} by keyboard: {taken}, {len(happened)} sentences")  # noqa: T201 - The figures.
    assert max(keys_a_move) <= KEYS_MAX
    heard = [each["words"] for each in told(page)]
    assert heard[: len(happened)] == happened
    # When the match is over nothing is hidden any more, and its last events may be told in full.
    assert len(heard) == len(happened) + len(sentences(match, ann.player, now))
    path = [""]
    while len(path) <= TABS_MAX and path[-1] != "Yes, another one":
        page.keyboard.press("Tab")
        path.append(page.evaluate("document.activeElement.textContent.trim()"))
    assert path[-1] == "Yes, another one", path
    assert ann.faults == []


@pytest.mark.long
@pytest.mark.parametrize("game", SHORTEST)
def test_a_whole_match_is_played_by_touch_on_a_phone(
    site: str, browser: Browser, ann: Visitor, game: str
) -> None:
    bots, options = SHORTEST[game]
    match = tables.begun([ann.player], ["greedy"] * bots, game=game, options=options)
    page = watched(ann, browser, site, match, STILL, size=PHONE, has_touch=True)
    taps = moves = 0

    while (seen := after_the_bots(match, ann, page))["status"] == "live":
        for wanted in (ONWARD, CHOICE, OPENED, "[data-lifted]"):
            page.wait_for_timeout(GUARD_MS if wanted == CHOICE else 0)
            if version(page) == seen["version"] and page.locator(wanted).count():
                page.locator(wanted).last.tap()
                taps += 1
        wait_for_news(page, seen["version"])
        moves += 1

    expect_the_end(page, match)
    print(f"{game} by touch: {moves} moves, {taps} taps")  # noqa: T201 - The figures.
    page.get_by_role("button", name="Yes, another one").tap()
    expect(page.locator("#match[data-status=live]")).to_be_attached()
    assert not ann.overflows()
    assert ann.faults == []
