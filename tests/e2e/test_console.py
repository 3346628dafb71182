"""Organisers in a real browser, by mouse, touch and keyboard: to the podium, and corrections."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from accounts.models import Account
from tests.browsers import GRAVE
from tests.e2e.browsers import DESK, PHONE, Visitor, visitor
from tests.e2e.hands import Keys, Mouse, Touch
from tests.tournaments.events import REPORTED, Event
from tournaments import command_handler
from tournaments.services import lifecycle, results, rounds
from tournaments.state import Role, Status, TournamentState

pytestmark = [pytest.mark.usefixtures("committed_db"), pytest.mark.more]

NAMES = ("Ada", "Ben", "Cleo", "Dan")
SAID = "[role=status] .messages, .undo [role=status]"
"""Where a page tells what has come of an act: beside its undo, if it can be undone."""


@pytest.fixture
def olga() -> Visitor:
    """Return a member of the site's staff."""
    found = visitor()
    Account.objects.filter(id=found.player.account).update(is_staff=True)
    return found


def event_of(organiser: Visitor, entrants: int) -> Event:
    """Return a tournament that has started, with a visitor among its organisers."""
    stage = {"format": "pods", "options": {"rounds": 2}}
    event = Event(**REPORTED, name="Autumn open", stages=[stage]).enter_names(entrants).start()
    event.do(lifecycle.give_role, account=organiser.player.account, role=Role.ORGANISER)
    return event


def faults(page: Page) -> list[str]:
    """Return what is gravely wrong with a page, and whether it is wider than the window."""
    found = [
        f"{page.url} {fault['id']}: {fault['nodes'][0]['html'][:120]}"
        for fault in Axe().run(page).response["violations"]
        if fault["impact"] in GRAVE
    ]
    page.wait_for_load_state()
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    return [*found, f"{page.url} is too wide"] if wide else found


def ask(page: Page, name: str, hand: Mouse | None = None) -> None:
    """Press a button that leads to another page."""
    button = page.get_by_role("main").get_by_role("button", name=name, exact=True).first
    with page.expect_navigation():
        (hand or Mouse(page)).press(button)


def press(page: Page, name: str, hand: Mouse | None = None) -> None:
    """Press a button, and wait for the page that tells what came of it."""
    ask(page, name, hand)
    page.locator(SAID).first.wait_for()


def follow(page: Page, name: str, hand: Mouse) -> None:
    """Follow a link to another page."""
    with page.expect_navigation():
        hand.press(page.get_by_role("link", name=name, exact=True))


def report(page: Page, hand: Mouse | None = None) -> None:
    """Give every table of the round on the page its result: whoever sits first wins."""
    hand = hand or Mouse(page)
    forms = page.locator("form.result")
    for left in range(forms.count(), 0, -1):
        expect(forms).to_have_count(left)
        places = forms.first.get_by_role("combobox")
        for seat in range(places.count()):
            hand.choose(places.nth(seat), str(seat + 1))
        hand.press(forms.first.get_by_role("button"))
        expect(forms).to_have_count(left - 1)


def names(table: Locator) -> list[str]:
    """Return who sits at a table of a draft."""
    return table.locator(".chip .name").all_inner_texts()


def state_of(slug: str) -> TournamentState:
    return command_handler.load(command_handler.find(slug).id)


@pytest.mark.long
@pytest.mark.parametrize(
    ("hands", "size", "count"),
    [
        (Mouse, DESK, 2),
        (Touch, PHONE, 1),
        (Keys, DESK, 1),
    ],
    ids=["mouse", "touch-on-a-phone", "keyboard"],
)
def test_a_tournament_is_organised_from_creation_to_podium(  # noqa: PLR0913, PLR0917
    site: str,
    browser: Browser,
    olga: Visitor,
    hands: type[Mouse],
    size: ViewportSize,
    count: int,
) -> None:
    page = olga.open(browser, site, "/organise", has_touch=hands is Touch)
    page.set_viewport_size(size)
    hand = hands(page)
    follow(page, "New tournament", hand)
    follow(page, "Stick 'Em one-day open", hand)
    hand.write(page.get_by_label("Name", exact=True), "Autumn open")
    hand.choose(page.get_by_label("Rounds before the final.").first, str(count))
    hand.choose(page.get_by_label("Players at a final table; 0 for none.").first, "0")
    hand.tick(page.get_by_label("In person: players report results"))
    hand.tick(page.get_by_label("Players check in"))
    press(page, "Create tournament", hand)
    slug = page.url.rpartition("/")[2]

    press(page, "Open entry", hand)
    follow(page, "Entrants", hand)
    hand.write(page.get_by_role("textbox", name="Names"), "\n".join(NAMES))
    ask(page, "Add a list", hand)
    press(page, f"Enter {len(NAMES)} people", hand)
    follow(page, "Now", hand)
    for step in ("Close entry", "Start tournament"):
        press(page, step, hand)
    for _ in range(count):
        press(page, "Pair next round", hand)
        press(page, "Publish", hand)
        report(page, hand)
        press(page, "Close round", hand)
        follow(page, "Now", hand)
    press(page, "Finish tournament", hand)
    follow(page, "View ranking", hand)

    state = state_of(slug)
    assert state.status is Status.FINISHED
    assert [table.places for _round, table in state.tables()] == [(1, 2, 3, 4)] * count
    first = state.name((state.final_ranking or ())[0])
    expect(page.get_by_role("row").nth(1)).to_contain_text(first)
    assert olga.faults == []


