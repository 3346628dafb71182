"""A passkey in a real browser, whose authenticator the test holds: added, used alone, removed."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browsers import PASSWORD, PHONE, Visitor

pytestmark = [pytest.mark.usefixtures("committed_db"), pytest.mark.more]


@contextmanager
def authenticator(page: Page, **options: Any) -> Iterator[Any]:
    """Give a window an authenticator that says yes for its person."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    about = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
        **options,
    }
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": about})
    yield devtools
    devtools.send("WebAuthn.disable")


def named(site: str) -> str:
    """Return the site's address by a name, for which alone there are passkeys."""
    return site.replace("127.0.0.1", "localhost")


def test_somebody_adds_a_passkey_signs_in_with_it_alone_and_removes_it(
    site: str, browser: Browser
) -> None:
    ann = Visitor()
    page = ann.open(browser, named(site), "/", size=PHONE)
    name = ann.sign_up()
    with authenticator(page):
        page.goto("/account")
        page.get_by_role("link", name="Security").click()
        page.get_by_role("link", name="Add a passkey").click()
        page.get_by_label("Your password").fill(PASSWORD)
        page.get_by_role("button", name="Continue").click()
        page.get_by_label("Name").fill("My phone")
        assert (ann.barriers(), ann.overflows()) == ([], False)
        page.get_by_role("button", name="Add a passkey").click()
        expect(page.locator("#codes")).to_be_visible()
        assert (ann.barriers(), ann.overflows()) == ([], False)
        page.get_by_role("link", name="I have saved them").click()
        expect(page.get_by_text("My phone")).to_be_visible()
        assert (ann.barriers(), ann.overflows()) == ([], False)

        page.goto("/account")
        page.get_by_role("button", name="Sign out").click()
        page.goto("/sign-in?next=/games")
        assert (ann.barriers(), ann.overflows()) == ([], False)
        page.get_by_role("button", name="Use a passkey").click()
        page.wait_for_url("**/games")
        expect(page.get_by_role("link", name=name)).to_be_visible()

        page.goto("/account")
        page.get_by_role("button", name="Sign out").click()
        page.goto("/sign-in")
        page.get_by_label("Name").fill(name)
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.get_by_role("main").get_by_role("button", name="Sign in", exact=True).click()
        page.wait_for_url("**/sign-in/second-step")
        assert (ann.barriers(), ann.overflows()) == ([], False)
        page.get_by_role("button", name="Use a passkey").click()
        expect(page.get_by_role("link", name=name)).to_be_visible()

        page.goto("/account/security")
        page.get_by_role("link", name="Remove the passkey My phone").click()
        page.get_by_label("Your password").fill(PASSWORD)
        page.get_by_role("button", name="Continue").click()
        page.get_by_role("button", name="Remove").click()
        expect(page.get_by_text("You have no passkeys.")).to_be_visible()
    assert ann.faults == []


@pytest.mark.long
def test_who_has_no_passkey_here_is_told_so_and_signs_in_another_way(
    site: str, browser: Browser
) -> None:
    bob = Visitor()
    page = bob.open(browser, named(site), "/sign-in")
    with authenticator(page):
        page.get_by_role("button", name="Use a passkey").click()

        expect(page.get_by_role("alert")).to_contain_text("did not offer a passkey for this site")
    assert bob.barriers() == []


@pytest.mark.long
def test_the_address_by_a_number_offers_no_passkey(site: str, browser: Browser) -> None:
    page = Visitor().open(browser, site, "/sign-in")

    expect(page.get_by_role("button", name="Use a passkey")).to_have_count(0)
