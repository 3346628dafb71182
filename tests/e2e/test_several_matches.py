"""Tables of several matches at the scorekeeper's desk: scores of duels, and sums match by match."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.browsers import Visitor, visitor
from tests.tournaments.events import REPORTED, Event
from tests.tournaments.test_agreed_draws import DUELS
from tournaments.services import lifecycle
from tournaments.state import Role

pytestmark = [pytest.mark.usefixtures("committed_db"), pytest.mark.more]


def at_the_desk(
    site: str, browser: Browser, entrants: int, stage: dict[str, Any], **plan: Any
) -> tuple[Visitor, Event]:
    """Return an organiser at the desk of a tournament whose first round is being played."""
    olga = visitor()
    event = Event(**{**REPORTED, **plan}, stages=[stage]).enter_names(entrants).start()
    event.do(lifecycle.give_role, account=olga.player.account, role=Role.ORGANISER)
    event.pair()
    olga.open(browser, site, f"/organise/{event.slug}", size={"width": 1366, "height": 768})
    expect(olga.page.locator("#d1-0")).to_be_focused()
    return olga, event


def typed(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def test_a_best_of_three_is_typed_as_its_score(site: str, browser: Browser) -> None:
    stage = {"format": "swiss", "options": {"rounds": 1}, "best_of": 3}
    olga, event = at_the_desk(site, browser, 4, stage, **DUELS)
    page = olga.page

    typed(page, "1", " ", "0", "Enter")
    expect(page.get_by_text("A best of 3 is not decided at 1\N{EN DASH}0")).to_be_visible()
    page.locator("#d1-0").fill("2")
    typed(page, "Enter")
    expect(page.locator(".desk-table[data-table='1']")).to_have_attribute("data-state", "done")
    expect(page.locator("#d2-0")).to_be_focused()
    typed(page, "1", " ", "2", "Enter")
    expect(page.locator(".desk-table[data-state=done]")).to_have_count(2)

    assert [each.scores for each in event.round.tables] == [(2, 0), (1, 2)]
    assert [each.places for each in event.round.tables] == [(1, 2), (2, 1)]
    assert (olga.barriers(), olga.overflows()) == ([], False)


@pytest.mark.long
def test_matches_that_are_added_up_are_typed_one_after_the_other(
    site: str, browser: Browser
) -> None:
    fours = {"min": 4, "target": 4, "max": 4}
    stage = {"format": "pods", "options": {"rounds": 1}, "sum_of": 2}
    olga, event = at_the_desk(site, browser, 4, stage, table=fours)
    page = olga.page

    typed(page, "9", " ", "7", " ", "5", " ", "3", "Enter")
    expect(page.locator("#desk input[name=match]")).to_have_value("2")
    page.locator("#d1-0").click()
    typed(page, "3", " ", "9", " ", "7", " ", "5", "Enter")
    expect(page.locator(".desk-table[data-table='1']")).to_have_attribute("data-state", "done")

    (table,) = event.round.tables
    assert [each.places for each in table.counted] == [(1, 2, 3, 4), (4, 1, 2, 3)]
    assert (table.scores, table.places) == ((12, 16, 12, 8), (2, 1, 2, 4))
    assert (olga.barriers(), olga.overflows()) == ([], False)
