"""Deals in a real browser: the deal of the day from its button to its table, and what it fits on.

With TABLE_PICTURES=<folder> the looks are kept as pictures, to be looked at by people.
"""

import re
from datetime import UTC, datetime, timedelta
from typing import Literal
from uuid import UUID

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from accounts.models import Account
from deals import selectors
from deals.models import Attempt, Deal
from deals.services import daily
from tests.deals import played
from tests.e2e.browsers import DESK, PHONE, Visitor, version
from tests.e2e.tabling import keep, wait_for_news
from tests.e2e.test_whole_matches import Keyboard, after_the_bots
from tests.matches import tables
from tests.tournaments.events import run_all
from tests.tournaments.sharing import of_bots

pytestmark = [pytest.mark.usefixtures("committed_db"), pytest.mark.slow, pytest.mark.more]

GAMES = ("pickpocket", "stick-em", "second-story", "sticky-fingers")
"""Those first whose match at the usual number of seats takes the fewest clicks."""
DAY = timedelta(days=1)
TABLET: ViewportSize = {"width": 820, "height": 1180}
SCHEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
LANGUAGES = ("en", "nl", "fr", "de")

TOO_WIDE = """[...document.querySelectorAll("body *")]
  .filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
  .map((each) => `${each.tagName}.${each.className} ${each.textContent.trim().slice(0, 40)}`)"""
"""What reaches beyond the window, in words."""


def of_today() -> Deal:
    """Return a deal of the day that is open; what other tests have closed stays closed."""
    daily.announce()
    rows = {row.game: row for row in selectors.of_day(selectors.today())}
    return next(
        rows[game] for game in GAMES if game in rows and selectors.status_of(rows[game]) == "open"
    )


def closed_of_yesterday(monkeypatch: pytest.MonkeyPatch, players: int) -> UUID:
    """Return a deal of yesterday, of any game that has none, that some have played."""
    yesterday = selectors.today() - DAY
    known = set(Deal.objects.filter(day=yesterday).values_list("game", flat=True))
    game = next(game for game in GAMES if game not in known)
    deal = played.opened(game, 4 if game == "stick-em" else 3, day=yesterday, options={})
    for number, player in enumerate(tables.people(players)):
        played.played(deal, player, seed=number)
    played.close(deal, monkeypatch)
    return deal


def play_to_the_end(match: UUID, ann: Visitor, page: Page) -> None:
    """Play by the page alone, by its keys."""
    keyboard = Keyboard(page)
    while (seen := after_the_bots(match, ann, page))["status"] == "live":
        now = version(page)
        assert now == seen["version"]
        keyboard.move()
        wait_for_news(page, now)
    expect(page.get_by_role("heading", name="Result")).to_be_focused()


@pytest.mark.long
def test_the_deal_of_the_day_is_played_and_tells_nothing_more_until_it_is_closed(
    browser: Browser, site: str, ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    joined = datetime.now(UTC) - 9 * DAY
    Account.objects.filter(pk=ann.player.account).update(date_joined=joined)
    deal = of_today()
    rival = tables.people(1)[0]
    theirs = played.played(deal.pk, rival, seed=7)
    page = ann.open(browser, site, "/deals")
    keep(page, "deals-of-today")

    card = page.get_by_role("listitem").filter(has=page.locator(f'a[href="/deals/{deal.pk}"]'))
    card.get_by_role("button").click()
    expect(page).to_have_url(re.compile(r"/matches/[0-9a-f-]{36}"))
    match = Attempt.objects.get(deal=deal, account=ann.player.account).match_id
    play_to_the_end(match, ann, page)

    # It is over for Ann, and open for others: her own result, and no word of anybody else's.
    page.reload()
    expect(page.get_by_text("Others may still be playing this deal.")).to_be_visible()
    page.get_by_role("link", name="To the deal").click()
    expect(page.get_by_role("link", name="Your match")).to_be_visible()
    expect(page.locator("#results, .deal-plot, .deal-verdict")).to_have_count(0)
    assert rival.username not in page.content()
    keep(page, "deal-open")
    for path in (f"/matches/{theirs}", f"/matches/{theirs}/replay"):
        answer = page.request.get(path)
        assert answer.status == 404, path
    page.goto("/deals")
    expect(card.get_by_text("Played")).to_be_visible()
    assert ann.barriers() == []

    played.close(deal.pk, monkeypatch, by=2 * DAY)

    page.goto(f"/deals/{deal.pk}")
    expect(page.locator(".deal-verdict")).to_have_text(re.compile(r"with these cards: \d of 2\."))
    expect(page.locator(".deal-plot circle")).to_have_count(2)
    expect(page.locator("#results tbody tr")).to_have_count(2)
    page.get_by_role("link", name="Where you differ").click()
    expect(page).to_have_url(re.compile(rf"/matches/{theirs}/replay\?viewer={deal.seat}"))
    assert ann.faults == []


def test_yesterdays_best_play_is_replayed_from_the_page_of_deals(
    browser: Browser, site: str, ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal = closed_of_yesterday(monkeypatch, 2)
    best = selectors.best(deal)
    assert best is not None
    page = ann.open(browser, site, "/deals")

    expect(page.locator("#table tbody tr").first).to_be_visible()
    page.get_by_role("link", name=f"Replay the best: {best.account.username}").click()

    expect(page).to_have_url(re.compile(rf"/matches/{best.match_id}/replay"))
    expect(page.locator("#replay")).to_be_visible()
    assert ann.faults == []


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_the_page_of_a_closed_deal_fits_in_every_language_light_and_dark(
    browser: Browser, site: str, ann: Visitor, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal = played.opened(game, 4 if game == "stick-em" else 3, options={})
    players = [*tables.people(3), ann.player]
    for number, player in enumerate(players):
        played.played(deal, player, seed=number)
    played.close(deal, monkeypatch)
    address, faults = f"/deals/{deal}", list[str]()
    page = ann.open(browser, site, address)

    for language in LANGUAGES:
        page.context.add_cookies([{"name": "django_language", "value": language, "url": site}])
        for size in (PHONE, TABLET, DESK):
            page.set_viewport_size(size)
            page.goto(address)
            expect(page.locator("html")).to_have_attribute("lang", language)
            if ann.overflows():
                faults.append(f"{language}, {size['width']}: {page.evaluate(TOO_WIDE)}")
            for scheme in SCHEMES:
                page.emulate_media(color_scheme=scheme)
                keep(page, f"deal-{game}-{language}-{scheme}-{size['width']}", full_page=True)
    # What is said of colours is said of every language.
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        faults.extend(ann.barriers())

    assert faults == []
    assert ann.faults == []


@pytest.mark.long
def test_the_page_of_a_rounds_deal_fits_on_a_phone_in_every_language(
    browser: Browser, site: str, ann: Visitor
) -> None:
    event = of_bots()
    event.pair()
    run_all()
    (board,) = event.state.boards.values()
    page = ann.open(browser, site, f"/deals/{board.deal}")
    page.set_viewport_size(PHONE)

    for language in LANGUAGES:
        page.context.add_cookies([{"name": "django_language", "value": language, "url": site}])
        page.reload()
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator(".by-seat")).to_have_count(3)
        assert not ann.overflows(), page.evaluate(TOO_WIDE)
    assert ann.barriers() == []
    assert ann.faults == []
