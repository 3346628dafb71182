"""Browsers of entrants add their chance to a tournament's draws, from the pages that are open."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.e2e.browsers import PATIENT_MS, Visitor, is_chance, looked_on, until, visitor
from tests.tournaments.cups import THREES, checked
from tests.tournaments.events import REPORTED, Event
from tournaments.models import DrawShare
from tournaments.services import rounds
from tournaments.services.entry import Newcomer

pytestmark = [pytest.mark.usefixtures("committed_db"), pytest.mark.more]

ANOTHER_SEAL = """() => { for (const name of Object.keys(localStorage)) {
    if (!name.startsWith("seal:")) continue;
    const kept = JSON.parse(localStorage.getItem(name));
    const text = kept.text.replace("\\n1=", "\\n3=");
    localStorage.setItem(name, JSON.stringify({ ...kept, text }));
} }"""
"""Has the browser keep another seal than the one that it was shown."""
NO_POLLING = "window.setInterval = () => 0"
"""Has pages hear of nothing that they do not look for by themselves."""


def of_six(*visitors: Visitor) -> Event:
    """Return a tournament that has begun, with these people and four names."""
    event = Event(**REPORTED, **THREES, stages=[{"options": {"rounds": 1}}])
    event.step("open")
    people = [each.player for each in visitors]
    event.enter(*(Newcomer(each.username, each.account) for each in people))
    event.enter_names(4).start()
    return event


def test_pages_of_entrants_add_their_chance_to_a_pairing(
    site: str, browser: Browser, ann: Visitor
) -> None:
    bob = visitor()
    event = of_six(ann, bob)
    at = f"/tournaments/{event.slug}"
    pages = [each.open(browser, site, "/worker.js") for each in (ann, bob)]
    promises = DrawShare.objects.filter(tournament=event.state.id)
    for page, path in zip(pages, (at, "/"), strict=True):
        page.add_init_script(NO_POLLING)
        page.goto(path)
    until(pages[0], lambda: promises.count() == len(pages))

    event.do(rounds.pair)
    until(pages[0], lambda: len(event.state.rounds) == 1)
    event.do(rounds.publish, number=1)

    expect(pages[0].locator("#tournament")).to_contain_text("Round 1", timeout=PATIENT_MS)
    (drawn,) = [each for each in event.state.draws.shown if each.kind == "pairing"]
    assert [each.entrant for each in drawn.shares or ()] == [1, 2]
    assert event.state.draws.refused == {}
    assert checked(event).findings == []
    pages[0].goto(f"{at}/draws")
    expect(pages[0].locator("main")).to_contain_text("Chance added by 2 of 6 entrants")
    pages[0].get_by_role("button", name="Check the draws in this browser").click()
    expect(pages[0].locator("#draws-verdict")).to_contain_text(
        "All 2 draws of the log follow", timeout=PATIENT_MS
    )
    pages[0].evaluate(ANOTHER_SEAL)
    pages[0].get_by_role("button", name="Check the draws in this browser").click()
    expect(pages[0].locator("#draws-verdict")).to_contain_text("Verification failed: seal 2")
    assert ann.faults == bob.faults == []


@pytest.mark.long
def test_of_two_devices_one_promises_and_the_one_that_is_still_open_shows(
    site: str, browser: Browser, ann: Visitor
) -> None:
    event = Event(**REPORTED, **THREES, stages=[{"options": {"rounds": 1}}])
    event.step("open")
    event.enter(Newcomer(ann.player.username, ann.player.account))
    event.enter_names(5).start()
    at = f"/tournaments/{event.slug}"
    promises = DrawShare.objects.filter(tournament=event.state.id)
    sent: list[Page] = []

    def opened() -> Page:
        page = ann.open(browser, site, "/worker.js")
        page.on("request", lambda each: sent.append(page) if is_chance(each) else None)
        page.goto(at)
        return page

    def promise() -> bytes:
        return b"".join(map(bytes, promises.values_list("promise", flat=True)))

    desk = opened()
    until(desk, lambda: promise() != b"")
    first = promise()
    phone = opened()
    until(desk, lambda: promise() != first)
    # Each may promise instead of the other once, and neither does so again by itself.
    until(desk, lambda: promise() == first)
    count = len(sent)
    looked_on(desk, phone)
    assert len(sent) == count

    phone.locator("h1").click()
    until(desk, lambda: promise() != first)
    assert sent[count:] == [phone]
    looked_on(phone, desk)
    assert sent[count:] == [phone]

    phone.close()
    desk.locator("h1").click()
    until(desk, lambda: promise() == first)
    event.do(rounds.pair)
    until(desk, lambda: len(event.state.rounds) == 1)

    assert event.state.draws.refused == {}
    assert len(event.state.draws.shown[-1].shares or ()) == 1
    assert ann.faults == []


def test_a_page_that_was_there_says_that_a_draw_was_made_without_it(
    site: str, browser: Browser, ann: Visitor
) -> None:
    bob = visitor()
    event = of_six(ann, bob)
    pages = [each.open(browser, site, f"/tournaments/{event.slug}") for each in (ann, bob)]
    promises = DrawShare.objects.filter(tournament=event.state.id)
    until(pages[0], lambda: promises.count() == len(pages))
    for _ in range(2):
        # It has heard that the site has its promise.
        with pages[0].expect_response("**/turns*", timeout=PATIENT_MS):
            pass
    # A site that has lost the promise: the page cannot send it once more.
    pages[0].route("**/draws/*/chance", not_sent)
    promises.filter(account=ann.player.account).delete()
    event.do(rounds.pair)
    until(pages[0], lambda: len(event.state.rounds) == 1)
    event.do(rounds.publish, number=1)

    alarm = pages[0].locator("#news .note.bad")
    expect(alarm).to_contain_text("without it", timeout=2 * PATIENT_MS)
    with pages[0].expect_download() as found:
        alarm.get_by_role("link", name="Save both texts").click()
    assert "chance added by 2\n" in Path(found.value.path()).read_text()
    expect(pages[1].locator("#news .note.bad")).to_have_count(0)
    assert not ann.overflows()
    assert bob.faults == []


def not_sent(route: Route) -> None:
    """Have nothing that a page sends arrive; what it reads comes."""
    if route.request.method == "POST":
        route.abort()
    else:
        route.continue_()
