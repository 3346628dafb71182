"""Frames of this site in a page of another one: they show, they follow, and they are for anyone."""

import re
from random import Random

import pytest
from playwright.sync_api import Browser, Route, ViewportSize, expect

from matches.models import Match
from tests.browsers import DESKTOP, PHONE, Visitor
from tests.e2e.sites import other_site
from tests.matches.tables import begun, next_move, people
from tests.tournaments.events import REPORTED, Event
from tournaments.services import clocks

pytestmark = pytest.mark.usefixtures("committed_db")


def running_cup() -> Event:
    """Return a tournament of eight in brackets, a round of which is published and timed."""
    cup = Event(**REPORTED, game="pickpocket", stages=[{"format": "knockout"}]).enter_names(8)
    cup.step("open")
    cup.start().pair()
    cup.do(clocks.start, number=1, seconds=3000)
    return cup


def framing(addresses: list[str]) -> str:
    """Return a page that frames others."""
    frames = (f'<iframe src="{each}" width="700" height="500"></iframe>' for each in addresses)
    return f"<!doctype html><title>A club</title>{''.join(frames)}"


def test_another_site_frames_a_tournament_which_follows_it(site: str, browser: Browser) -> None:
    cup = running_cup()
    at = f"{site}/embed/tournaments/{cup.slug}"
    visitor = Visitor()

    with other_site(framing([f"{at}/standings", f"{at}/bracket", f"{at}/clock"])) as club:
        visitor.open(browser, site, club)
        standings, bracket, clock = (
            visitor.page.frame_locator("iframe").nth(number) for number in range(3)
        )
        expect(clock.locator("[data-clock]")).to_have_text(re.compile(r"^\d\d:\d\d$"))
        expect(bracket.get_by_role("region")).to_be_visible()
        expect(standings.get_by_role("row")).to_have_count(9)
        cup.report(0, list(range(1, len(cup.round.tables[0].seats) + 1)))
        expect(standings.get_by_role("row").nth(1).get_by_role("cell").nth(1)).to_have_text("1")

        assert visitor.page.context.cookies() == []
        assert visitor.faults == []


def test_another_site_frames_a_table_and_no_other_page(site: str, browser: Browser) -> None:
    players = people(3)
    match = begun(players)
    visitor = Visitor()

    with other_site(framing([f"{site}/embed/matches/{match}", f"{site}/matches/{match}"])) as club:
        visitor.open(browser, site, club)
        framed = visitor.page.frame_locator("iframe").nth(0)
        refused = visitor.page.frame_locator("iframe").nth(1)
        expect(framed.get_by_label("The table")).to_be_visible()
        assert next_move(match, players, Random(1)) is not None
        version = Match.objects.get(id=match).version
        expect(framed.locator("#embed")).to_have_attribute("data-version", str(version))
        expect(refused.get_by_label("The table")).to_have_count(0)

    assert visitor.page.context.cookies() == []
    assert all("frame-ancestors" in fault for fault in visitor.faults)


@pytest.mark.more
def test_an_old_page_from_a_cache_does_not_stay(site: str, browser: Browser) -> None:
    cup = running_cup()
    visitor = Visitor()
    page = visitor.open(browser, site)
    address = f"{site}/embed/tournaments/{cup.slug}/standings"
    page.goto(address)
    before = str(cup.state.version)
    expect(page.locator("#embed")).to_have_attribute("data-version", before)
    old: list[str] = [page.context.request.get(address).text()]

    def late(route: Route) -> None:
        if old:
            route.fulfill(body=old.pop(), content_type="text/html")
        else:
            route.continue_()

    page.route(address, late)
    cup.report(0, list(range(1, len(cup.round.tables[0].seats) + 1)))

    expect(page.locator("#embed")).to_have_attribute("data-version", str(cup.state.version))
    assert old == []


@pytest.mark.long
def test_a_frame_of_what_is_gone_asks_no_more(site: str, browser: Browser) -> None:
    cup = running_cup()
    visitor = Visitor()
    page = visitor.open(browser, site)
    address = f"{site}/embed/tournaments/{cup.slug}/standings"
    page.goto(address)
    expect(page.locator("#embed")).to_have_attribute("data-version", str(cup.state.version))
    asked: list[str] = []

    def gone(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=404, body="Gone.")

    page.route(address, gone)
    with page.expect_response(address):
        cup.report(0, list(range(1, len(cup.round.tables[0].seats) + 1)))
    # Longer than a frame that is behind waits before it asks again.
    page.wait_for_timeout(5000)

    assert len(asked) == 1


@pytest.mark.long
@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "light"), (DESKTOP, "dark")])
def test_frames_are_accessible_and_fit(
    site: str, browser: Browser, size: ViewportSize, scheme: str
) -> None:
    cup, match = running_cup(), begun(people(4))
    at = f"/embed/tournaments/{cup.slug}"
    visitor = Visitor()
    visitor.open(browser, site, size=size, color_scheme=scheme)
    faults: list[str] = []

    for address in (
        *(f"{at}/standings", f"{at}/bracket", f"{at}/clock", f"/embed/matches/{match}"),
        *("/problems", "/problems/invalid"),
    ):
        visitor.page.goto(address)
        faults.extend(visitor.barriers())
        faults.extend([f"{address} is too wide"] if visitor.overflows() else [])

    assert (faults, visitor.faults) == ([], [])
