"""Results at the speed of talking: a scorekeeper types tables and scores, and nothing else."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browsers import PHONE
from tests.e2e.browsers import visitor
from tests.e2e.test_console import event_of
from tournaments.services import calls, results
from tournaments.unit_of_work import Principal

pytestmark = [pytest.mark.usefixtures("committed_db"), pytest.mark.more]


BOTTOM = "document.querySelector('#desk').getBoundingClientRect().bottom"


class Typist:
    """Somebody at a keyboard, who counts what they press."""

    def __init__(self, page: Page) -> None:
        self.page, self.pressed = page, 0

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.pressed += 1


def scores_of(size: int) -> list[str]:
    return ["31", "-4", "18", "12", "7"][:size]


def test_six_tables_of_23_people_are_typed_with_few_keys(site: str, browser: Browser) -> None:
    olga = visitor()
    event = event_of(olga, 23)
    event.pair()
    at = f"/organise/{event.slug}"
    olga.open(browser, site, at, size={"width": 1366, "height": 768})
    page = olga.page
    expect(page.locator("#d1-0")).to_be_focused()
    bottom = page.evaluate(BOTTOM)
    typist = Typist(page)
    for number, table in enumerate(event.round.tables, start=1):
        expect(page.locator(f"#d{number}-0")).to_be_focused()
        for score in scores_of(len(table.seats)):
            typist.press(*score, *([" "] if len(score.strip("-")) == 1 else []))
        typist.press("Enter")
    expect(page.locator(".desk-table[data-state=done]")).to_have_count(6)

    assert typist.pressed <= 60
    assert bottom <= 768
    first = event.round.tables[0]
    assert first.scores == (31, -4, 18, 12)[: len(first.seats)]
    assert (olga.barriers(), olga.overflows()) == ([], False)


@pytest.mark.long
def test_a_dispute_and_a_call_come_by_themselves_and_leave_room_for_six_tables(
    site: str, browser: Browser
) -> None:
    olga = visitor()
    event = event_of(olga, 23)
    event.pair()
    page = olga.open(browser, site, f"/organise/{event.slug}", size={"width": 1366, "height": 768})
    expect(page.locator("#d1-0")).to_be_focused()
    page.locator("#d1-0").fill("31")
    first, _second, third = event.round.tables[:3]
    for seat, places in ((0, range(1, 5)), (1, range(4, 0, -1))):
        holder = Principal(None, entrant=third.seats[seat], tournament=event.state.id)
        said = list(places)[: len(third.seats)]
        event.do(results.report, who=holder, table_id=third.id, places=said, scores=None)
    caller = Principal(None, entrant=first.seats[0], tournament=event.state.id)
    event.do(calls.call, who=caller, table_id=first.id)

    expect(page.get_by_text("Table 3: two versions of the result.")).to_be_visible()
    expect(page.get_by_text("Table 1 has called a judge.")).to_be_visible()
    expect(page.locator("#d1-0")).to_have_value("31")
    bottoms = {"en": page.evaluate(BOTTOM)}
    held = page.get_by_role("button", name="The judge was there")
    held.focus()
    event.report(3, [1, 2, 3, 4])
    expect(page.locator(".desk-table[data-table='4']")).to_have_attribute("data-state", "done")
    expect(held).to_be_focused()
    page.get_by_role("button", name="The judge was there").click()
    expect(page.get_by_text("Table 1 has called a judge.")).to_have_count(0)
    assert (olga.barriers(), olga.overflows()) == ([], False)
    event.do(calls.call, who=caller, table_id=first.id)
    for language in ("nl", "fr", "de"):
        page.context.add_cookies([{"name": "django_language", "value": language, "url": site}])
        page.reload()
        expect(page.locator(".next-row.urgent")).to_have_count(2)
        expect(page.locator("#d1-0")).to_be_focused()
        bottoms[language] = page.evaluate(BOTTOM)
    assert {name: bottom for name, bottom in bottoms.items() if bottom > 768} == {}


@pytest.mark.long
def test_fourteen_tables_are_lines_that_fit_on_a_laptop(site: str, browser: Browser) -> None:
    olga = visitor()
    event = event_of(olga, 56)
    event.pair()
    event.report(0, [1, 2, 3, 4], scores=[31, 24, 18, -4])
    page = olga.open(browser, site, f"/organise/{event.slug}", size={"width": 1366, "height": 768})
    expect(page.locator("#d2-0")).to_be_focused()

    assert page.locator(".desk-table").count() == 14
    assert page.evaluate(BOTTOM) <= 768
    cut = "all => all.filter(each => each.scrollWidth > each.clientWidth).length"
    assert page.locator(".desk-seats .name").evaluate_all(cut) == 0
    assert (olga.barriers(), olga.overflows()) == ([], False)


def test_absences_ties_contradictions_and_a_second_scorekeeper(site: str, browser: Browser) -> None:
    olga = visitor()
    event = event_of(olga, 12)
    event.pair()
    olga.open(browser, site, f"/organise/{event.slug}", size={"width": 1366, "height": 768})
    page = olga.page
    typist = Typist(page)
    expect(page.locator("#d1-0")).to_be_focused()

    typist.press("9", " ", "x", "7", " ", "5", "Enter")
    expect(page.locator("#d2-0")).to_be_focused()
    expect(page.locator(".desk-table[data-table='1']")).to_have_attribute("data-state", "done")
    assert event.round.tables[0].absent == (event.round.tables[0].seats[1],)

    page.locator("#d2-0").fill("x9")
    expect(page.get_by_text("Only whole numbers are scores.")).to_be_visible()
    page.locator("#d2-0").fill("9")
    second = event.round.tables[1]
    event.do(results.report, table_id=second.id, places=[4, 3, 2, 1], scores=None)
    page.locator("#d2-0").press("=")
    expect(page.get_by_text("The table already has its result")).to_be_visible()
    expect(page.get_by_text(f"1. {event.state.name(second.seats[3])}")).to_be_visible()

    page.keyboard.press("/")
    name = event.state.name(event.round.tables[2].seats[1])
    page.locator("#desk-find").fill(name)
    page.keyboard.press("Enter")
    expect(page.locator("#d3-1")).to_be_focused()
    page.keyboard.press("=")
    expect(page.locator(".desk-table[data-table='3']")).to_have_attribute("data-state", "done")
    assert event.round.tables[2].places == (2, 1, 2, 2)


@pytest.mark.long
def test_a_phone_takes_scores_too(site: str, browser: Browser) -> None:
    olga = visitor()
    event = event_of(olga, 4)
    event.pair()
    olga.open(browser, site, f"/organise/{event.slug}", size=PHONE)
    page = olga.page
    for seat, score in enumerate(("5", "9", "9", "1")):
        page.locator(f"#d1-{seat}").fill(score)
    page.get_by_role("button", name="Save").click()

    expect(page.locator(".desk-table[data-table='1']")).to_have_attribute("data-state", "done")
    assert event.round.tables[0].places == (3, 1, 1, 4)
    assert (olga.barriers(), olga.overflows()) == ([], False)
