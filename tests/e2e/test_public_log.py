"""The public log in a browser: it remembers, compares, and says what it finds."""

import json
from collections.abc import Callable
from urllib.parse import urlsplit
from uuid import UUID

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browsers import PHONE, Visitor
from tests.matches import tables
from transparency import checkpoints, entries, identity, notes, store, tree, writer
from transparency.checkpoints import Checkpoint, Proof

pytestmark = pytest.mark.usefixtures("committed_db")

A_WHILE_MS, MINUTES_MS = 9_000, 660_000
"""After which a page looks at the log for the first time, and again."""


@pytest.fixture
def stranger() -> Visitor:
    return Visitor()


@pytest.fixture
def page(site: str, browser: Browser, stranger: Visitor) -> Page:
    tables.begun(tables.people(3))
    writer.log_moved()
    stranger.watches_log = True
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
        assert str(forged) in told
        assert str(checkpoint) in told
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
def test_a_checkpoint_that_the_kept_key_has_not_signed_is_said_in_red(page: Page) -> None:
    find(page, "first")
    own = page.evaluate("localStorage.getItem('public-log-key')")
    assert own == str(identity.signer().key)
    other = notes.Signer(identity.origin(), bytes(32))
    page.evaluate("key => localStorage.setItem('public-log-key', key)", str(other.key))

    told = find(page, "unsigned")

    assert str(other.key) in told
    assert page.evaluate("localStorage.getItem('public-log-key')") == str(other.key)


@pytest.mark.more
def test_a_key_is_followed_to_the_one_that_took_its_place(page: Page) -> None:
    find(page, "first")
    before, after = notes.Signer(identity.origin(), bytes(32)), identity.signer()
    text = f"cutpurse-key-rotation/1\n{before.key} {after.key}\n"
    page.evaluate("key => localStorage.setItem('public-log-key', key)", str(before.key))

    def rotated(*signers: notes.Signer) -> Callable[[Route], None]:
        note = notes.Note(text, tuple(each.sign(text) for each in signers))
        line = json.dumps({"reason": "a new key", "note": str(note)}) + "\n"
        return lambda route: route.fulfill(body=line)

    page.route("**/log/rotations", rotated(before))
    find(page, "unsigned")
    page.route("**/log/rotations", rotated(before, after))
    find(page, "same")

    assert page.evaluate("localStorage.getItem('public-log-key')") == str(after.key)


@pytest.mark.more
def test_every_page_watches_the_log_at_leisure_and_says_what_is_wrong(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    page.clock.install()
    page.goto("/games")
    page.wait_for_load_state("load")
    assert not [each for each in asked if each.startswith("/log/")]

    page.clock.run_for(A_WHILE_MS)
    page.wait_for_function("() => localStorage.getItem('public-log') !== null")
    assert [each for each in asked if each.startswith("/log/")] == ["/log/checkpoint", "/log/keys"]

    kept = page.evaluate("localStorage.getItem('public-log')")
    row = store.newest()
    assert row is not None
    checkpoint = checkpoints.read(notes.read(row.note))
    forged = checkpoint._replace(root=bytes(32))
    page.evaluate("text => localStorage.setItem('public-log', text)", str(forged))
    asked.clear()
    page.goto("/ladders")
    page.wait_for_load_state("load")
    page.clock.run_for(A_WHILE_MS)
    expect(page.locator("#log-wrong")).to_be_hidden()
    assert "/log/checkpoint" not in asked
    page.clock.run_for(MINUTES_MS)
    expect(page.locator("#log-wrong")).to_be_visible()
    assert asked.count("/log/checkpoint") == 1

    page.goto("/games")
    page.wait_for_load_state("load")
    page.clock.run_for(A_WHILE_MS)
    expect(page.locator("#log-wrong")).to_contain_text("does not continue")
    page.evaluate("text => localStorage.setItem('public-log', text)", kept)
    find(page, "same")
    page.goto("/games")
    page.wait_for_load_state("load")
    page.clock.run_for(A_WHILE_MS)
    expect(page.locator("#log-wrong")).to_be_hidden()


def ended() -> UUID:
    """Return a match that is over and in the log."""
    players = tables.people(3)
    match = tables.begun(players, options={"rounds": 1})
    tables.play_out(match, players)
    writer.log_moved()
    return match


def verdict(page: Page, match: UUID) -> str:
    """Return what the replay says of a match once it is checked."""
    page.goto(f"/matches/{match}/replay")
    page.get_by_role("button", name="Verify the draws").click()
    found = page.locator("#verdict")
    expect(found).to_contain_text("The log is consistent")
    return found.inner_text()


def test_a_replay_ties_the_end_of_its_match_to_the_log_that_the_browser_keeps(
    page: Page, stranger: Visitor
) -> None:
    match = ended()

    told = verdict(page, match)

    assert "contains exactly this end of the match: entry" in told
    assert "are of the same log" in told
    assert "It is signed with the key of the log." in told
    assert stranger.faults == []


@pytest.mark.more
def test_a_replay_is_not_taken_in_by_a_checkpoint_that_was_made_up_for_it(page: Page) -> None:
    match = ended()
    verdict(page, match)

    def made_up(signer: notes.Signer) -> Callable[[Route], None]:
        """Prove the match by a tree of that one entry."""

        def answer(route: Route) -> None:
            head, *rest = route.fetch().text().splitlines()
            header = json.loads(head)
            last = json.loads(rest[-1])
            blind = entries.blind_of_match(bytes.fromhex(last["data"]["seed"]), match)
            entry = entries.entry(
                blind, "match", match, last["version"], bytes.fromhex(last["hash"])
            )
            text = str(Checkpoint(identity.origin(), 1, tree.leaf_hash(entry)))
            note = notes.Note(text, (signer.sign(text),))
            header["log"] = str(Proof(0, (), note))
            route.fulfill(body="\n".join([json.dumps(header), *rest]) + "\n")

        return answer

    for signer, words in [
        (notes.Signer(identity.origin(), bytes(32)), "not signed with the key"),
        (identity.signer(), "not of the log that your browser has kept"),
    ]:
        page.unroute_all()
        page.route(f"**/matches/{match}/log", made_up(signer))

        told = verdict(page, match)

        assert words in told
        assert "contains exactly" not in told


@pytest.mark.more
def test_a_replay_finds_the_end_of_its_match_in_the_log_also_without_https(
    page: Page, stranger: Visitor
) -> None:
    match = ended()
    # What browsers keep from pages that come without TLS.
    page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")

    told = verdict(page, match)

    assert "contains exactly this end of the match: entry" in told
    assert "The signature was not checked" in told
    assert stranger.faults == []
    assert "The signature was not checked" in find(page, "same")
