"""Browsers add their own chance to a deal without a question, and check it afterwards."""

import json
from urllib.parse import urlsplit

import pytest
from django.templatetags.static import static
from playwright.sync_api import Browser, expect

from cutpurse.embedded.addresses import ROOT
from matches import selectors
from matches.models import ChancePending, Match
from matches.services import leaving
from tests.e2e.browsers import (
    PHONE,
    Visitor,
    address_of,
    is_chance,
    looked_on,
    until,
    visitor,
)
from tests.e2e.tabling import HIDING
from tests.matches import tables
from tests.matches.sharers import Sharer

pytestmark = pytest.mark.usefixtures("committed_db")

PATIENT_MS = 60_000
SCRIPT = ROOT / "tests" / "e2e" / "fair_2.js"


def test_two_browsers_at_a_table_add_their_chance_and_check_the_deal(
    site: str, browser: Browser, ann: Visitor
) -> None:
    bob = visitor()
    match = tables.opened(ann.player, seats=3, options={"rounds": 1}, gather=600)
    windows = [each.open(browser, site, address_of(match)) for each in (ann, bob)]
    for seated, page in enumerate(windows):
        # The seat that the other has just taken is offered until the page has heard of it.
        expect(page.get_by_role("button", name="Take this seat")).to_have_count(3 - seated)
        page.get_by_role("button", name="Take this seat").first.click()
        expect(page.locator("#match")).not_to_have_attribute("data-me", "", timeout=PATIENT_MS)
    tables.seat_bot(match, ann.player)
    for page in windows:
        expect(page.locator("#match")).to_have_attribute("data-status", "live", timeout=PATIENT_MS)
    proof = selectors.proof(match, None)
    assert [each.chance for each in proof.seats or []] == ["share", "share", "none"]

    leaving.void(match_id=match, actor="system", reason="enough", key=f"enough-{match}")
    page = windows[0]
    page.goto(f"{address_of(match)}/replay")
    expect(page.locator(".proven")).to_contain_text("Proven to the players on seats 1, 2")
    page.get_by_role("button", name="Verify the draws").click()
    expect(page.locator("#verdict")).to_contain_text("The log is consistent", timeout=PATIENT_MS)
    assert Match.objects.get(id=match).status == "void"
    assert ann.faults == bob.faults == []


@pytest.mark.more
def test_a_page_shows_its_share_once_while_others_have_yet_to(
    site: str, browser: Browser, ann: Visitor
) -> None:
    bob = Sharer(visitor().player)
    match = tables.opened(ann.player, seats=3, options={"rounds": 1}, gather=600)
    tables.seat(match, bob.player, shares=True)
    page = ann.open(browser, site, address_of(match))
    sent: list[str] = []
    page.on("request", lambda each: sent.append(f"{each.method} {urlsplit(each.url).path}"))
    page.get_by_role("button", name="Take this seat").first.click()
    expect(page.locator("#match")).not_to_have_attribute("data-me", "", timeout=PATIENT_MS)
    tables.seat_bot(match, ann.player)
    bob.promise(match)
    pending = ChancePending.objects.filter(match=match, account=ann.player.account)
    for _ in range(PATIENT_MS // 100):
        page.wait_for_timeout(100)
        if pending.filter(share__isnull=False).exists():
            break
    for _ in range(3):
        with page.expect_response("**/turns*", timeout=PATIENT_MS):
            pass

    assert tables.types(match)[-1] == "chance_sealed"
    assert pending.get().share is not None
    shown = [each for each in sent if each.startswith("POST") and each.endswith("/chance")]
    assert 1 < len(shown) <= 4, sent


@pytest.mark.long
def test_a_hidden_page_leaves_the_promise_to_the_phone_in_use(
    site: str, browser: Browser, ann: Visitor
) -> None:
    bob = Sharer(visitor().player)
    match = tables.opened(ann.player, seats=3, options={"rounds": 1}, gather=600)
    tables.seat(match, bob.player, shares=True)
    pending = ChancePending.objects.filter(match=match, account=ann.player.account)
    desk = ann.open(browser, site, "/worker.js")
    desk.add_init_script(HIDING)
    desk.goto(address_of(match))
    desk.get_by_role("button", name="Take this seat").first.click()
    until(desk, pending.exists)
    first = bytes(pending.get().promise)
    desk.evaluate("leave(true)")
    sent: list[str] = []
    desk.on("request", lambda each: sent.append(each.url) if is_chance(each) else None)

    phone = ann.open(browser, site, address_of(match), size=PHONE)
    tables.seat_bot(match, ann.player)
    until(desk, lambda: bytes(pending.get().promise) != first)
    looked_on(desk, phone)
    assert bytes(pending.get().promise) != first
    assert sent == []

    desk.close()
    bob.promise(match)
    until(phone, lambda: pending.filter(share__isnull=False).exists())
    bob.show(match)
    expect(phone.locator("#match")).to_have_attribute("data-status", "live", timeout=PATIENT_MS)
    chances = [each.chance for each in selectors.proof(match, None).seats or []]
    assert chances == ["share", "share", "none"]


@pytest.mark.more
def test_a_seal_that_differs_from_the_one_that_was_shown_is_found(
    site: str, browser: Browser, ann: Visitor
) -> None:
    match = tables.opened(ann.player, seats=3, options={"rounds": 1}, gather=600)
    page = ann.open(browser, site, address_of(match))
    page.get_by_role("button", name="Take this seat").first.click()
    expect(page.locator("#match")).not_to_have_attribute("data-me", "", timeout=PATIENT_MS)
    for _ in range(2):
        tables.seat_bot(match, ann.player)
    expect(page.locator("#match")).to_have_attribute("data-status", "live", timeout=PATIENT_MS)
    leaving.void(match_id=match, actor="system", reason="enough", key=f"enough-{match}")
    page.goto(f"{address_of(match)}/replay")
    page.evaluate(
        """() => { for (const name of Object.keys(localStorage)) {
            if (!name.startsWith("seal:")) continue;
            const kept = JSON.parse(localStorage.getItem(name));
            const text = kept.text.replace("-\\n0=", "-\\n1=");
            localStorage.setItem(name, JSON.stringify({ ...kept, text }));
        } }"""
    )

    page.get_by_role("button", name="Verify the draws").click()

    expect(page.locator("#verdict")).to_contain_text("Verification failed: seal 1")


def test_the_page_draws_as_the_published_vectors_say(
    site: str, browser: Browser, ann: Visitor
) -> None:
    page = ann.open(browser, site, "/")
    folder = ROOT / "tests" / "games" / "fair_2"
    chance, draws, boards = (
        json.loads((folder / f"{name}.json").read_text()) for name in ("chance", "draws", "boards")
    )

    found = page.evaluate(
        SCRIPT.read_text(),
        [
            static("web/matches/fair_2.js"),
            static("web/matches/bytes.js"),
            chance,
            draws,
            boards,
        ],
    )

    assert found["commitment"] == chance["commitment"]
    wanted = ("seal_text", "root", "draws", "promises")
    assert found["cases"] == [{name: case[name] for name in wanted} for case in chance["cases"]]
    assert found["value"] == draws["draw"]["value"]
    assert found["board"] == {name: boards[name] for name in ("root", "draws")}
