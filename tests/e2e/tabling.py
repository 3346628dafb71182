"""What a page of a table does over time, as its scripts let it be seen."""

from random import Random
from typing import Any
from uuid import UUID

from playwright.sync_api import Page

from matches.actors import Player
from tests.matches import tables

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


def told(page: Page) -> list[dict[str, Any]]:
    """Return what was told since the page was opened, with the version shown then and the time."""
    found: list[dict[str, Any]] = page.evaluate("window.told")
    return found


def wait_for_version(page: Page, wanted: int) -> None:
    """Wait until the page shows a version."""
    page.wait_for_function(
        "wanted => Number(document.querySelector('#match').dataset.version) === wanted", arg=wanted
    )


def play(match: UUID, players: list[Player], moves: int, rng: Random) -> int:
    """Make random moves as fast as the server takes them, and return the version after them."""
    for _ in range(moves):
        tables.next_move(match, players, rng)
    return int(tables.page(match)["version"])


def play_until_turn_of(match: UUID, players: list[Player], seat: int, rng: Random) -> None:
    """Make random moves until one seat alone has to decide."""
    while tables.page(match)["to_act"] != [seat]:
        tables.next_move(match, players, rng)
