"""The first view of a page with an empty cache: bytes on the wire, and when its main part is there.

Bytes are what Chromium counts as received, headers included, of the page and all that it loads,
as our own server sends it: a proxy that compresses sends less. The stream of a running match is
left out, since it never ends. The largest contentful paint is Chromium's own figure.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from statistics import median
from typing import NamedTuple

from django.test import Client
from playwright.sync_api import Browser, CDPSession, Page

from accounts.models import Account
from cutpurse.embedded.addresses import var_folder
from cutpurse.up.children import children
from games import registry
from tests import browsers
from tests.bench.context import Context
from tests.bench.figures import Figure, Figures, name
from tests.bench.randomness import seats_of
from tests.bench.rest import tables
from tests.bench.rest.served import served
from tests.ratings import ladders

VIEWS = 3
PLAYERS = 60
"""On the ladder: more than one page of its standings shows."""
BACKEND = "django.contrib.auth.backends.ModelBackend"
SETTLE_MS = 300
"""After the page has loaded nothing larger is painted than what is there by then."""
PAINTED = """() => new Promise((tell) => {
    new PerformanceObserver((list) => tell(list.getEntries().at(-1).startTime))
        .observe({ type: "largest-contentful-paint", buffered: true });
})"""

Site = Callable[[], AbstractContextManager[str]]


class View(NamedTuple):
    """What one view of a page took."""

    kilobytes: float
    paint_ms: float


@contextmanager
def site() -> Iterator[str]:
    """Run the web server of `make up`, and give its address."""
    with served(lambda host, port: children(var_folder(), host, port, prefix="bench-")[0]) as where:
        yield f"http://{where[0]}:{where[1]}"


def measure(context: Context, *, views: int = VIEWS, sites: Site = site) -> Figures:
    """Return bytes and paint of every page, and under the plain names those of the worst table."""
    context.advance("dealing tables")
    session, pages = prepared()
    taken: dict[str, list[View]] = {page: [] for page in pages}
    with sites() as address, browsers.chromium() as browser:
        for _ in range(views):
            for page, path in pages.items():
                context.advance(page)
                taken[page].append(view(browser, address, path, session))
    return figures(taken)


def figures(taken: Mapping[str, list[View]]) -> Figures:
    """Return the medians of views, by page."""
    found: Figures = {}
    for field, what, unit in (("kilobytes", "page_bytes", "kB"), ("paint_ms", "page_lcp", "ms")):
        medians = {page: median(getattr(each, field) for each in taken[page]) for page in taken}
        games = [medians[name("table", rules)] for rules in registry.current_games()]
        found[what] = Figure(round(max(games), 1), unit)
        for page, value in medians.items():
            found[f"{what}_{page}"] = Figure(round(value, 1), unit)
    return found


def prepared() -> tuple[str, dict[str, str]]:
    """Return a session, and where pages lie that its owner sees: a table of each game, and more."""
    me, *others = tables.people(6)
    browser = Client()
    browser.force_login(Account.objects.get(pk=me.player.account), backend=BACKEND)
    pages = {"home": "/"}
    for rules in registry.current_games():
        dealt = tables.table(rules.game, [me, *others[: seats_of(rules) - 1]])
        pages[name("table", rules)] = f"/matches/{dealt.match_id}"
    ladder = ladders.opened()
    for number in range(0, PLAYERS, 3):
        ladders.played(ladder, [f"player {number + each}" for each in range(3)], [1, 2, 3])
    return browser.cookies["session"].value, {**pages, "ladder": f"/ladders/{ladder.slug}"}


def view(browser: Browser, address: str, path: str, session: str) -> View:
    """Open a page in a profile of its own, and return what that took."""
    context = browser.new_context(
        base_url=address,
        viewport=browsers.DESKTOP,
    )
    context.add_cookies([{"name": "session", "value": session, "url": address}])
    page = context.new_page()
    received = Received(context.new_cdp_session(page))
    answer = page.goto(path, wait_until="load")
    if answer is None or answer.status != 200:
        message = f"{path} was answered {answer and answer.status}"
        raise AssertionError(message)
    paint_ms = painted(page)
    context.close()
    return View(received.bytes / 1000, paint_ms)


def painted(page: Page) -> float:
    """Return when the largest part of a page was painted, in ms from the click on its link."""
    page.wait_for_timeout(SETTLE_MS)
    return float(page.evaluate(PAINTED))


class Received:
    """Counts what a page receives."""

    def __init__(self, devtools: CDPSession) -> None:
        self.bytes = 0.0
        devtools.send("Network.enable")
        devtools.on("Network.loadingFinished", self._finished)

    def _finished(self, event: Mapping[str, float]) -> None:
        self.bytes += event["encodedDataLength"]
