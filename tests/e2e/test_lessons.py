"""A lesson of each game in a real browser, by somebody who only does what the page says."""

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from games import registry as games
from tests.browsers import DESKTOP, PHONE, Visitor

GAMES = [rules.game for rules in games.current_games()]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_a_lesson_is_learnt_by_pressing_what_it_points_at(
    browser: Browser, site: str, game: str, size: ViewportSize
) -> None:
    learner = Visitor()
    page = learner.open(browser, site, f"/games/{game}", size=size)
    page.get_by_role("link", name="Learn it in 5 minutes").click()
    page.locator("#lesson").wait_for()
    clicks, barriers = 1, []

    while not page.get_by_role("button", name="Play against bots").count():
        barriers += learner.barriers()
        assert not learner.overflows()
        clicks += press(page)

    assert clicks <= 13
    assert barriers == []
    assert learner.faults == []
    page.get_by_role("button", name="Play against bots").click()
    expect(page.locator("#match[data-status=live]")).to_be_visible()


def press(page: Page) -> int:
    """Do what a step says, by *Next* or by what is in light, and return the clicks it took."""
    before, onward = page.url, page.get_by_role("link", name="Next")
    pointed = page.locator("button.pointed:visible")
    if onward.count():
        onward.click()
    else:
        pointed.first.click()
    clicks = 1
    if page.locator("[popover]:popover-open").count():
        page.locator("[popover]:popover-open button.pointed").click()
        clicks += 1
    expect(page).not_to_have_url(before)
    page.wait_for_load_state()
    return clicks


def test_another_move_is_answered_without_losing_the_step(browser: Browser, site: str) -> None:
    learner = Visitor()
    page = learner.open(browser, site, "/games/stick-em/lesson/2")

    page.get_by_role("button", name="Pick red 8 as your pain card").click()

    expect(page.get_by_role("alert")).to_contain_text("the red 2 is safer")
    expect(page.locator("button.pointed")).to_have_count(1)
