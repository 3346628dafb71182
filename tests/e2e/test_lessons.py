"""A lesson of each game in a real browser, by somebody who only does what the page says."""

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from games import registry as games
from tests import journeys
from tests.browsers import DESKTOP, PHONE, Visitor

CLICKS_MAX = 13
GAMES = [rules.game for rules in games.current_games()]


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_a_lesson_is_learnt_by_doing_what_it_says_and_points_at(
    browser: Browser, site: str, game: str, size: ViewportSize
) -> None:
    learner, faults = Visitor(), list[str]()
    is_phone = size == PHONE
    page = learner.open(browser, site, f"/games/{game}", size=size, has_touch=is_phone)

    def look() -> None:
        where = page.url
        faults.extend(learner.barriers() if is_phone else [])
        faults.extend([f"{where} is too wide"] if learner.overflows() else [])
        if not page.locator("#onward, button.pointed:visible").count():
            faults.append(f"{where} points at nothing")

    taken = journeys.lesson(page, game, look)

    print(f"lesson of {game}: {taken}")  # noqa: T201 - The journey's figures.
    assert taken.clicks <= CLICKS_MAX
    assert taken.keystrokes == 0
    assert faults == []
    page.get_by_role("button", name="Play against bots").click()
    expect(page.locator("#match[data-status=live]")).to_be_visible()
    assert learner.faults == []


def test_another_move_is_answered_without_losing_the_step(browser: Browser, site: str) -> None:
    learner = Visitor()
    page = learner.open(browser, site, "/games/stick-em/lesson/2")

    page.get_by_role("button", name="Pick red 8 as your pain card").click()

    expect(page.get_by_role("alert")).to_contain_text("the red 2 is safer")
    expect(page.locator("button.pointed")).to_have_count(1)
