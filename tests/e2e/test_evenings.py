"""Evenings by what their organisers see, at a desk and on a phone."""

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from accounts import organisers
from tests import browsers, club_nights, online_cups
from tests.browsers import Visitor
from tests.e2e.browsers import visitor
from tests.journeys import Taken

pytestmark = pytest.mark.usefixtures("committed_db")
WINDOWS: Mapping[str, Mapping[str, Any]] = {
    "desk": {"size": browsers.DESKTOP},
    "phone": {"size": browsers.PHONE, "has_touch": True},
}


def organiser() -> Visitor:
    """Return somebody who may organise."""
    olga = visitor()
    organisers.appoint(account_id=olga.player.account, is_organiser=True)
    return olga


def held(name: str, parts: Mapping[str, Taken]) -> None:
    """Hold what an evening took against what it may take."""
    print({f"{name} {part}".strip(): str(each) for part, each in parts.items()})  # noqa: T201
    assert parts["create"].clicks <= 12


@pytest.mark.long
@pytest.mark.parametrize("window", WINDOWS)
def test_a_club_night_of_23_goes_from_a_new_tournament_to_the_podium(
    site: str, browser: Browser, window: str
) -> None:
    olga = organiser()

    def phone(address: str) -> Page:
        return Visitor().open(browser, site, address, size=browsers.PHONE, has_touch=True)

    page = olga.open(browser, site, "/organise", **WINDOWS[window])
    parts = club_nights.club_night(page, phone)

    held(window, parts)
    assert parts["check_in"].clicks <= 5
    assert parts["results"].keystrokes <= 60
    assert (olga.faults, olga.overflows()) == ([], False)


@pytest.mark.long
@pytest.mark.usefixtures("worker")
@pytest.mark.parametrize("window", WINDOWS)
def test_an_online_cup_of_8_people_and_8_bots_goes_from_a_new_tournament_to_the_podium(
    site: str, browser: Browser, window: str
) -> None:
    olga, ann = organiser(), visitor()

    windows = online_cups.Windows(
        olga.open(browser, site, "/organise", **WINDOWS[window]),
        ann.open(browser, site, **WINDOWS[window]),
    )
    parts = online_cups.online_cup(windows, site)

    held(window, parts)
    assert (olga.faults, ann.faults) == ([], [])
    assert (olga.overflows(), ann.overflows()) == (False, False)
