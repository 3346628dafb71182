"""Movement at a table: what it asks of the page's main thread, and how many frames are dropped.

The work is the main thread's own processor time for each table that is shown, which other processes
disturb little. Frames are counted with a processor four times slower while anything moves, from one
call of `requestAnimationFrame` to the next; one that comes late stands for as many as would have
fitted in. That figure means something on a machine that does nothing else.
"""

import json
import os
from collections.abc import Sequence
from contextlib import ExitStack
from random import Random
from typing import NamedTuple

from django.test import Client
from playwright.sync_api import Browser, CDPSession

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
LOOK_MS = 250
"""Whether a table is shown is asked so seldom that the question is no part of the work."""
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
COUNT = """() => {
  window.shown = 0;
  document.addEventListener("table-shown", () => { window.shown += 1; });
}"""
IS_SHOWN = """wanted => {
  document.querySelector("[data-ended]:not([hidden]) [data-action=ready]")?.click();
  return Number(document.querySelector("#match").dataset.version) >= wanted;
}"""


class Seen(NamedTuple):
    """What watching a table took."""

    work_ms: float
    """Of the main thread, for each table that was shown."""
    gaps: Sequence[float]
    """From each frame to the next, in ms."""


def measure(
    context: Context,
    *,
    moves: int = MOVES,
    games: Sequence[AnyRules] | None = None,
    sites: Site = site,
) -> Figures:
    """Return work and the share of dropped frames at a table of each game, and of the worst."""
    found: Figures = {}
    with sites() as address, browsers.chromium() as browser, ExitStack() as stack:
        # Playwright keeps an event loop in this thread, which Django takes for a reason to refuse.
        if "DJANGO_ALLOW_ASYNC_UNSAFE" not in os.environ:
            os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
            stack.callback(os.environ.pop, "DJANGO_ALLOW_ASYNC_UNSAFE")
        for rules in games or registry.current_games():
            context.advance(rules.game)
            seen = watched(browser, address, rules.game, moves)
            found[name("frames_dropped", rules)] = Figure(round(dropped(seen.gaps), 1), "%")
            found[name("frames_work", rules)] = Figure(round(seen.work_ms, 1), "ms")
    for unit, what in (("%", "frames_dropped"), ("ms", "frames_work")):
        found[what] = Figure(max(each.value for each in found.values() if each.unit == unit), unit)
    return found


def dropped(gaps: Sequence[float]) -> float:
    """Return how many of a hundred frames were not drawn, by the ms from each to the next.

    >>> dropped([1000 / 60, 1000 / 60, 3000 / 60, 1000 / 60, 1000 / 60])
    28.57142857142857
    """
    due = sum(max(1, round(gap / FRAME_MS)) for gap in gaps)
    return 100 * (due - len(gaps)) / due


def watched(browser: Browser, address: str, game: str, moves: int) -> Seen:
    """Show random moves of all players to one of them, and return what that took."""
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
    devtools = context.new_cdp_session(page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
    rng = Random(7)

    def show() -> None:
        for _ in range(moves):
            tables.next_move(match, players, rng)
            version = tables.page(match)["version"]
            page.wait_for_function(IS_SHOWN, arg=version, polling=LOOK_MS)

    page.evaluate(COUNT)
    before = work_ms(devtools)
    show()
    work = (work_ms(devtools) - before) / page.evaluate("window.shown")
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.evaluate(WATCH)
    show()
    gaps: list[float] = page.evaluate("window.gaps")
    context.close()
    return Seen(work, gaps)


def work_ms(devtools: CDPSession) -> float:
    """Return what the page's main thread has worked so far."""
    metrics = devtools.send("Performance.getMetrics")["metrics"]
    return 1000 * next(float(each["value"]) for each in metrics if each["name"] == "TaskDuration")
