"""Browsers keep receipts of a match and compare them afterwards, and look who signed a seal."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction
from django.templatetags.static import static
from playwright.sync_api import Browser, Page, Route, expect

from matches import signing
from matches.models import ChancePending
from tests.e2e.browsers import Visitor, address_of, visitor
from tests.matches import tables
from tests.matches.sharers import Sharer, time_is_up
from transparency import writer

pytestmark = pytest.mark.usefixtures("committed_db")

PATIENT_MS = 60_000
A_MINUTE = 60_000


def with_receipt(site: str, browser: Browser, ann: Visitor) -> tuple[Page, UUID]:
    """Return a page that has kept a receipt of a match, which was then played to its end."""
    players = [ann.player, *tables.people(2)]
    match = tables.begun(players, options={"rounds": 1})
    writer.log_moved()
    page = ann.open(browser, site, "/")
    page.clock.install()
    page.goto(address_of(match))
    expect(page.locator("#match[data-live]")).to_have_count(1, timeout=PATIENT_MS)
    page.clock.fast_forward(A_MINUTE)
    kept = "match => localStorage.getItem(`receipts:${match}`) !== null"
    page.wait_for_function(kept, arg=str(match), timeout=PATIENT_MS)
    page.goto("/")
    tables.play_out(match, players)
    writer.log_moved()
    return page, match


def verdict(page: Page, match: UUID) -> str:
    """Return what the page of the replay says once everything is checked."""
    page.goto(f"{address_of(match)}/replay")
    page.get_by_role("button", name="Verify the draws").click()
    found = page.locator("#verdict")
    checking = found.get_attribute("data-checking") or ""
    expect(found).not_to_have_text(checking, timeout=PATIENT_MS)
    return found.inner_text()


def test_a_page_takes_a_receipt_while_it_plays_and_the_replay_says_that_it_fits(
    site: str, browser: Browser, ann: Visitor
) -> None:
    page, match = with_receipt(site, browser, ann)

    told = verdict(page, match)

    assert "The log is consistent" in told
    assert "receipts that your browser kept during the match fit as well" in told
    assert ann.faults == []


CHANGES = {
    "another history": "each.entry = [...each.entry].reverse().join('')",
    "another version": "each.version += 1",
    "more than there is": "each.version += 1000",
    "another place in the log": "each.proof = each.proof.replace('index ', 'index 9')",
}


@pytest.mark.more
@pytest.mark.parametrize(
    "change",
    [
        pytest.param(change, id=name, marks=[pytest.mark.long] * (name != "another history"))
        for name, change in CHANGES.items()
    ],
)
def test_a_receipt_that_does_not_fit_is_said_in_words(
    site: str, browser: Browser, ann: Visitor, change: str
) -> None:
    page, match = with_receipt(site, browser, ann)
    page.evaluate(
        f"""name => {{
            const kept = JSON.parse(localStorage.getItem(name));
            for (const each of kept) {{ {change}; }}
            localStorage.setItem(name, JSON.stringify(kept));
        }}""",
        f"receipts:{match}",
    )

    told = verdict(page, match)

    assert "The history of this match was rewritten: up to event" in told
    assert "consistent" not in told


LOOK = """async ([address, note]) => {
    const { isSigned } = await import(address);
    return await isSigned(note);
}"""


def is_signed(page: Page, note: str) -> bool | None:
    found: bool | None = page.evaluate(LOOK, [static("web/matches/seal_signature.js"), note])
    return found


def signed(text: str) -> str:
    return f"{text}\n{signing.sign(text)}"


def test_a_page_tells_a_seal_of_the_site_from_one_that_was_changed(
    site: str, browser: Browser, ann: Visitor
) -> None:
    page = ann.open(browser, site, "/")
    note = signed("cutpurse-seal/2\na deal\n1\n")

    assert is_signed(page, note) is True
    assert is_signed(page, note.replace("a deal", "another")) is False
    assert is_signed(page, note.partition("\n\n")[0] + "\n\n") is None
    page.evaluate("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    assert is_signed(page, note.replace("a deal", "another")) is None


def _spoil(answer: dict[str, Any]) -> dict[str, Any]:
    """Have the signature of each seal be another one, under the same key."""
    for each in answer["chance"]:
        if each["seal"]:
            text, _, line = each["seal"].rpartition("\n\n")
            begin, signature = line[:-12], line[-12:]
            other = "".join("A" if letter != "A" else "B" for letter in signature[:8])
            each["seal"] = f"{text}\n\n{begin}{other}{signature[8:]}"
    return answer


def _leave(answer: dict[str, Any]) -> dict[str, Any]:
    return answer


@pytest.mark.more
@pytest.mark.parametrize(
    ("change", "shows"), [pytest.param(_leave, True, marks=pytest.mark.long), (_spoil, False)]
)
def test_a_page_shows_no_share_for_a_seal_that_the_site_has_not_signed(
    site: str,
    browser: Browser,
    ann: Visitor,
    change: Callable[[dict[str, Any]], dict[str, Any]],
    *,
    shows: bool,
) -> None:
    bob = Sharer(visitor().player)
    match = tables.opened(ann.player, seats=3, options={"rounds": 1}, gather=600)
    tables.seat(match, bob.player, shares=True)
    tables.seat_bot(match, ann.player)
    bob.promise(match)
    page = ann.open(browser, site, address_of(match))

    def answered(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=change(answer.json()))

    page.route("**/turns*", answered)
    page.route("**/chance", answered)
    page.get_by_role("button", name="Take this seat").first.click()
    pending = ChancePending.objects.filter(match=match, account=ann.player.account)
    for _ in range(PATIENT_MS // 100):
        page.wait_for_timeout(100)
        if tables.types(match)[-1] == "chance_sealed" and (
            not shows or pending.filter(share__isnull=False).exists()
        ):
            break
    for _ in range(3):
        with page.expect_response("**/turns*", timeout=PATIENT_MS):
            pass

    assert tables.types(match)[-1] == "chance_sealed"
    assert (pending.get().share is not None) is shows
    bob.show(match)
    if not shows:
        with transaction.atomic():
            time_is_up(match)
        assert tables.types(match)[-1] == "chance_shown"
