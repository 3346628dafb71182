"""Browsers of entrants add their chance to a tournament's draws, from the pages that are open."""

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.browsers import Visitor, visitor
from tests.tournaments.cups import THREES, checked
from tests.tournaments.events import REPORTED, Event
from tournaments.models import DrawShare
from tournaments.services import rounds
from tournaments.services.entry import Newcomer

pytestmark = pytest.mark.usefixtures("committed_db")

PATIENT_MS = 60_000
ANOTHER_SEAL = """() => { for (const name of Object.keys(localStorage)) {
    if (!name.startsWith("seal:")) continue;
    const kept = JSON.parse(localStorage.getItem(name));
    const text = kept.text.replace("\\n1=", "\\n3=");
    localStorage.setItem(name, JSON.stringify({ ...kept, text }));
} }"""
"""Has the browser keep another seal than the one that it was shown."""


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
    pages = [ann.open(browser, site, at), bob.open(browser, site, "/")]
    promises = DrawShare.objects.filter(tournament=event.state.id)
    for _ in range(PATIENT_MS // 100):
        pages[0].wait_for_timeout(100)
        if promises.count() == len(pages):
            break

    event.do(rounds.pair)
    for _ in range(PATIENT_MS // 100):
        pages[0].wait_for_timeout(100)
        if event.state.rounds:
            break
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
