"""A club night in real browsers: the wall on a projector, and phones with entrants' codes."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browsers import PHONE, Visitor
from tests.tournaments.events import REPORTED, Event
from tournaments import codes
from tournaments.services import clocks, entrant_codes
from tournaments.state import TournamentState

pytestmark = pytest.mark.usefixtures("committed_db")


def places_of(
    phone: Visitor, state: TournamentState, seats: Sequence[int], scores: Sequence[str]
) -> list[str]:
    """Type scores, return the places that the page makes of them, and take them out again."""
    fields = [phone.page.get_by_label(f"Score of {state.name(each)}") for each in seats]
    for field, score in zip(fields, scores, strict=True):
        field.fill(score)
    follows = "all => all.map(each => each.options[0].textContent)"
    shown: list[str] = phone.page.locator("[data-places] select").evaluate_all(follows)
    for field in fields:
        field.fill("")
    return shown


def report_after_a_gap(phone: Visitor) -> None:
    """Press the button without network, which loses nothing, and once more with it."""
    report, alert = (
        phone.page.get_by_role("button", name="Report the result"),
        phone.page.get_by_role("alert"),
    )
    phone.page.context.set_offline(True)
    report.click()
    expect(alert).to_contain_text("No network: nothing has been sent.")
    phone.page.context.set_offline(False)
    expect(alert).to_have_count(0)
    report.click()


@pytest.mark.long
def test_a_result_by_two_phones_is_on_the_wall_which_survives_an_hour_without_network(
    site: str, browser: Browser
) -> None:
    event = Event(**REPORTED, name="Club night").enter_names(8).start()
    event.do(entrant_codes.issue)
    event.pair()
    event.do(clocks.start, number=1, seconds=3000)
    seats = event.round.tables[0].seats
    state = event.state
    at = [
        f"/tournaments/{event.slug}/code/{codes.current(state, state.entrants[each])}"
        for each in seats
    ]
    wall, first, second = Visitor(), Visitor(), Visitor()
    wall.open(browser, site, f"/tournaments/{event.slug}/wall", size={"width": 1366, "height": 768})
    table = wall.page.locator(".wall-table").first
    expect(table).to_have_attribute("data-state", "open")

    wall.page.clock.install()
    wall.page.reload()
    wall.page.get_by_role("button", name="Stay on this page").click()
    for phone, address in ((first, at[0]), (second, at[1])):
        phone.open(browser, site, address, size=PHONE)
        if phone is first:
            assert places_of(phone, state, seats, ("7", "-2", "7", "1")) == ["1.", "4.", "1.", "3."]
            for place, each in enumerate(seats, start=1):
                name = state.name(each)
                phone.page.get_by_label(f"Place of {name}", exact=True).select_option(str(place))
            report_after_a_gap(phone)
            expect(phone.page.get_by_text("Reported.")).to_be_visible()
            faults = phone.barriers()
            assert (faults, phone.overflows()) == ([], False)
        else:
            phone.page.get_by_role("button", name="Call a judge").click()
            expect(table).to_have_attribute("data-state", "called")
            theirs = phone.page.get_by_label(f"Place of {state.name(seats[0])}", exact=True)
            theirs.select_option("2")
            expect(phone.page.get_by_role("button", name="Report another result")).to_be_visible()
            theirs.select_option("1")
            phone.page.get_by_role("button", name="Confirm the result").click()
            expect(phone.page.get_by_text("The result counts.")).to_be_visible()

    expect(wall.page.get_by_text("1 table to report:")).to_be_visible()
    wall.page.context.set_offline(True)
    expect(wall.page.get_by_text("No connection: results may be out of date.")).to_be_visible()
    wall.page.clock.fast_forward("01:00:00")
    expect(wall.page.get_by_text("time is up")).to_be_visible()
    expect(table).to_be_attached()
    event.report(1, [1, 2, 3, 4])
    wall.page.context.set_offline(False)
    expect(wall.page.get_by_text("All tables have reported.")).to_be_visible()

    wall.page.keyboard.press("ArrowRight")
    expect(wall.page.get_by_role("region", name="Names")).to_be_visible()
    scrolls = wall.page.evaluate("document.documentElement.scrollHeight > innerHeight")
    assert (wall.barriers(), wall.overflows(), scrolls) == ([], False, False)


NOTING = """
const listen = EventSource.prototype.addEventListener;
EventSource.prototype.addEventListener = function (kind, hear) {
  listen.call(this, kind, (event) => {
    hear(event);
    if (kind === "moved") window.told = Number(event.data);
  });
};
"""
"""Has a page note the version that it was told of last."""


@pytest.mark.long
def test_what_is_reported_while_the_wall_is_fetched_is_on_it_soon_after(
    site: str, browser: Browser
) -> None:
    event = Event(**REPORTED, name="Club night").enter_names(8).start()
    event.pair()
    page = Visitor().open(browser, site)
    page.add_init_script(NOTING)
    page.clock.install()
    page.goto(f"/tournaments/{event.slug}/wall")
    expect(page.locator(".wall-table").first).to_have_attribute("data-state", "open")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(page.url, hold, times=1)
    event.report(0, [1, 2, 3, 4])
    while not held:
        page.wait_for_timeout(20)
    only_the_first = held[0].fetch()
    # From here on no half minute goes by, after which a wall looks again whatever it was told.
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    event.report(1, [1, 2, 3, 4])
    page.wait_for_function("wanted => window.told >= wanted", arg=event.state.version)
    held[0].fulfill(response=only_the_first)
    expect(page.get_by_text("1 table to report:")).to_be_visible()
    page.clock.run_for(1000)

    expect(page.get_by_text("All tables have reported.")).to_be_visible()
