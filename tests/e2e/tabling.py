"""What a page of a table does over time, as its scripts let it be seen."""

import os
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

from playwright.sync_api import Browser, Page

from matches import selectors
from matches.actors import Player
from tests.e2e.browsers import Visitor, address_of
from tests.matches import tables
from web.games.registry import language
from web.games.shared_events import describe_event
from web.matches import match_page

PICTURES = os.environ.get("TABLE_PICTURES")
LIVELY = {"speed": "normal", "forced": "off", "sound": "off"}
"""A table at its usual pace, which makes no move by itself."""
NOTES = """
window.told = [];
document.addEventListener("DOMContentLoaded", () => {
  const log = document.querySelector("#told");
  if (!log) return;
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const each of addedNodes) {
        const shown = Number(document.querySelector("#match").dataset.version);
        window.told.push({ words: each.textContent, version: shown, at: performance.now() });
      }
    }
  }).observe(log, { childList: true });
});
"""
HIDING = """
let isAway = false;
Object.defineProperty(document, "hidden", { get: () => isAway });
window.leave = (away) => {
  isAway = away;
  document.dispatchEvent(new Event("visibilitychange"));
};
"""


def keep(page: Page, name: str, *, full_page: bool = False) -> None:
    """Keep what the window shows in the folder of TABLE_PICTURES, to be looked at by people."""
    if PICTURES:
        Path(PICTURES).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=f"{PICTURES}/{name}.png", full_page=full_page)


def told(page: Page) -> list[dict[str, Any]]:
    """Return what was told since the page was opened, with the version shown then and the time."""
    found: list[dict[str, Any]] = page.evaluate("window.told")
    return found


def wait_for_version(page: Page, wanted: int) -> None:
    """Wait until the page shows a version."""
    page.wait_for_function(
        "wanted => Number(document.querySelector('#match').dataset.version) === wanted", arg=wanted
    )


def wait_for_news(page: Page, before: int) -> None:
    """Wait until the page shows another version, and look at each frame: `expect` looks seldom."""
    page.wait_for_function(
        "before => Number(document.querySelector('#match').dataset.version) !== before", arg=before
    )


def step(match: UUID, players: list[Player], rng: Random) -> None:
    """Make a random move of a match that is not over."""
    assert tables.next_move(match, players, rng) is not None, "the match ended too early"


def play(match: UUID, players: list[Player], moves: int, rng: Random) -> int:
    """Make random moves as fast as the server takes them, and return the version after them."""
    for _ in range(moves):
        step(match, players, rng)
    return int(tables.page(match)["version"])


def play_for(match: UUID, player: Player) -> int:
    """Make the first legal move of a player, and return the version after it."""
    seen = tables.page(match, player)
    tables.move(match, player, seen["legal_moves"][0], seen["version"])
    return int(tables.page(match)["version"])


def play_until_turn_of(match: UUID, players: list[Player], seat: int, rng: Random) -> None:
    """Make random moves until one seat alone has to decide."""
    while tables.page(match)["to_act"] != [seat]:
        step(match, players, rng)


def play_until_the_first_has_led(match: UUID, players: list[Player], rng: Random) -> None:
    """Make random moves until nobody but the first seat has played to a trick."""
    while [card["seat"] for card in tables.page(match)["view"]["trick"]] != [0]:
        step(match, players, rng)


def seated(  # noqa: PLR0913, PLR0917 - What a table and a window are made of.
    ann: Visitor,
    browser: Browser,
    site: str,
    game: str = "stick-em",
    table: Mapping[str, str] = LIVELY,
    seats: int = 3,
    **wanted: Any,
) -> tuple[UUID, list[Player], Page]:
    """Return a match that has begun, its players, and the window of the first."""
    players = [ann.player, *tables.people(seats - 1)]
    match = tables.begun(players, game=game)
    return match, players, watched(ann, browser, site, match, table, **wanted)


def watched(
    ann: Visitor,
    browser: Browser,
    site: str,
    match: UUID,
    table: Mapping[str, str] = LIVELY,
    **wanted: Any,
) -> Page:
    """Open a match in a window that notes what is told."""
    usual = {"reduced_motion": "no-preference", **wanted}
    page = ann.open(browser, site, "/", table=table, **usual)
    page.context.add_init_script(NOTES)
    page.context.add_init_script(HIDING)
    page.goto(address_of(match))
    return page


def sentences(match: UUID, player: Player, since: int) -> list[str]:
    """Return the sentences of those events since a version that are worth one, in order."""
    page = selectors.match_page(match, player.account)
    words = language(page.game, page.dataset)
    people = match_page.people_of(match, 0)
    events = selectors.history(match, player.account, since=since).events
    said = (describe_event(words, each["type"], each["data"], people) for each in events)
    return [sentence for sentence in said if sentence is not None]


def before_the_turn_of_the_first(match: UUID, players: list[Player], rng: Random) -> None:
    """Play until the third seat is to follow in a trick to which the first has yet to play."""
    while True:
        view = tables.page(match)["view"]
        seats = [card["seat"] for card in view["trick"]]
        if tables.page(match)["to_act"] == [2] and view["phase"] == "play" and 0 not in seats:
            return
        step(match, players, rng)
