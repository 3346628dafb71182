"""People at tables with a browser of their own, in which they are signed in."""

from collections.abc import Callable
from urllib.parse import urlsplit
from uuid import UUID

import pytest
from django.contrib.auth.models import Permission
from playwright.sync_api import Page, Request

from accounts.models import Account
from matches.actors import Player
from tests.browsers import DESKTOP as DESK
from tests.browsers import PHONE, Visitor
from tests.web.visitors import member

PATIENT_MS = 60_000

__all__ = [
    "DESK",
    "PHONE",
    "Visitor",
    "address_of",
    "is_chance",
    "looked_on",
    "staff_member",
    "status",
    "until",
    "version",
    "visitor",
]


def visitor() -> Visitor:
    """Return a new account."""
    client, account = member()
    return Visitor(client, Player(account.pk, account.username))


def staff_member() -> Visitor:
    """Return a new account of the staff that may decide cases, and nothing else."""
    found = visitor()
    account = Account.objects.get(pk=found.player.account)
    Account.objects.filter(pk=account.pk).update(is_staff=True)
    names = ["view_case", "change_case"]
    account.user_permissions.set(Permission.objects.filter(codename__in=names))
    return found


def address_of(match: UUID) -> str:
    """Return where a match is played."""
    return f"/matches/{match}"


def status(page: Page) -> str:
    """Return the match's status as the page has it."""
    return page.locator("#match").get_attribute("data-status") or ""


def version(page: Page) -> int:
    """Return the version that the page shows."""
    return int(page.locator("#match").get_attribute("data-version") or 0)


def until(page: Page, is_so: Callable[[], bool]) -> None:
    """Wait while the pages go on."""
    for _ in range(PATIENT_MS // 100):
        if is_so():
            return
        page.wait_for_timeout(100)
    pytest.fail("it has not come")


def is_chance(request: Request) -> bool:
    """Return whether a page promises or shows a share."""
    return request.method == "POST" and urlsplit(request.url).path.endswith("/chance")


def looked_on(*pages: Page) -> None:
    """Wait until each page has asked three more times what is new, and has answered it."""
    for page in pages:
        for _ in range(3):
            with page.expect_response("**/turns*", timeout=PATIENT_MS):
                pass
