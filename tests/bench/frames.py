"""Movement at a table: what it asks of the page's main thread, and how many frames are dropped.

The work is the main thread's own processor time for each table that is shown, which other processes
disturb little. Frames are those of the browser's own profile, with a processor four times slower:
of each one that was due while anything moved, it says whether it was presented or dropped. So that
other processes of the machine drop none of them, the browser goes before all others where it may.
"""

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from random import Random
from typing import Any, NamedTuple

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
CATEGORIES = ["-*", "cc", "benchmark"]
"""Of the browser's profile, what holds its frames."""
FRAME = "PipelineReporter"
DROPPED = "STATE_DROPPED"
PRESENTED = {"STATE_PRESENTED_ALL", "STATE_PRESENTED_PARTIAL"}
"""Partial are those that the compositor drew while the page's main thread was busy."""
LOOK_MS = 250
"""Whether a table is shown is asked so seldom that the question is no part of the work."""
LIVELY = {"speed": "normal", "forced": "off", "sound": "off"}
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
    frames: "Frames"

    def figures(self) -> Figures:
        """Return what is told of it."""
        frames = self.frames
        return {
            "frames_dropped": Figure(round(frames.percent(frames.dropped), 1), "%"),
            "frames_on_main": Figure(round(frames.percent(frames.on_main), 1), "%"),
            "frames_work": Figure(round(self.work_ms, 1), "ms"),
        }


class Frames(NamedTuple):
    """How many frames were due while anything moved, and what became of them."""

    presented: int
    dropped: int
    on_main: int
    """Of them, those in which something moved that the compositor left to the main thread."""

    def percent(self, some: int) -> float:
        """Return how many of a hundred frames some are.

        >>> frames = Frames(presented=3, dropped=1, on_main=0)
        >>> frames.percent(frames.dropped)
        25.0
        """
        return 100 * some / (self.presented + self.dropped)


def measure(
    context: Context,
    *,
    moves: int = MOVES,
    games: Sequence[AnyRules] | None = None,
    sites: Site = site,
) -> Figures:
    """Return work, and shares of frames, at a table of each game, and of the worst."""
    found: Figures = {}
    with sites() as address, ExitStack() as stack:
        with first_served(context):
            browser = stack.enter_context(browsers.chromium())
        # Playwright keeps an event loop in this thread, which Django takes for a reason to refuse.
        if "DJANGO_ALLOW_ASYNC_UNSAFE" not in os.environ:
            os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
            stack.callback(os.environ.pop, "DJANGO_ALLOW_ASYNC_UNSAFE")
        for rules in games or registry.current_games():
            context.advance(rules.game)
            seen = watched(browser, address, rules.game, moves)
            for what, figure in seen.figures().items():
                worst = max(figure.value, found.get(what, figure).value)
                found |= {name(what, rules): figure, what: Figure(worst, figure.unit)}
    return found


@contextmanager
def first_served(context: Context) -> Iterator[None]:
    """Let processes that are started meanwhile go before all others, where one may ask for it."""
    try:
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
    except PermissionError:
        context.note("Frames were counted while other processes had their share of the machine.")
        yield
        return
    try:
        yield
    finally:
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))


def frames_in(profile: bytes) -> Frames:
    """Return the frames of a profile in which anything moved."""
    found: list[dict[str, Any]] = [
        each["args"]["frame_reporter"]
        for each in json.loads(profile)["traceEvents"]
        if each["name"] == FRAME and "frame_reporter" in each.get("args", {})
    ]
    moving = [
        each for each in found if each["has_compositor_animation"] or each["has_main_animation"]
    ]
    presented = [each for each in moving if each["state"] in PRESENTED]
    dropped = [each for each in moving if each["state"] == DROPPED]
    on_main = sum(each["has_main_animation"] for each in (*presented, *dropped))
    return Frames(len(presented), len(dropped), on_main)


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
    browser.start_tracing(page=page, categories=CATEGORIES)
    show()
    frames = frames_in(browser.stop_tracing())
    context.close()
    return Seen(work, frames)


def work_ms(devtools: CDPSession) -> float:
    """Return what the page's main thread has worked so far."""
    metrics = devtools.send("Performance.getMetrics")["metrics"]
    return 1000 * next(float(each["value"]) for each in metrics if each["name"] == "TaskDuration")
