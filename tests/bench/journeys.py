"""What the ways of people through the site take: clicks and keystrokes, which are counts, and time.

A journey plays at the speed that the site has for somebody new, so its seconds are mostly the pace
of the bots; they are told, and nothing is asserted of them. Each is gone at a desk by mouse and on
a phone by touch: one after the other, or both at once where nearly all of the time is that pace.
"""

import os
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack
from functools import partial
from typing import NamedTuple

import psutil
from playwright.sync_api import Browser, Page, ViewportSize

from accounts import organisers
from games import registry
from tests import browsers, club_nights, journeys, online_cups
from tests.bench import clocks, figures, pages
from tests.bench.context import Context
from tests.bench.figures import Figure, Figures
from tests.callers import PASSWORD
from tests.e2e.browsers import address_of, staff_member, visitor
from tests.journeys import Taken
from tests.matches import tables


class Window(NamedTuple):
    """What somebody looks through."""

    suffix: str
    """Of the names of its figures."""
    size: ViewportSize
    is_touched: bool

    def open(
        self, visitor: browsers.Visitor, browser: Browser, address: str, path: str = "/"
    ) -> Page:
        """Open it where tables move at their usual pace."""
        return visitor.open(
            browser,
            address,
            path,
            size=self.size,
            table={},
            has_touch=self.is_touched,
            reduced_motion="no-preference",
        )


WINDOWS = (
    Window("", browsers.DESKTOP, is_touched=False),
    Window("_phone", browsers.PHONE, is_touched=True),
)
PACED = frozenset({"first_match"})
"""Journeys that mostly wait, as people do, and need no database: they may go side by side."""
Parts = Mapping[str, Taken]
"""What the whole took, by the empty name, and each part of it by its own."""
Workers = Callable[[], AbstractContextManager[psutil.Process | None]]


def measure(
    name: str,
    context: Context,
    *,
    sites: pages.Site = pages.site,
    workers: Workers = clocks.worker,
) -> Figures:
    """Return what a journey took in each window."""
    found: Figures = {}
    with ExitStack() as stack:
        address = stack.enter_context(sites())
        stack.enter_context(workers())
        # Playwright keeps an event loop in each thread, which Django takes for a reason to refuse.
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
        stack.callback(os.environ.pop, "DJANGO_ALLOW_ASYNC_UNSAFE")
        with ThreadPoolExecutor(len(WINDOWS)) as pool:
            each = pool.map if name in PACED else map
            for gone in each(partial(_gone, name, context, address), WINDOWS):
                found |= gone
    return found


def _gone(name: str, context: Context, address: str, window: Window) -> Figures:
    """Return what a journey took in one window, in a browser of its own."""
    found: Figures = {}
    with browsers.chromium() as browser:
        for journey, go in JOURNEYS[name]:
            context.advance(f"{journey}{window.suffix}")
            found |= figures_of(journey, go(browser, address, window), window.suffix)
    return found


def first_match(browser: Browser, address: str, window: Window) -> Parts:
    """Go the journey of a stranger to the end of a first match."""
    return {"": journeys.first_match(window.open(browsers.Visitor(), browser, address))}


def lesson(game: str) -> "Journey":
    """Return the journey of somebody who learns a game."""

    def go(browser: Browser, address: str, window: Window) -> Parts:
        page = window.open(browsers.Visitor(), browser, address, f"/games/{game}")
        return {"": journeys.lesson(page, game)}

    return go


def rematch(browser: Browser, address: str, window: Window) -> Parts:
    """Go the journey of two people who have played together, each with such a window."""
    people = [visitor(), visitor()]
    players = [person.player for person in people]
    match = tables.begun(players, game="second-story")
    tables.play_out(match, players)
    where = address_of(match)
    return {"": journeys.rematch([window.open(each, browser, address, where) for each in people])}


def report_decision_appeal(browser: Browser, address: str, window: Window) -> Parts:
    """Go the journey of a report to the end of an appeal, with two of the staff."""
    reporter, reported = visitor(), visitor()
    judges = [staff_member(), staff_member()]
    parties = journeys.Parties(
        window.open(reporter, browser, address),
        window.open(browsers.Visitor(), browser, address),
        window.open(judges[0], browser, address),
        window.open(judges[1], browser, address),
        name=reported.player.username,
        password=PASSWORD,
    )
    return {"": journeys.report_decision_appeal(parties)}


def organiser(browser: Browser, address: str, window: Window) -> Page:
    """Open the list of one's tournaments for somebody who may organise."""
    olga = visitor()
    organisers.appoint(account_id=olga.player.account, is_organiser=True)
    return window.open(olga, browser, address, "/organise")


def club_night(browser: Browser, address: str, window: Window) -> Parts:
    """Go through an evening in a room, in which players report by phones."""

    def phone(path: str) -> Page:
        return WINDOWS[1].open(browsers.Visitor(), browser, address, path)

    return club_nights.club_night(organiser(browser, address, window), phone)


def online_cup(browser: Browser, address: str, window: Window) -> Parts:
    """Go through a cup on the site; what is counted is what its organiser does."""
    windows = online_cups.Windows(
        organiser(browser, address, window), window.open(visitor(), browser, address)
    )
    return online_cups.online_cup(windows, address)


def figures_of(journey: str, parts: Parts, suffix: str = "") -> Figures:
    """Return the figures of one journey and of its parts."""
    found: Figures = {}
    for part, taken in parts.items():
        named = f"journey_{journey}_{part}".rstrip("_") + suffix
        found[named] = Figure(round(taken.seconds, 1), "s")
        found[f"{named}_clicks"] = Figure(taken.clicks, "clicks")
        found[f"{named}_keystrokes"] = Figure(taken.keystrokes, "keystrokes")
    return found


Journey = Callable[[Browser, str, Window], Parts]
JOURNEYS: dict[str, Iterable[tuple[str, Journey]]] = {
    "first_match": [("first_match", first_match)],
    "rematch": [("rematch", rematch)],
    "report_decision_appeal": [("report_decision_appeal", report_decision_appeal)],
    "club_night": [("club_night", club_night)],
    "online_cup": [("online_cup", online_cup)],
    "lesson": [
        (figures.name("lesson", rules), lesson(rules.game)) for rules in registry.current_games()
    ],
}
"""What is measured together, by the name of its benchmark."""
