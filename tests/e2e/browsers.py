"""People at tables with a browser of their own, in which they are signed in."""

from typing import Any
from uuid import UUID

from django.test import Client
from playwright.sync_api import Browser, Page, ViewportSize

from matches.actors import Player
from tests.web.visitors import member

DESK: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}


class Visitor:
    """An account and the browser window in which it is signed in."""

    def __init__(self, client: Client, player: Player) -> None:
        self.session = client.cookies["session"].value
        self.player = player
        self.page: Page
        self.faults: list[str] = []
        """What the page complained of: errors of scripts, and what its policy forbade."""

    def open(self, browser: Browser, site: str, path: str, **wanted: Any) -> Page:
        """Open a window at an address of the site."""
        context = browser.new_context(viewport=DESK, base_url=site, **wanted)
        context.add_cookies([{"name": "session", "value": self.session, "url": site}])
        self.page = context.new_page()
        self.page.set_default_timeout(60_000)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on(
            "console",
            lambda said: self.faults.append(said.text) if said.type == "error" else None,
        )
        self.page.goto(path)
        return self.page


def visitor() -> Visitor:
    """Return a new account."""
    client, account = member()
    return Visitor(client, Player(account.pk, account.username))


def address_of(match: UUID) -> str:
    """Return where a match is played."""
    return f"/matches/{match}"


def status(page: Page) -> str:
    """Return the match's status as the page has it."""
    return page.locator("#match").get_attribute("data-status") or ""


def version(page: Page) -> int:
    """Return the version that the page shows."""
    return int(page.locator("#match").get_attribute("data-version") or 0)
