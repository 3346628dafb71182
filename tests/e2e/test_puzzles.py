"""Puzzles in a real browser: on the board at once, by keyboard, and on to the next one."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.browsers import visitor
from tests.puzzles.set_puzzles import played, set_puzzle

pytestmark = [pytest.mark.usefixtures("committed_db"), pytest.mark.more]


def test_a_puzzle_is_solved_by_keyboard_and_the_next_one_comes(site: str, browser: Browser) -> None:
    ann = visitor()
    # None is of a day, since of each day there is one, and what is committed stays.
    match = played()
    puzzle, other = (set_puzzle(match, ago=None, number=number) for number in (0, 1))
    page = ann.open(browser, site, f"/puzzles/{puzzle.pk}")
    expect(page.get_by_text("Find the best move.")).to_be_visible()
    assert ann.barriers() == []

    page.keyboard.press("n")
    expect(page).to_have_url(re.compile(str(puzzle.pk)))
    page.keyboard.press("1")
    expect(page.locator('[data-key="1"]').first).to_be_focused()
    page.keyboard.press("Enter")

    expect(page.locator("#verdict")).to_be_focused()
    expect(page.get_by_role("heading", name="What each move is worth")).to_be_attached()
    assert ann.barriers() == []
    page.keyboard.press("n")
    expect(page).to_have_url(re.compile("/puzzles/"))
    expect(page).not_to_have_url(re.compile(str(puzzle.pk)))
    assert ann.faults == []
    assert other.pk


@pytest.mark.long
def test_the_hand_of_a_puzzle_can_be_sorted(site: str, browser: Browser) -> None:
    ann = visitor()
    puzzle = set_puzzle(played("stick-em"), ago=None)
    page = ann.open(browser, site, f"/puzzles/{puzzle.pk}")

    page.get_by_role("button", name="Sort by number").click()

    expect(page.get_by_role("button", name="Sort by colour")).to_be_visible()
    assert ann.barriers() == []
    assert ann.faults == []
