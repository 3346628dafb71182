"""A browser that is shown a false seal, a second one, or one without it, says so at the table."""

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction
from playwright.sync_api import Browser, Error, Page, Route, expect

from matches import selectors
from matches.models import ChancePending
from tests.e2e.browsers import PHONE, Visitor, address_of, is_chance, until, visitor
from tests.matches import tables
from tests.matches.sharers import Sharer, time_is_up

pytestmark = pytest.mark.usefixtures("committed_db")

PATIENT_MS = 60_000
Asked = dict[str, Any]
Change = Callable[[Asked], None]


def altered(page: Page, change: Change) -> None:
    """Have everything that the page is asked for the chance of a seal come changed."""

    def change_all(route: Route) -> None:
        # The page may go away meanwhile, at the end of a test.
        with suppress(Error):
            answer = route.fetch()
            found = answer.json()
            for each in found["chance"]:
                if each["step"] == "show":
                    change(each)
            route.fulfill(response=answer, body=json.dumps(found))

    page.route("**/turns*", change_all)
    page.route("**/chance", change_all)


def other_commitment(asked: Asked) -> None:
    lines = asked["seal"].split("\n")
    lines[3] = "00" * 32
    asked["seal"] = "\n".join(lines)


def without_me(asked: Asked) -> None:
    """Leave the seat out of the roll, as a site would that claims that it was away."""
    own = f"{asked['seat']}="
    asked["seal"] = "\n".join(
        line for line in asked["seal"].split("\n") if not line.startswith(own)
    )
    asked["expected"] = [each for each in asked["expected"] if each != asked["seat"]]


def other_promise(asked: Asked) -> None:
    """Have another promise on the seat, as where the player has gone on at another device."""
    own = f"{asked['seat']}="
    lines = [
        f"{own}{'00' * 32}" if line.startswith(own) else line for line in asked["seal"].split("\n")
    ]
    asked["seal"] = "\n".join(lines)


def waiting(site: str, browser: Browser, ann: Visitor, **wanted: Any) -> tuple[Page, UUID, Sharer]:
    """Return a page at a table that is full and waits for another player's promise."""
    bob = Sharer(visitor().player)
    match = tables.opened(ann.player, seats=3, options={"rounds": 1}, gather=600)
    tables.seat(match, bob.player, shares=True)
    page = ann.open(browser, site, address_of(match), **wanted)
    page.get_by_role("button", name="Take this seat").first.click()
    expect(page.locator("#match")).not_to_have_attribute("data-me", "", timeout=PATIENT_MS)
    tables.seat_bot(match, ann.player)
    until(page, pending(match, ann).exists)
    return page, match, bob


def pending(match: UUID, who: Visitor) -> Any:
    return ChancePending.objects.filter(match=match, account=who.player.account)


def saved(page: Page) -> str:
    """Save the two texts that the alarm offers."""
    with page.expect_download() as found:
        page.get_by_role("link", name="Save both texts").click()
    return Path(found.value.path()).read_text()


def held(page: Page) -> None:
    """Wait until the page has heard that the site has its promise."""
    for _ in range(2):
        with page.expect_response("**/turns*", timeout=PATIENT_MS):
            pass


@pytest.mark.parametrize("size", [pytest.param(None, marks=pytest.mark.more), PHONE])
def test_a_false_seal_is_told_in_red_and_gets_no_share(
    site: str, browser: Browser, ann: Visitor, size: Any
) -> None:
    page, match, bob = waiting(site, browser, ann, **({} if size is None else {"size": size}))
    altered(page, other_commitment)
    held(page)
    sent: list[str] = []
    page.on("request", lambda each: sent.append(each.url) if is_chance(each) else None)
    bob.promise(match)

    alarm = page.locator("#news .note.bad")
    expect(alarm).to_contain_text("The site sealed something other", timeout=PATIENT_MS)
    expect(alarm.get_by_role("alert")).to_be_visible()
    texts = saved(page)
    assert selectors.match_page(match, None).commitment in texts.split("cutpurse-seal/2")[0]
    assert "00" * 32 in texts.split("cutpurse-seal/2")[1]
    assert not pending(match, ann).filter(share__isnull=False).exists()
    assert sent == []
    assert not ann.overflows()
    assert ann.barriers() == []
    assert ann.faults == []


@pytest.mark.more
def test_a_second_seal_is_told_while_the_first_still_runs(
    site: str, browser: Browser, ann: Visitor
) -> None:
    page, match, bob = waiting(site, browser, ann)
    bob.promise(match)
    until(page, pending(match, ann).filter(share__isnull=False).exists)
    expect(page.locator("#news .note.bad")).to_have_count(0)

    altered(page, other_commitment)

    alarm = page.locator("#news .note.bad")
    expect(alarm).to_contain_text("two different seals for the same deal", timeout=PATIENT_MS)
    assert saved(page).count("cutpurse-seal/2") == 2


@pytest.mark.more
def test_a_page_that_was_there_says_at_once_that_the_roll_is_without_it(
    site: str, browser: Browser, ann: Visitor
) -> None:
    page, match, bob = waiting(site, browser, ann)
    altered(page, without_me)
    held(page)
    bob.promise(match)

    alarm = page.locator("#news .note.bad")
    expect(alarm).to_contain_text("sealed the deal without it", timeout=PATIENT_MS)
    assert tables.types(match)[-1] == "chance_sealed", "it is told before the deal"
    promise = bytes(pending(match, ann).get().promise).hex()
    agreed, sealed = saved(page).split("cutpurse-seal/2")
    assert promise in agreed
    assert promise not in sealed


@pytest.mark.more
def test_the_promise_of_another_device_is_told_without_red(
    site: str, browser: Browser, ann: Visitor
) -> None:
    page, match, bob = waiting(site, browser, ann)
    altered(page, other_promise)
    held(page)
    bob.promise(match)

    note = page.locator("#news .note").filter(has_text="Unless another device of yours has made it")
    expect(note).to_be_visible(timeout=PATIENT_MS)
    expect(page.locator("#news .note.bad")).to_have_count(0)
    expect(note.get_by_role("status")).to_be_visible()
    assert not pending(match, ann).filter(share__isnull=False).exists()
    assert f"{'00' * 32}" in saved(page).split("cutpurse-seal/2")[1]


@pytest.mark.more
def test_a_deal_that_was_made_at_once_without_a_page_that_was_there_is_told(
    site: str, browser: Browser, ann: Visitor
) -> None:
    page, match, _ = waiting(site, browser, ann)
    held(page)
    # A site that has lost the promise: the page cannot send it once more.
    page.route("**/chance", lambda route: route.abort())
    pending(match, ann).delete()
    with transaction.atomic():
        time_is_up(match)
    expect(page.locator("#match")).to_have_attribute("data-status", "live", timeout=PATIENT_MS)

    alarm = page.locator("#news .note.bad")
    expect(alarm).to_contain_text("sealed the deal without it", timeout=PATIENT_MS)
