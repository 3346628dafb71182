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
    assert ann.faults == bob.faults == []
