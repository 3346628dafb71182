"""Second Story and Pickpocket in a browser: by touch to the end, and without scripts."""

import time
from collections.abc import Callable
from random import Random
from typing import Any
from uuid import UUID

import pytest
from playwright.sync_api import Browser, Page, expect

from matches.services import turns
from tests.e2e.browsers import PHONE, Visitor, address_of, status, version
from tests.e2e.hands import Mouse, Touch
from tests.matches import tables

pytestmark = pytest.mark.usefixtures("committed_db")

PATIENCE_S = 240.0
PACE = {"speed": "off", "forced": "off", "sound": "off"}
"""A table that shows at once what happened, and makes no move by itself."""
NEAR: dict[str, Callable[[dict[str, Any]], bool]] = {
    "second-story": lambda view: min(view["bank"].values()) <= 1,
    "pickpocket": lambda _view: True,
}
"""Until when a match is played without a browser."""


ASKED = {"second-story": ("choose_approach", "Quick"), "pickpocket": ("draw_tile", "Draw")}
"""A type of move, and how the words of its button begin."""


def played_ahead(ann: Visitor, game: str) -> UUID:
    """Return a match against two bots in which it is the player's turn after a while."""
    match = tables.begun([ann.player], ["greedy", "greedy"], game=game)
    while True:
        seen = tables.page(match, ann.player)
        if seen["legal_moves"] and NEAR[game](seen["view"]):
            return match
        if seen["legal_moves"]:
            tables.move(match, ann.player, seen["legal_moves"][0], seen["version"])
        else:
            turns.play_bots(match, seen["version"])


def wait_for_turn(page: Page) -> bool:
    """Wait until it is the reader's turn and no end of a night lies over it; False at the end."""
    page.locator("#match[data-mine], #match:not([data-status=live])").first.wait_for()
    page.locator(".felt > .end-strip:not([hidden])").wait_for(state="detached")
    page.wait_for_timeout(400)  # What has just been drawn takes no press.
    return status(page) == "live"


def play(page: Page, hand: Mouse) -> int:
    """Play to the end of the match and return how many moves that took."""
    moves = 0
    give_up = time.monotonic() + PATIENCE_S
    while time.monotonic() < give_up and wait_for_turn(page):
        before = version(page)
        hand.press(page.locator("button[name=move]:visible").last)
        lifted = page.locator("[data-lifted]")
        if lifted.count():
            hand.press(lifted.first)
        expect(page.locator("#match")).not_to_have_attribute("data-version", str(before))
        moves += 1
    return moves


@pytest.mark.usefixtures("worker")
@pytest.mark.parametrize("game", NEAR)
def test_a_match_is_played_by_touch_on_a_phone(
    site: str, browser: Browser, ann: Visitor, game: str
) -> None:
    address = address_of(played_ahead(ann, game))
    page = ann.open(browser, site, address, size=PHONE, table=PACE, has_touch=True)

    assert play(page, Touch(page)) > 3

    assert status(page) == "finished"
    assert not ann.overflows()
    assert ann.faults == []


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

    expect(page.locator("#match")).not_to_have_attribute("data-version", str(before))
    assert tables.page(match)["version"] > before
