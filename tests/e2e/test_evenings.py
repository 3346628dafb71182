"""The evening of a club by what its organiser sees, at a desk and on a phone."""

import pytest
from playwright.sync_api import Browser, Page

from accounts import organisers
from tests import browsers, club_nights
from tests.browsers import Visitor
from tests.e2e.browsers import visitor

pytestmark = pytest.mark.usefixtures("committed_db")


def test_a_club_night_of_23_goes_from_a_new_tournament_to_the_podium(
    site: str, browser: Browser
) -> None:
    olga = visitor()
    organisers.appoint(account_id=olga.player.account, is_organiser=True)

    def phone(address: str) -> Page:
        return Visitor().open(browser, site, address, size=browsers.PHONE, has_touch=True)

    page = olga.open(browser, site, "/organise")
    parts = club_nights.club_night(page, phone)

    assert parts["create"].clicks <= 12
    assert parts["check_in"].clicks <= 5
    assert parts["results"].keystrokes <= 60
    assert olga.faults == []
    print({name: str(each) for name, each in parts.items()})  # noqa: T201
