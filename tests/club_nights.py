"""The evening of a club as its organiser goes it, from a new tournament to the podium.

23 people at six tables, with one dispute, one walk-in, one who drops out and one late correction.
Things are found by role and name, as in `tests.journeys`.
"""

import re
from collections.abc import Callable, Mapping

from playwright.sync_api import Locator, Page, expect

from tests.journeys import Taken, Traveller

NAMES = (
    *("Ada", "Béla", "Chloé", "Dirk", "Edith", "Femke", "Günter", "Hanna", "Ilse", "Jos", "Karin"),
    *("Lars", "Mina", "Noor", "Otto", "Pia", "Quirin", "Rosa", "Sven", "Tess", "Uma", "Viktor"),
)
WALK_IN, LEAVER = "Zoé", "Karin"
SCORES = ("31", "24", "18", "12", "9", "5")
"""By seat; two digits need no key to go on."""
Phone = Callable[[str], Page]
"""Opens an address on somebody's phone."""


class Organiser(Traveller):
    """Somebody at the console, who types as well."""

    def press(self, name: str, *, role: str = "button") -> None:
        """Press a button or follow a link by its name."""
        main = self.page.get_by_role("main")
        self.click(main.get_by_role(role, name=name, exact=True).first)  # type: ignore[arg-type]

    def type(self, field: Locator, text: str) -> None:
        """Type into a field, over what stands there."""
        field.fill(text)
        self.keystrokes += len(text)

    def paste(self, field: Locator, text: str) -> None:
        """Paste into a field: one press of two keys."""
        field.fill(text)
        self.keystrokes += 2

    def key(self, *keys: str) -> None:
        """Press keys one after another."""
        for each in keys:
            self.page.keyboard.press(each)
            self.keystrokes += 1

    def since(self, before: Taken) -> Taken:
        """Return what has been taken since a moment."""
        now = self.taken()
        return Taken(
            now.clicks - before.clicks,
            now.keystrokes - before.keystrokes,
            now.seconds - before.seconds,
        )


def club_night(page: Page, phone: Phone) -> Mapping[str, Taken]:
    """Go through an evening, and return what it took: the whole, and its parts by name."""
    organiser = Organiser(page)
    parts: dict[str, Taken] = {}

    def part(name: str, go: Callable[[Organiser], None]) -> None:
        before = organiser.taken()
        go(organiser)
        parts[name] = organiser.since(before)

    part("create", _create)
    _enter(organiser)
    part("check_in", _check_in)
    codes = _codes(organiser)
    _start_round(organiser, first=True)
    _dispute(organiser, phone, codes)
    _scores(organiser, first=2)
    _drop_out(organiser)
    _start_round(organiser)
    part("results", _scores)
    _correct(organiser)
    _finish(organiser)
    return {"": organiser.taken(), **parts}


def _create(organiser: Organiser) -> None:
    page = organiser.page
    organiser.press("New tournament", role="link")
    organiser.click(page.get_by_role("radio", name="Stick 'Em"))
    organiser.type(page.get_by_label("Name", exact=True), "Club night of 23")
    organiser.type(page.get_by_label("Rounds", exact=True), "2")
    organiser.press("Create tournament")
    expect(page.get_by_role("heading", name="Club night of 23")).to_be_visible()


def _enter(organiser: Organiser) -> None:
    page = organiser.page
    organiser.press("Open entry")
    organiser.press("Entrants", role="link")
    organiser.paste(page.get_by_label("Names", exact=True), "\n".join(NAMES))
    organiser.press("Add a list")
    organiser.press(f"Enter {len(NAMES)} people")
    expect(page.get_by_text(f"Taking part: {len(NAMES)}")).to_be_visible()
    organiser.type(page.get_by_label("Name", exact=True), WALK_IN)
    organiser.press("Add a player")
    expect(page.get_by_text(f"Taking part: {len(NAMES) + 1}")).to_be_visible()


def _check_in(organiser: Organiser) -> None:
    organiser.press("Now", role="link")
    organiser.press("Open check-in")
    organiser.press("Entrants", role="link")
    organiser.press("✓ Mark all as here")
    expect(organiser.page.get_by_text("23 people were checked in.")).to_be_visible()


