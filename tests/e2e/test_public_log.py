"""The public log in a browser: it remembers, compares, and says what it finds."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browsers import PHONE, Visitor
from tests.matches import tables
from transparency import checkpoints, notes, store, writer

pytestmark = pytest.mark.usefixtures("committed_db")


@pytest.fixture
def stranger() -> Visitor:
    return Visitor()


@pytest.fixture
def page(site: str, browser: Browser, stranger: Visitor) -> Page:
    tables.begun(tables.people(3))
    writer.log_moved()
    return stranger.open(browser, site, size=PHONE)


def find(page: Page, found: str) -> str:
    """Open the page of the log, and return what it says once it has found what it should."""
    page.goto("/log")
    place = page.locator(f"#followed[data-found={found}]")
    expect(place).to_be_visible()
    return place.inner_text()


def test_a_browser_that_comes_back_checks_that_the_log_has_only_grown(
    page: Page, stranger: Visitor
) -> None:
    assert "has kept the log as it is now" in find(page, "first")
    assert "nothing has been added" in find(page, "same")
    before = store.newest()

    tables.begun(tables.people(3))
    writer.log_moved()

    now = store.newest()
    assert before is not None
    assert now is not None
    assert f"grown from {before.size} entries to {now.size}." in find(page, "grown")
    assert (stranger.barriers(), stranger.overflows(), stranger.faults) == ([], False, [])


@pytest.mark.more
def test_a_log_that_was_written_anew_or_has_become_shorter_is_said_in_red(page: Page) -> None:
    find(page, "first")
    row = store.newest()
    assert row is not None
    checkpoint = checkpoints.read(notes.read(row.note))

    for found, forged in [
        ("rewritten", checkpoint._replace(root=bytes(32))),
        ("back", checkpoint._replace(size=checkpoint.size + 1)),
        ("other", checkpoint._replace(origin="elsewhere.example/cutpurse/1")),
    ]:
        page.evaluate("text => localStorage.setItem('public-log', text)", str(forged))
        told = find(page, found)

        assert "operator" in told
        assert checkpoints.encoded(forged.root) in told
        expect(page.locator("#followed")).to_have_class("card wrong")


@pytest.mark.more
@pytest.mark.parametrize("trouble", ["no network", "no storage"])
def test_where_nothing_can_be_compared_nothing_is_said(page: Page, trouble: str) -> None:
    if trouble == "no network":
        page.route("**/log/checkpoint", lambda route: route.abort())
    else:
        refused = "get() { throw new DOMException('refused', 'SecurityError'); }"
        page.add_init_script(f"Object.defineProperty(window, 'localStorage', {{ {refused} }})")

    page.goto("/log")

    place = page.locator("#followed[data-found=none]")
    expect(place).to_have_count(1)
    expect(place).to_be_hidden()


@pytest.mark.more
def test_a_replay_finds_the_end_of_its_match_in_the_log_also_without_https(
    page: Page, stranger: Visitor
) -> None:
    players = tables.people(3)
    match = tables.begun(players, options={"rounds": 1})
    tables.play_out(match, players)
    writer.log_moved()
    # What browsers keep from pages that come without TLS.
    page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    page.goto(f"/matches/{match}/replay")

    page.get_by_role("button", name="Verify the draws").click()

    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("The log is consistent")
    expect(verdict).to_contain_text("contains exactly this end of the match: entry")
    assert stranger.faults == []
