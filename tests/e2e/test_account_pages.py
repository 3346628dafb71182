"""Pages of an account, of its programs and of what is told and shown elsewhere, in a browser."""

from collections.abc import Iterator
from uuid import UUID

import pytest
from playwright.sync_api import Browser, ViewportSize

from accounts import mutes, programs
from accounts.models import Account
from matches.actors import Player
from matches.models import Remark
from tests.browsers import PHONE, Visitor
from tests.callers import PASSWORD, Caller, new_key, new_name
from tests.matches import tables
from tests.tournaments.events import REPORTED, Event
from tests.web.accounts.flows import AGAIN, Flow, program
from tests.web.accounts.test_second_step import with_app
from tests.web.visitors import member, push_to, text
from tournaments.models import Tournament
from tournaments.services import clocks
from tournaments.services.entry import Newcomer

pytestmark = [pytest.mark.usefixtures("committed_db"), pytest.mark.long]

TABLET: ViewportSize = {"width": 820, "height": 1180}
FOLDED = "document.querySelectorAll('details').forEach((each) => { each.open = true })"
LOOKS = [(PHONE, "light", "en-GB"), (TABLET, "dark", "de")]
OVERLAY = "form=overlay"
"""Letters with an edge on nothing, for whatever a stream shows behind them, and no phone."""


class Member:
    """Somebody with programs, webhooks, devices, a tournament and a match, and neighbours there."""

    def __init__(self) -> None:
        self.client, self.account = member(email=f"{new_name()}@example.org")
        self.client.post(AGAIN, {"password": PASSWORD})
        _, self.other = member()
        self.asking = Flow(program(), self.client, "read notify profile")
        self.program = self._program()
        self.match = self._match()
        self.cup = self._cup()
        self.webhook = self._notified()

    def _program(self) -> str:
        wanted = programs.Wanted("Mine", "", ("https://mine.example/back",), ("read",), False)
        return str(programs.register(account=self.account, wanted=wanted).client.pk)

    def _match(self) -> UUID:
        both = [Player(each.pk, each.username) for each in (self.account, self.other)]
        match = tables.begun(both, ["greedy"])
        self.remark = Remark.objects.create(
            match_id=match, account=self.other, seat=1, room="players", phrase="ouch"
        )
        return match

    def _cup(self) -> Event:
        cup = Event(**REPORTED, game="pickpocket", stages=[{"format": "knockout"}])
        cup.enter(*(Newcomer(each.username, each.pk) for each in (self.account, self.other)))
        cup.enter_names(6)
        cup.step("open")
        cup.start().pair()
        cup.do(clocks.start, number=1, seconds=3000)
        Remark.objects.create(
            tournament=Tournament.objects.get(slug=cup.slug).pk,
            account=self.other,
            room="players",
            phrase="good_game",
        )
        return cup

    def _notified(self) -> str:
        flow = Flow(program(name="A calendar of the club"), self.client, "notify")
        caller = Caller(flow.tokens()["access_token"])
        hook = {"url": "https://calendar.example/hook", "kinds": ["my_table", "your_turn"]}
        made = caller.post("/me/webhooks", hook, key=new_key()).body["id"]
        caller.post(f"/me/webhooks/{made}/tests", {}, key=new_key())
        push_to(self.client, self.account)
        return str(made)

    def addresses(self) -> Iterator[str]:
        """Yield the pages to look at, of which the last shows somebody muted."""
        yield self.asking.address()
        yield from (f"/account/{each}" for each in ("security", "sessions", "programs", "tokens"))
        yield from ("/account/programs/own", "/account/programs/own/new", "/account/email")
        yield f"/account/programs/own/{self.program}"
        yield from ("/account/security/app", "/account/security/codes", AGAIN)
        yield from ("/account/notifications", f"/account/webhooks/{self.webhook}")
        yield from ("/account/webhooks", "/account/decisions", "/account/data", "/sign-in/link")
        yield f"/report?match={self.match}&remark={self.remark.pk}"
        yield from (f"/matches/{self.match}", f"/tournaments/{self.cup.slug}/talk")
        yield from (f"/players/{self.other.username}", "/problems/version_conflict", "/offline")
        for theme in ("light", "dark"):
            yield from self._frames(f"theme={theme}")
        yield from self._frames(OVERLAY)
        mutes.mute(account_id=self.account.pk, other_id=self.other.pk)
        yield "/friends"

    def _frames(self, query: str) -> Iterator[str]:
        for each in ("standings", "bracket", "clock"):
            yield f"/embed/tournaments/{self.cup.slug}/{each}?{query}"
        yield f"/embed/matches/{self.match}?{query}"


@pytest.mark.parametrize(("size", "scheme", "locale"), LOOKS)
def test_every_page_is_accessible_fits_and_keeps_its_policy(
    browser: Browser, site: str, size: ViewportSize, scheme: str, locale: str
) -> None:
    ann = Member()
    with_app(ann.client)
    visitor = Visitor(ann.client)
    page = visitor.open(browser, site, size=size, color_scheme=scheme, locale=locale)
    faults: list[str] = []

    for address in ann.addresses():
        answer = page.goto(address)
        page.evaluate(FOLDED)
        assert answer is not None
        faults += [f"{address}: {answer.status}"] if answer.status != 200 else []
        if OVERLAY in address:
            continue
        faults += visitor.barriers()
        faults += [f"{address} is too wide"] if visitor.overflows() else []

    assert (faults, visitor.faults) == ([], [])


def test_somebody_allows_a_program_sees_what_it_had_told_and_ends_it(
    browser: Browser, site: str
) -> None:
    ann = Member()
    visitor = Visitor(ann.client)
    page = visitor.open(browser, site, "/account/programs", size=PHONE)

    page.get_by_text("Sends your notifications to 1 address").wait_for()
    page.get_by_role("button", name="Disconnect A calendar of the club").click()
    page.get_by_text("The program can no longer do anything for you.").wait_for()
    page.goto("/account/notifications")

    assert page.get_by_text("https://calendar.example/hook").count() == 0
    assert Account.objects.filter(pk=ann.account.pk).exists()


def test_somebody_mutes_a_line_at_a_table_and_thinks_again(browser: Browser, site: str) -> None:
    ann = Member()
    visitor = Visitor(ann.client)
    page = visitor.open(browser, site, f"/matches/{ann.match}", size=PHONE)
    name = ann.other.username
    line = page.locator(f"[data-remark='{ann.remark.pk}']")
    page.get_by_role("button", name="History").click()

    line.get_by_role("button", name=f"Mute {name}").click()
    page.get_by_text(f"You will no longer see what {name} says.").wait_for()
    assert line.count() == 0
    page.locator("#talk-open").click()
    pressed = page.locator(".mutes [aria-pressed='true']")
    assert pressed.inner_text() == f"Mute {name}"
    page.locator("#talk-open").press("Escape")
    page.get_by_role("button", name="Undo").click()
    line.wait_for()

    assert visitor.faults == []
    assert "Ouch!" in text(ann.client.get(f"/matches/{ann.match}"))
