"""A report, its decision and the appeal, by the pages that each of the four people sees."""

import pytest
from playwright.sync_api import Browser, ViewportSize

from tests import journeys
from tests.browsers import Visitor
from tests.callers import PASSWORD
from tests.e2e.browsers import DESK, PHONE, staff_member, visitor

pytestmark = pytest.mark.usefixtures("committed_db")


@pytest.mark.long
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_report_is_decided_and_the_appeal_lifts_the_ban(
    site: str, browser: Browser, size: ViewportSize
) -> None:
    reporter, reported, stranger = visitor(), visitor(), Visitor()
    judges = [staff_member(), staff_member()]
    parties = journeys.Parties(
        reporter.open(browser, site, size=size),
        stranger.open(browser, site, size=size),
        judges[0].open(browser, site, size=size),
        judges[1].open(browser, site, size=size),
        name=reported.player.username,
        password=PASSWORD,
    )

    taken = journeys.report_decision_appeal(parties)

    assert taken.clicks <= 30
    parties.reported.goto("/account/decisions")
    assert (stranger.barriers(), stranger.overflows()) == ([], False)
    parties.reporter.goto(f"/report?account={reported.player.account}")
    assert (reporter.barriers(), reporter.overflows()) == ([], False)
    assert reporter.faults == stranger.faults == []
    print(f"report, decision, appeal: {taken}")  # noqa: T201 - The journey's figures.
