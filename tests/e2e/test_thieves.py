"""Second Story and Pickpocket in a browser without scripts."""

from random import Random

import pytest
from playwright.sync_api import Browser

from tests.e2e.browsers import Visitor, address_of
from tests.e2e.tabling import wait_for_news
from tests.matches import tables

pytestmark = [pytest.mark.usefixtures("committed_db"), pytest.mark.more]

ASKED = {"second-story": ("choose_approach", "Quick"), "pickpocket": ("draw_tile", "Draw")}
"""A type of move, and how the words of its button begin."""


@pytest.mark.parametrize("game", ASKED)
def test_the_same_table_is_played_by_forms_without_scripts(
    site: str, browser: Browser, ann: Visitor, game: str
) -> None:
    kind, button = ASKED[game]
    players = [ann.player, *tables.people(1)]
    match = tables.begun(players, game=game)
    rng = Random(4)
    while kind not in (move["type"] for move in tables.page(match, ann.player)["legal_moves"]):
        tables.next_move(match, players, rng)
    before = tables.page(match)["version"]
    page = ann.open(browser, site, address_of(match), java_script_enabled=False)

    for sheet in page.locator('[data-ended] a[data-action="ready"]').all():
        sheet.click()
    page.get_by_role("button", name=button).first.click()

    wait_for_news(page, before)
    assert tables.page(match)["version"] > before
