"""A tournament in a real browser: entering, one's table, the report, standings that move alone."""

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browsers import DESKTOP, PHONE, Visitor
from tests.e2e.browsers import until
from tests.tournaments.events import REPORTED, Event
from tournaments.services import lifecycle, penalties, rounds
from tournaments.services.entry import Newcomer

pytestmark = pytest.mark.usefixtures("committed_db")

DUELS = {"min": 2, "target": 2, "max": 2}
PARTS = ("", "/entrants", "/rounds?why", "/bracket", "/standings", "/log", "/print")


def entered(visitor: Visitor, event: Event) -> str:
    """Sign up, enter by the button, and return the name."""
    name = visitor.sign_up()
    visitor.page.goto(f"/tournaments/{event.slug}")
    visitor.page.get_by_role("button", name="Enter", exact=True).click()
    expect(visitor.page.get_by_text("You have entered. Good luck!")).to_be_visible()
    return name


def report(page: Page, first: str, second: str) -> None:
    """Report that one came before the other, from the call at the top of the page."""
    page.get_by_role("link", name="Report the result").first.click()
    page.get_by_label(f"Place of {first}", exact=True).select_option("1")
    page.get_by_label(f"Place of {second}", exact=True).select_option("2")
    page.get_by_role("main").get_by_role("button", name="Report the result").click()
    expect(
        page.get_by_text("The result counts once another player at the table confirms it.")
    ).to_be_visible()


def test_two_people_enter_play_and_see_the_standings_move(site: str, browser: Browser) -> None:
    event = Event(game="pickpocket", **REPORTED, table=DUELS, stages=[{"format": "knockout"}])
    event.step("open")
    ann, bob, looker = Visitor(), Visitor(), Visitor()
    ann.open(browser, site)
    bob.open(browser, site, size=PHONE)
    names = [entered(each, event) for each in (ann, bob)]
    looker.open(browser, site, f"/tournaments/{event.slug}/standings")

    def is_drawn() -> bool:
        return event.state.draws.running is None

    event.start()
    until(ann.page, is_drawn)  # Both pages add chance to the lots.
    event.do(rounds.pair)
    until(ann.page, is_drawn)
    event.do(rounds.publish, number=1)

    # The pages hear of the published round by themselves.
    expect(ann.page.get_by_text("Your table: table 1 of round 1")).to_be_visible()
    expect(bob.page.get_by_text("Your table: table 1 of round 1")).to_be_visible()
    report(ann.page, *names)
    bob.page.get_by_role("link", name="Report the result").first.click()
    bob.page.get_by_role("button", name="Confirm the result").click()
    expect(bob.page.get_by_text("The result counts.")).to_be_visible()

    best = looker.page.get_by_role("row").nth(1)
    expect(best.get_by_role("cell").nth(1)).to_have_text("1")
    expect(best.get_by_role("rowheader")).to_contain_text(names[0])
    event.do(rounds.close, number=1)
    event.do(lifecycle.finish)
    ann.page.goto(f"/tournaments/{event.slug}")
    expect(ann.page.get_by_text("You finished in place 1 of 2.")).to_be_visible()
    assert ann.faults + bob.faults + looker.faults == []


@pytest.mark.long
def test_reasons_unfold_within_the_page_by_keyboard(site: str, browser: Browser) -> None:
    event = Event(**REPORTED, stages=[{"format": "pods", "options": {"rounds": 2, "final": 3}}])
    event.enter_names(6).start()
    event.play_round()
    visitor = Visitor()
    page = visitor.open(browser, site)
    page.goto(f"/tournaments/{event.slug}/standings")
    page.evaluate("window.still = true")

    page.get_by_role("link", name="Why?").first.focus()
    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", name="Wins:")).to_be_visible()
    expect(page.get_by_role("link", name="Hide", exact=True)).to_be_focused()
    assert page.evaluate("window.still") is True
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Wins:")).to_have_count(0)
    assert visitor.faults == []


@pytest.mark.more
@pytest.mark.parametrize(
    ("size", "scheme"),
    [(PHONE, "dark"), pytest.param(DESKTOP, "light", marks=pytest.mark.long)],
)
def test_every_page_of_a_tournament_is_accessible_and_fits(
    site: str, browser: Browser, size: ViewportSize, scheme: str
) -> None:
    stages = [{"format": "knockout"}]
    event = Event(game="pickpocket", **REPORTED, table=DUELS, stages=stages, name="Night Cup")
    event.step("open")
    visitor = Visitor()
    visitor.open(browser, site, size=size, color_scheme=scheme)
    name = entered(visitor, event)
    event.enter(*(Newcomer(f"Somebody with a long name, number {each}") for each in range(6)))
    event.start()
    # The draw of the start waits for the chance that the visitor's browser adds.
    until(visitor.page, lambda: event.state.draws.running is None)
    event.do(rounds.pair)
    until(visitor.page, lambda: event.state.draws.running is None)
    event.do(rounds.publish, number=event.round.number)
    event.do(penalties.penalise, entrant=2, units=60, reason="late")
    addresses = [f"/tournaments/{event.slug}{part}" for part in PARTS]
    addresses += [
        f"/tournaments/{event.slug}/tables/{event.round.tables[0].id}",
        "/tournaments",
        "/",
    ]
    faults = []
    for address in (*addresses, f"/players/{name}/tournaments"):
        visitor.page.goto(address)
        faults += visitor.barriers()
        faults += [f"{address} is too wide"] if visitor.overflows() else []

    assert (faults, visitor.faults) == ([], [])


@pytest.mark.long
def test_without_scripts_somebody_enters_and_reports(site: str, browser: Browser) -> None:
    event = Event(**REPORTED, stages=[{"format": "pods", "options": {"rounds": 1}}])
    event.step("open")
    visitor = Visitor()
    visitor.open(browser, site, java_script_enabled=False)
    name = entered(visitor, event)
    event.enter(Newcomer("Bo"), Newcomer("Cy"))
    event.start().pair()
    page = visitor.page
    page.goto("/")

    page.get_by_role("link", name="Your table: table 1").click()
    for place, each in enumerate((name, "Bo", "Cy"), start=1):
        page.get_by_label(f"Place of {each}", exact=True).select_option(str(place))
    page.get_by_role("main").get_by_role("button", name="Report the result").click()

    expect(page.get_by_text("You have reported a result.")).to_be_visible()
    page.goto(f"/tournaments/{event.slug}/rounds?why")
    expect(page.get_by_role("heading", name="Why these tables")).to_be_visible()


def test_paper_is_white_for_readers_of_dark_screens_too(site: str, browser: Browser) -> None:
    event = Event(**REPORTED).enter_names(4).start()
    event.pair()
    reader = Visitor()
    page = reader.open(browser, site, f"/tournaments/{event.slug}/print?what=slips")
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    colours = """() => [
        getComputedStyle(document.documentElement).backgroundColor,
        getComputedStyle(document.body).color,
    ]"""
    on_screen = page.evaluate(colours)

    page.emulate_media(media="print", color_scheme="dark")

    assert on_screen[0] == "rgb(21, 22, 25)"
    assert page.evaluate(colours) == ["rgb(255, 255, 255)", "rgb(33, 31, 27)"]
    expect(page.get_by_role("link", name="Back to the tournament")).to_be_hidden()
