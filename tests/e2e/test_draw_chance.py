"""Browsers of entrants add their chance to a tournament's draws, from the pages that are open."""

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.browsers import PATIENT_MS, Visitor, until, visitor
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


def test_pages_of_entrants_add_their_chance_to_a_pairing(
    site: str, browser: Browser, ann: Visitor
) -> None:
    bob = visitor()
    event = Event(**REPORTED, **THREES, stages=[{"options": {"rounds": 1}}])
    event.step("open")
    people = [each.player for each in (ann, bob)]
    event.enter(*(Newcomer(each.username, each.account) for each in people))
    event.enter_names(4).start()
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
def test_the_device_that_is_still_open_adds_the_share(
    site: str, browser: Browser, ann: Visitor
) -> None:
    event = Event(**REPORTED, **THREES, stages=[{"options": {"rounds": 1}}])
    event.step("open")
    event.enter(Newcomer(ann.player.username, ann.player.account))
    event.enter_names(5).start()
    at = f"/tournaments/{event.slug}"

    def promise() -> bytes:
        return b"".join(map(bytes, promises.values_list("promise", flat=True)))

    promises = DrawShare.objects.filter(tournament=event.state.id)
    desk = ann.open(browser, site, at)
    until(desk, lambda: promise() != b"")
    first = promise()
    phone = ann.open(browser, site, at)
    until(desk, lambda: promise() != first)
    phone.close()
    until(desk, lambda: promise() == first)
    event.do(rounds.pair)
    until(desk, lambda: len(event.state.rounds) == 1)

    assert event.state.draws.refused == {}
    assert len(event.state.draws.shown[-1].shares or ()) == 1
