"""The page draws a deal again with the public beacon that it was made with."""

from typing import Any

import msgspec
import pytest
from django.templatetags.static import static
from playwright.sync_api import Browser, expect
from pytest_django import Settings

from matches import selectors
from tests.browsers import PHONE
from tests.e2e.browsers import Visitor, address_of
from tests.matches.beacon_tables import bots_alone, come, miss
from tests.matches.sharers import end

pytestmark = pytest.mark.usefixtures("committed_db")

PATIENT_MS = 60_000
GAP = """() => {
  const [caption] = document.querySelectorAll(".proven-drawing text[y='40']");
  const words = [...document.querySelectorAll(".proven-box + text")].at(-1);
  const box = words.previousElementSibling.getBBox();
  const inner = words.getBBox();
  const edge = caption.getBBox().x + caption.getBBox().width;
  return [box.x - edge, inner.x - box.x, caption.getBBox().x];
}"""
"""Between the words above the seats and the box of the number, and left of words in their box."""
CHECK = """async ([address, proof]) => (await import(address)).checkDraws(proof)"""
OTHERS: list[dict[str, Any]] = [
    {"beacon": None},
    {"beacon": "00" * 48},
    {"beacon": "00" * 64},
]


@pytest.mark.more
def test_the_page_checks_the_deal_with_the_beacon_and_finds_another(
    site: str, browser: Browser, ann: Visitor, settings: Settings
) -> None:
    settings.BEACON = "drand http://127.0.0.1:1"
    match, without = bots_alone(), bots_alone()
    come(match)
    miss(without)
    for each in (match, without):
        end(each)
        page = ann.open(browser, site, f"{address_of(each)}/replay")
        page.get_by_role("button", name="Verify the draws").click()
        expect(page.locator("#verdict")).to_contain_text("is consistent", timeout=PATIENT_MS)

    page = ann.open(browser, site, f"{address_of(match)}/replay", size=PHONE)
    assert all(gap > 0 for gap in page.evaluate(GAP))

    def checked(proof: dict[str, Any]) -> object:
        return page.evaluate(CHECK, [static("web/matches/fair_2.js"), proof])

    proof: dict[str, Any] = msgspec.to_builtins(selectors.proof(match, None))
    assert checked(proof) is None
    for other in OTHERS:
        assert checked({**proof, "attempts": [{**proof["attempts"][0], **other}]}) is not None
    seal = proof["attempts"][0]["seal"].split("\n")
    for line in ("-", "room two dice", f"{seal[5]}0"):
        changed = "\n".join([*seal[:5], line, *seal[6:]])
        attempt = {**proof["attempts"][0], "seal": changed}
        assert checked({**proof, "attempts": [attempt]}) is not None
    assert ann.faults == []
