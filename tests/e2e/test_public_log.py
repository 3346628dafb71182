"""The public log in a browser: it remembers, compares, and says what it finds."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Error, Page, Route, expect

from tests import processes
from tests.browsers import Visitor
from tests.e2e.log_visits import (
    ended,
    find,
    grow,
    keep,
    keep_key,
    kept,
    kept_key,
    newest,
    old_signer,
    verdict,
    watching,
)
from transparency import entries, identity, notes, tree
from transparency.checkpoints import Checkpoint, Proof

pytestmark = pytest.mark.usefixtures("committed_db")

A_WHILE_MS, MINUTES_MS, DAY_MS = 9_000, 660_000, 86_400_000
"""After which a page looks at the log for the first time, again, and misses it."""


@pytest.fixture
def stranger() -> Visitor:
    return Visitor()


@pytest.fixture
def page(site: str, browser: Browser, stranger: Visitor) -> Page:
    return watching(site, browser, stranger)


def test_a_browser_that_comes_back_checks_that_the_log_has_only_grown(
    page: Page, stranger: Visitor
) -> None:
    assert "has kept the log as it is now" in find(page, "first")
    assert "nothing has been added" in find(page, "same")
    before = newest()

    grow()

    now = newest()
    assert f"grown from {before.size} entries to {now.size}." in find(page, "grown")
    assert (stranger.barriers(), stranger.overflows(), stranger.faults) == ([], False, [])


@pytest.mark.more
def test_a_log_that_was_written_anew_or_has_become_shorter_is_said_in_red(page: Page) -> None:
    find(page, "first")
    checkpoint = newest()

    for found, forged in [
        ("rewritten", checkpoint._replace(root=bytes(32))),
        ("back", checkpoint._replace(size=checkpoint.size + 1)),
        ("other", checkpoint._replace(origin="elsewhere.example/cutpurse/1")),
    ]:
        keep(page, str(forged))
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
    assert kept_key(page) == str(identity.signer().key)
    other = notes.Signer(identity.origin(), bytes(32))
    keep_key(page, other)

    told = find(page, "unsigned")

    assert str(other.key) in told
    assert kept_key(page) == str(other.key)


@pytest.mark.more
@pytest.mark.parametrize("found", ["back", "rewritten", "unsigned"])
def test_whoever_knows_the_reason_keeps_what_the_site_shows_now(
    page: Page, stranger: Visitor, found: str
) -> None:
    find(page, "first")
    checkpoint = newest()
    if found == "unsigned":
        keep_key(page, old_signer())
    else:
        changed = {"size": checkpoint.size + 1} if found == "back" else {"root": bytes(32)}
        keep(page, str(checkpoint._replace(**changed)))
    before = kept(page)
    find(page, found)
    button = page.get_by_role("button", name="Keep what the site shows now")
    expect(button).to_be_disabled()
    assert (stranger.barriers(), stranger.overflows()) == ([], False)

    with page.expect_download() as saved:
        page.get_by_role("link", name="Save both texts").click()
    button.click()

    expect(page.locator("#followed[data-found=same]")).to_have_class("card")
    texts = Path(saved.value.path()).read_text()
    assert before in texts
    assert str(checkpoint) in texts
    assert kept_key(page) == str(identity.signer().key)
    find(page, "same")
    assert stranger.faults == []


@pytest.fixture
def unlogged(environment: dict[str, str]) -> Iterator[str]:
    """Serve the site as after its operator has unset LOG_KEY, and give its address."""
    changes = {"DJANGO_SETTINGS_MODULE": "tests.settings", "LOG_KEY": ""}
    with processes.web({**environment, **changes}) as address:
        yield address


def serve_by(page: Page, site: str, other: str) -> None:
    """Have a page of a site come from another process, as after a restart with other settings."""

    def answer(route: Route) -> None:
        # The page may go away meanwhile.
        with suppress(Error):
            route.fulfill(response=route.fetch(url=route.request.url.replace(site, other)))

    page.route(f"{site}/**", answer)


@pytest.mark.more
def test_a_log_that_is_shown_no_more_is_missed_after_a_day(
    unlogged: str, page: Page, site: str, stranger: Visitor
) -> None:
    page.clock.install()
    find(page, "first")
    serve_by(page, site, unlogged)

    def looks() -> None:
        page.goto("/games")
        page.wait_for_load_state("load")
        with page.expect_response("**/log/checkpoint"):
            page.clock.run_for(A_WHILE_MS)

    page.clock.fast_forward(MINUTES_MS)
    looks()
    page.wait_for_function("JSON.parse(localStorage.getItem('public-log-look')).unshownSince > 0")
    expect(page.locator("#log-unshown")).to_be_hidden()
    page.clock.fast_forward(DAY_MS)
    looks()

    expect(page.locator("#log-unshown")).to_be_visible()
    expect(page.locator("#log-wrong")).to_be_hidden()
    assert (stranger.barriers(), stranger.overflows()) == ([], False)
    assert newest().origin in find(page, "none")


@pytest.mark.more
def test_a_site_without_a_log_is_not_asked_for_one(
    unlogged: str, browser: Browser, stranger: Visitor
) -> None:
    stranger.watches_log = True
    page = stranger.open(browser, unlogged)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    page.clock.install()
    page.goto("/log")
    page.wait_for_load_state("load")
    page.clock.run_for(MINUTES_MS)

    expect(page.locator("#followed")).to_be_hidden()
    assert [each for each in asked if each.startswith("/log/")] == []
    assert stranger.faults == []


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

    own = kept(page)
    keep(page, str(newest()._replace(root=bytes(32))))
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
    keep(page, own)
    find(page, "same")
    page.goto("/games")
    page.wait_for_load_state("load")
    page.clock.run_for(A_WHILE_MS)
    expect(page.locator("#log-wrong")).to_be_hidden()


@pytest.mark.more
def test_a_page_that_stays_open_looks_again_after_ten_minutes(page: Page) -> None:
    page.clock.install()
    page.goto("/games")
    page.wait_for_load_state("load")
    page.clock.run_for(A_WHILE_MS)
    page.wait_for_function("() => localStorage.getItem('public-log-look') !== null")

    with page.expect_response("**/log/checkpoint"):
        page.clock.run_for(MINUTES_MS)


def test_a_replay_ties_the_end_of_its_match_to_the_log_that_the_browser_keeps(
    page: Page, stranger: Visitor
) -> None:
    match = ended()

    told = verdict(page, match)

    assert "contains exactly this end of the match: entry" in told
    assert "belong to the same log" in told
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
        (identity.signer(), "does not belong to the log that your browser has kept"),
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
