"""Debian's Chromium for the tests of the pages; each visitor comes with a fresh profile."""

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, sync_playwright

FLAGS = (
    *("--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
)
NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
MISSING = (
    "The tests of the pages need Chromium, and none was found. Install it (apt install chromium), "
    "or name it: CHROMIUM=/path/to/chromium"
)
DESKTOP = (1280, 900)
PHONE = (390, 844)
WAIT_MS = 15_000
GRAVE = {"serious", "critical"}
PASSWORD = "an owl at the window"


def executable() -> str:
    """Return the path of Chromium; fails the test where there is none."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    return found or pytest.fail(MISSING)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run a browser. While it runs, Django's database may not be used in the same thread."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=executable(), args=list(FLAGS), chromium_sandbox=False
        )
        yield browser
        browser.close()


class Visitor:
    """Somebody with a window of their own, who notes every complaint of the browser."""

    def __init__(  # noqa: PLR0913 - what differs between visitors
        self,
        browser: Browser,
        site: str,
        *,
        size: tuple[int, int] = DESKTOP,
        scheme: str = "light",
        scripts: bool = True,
        language: str = "en-GB",
    ) -> None:
        self.context = browser.new_context(
            base_url=site,
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if scheme == "dark" else "light",
            java_script_enabled=scripts,
            locale=language,
            reduced_motion="reduce",
        )
        self.context.set_default_timeout(WAIT_MS)
        self.complaints: list[str] = []
        self.page = self.window()

    def window(self) -> Page:
        """Return another tab of the same profile."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on(
            "console",
            lambda said: self.complaints.append(said.text) if said.type == "error" else None,
        )
        return page

    def sign_up(self) -> str:
        """Sign up by the form, and return the name."""
        name = f"visitor-{secrets.token_hex(5)}"
        self.page.goto("/sign-up")
        self.page.get_by_label("Name").fill(name)
        self.page.get_by_label("Password", exact=True).fill(PASSWORD)
        self.page.get_by_role("main").get_by_role("button", name="Sign up").click()
        self.page.get_by_role("link", name=name).wait_for()
        return name

    def faults(self) -> list[str]:
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
        return bool(self.page.evaluate("document.documentElement.scrollWidth > innerWidth"))
