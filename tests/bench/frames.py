"""Movement at a table with a processor four times slower: how many frames are dropped.

Frames are counted while anything moves, from one call of `requestAnimationFrame` to the next; one
that comes late stands for as many as would have fitted in. The figure means something on a machine
that does nothing else.
"""

import json
import os
from collections.abc import Sequence
from contextlib import ExitStack
from random import Random

from django.test import Client
from playwright.sync_api import Browser, Page

from accounts.models import Account
from games import registry
from games.core import AnyRules
from tests import browsers
from tests.bench.context import Context
from tests.bench.figures import Figure, Figures, name
from tests.bench.pages import BACKEND, Site, site
from tests.matches import tables

SLOWER = 4
MOVES = 12
SEATS = 3
FRAME_MS = 1000 / 60
LIVELY = {"speed": "normal", "forced": "off", "sound": "off"}
WATCH = """() => {
  window.gaps = [];
  let before = null;
  const note = (now) => {
    const moves = document.getAnimations().some((each) => each.playState === "running");
    if (moves && before !== null) window.gaps.push(now - before);
    before = moves ? now : null;
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
}"""
IS_SHOWN = """wanted => {
  document.querySelector("[data-ended]:not([hidden]) [data-action=ready]")?.click();
  return Number(document.querySelector("#match").dataset.version) >= wanted;
}"""


def measure(
    context: Context,
    *,
    moves: int = MOVES,
    games: Sequence[AnyRules] | None = None,
    sites: Site = site,
) -> Figures:
    """Return the share of dropped frames at a table of each game, and that of the worst."""
    found: Figures = {}
    with sites() as address, browsers.chromium() as browser, ExitStack() as stack:
        # Playwright keeps an event loop in this thread, which Django takes for a reason to refuse.
        if "DJANGO_ALLOW_ASYNC_UNSAFE" not in os.environ:
            os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
            stack.callback(os.environ.pop, "DJANGO_ALLOW_ASYNC_UNSAFE")
        for rules in games or registry.current_games():
            context.advance(rules.game)
            gaps = watched(browser, address, rules.game, moves)
            found[name("frames_dropped", rules)] = Figure(round(dropped(gaps), 1), "%")
    worst = max(figure.value for figure in found.values())
    return {"frames_dropped": Figure(worst, "%"), **found}


def dropped(gaps: Sequence[float]) -> float:
    """Return how many of a hundred frames were not drawn, by the ms from each to the next.

    >>> dropped([1000 / 60, 1000 / 60, 3000 / 60, 1000 / 60, 1000 / 60])
    28.57142857142857
    """
    due = sum(max(1, round(gap / FRAME_MS)) for gap in gaps)
    return 100 * (due - len(gaps)) / due


def watched(browser: Browser, address: str, game: str, moves: int) -> list[float]:
    """Return the ms between frames while random moves of all players are shown to one of them."""
    players = tables.people(SEATS)
    match = tables.begun(players, game=game, options={})
    client = Client()
    client.force_login(Account.objects.get(pk=players[0].account), backend=BACKEND)
    context = browser.new_context(base_url=address, viewport=browsers.DESKTOP)
    session = client.cookies["session"].value
    context.add_cookies([{"name": "session", "value": session, "url": address}])
    context.add_init_script(browsers.LIKES_TABLES % json.dumps(LIVELY))
    page = context.new_page()
    page.goto(f"/matches/{match}", wait_until="load")
    slowed(page)
    rng = Random(7)
    for _ in range(moves):
        tables.next_move(match, players, rng)
        page.wait_for_function(IS_SHOWN, arg=tables.page(match)["version"])
    gaps: list[float] = page.evaluate("window.gaps")
    context.close()
    return gaps


def slowed(page: Page) -> None:
    """Slow the page's processor down, and have frames counted."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.evaluate(WATCH)