def test_a_first_result_is_put_right_after_its_consequences_were_seen(
    site: str, browser: Browser, olga: Visitor
) -> None:
    event = event_of(olga, 4)
    event.play_round()
    event.pair()
    page = olga.open(browser, site, f"/organise/{event.slug}/rounds/1")

    page.get_by_role("link", name=re.compile("Correct.*table 1")).click()
    places = page.get_by_role("combobox", name="Place of")
    for seat, place in enumerate(("4", "3", "2", "1")):
        places.nth(seat).select_option(place)
    page.get_by_role("button", name="Preview changes").click()
    expect(page.get_by_role("heading", name="Correct result: what changes")).to_be_visible()
    expect(page.get_by_text("Round 2 was paired with the old result.")).to_be_visible()
    grave = faults(page)
    assert event.state.rounds[0].tables[0].places == (1, 2, 3, 4)
    page.get_by_label("Reason").fill("the sheet was upside down")
    press(page, "Confirm: Correct result")

    assert event.state.rounds[0].tables[0].places == (4, 3, 2, 1)
    page.get_by_role("link", name="Log", exact=True).click()
    expect(page.get_by_text("“the sheet was upside down”")).to_be_visible()
    assert (grave, olga.faults) == ([], [])


@pytest.mark.long
def test_two_players_of_a_draft_are_swapped_by_keyboard_alone(
    site: str, browser: Browser, olga: Visitor
) -> None:
    event = event_of(olga, 8)
    event.do(rounds.pair)
    page = olga.open(browser, site, f"/organise/{event.slug}/rounds/1")
    tables = page.locator(".card.table")
    before = [names(tables.nth(0)), names(tables.nth(1))]
    expect(page.locator("[data-said]")).to_have_text("No one is chosen.")

    keys = Keys(page)
    keys.tick(page.get_by_label(before[0][0], exact=False).first)
    expect(page.locator("[data-said]")).to_contain_text(f"{before[0][0]} is chosen.")
    keys.reach(tables.nth(1).locator(".chip input").nth(1))
    page.keyboard.press("Enter")
    expect(page.locator("[data-said]")).to_contain_text("Swap exchanges their seats.")
    keys.press(page.get_by_role("button", name="Swap"))

    expect(page.locator(SAID).first).to_contain_text("They have swapped seats.")
    assert names(tables.nth(0)) == [before[1][1], *before[0][1:]]
    assert names(tables.nth(1))[1] == before[0][0]
    # The script of the new page has to be there before anything can be dragged.
    expect(page.locator("[data-said]")).to_have_text("No one is chosen.")
    drag(page, tables.nth(0).locator(".chip").first, tables.nth(1).locator(".chip").nth(1))
    expect(tables.nth(0).locator(".chip .name").first).to_have_text(before[0][0])
    assert olga.faults == []


def drag(page: Page, what: Locator, onto: Locator) -> None:
    """Drag as a hand does, in many small steps: a jump is no drag for the browser."""
    what.hover()
    page.mouse.down()
    box = onto.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=12)
    onto.hover()
    page.mouse.up()


def test_without_scripts_a_draft_is_swapped_and_published_by_plain_forms(
    site: str, browser: Browser, olga: Visitor
) -> None:
    event = event_of(olga, 8)
    event.do(rounds.pair)
    first, second = (table.seats[0] for table in event.round.tables)
    page = olga.open(browser, site, f"/organise/{event.slug}/rounds/1", java_script_enabled=False)

    for number in (first, second):
        page.locator(f"input[name=pair][value='{number}']").check()
    press(page, "Swap")
    press(page, "Publish")

    assert event.round.published
    assert event.round.tables[0].seats[0] == second


@pytest.mark.long
def test_on_a_phone_every_page_fits_and_seeds_are_moved(
    site: str, browser: Browser, olga: Visitor
) -> None:
    event, planned = event_of(olga, 8), Event(**REPORTED).enter_names(4)
    planned.do(lifecycle.give_role, account=olga.player.account, role=Role.ORGANISER)
    event.do(rounds.pair)
    event.do(rounds.publish, number=1)
    done = event.round.tables[0]
    event.do(results.report, table_id=done.id, places=[1, 2, 3, 4], scores=None)
    page = olga.open(browser, site, f"/organise/{planned.slug}/seeds", has_touch=True)
    page.set_viewport_size(PHONE)
    grave = faults(page)
    page.get_by_role("button", name="p4 up").tap()
    expect(page.locator("#live")).to_have_text("p4 is now number 3.")
    press(page, "Save order")
    assert [planned.state.entrants[each].seed for each in (1, 2, 3, 4)] == [1, 2, 4, 3]

    at = f"/organise/{event.slug}"
    page.goto(f"{at}/rounds/1")
    grave += faults(page)
    for address in (
        *("/organise", "/organise/new/template", at),
        *(f"{at}{part}" for part in ("/entrants", "/entrants/1", "/settings", "/staff", "/log")),
        *(f"{at}{part}" for part in ("/standings", f"/tables/{done.id}", "/do/enter-list")),
        *(f"{at}/do/{act}" for act in ("void?table_id=" + str(done.id), "penalty?entrant=1")),
    ):
        page.goto(address)
        grave += faults(page)

    expect(page.get_by_role("heading", name="Give a penalty")).to_be_visible()
    assert (grave, olga.faults) == ([], [])
