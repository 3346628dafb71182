"""What a browser that watches the public log makes of other keys, of silence, and of nonsense."""

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browsers import Visitor
from tests.e2e.log_visits import (
    answers,
    ended,
    find,
    grow,
    keep,
    keep_key,
    kept,
    kept_key,
    newest,
    old_signer,
    rotated,
    verdict,
    watching,
)
from transparency import checkpoints, identity, notes

pytestmark = pytest.mark.usefixtures("committed_db")


@pytest.fixture
def stranger() -> Visitor:
    return Visitor()


@pytest.fixture
def page(site: str, browser: Browser, stranger: Visitor) -> Page:
    return watching(site, browser, stranger)


@pytest.mark.more
def test_a_key_is_followed_to_the_one_that_took_its_place(page: Page) -> None:
    find(page, "first")
    before, after = old_signer(), identity.signer()
    thief = notes.Signer(identity.origin(), bytes([1]) * 32)
    size = newest().size
    keep_key(page, before)

    for line in [
        rotated(size, before, after, before),
        rotated(size, before, after, before, after, head="cutpurse-key-rotation/2"),
        rotated(size, before, after, before, after, name="elsewhere.example/cutpurse/1"),
        rotated(size, before, thief, before, thief),
        "no line\n",
    ]:
        page.unroute_all()
        answers(page, "/log/rotations", line)
        find(page, "unsigned")
        keep_key(page, before)
    page.unroute_all()
    answers(page, "/log/rotations", "no line\n" + rotated(size, before, after, before, after))
    find(page, "same")

    assert kept_key(page) == str(after.key)


@pytest.mark.more
def test_an_old_key_that_was_stolen_signs_no_more_even_where_the_rotation_is_hidden(
    page: Page,
) -> None:
    find(page, "first")
    before, after, checkpoint = old_signer(), identity.signer(), newest()
    keep_key(page, before)
    by_old = str(notes.Note(str(checkpoint), (before.sign(str(checkpoint)),)))
    answers(page, "/log/checkpoint", by_old)
    find(page, "same")

    # Up to the size at which it was replaced the old key counts, and the new one is kept already.
    answers(page, "/log/rotations", rotated(checkpoint.size, before, after, before, after))
    find(page, "same")
    assert kept_key(page) == str(after.key)

    answers(page, "/log/rotations")
    find(page, "same")
    grow()
    larger = newest()
    answers(page, "/log/checkpoint", str(notes.Note(str(larger), (before.sign(str(larger)),))))
    find(page, "unsigned")
    page.unroute("**/log/checkpoint")
    find(page, "grown")


@pytest.mark.more
def test_who_comes_for_the_first_time_while_keys_are_replaced_sees_nothing_wrong(
    page: Page,
) -> None:
    before, checkpoint = old_signer(), newest()
    by_old = str(notes.Note(str(checkpoint), (before.sign(str(checkpoint)),)))
    answers(page, "/log/checkpoint", by_old)

    # Of a site that shows the new key alone nothing is known, and no key is kept.
    assert "The signature was not checked" in find(page, "first")
    assert page.evaluate("localStorage.getItem('public-log-key')") is None

    answers(page, "/log/keys", f"{identity.signer().key}\n{before.key}\n")
    assert "not checked" not in find(page, "same")
    assert kept_key(page) == str(before.key)


@pytest.mark.more
@pytest.mark.parametrize("status", [404, 429, 500, 503])
@pytest.mark.parametrize("path", ["/log/checkpoint", "/log/rotations", "/log/consistency/**"])
def test_a_site_that_is_down_or_busy_has_rewritten_nothing(
    page: Page, path: str, status: int
) -> None:
    find(page, "first")
    before = kept(page)
    grow()
    answers(page, path, status=status)
    # A proof between two sizes that it has signed is all that a site cannot lack.
    found = "rewritten" if (path, status) == ("/log/consistency/**", 404) else "none"

    told = find(page, found)

    assert before.split("\n")[2] in told
    assert kept(page) == before
    page.unroute_all()
    find(page, "grown")


@pytest.mark.more
def test_a_site_that_is_busy_when_a_replay_is_checked_has_rewritten_nothing(page: Page) -> None:
    match = ended()
    find(page, "first")
    grow()
    for path in ["/log/consistency/**", "/log/rotations", "/log/keys", "/log/checkpoint"]:
        answers(page, path, status=503)

    told = verdict(page, match)

    assert "contains exactly this end of the match: entry" in told
    assert "Your browser could not compare it" in told
    assert "The signature was not checked" in told


@pytest.mark.more
def test_an_answer_that_is_no_log_is_said_in_red(page: Page) -> None:
    find(page, "first")
    before, checkpoint = kept(page), newest()
    good = str(checkpoint)
    for found, text in [
        ("unreadable", "<!doctype html><title>Welcome</title>"),
        ("unreadable", ""),
        ("unreadable", good.replace(f"\n{checkpoint.size}\n", "\nmany\n")),
        ("unreadable", good.replace(checkpoints.encoded(checkpoint.root), "?")),
        ("unsigned", f"{good}\n— {checkpoint.origin} ?\n"),
        ("unsigned", f"{good}\n— {checkpoint.origin}\n"),
        ("unsigned", good),
    ]:
        page.unroute_all()
        answers(page, "/log/checkpoint", text)
        assert before.split("\n")[2] in find(page, found), text
        expect(page.locator("#followed")).to_have_class("card wrong")
        assert kept(page) == before
        assert page.evaluate("JSON.parse(localStorage.getItem('public-log-look')).isWrong")

    # Silence afterwards does not make it right.
    page.unroute_all()
    answers(page, "/log/checkpoint", status=503)
    find(page, "none")
    assert page.evaluate("JSON.parse(localStorage.getItem('public-log-look')).isWrong")

    page.unroute_all()
    grow()
    answers(page, "/log/consistency/**", "?\n")
    find(page, "rewritten")


@pytest.mark.more
def test_a_log_that_seems_shorter_is_looked_at_twice(page: Page) -> None:
    old = page.request.get("/log/checkpoint").text()
    grow()
    find(page, "first")
    now = kept(page)
    asked: list[int] = []

    def late(route: Route) -> None:
        """Answer once what a cache has kept."""
        asked.append(1)
        if len(asked) == 1:
            route.fulfill(body=old)
        else:
            route.continue_()

    page.route("**/log/checkpoint", late)

    find(page, "same")

    assert len(asked) == 2
    assert kept(page) == now


@pytest.mark.more
def test_a_tab_that_was_slow_neither_finds_the_log_shorter_nor_keeps_less(page: Page) -> None:
    find(page, "first")
    old = kept(page)
    grow()
    find(page, "grown")
    now = kept(page)
    keep(page, old)

    def overtaken(route: Route) -> None:
        """Answer only after another tab has kept more."""
        keep(page, now)
        route.fulfill(body=old)

    page.route("**/log/checkpoint", overtaken)

    find(page, "same")

    assert kept(page) == now
