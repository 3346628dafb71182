"""A browser that follows the public log: what it has kept, what it is answered, what it says."""

import json
from uuid import UUID

from playwright.sync_api import Browser, Page, expect

from tests.browsers import PHONE, Visitor
from tests.matches import tables
from transparency import checkpoints, identity, notes, rotations, store, writer
from transparency.checkpoints import Checkpoint

OLD = bytes(32)
"""The seed of a key that another one has taken the place of."""


def watching(site: str, browser: Browser, who: Visitor) -> Page:
    """Return a page of somebody whose browser watches the log, which has begun."""
    grow()
    who.watches_log = True
    # What a worker of the site passes on could not be answered otherwise.
    return who.open(browser, site, size=PHONE, service_workers="block")


def find(page: Page, found: str) -> str:
    """Open the page of the log, and return what it says once it has found what it should."""
    page.goto("/log")
    place = page.locator(f"#followed[data-found={found}]")
    expect(place).to_be_visible()
    return place.inner_text()


def newest() -> Checkpoint:
    """Return where the log is."""
    row = store.newest()
    assert row is not None
    return checkpoints.read(notes.read(row.note))


def kept(page: Page) -> str:
    """Return the checkpoint that the browser has kept."""
    return str(page.evaluate("localStorage.getItem('public-log')"))


def keep(page: Page, checkpoint: str) -> None:
    """Have the browser hold a checkpoint for that of its last visit."""
    page.evaluate("text => localStorage.setItem('public-log', text)", checkpoint)


def kept_key(page: Page) -> str:
    """Return the key by which the browser goes."""
    return str(page.evaluate("localStorage.getItem('public-log-key').split('\\n')[0]"))


def keep_key(page: Page, signer: notes.Signer) -> None:
    """Have the browser hold a key for the one that it has seen first."""
    page.evaluate("key => localStorage.setItem('public-log-key', key)", str(signer.key))


def answers(page: Page, path: str, body: str = "", status: int = 200) -> None:
    """Have the site answer something else at a path."""
    page.route(f"**{path}", lambda route: route.fulfill(status=status, body=body))


def grow() -> None:
    """Have something new in the log."""
    tables.begun(tables.people(3))
    writer.log_moved()


def rotated(size: int, *signers: notes.Signer, head: str = rotations.HEAD, name: str = "") -> str:
    """Return a line of /log/rotations: the second key takes the place of the first.

    It is signed by the keys from the third on.
    """
    before, after, *signing = signers
    key = str(after.key).replace(identity.origin(), name) if name else str(after.key)
    text = f"{head}\n{size}\n{before.key} {key}\n"
    note = notes.Note(text, tuple(each.sign(text) for each in signing))
    return json.dumps({"reason": "a new key", "note": str(note)}) + "\n"


def old_signer() -> notes.Signer:
    """Return a key that has signed the log before the one of now."""
    return notes.Signer(identity.origin(), OLD)


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
