"""Debian's Chromium for the tests of the pages; each visitor comes with a fresh profile."""

import json
import os
import secrets
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserType, Page, ViewportSize, expect, sync_playwright

from matches.actors import Player

if TYPE_CHECKING:
    from django.test import Client

FLAGS = (
    *("--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
)
WINDOWED = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
NAMES = ("chromium-headless-shell", *WINDOWED)
"""The first draws the same pages without a window around each, which takes most of the time."""
MISSING = (
    "The tests of the pages need Chromium, and none was found. Install it (apt install chromium "
    "chromium-headless-shell), or name it: CHROMIUM=/path/to/chromium"
)
DESKTOP: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
WAIT_MS = 60_000
"""Only what never comes is waited for so long, by actions and by `expect`."""
GRAVE = {"serious", "critical"}
STILL = {"speed": "off", "forced": "off", "sound": "off"}
"""A table that shows everything at once and makes no move by itself."""
LIKES_TABLES = "try { localStorage.table ??= JSON.stringify(%s) } catch {}"
"""A page without an address keeps nothing."""
WATCHES_NO_LOG = "try { localStorage['public-log-look'] ??= '{\"at\": 1e15}' } catch {}"
"""A page that has looked at the public log just now: a site without a checkpoint answers 404."""
PASSWORD = "an owl at the window"


def executable(names: Sequence[str] = NAMES) -> str:
    """Return the path of Chromium; fails the test where there is none."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    return found or pytest.fail(MISSING)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run a browser. While it runs, Django's database may not be used in the same thread."""
    with sync_playwright() as playwright:
        expect.set_options(timeout=WAIT_MS)
        with launched(playwright.chromium, NAMES) as browser:
            yield browser


@contextmanager
def launched(kind: BrowserType, names: Sequence[str]) -> Iterator[Browser]:
    """Run a browser of the first of these names that is there."""
    browser = kind.launch(
        executable_path=executable(names), args=list(FLAGS), chromium_sandbox=False
    )
    yield browser
    browser.close()


class Visitor:
    """Somebody with windows of their own, who notes every complaint of the browser."""

    def __init__(self, client: "Client | None" = None, player: Player | None = None) -> None:
        """Take the account that Django's client is signed in with, or come as a stranger."""
        self.session = None if client is None else client.cookies["session"].value
        self._player = player
        self.page: Page
        """The first window."""
        self.watches_log = False
        self.faults: list[str] = []
        """What the pages complained of: errors of scripts, and what their policy forbade."""

    @property
    def player(self) -> Player:
        """The account, as services know it."""
        assert self._player is not None, "a stranger has no account"
        return self._player

    def open(
        self,
        browser: Browser,
        site: str,
        path: str = "/",
        *,
        size: ViewportSize = DESKTOP,
        table: Mapping[str, str] = STILL,
        **wanted: Any,
    ) -> Page:
        """Open a window of a fresh profile at an address of the site.

        Tables move as they are liked to. What else is wanted of the profile goes by Playwright's
        names, as `color_scheme="dark"`.
        """
        usual = {"locale": "en-GB", "reduced_motion": "reduce", "viewport": size}
        context = browser.new_context(base_url=site, **{**usual, **wanted})
        context.set_default_timeout(WAIT_MS)
        context.add_init_script(LIKES_TABLES % json.dumps(table))
        if not self.watches_log:
            context.add_init_script(WATCHES_NO_LOG)
        if self.session is not None:
            context.add_cookies([{"name": "session", "value": self.session, "url": site}])
        self.page = context.new_page()
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on(
            "console",
            lambda said: self.faults.append(said.text) if said.type == "error" else None,
        )
        self.page.goto(path)
        return self.page

    def sign_up(self) -> str:
        """Sign up by the form, and return the name."""
        name = f"visitor-{secrets.token_hex(5)}"
        self.page.goto("/sign-up")
        self.page.get_by_label("Name").fill(name)
        self.page.get_by_label("Password", exact=True).fill(PASSWORD)
        self.page.get_by_role("main").get_by_role("button", name="Sign up").click()
        self.page.get_by_role("link", name=name).wait_for()
        return name

    def barriers(self) -> list[str]:
        """Return what is gravely wrong with the page for people who see or move otherwise."""
        found = Axe().run(self.page).response["violations"]
        return [
            f"{self.page.url} {fault['id']}: {node['html'][:120]}"
            for fault in found
            if fault["impact"] in GRAVE
            for node in fault["nodes"]
        ]

    def overflows(self) -> bool:
        """Return whether the page is wider than the window."""
        self.page.wait_for_load_state()
        return bool(self.page.evaluate("document.documentElement.scrollWidth > innerWidth"))