def _codes(organiser: Organiser) -> dict[str, str]:
    """Create codes, and return the address of everybody's own page."""
    organiser.press("Codes for entrants", role="link")
    organiser.press("Create 23 codes")
    cards = organiser.page.locator(".code-card")
    expect(cards).to_have_count(23)
    return {
        card.get_by_role("heading").inner_text(): card.get_by_role("link").get_attribute("href")
        or ""
        for card in cards.all()
    }


def _start_round(organiser: Organiser, *, first: bool = False) -> None:
    organiser.press("Now", role="link")
    if first:
        organiser.press("Start tournament")
    organiser.press("Pair next round")
    organiser.press("Publish")
    expect(organiser.page.get_by_role("heading", name=re.compile("^Table [1-6]$"))).to_have_count(6)


def _dispute(organiser: Organiser, phone: Phone, codes: Mapping[str, str]) -> None:
    """Have two players of the first table say different things, and decide for the first."""
    page = organiser.page
    organiser.press("Now", role="link")
    fields = page.locator("[data-table='1']").get_by_label(re.compile("^Score of"))
    expect(fields.first).to_be_visible()
    labels = [each.get_attribute("aria-label") or "" for each in fields.all()]
    names = [label.removeprefix("Score of ") for label in labels]
    told = (
        (names[0], range(1, 9), "Reported. The result counts once another player"),
        (names[1], range(len(names), 0, -1), "The reports of this table differ."),
    )
    for name, places, answer in told:
        held = phone(codes[name])
        for other, place in zip(names, places, strict=False):
            held.get_by_label(f"Place of {other}", exact=True).select_option(str(place))
        held.get_by_role("button", name=re.compile("Report (the|another) result")).click()
        expect(held.get_by_text(answer).first).to_be_visible()
    # It comes by itself to who looks at the tables.
    organiser.press("Compare and decide", role="link")
    versions = page.get_by_role("region", name=re.compile(" says$"))
    expect(versions).to_have_count(2)
    if not organiser.touches:
        first, second = (each.bounding_box() for each in versions.all())
        assert first is not None and second is not None  # noqa: PT018
        assert first["y"] == second["y"], "both versions stand side by side"
    organiser.type(page.get_by_label("Reason").first, "seen by all")
    organiser.press(f"Decide for {names[0]}\N{RIGHT SINGLE QUOTATION MARK}s version")
    expect(page.get_by_text("“seen by all”").first).to_be_visible()


def _scores(organiser: Organiser, first: int = 1) -> None:
    """Type the scores of all tables that are open, from one on."""
    page = organiser.page
    organiser.press("Now", role="link")
    for number in range(first, 7):
        fields = page.locator(f"[data-table='{number}']").get_by_label(re.compile("^Score of"))
        if organiser.touches and number == first:
            # No keyboard opens on a phone before somebody touches a field.
            expect(fields.first).not_to_be_focused()
            organiser.click(fields.first)
        expect(fields.first).to_be_focused()
        for score in SCORES[: fields.count()]:
            organiser.key(*score)
        organiser.key("Enter")
    organiser.press("Close round")


def _drop_out(organiser: Organiser) -> None:
    organiser.press("Entrants", role="link")
    organiser.press(LEAVER, role="link")
    organiser.press("Drop player", role="link")
    organiser.press("Drop player")
    expect(organiser.page.get_by_text("dropped out").first).to_be_visible()


def _correct(organiser: Organiser) -> None:
    """Turn the places of two at a table of the first round round, after the second."""
    page = organiser.page
    organiser.press("Rounds", role="link")
    organiser.press("Round 1", role="link")
    organiser.click(page.get_by_role("link", name=re.compile("^Correct ?, table 3$")))
    for seat, (place, score) in enumerate((("2", "24"), ("1", "31"))):
        page.get_by_label(re.compile("^Place of")).nth(seat).select_option(place)
        organiser.clicks += 2
        organiser.type(page.get_by_label(re.compile("^Score of")).nth(seat), score)
    organiser.press("Preview changes")
    organiser.press("Confirm: Correct result")
    expect(page.get_by_text("Correct result: what changes")).to_be_hidden()


def _finish(organiser: Organiser) -> None:
    organiser.press("Now", role="link")
    organiser.press("Finish tournament")
    organiser.press("View ranking", role="link")
    rows = organiser.page.get_by_role("row")
    expect(rows).to_have_count(24)
    expect(rows.last).to_contain_text(LEAVER)
