"""The console and the pages of a tournament whose draws wait for a public beacon."""

import json
from collections.abc import Iterator

import pytest
from django.templatetags.static import static
from playwright.sync_api import Browser, expect
from pytest_django import Settings

from beacons.models import BeaconValue
from games import beacons
from games.beacons import Beacon
from tests import processes
from tests.browsers import PHONE
from tests.e2e.browsers import PATIENT_MS, Visitor, until, visitor
from tests.tournaments.beacon_draws import RELAY, come, named
from tests.tournaments.cups import THREES, checked
from tests.tournaments.events import REPORTED, Event
from tournaments import selectors
from tournaments.models import DrawShare
from tournaments.services import rounds
from tournaments.services.entry import Newcomer
from tournaments.unit_of_work import Principal

pytestmark = [pytest.mark.usefixtures("committed_db"), pytest.mark.more]

CHECK = """async ([address, log]) => (await import(address)).checkDraws(log)"""


@pytest.fixture(scope="module")
def site(environment: dict[str, str]) -> Iterator[str]:
    """Serve a site that takes its beacons from drand, and give its address."""
    changes = {"DJANGO_SETTINGS_MODULE": "tests.settings", "BEACON": RELAY}
    with processes.web({**environment, **changes}) as address:
        yield address


@pytest.fixture(autouse=True)
def drand(committed_db: None, settings: Settings) -> None:
    """Have the site take its beacons from drand; nobody asks it here."""
    settings.BEACON = RELAY
    # Other tests have settled beacons that are not out yet, which nobody would name.
    BeaconValue.objects.all().delete()


def begun(organiser: Visitor, *entrants: Visitor) -> Event:
    """Return a tournament of six whose lots were drawn with the beacon."""
    player = organiser.player
    who = Principal(player.account, player.username)
    event = Event(who, **REPORTED, **THREES, stages=[{"options": {"rounds": 2}}], draw_beacon=True)
    event.step("open")
    people = [each.player for each in entrants]
    event.enter(*(Newcomer(each.username, each.account) for each in people))
    event.enter_names(6 - len(entrants)).start()
    come(event)
    return event


def test_the_console_shows_what_a_draw_waits_for_and_then_the_tables(
    site: str, browser: Browser, ann: Visitor
) -> None:
    event = begun(ann)
    page = ann.open(browser, site, f"/organise/{event.slug}")
    page.get_by_role("button", name="Pair next round").click()
    note = page.locator("#drawing")
    expect(note).to_contain_text("public random number, which nobody can know", timeout=PATIENT_MS)
    ends = int(note.locator("[data-ends]").get_attribute("data-ends") or 0)
    assert ends == int(beacons.due(named(event).number).timestamp() * 1000)
    look = ann.open(browser, site, f"/tournaments/{event.slug}", size=PHONE)
    expect(look.locator("#drawing")).to_contain_text("public random number")
    assert not ann.overflows()
    come(event)

    # Nobody has loaded the page anew.
    expect(page.locator("#drawing")).to_have_count(0, timeout=PATIENT_MS)
    expect(page.locator("main")).to_contain_text("Draw 2 was made.", timeout=PATIENT_MS)
    expect(look.locator("#drawing")).to_have_count(0, timeout=PATIENT_MS)
    assert ann.faults == []


def forged(event: Event, kind: str, **changed: object) -> str:
    """Return the log with something else in the second event of a kind; None leaves it out."""
    lines = [json.loads(line) for line in selectors.log(event.state)]
    data = [each["data"] for each in lines if each.get("type") == kind][1]
    for name, value in changed.items():
        data[name] = value
        if value is None:
            del data[name]
    return "\n".join(map(json.dumps, lines))


def forgeries(event: Event) -> list[str]:
    """Return logs in which the beacon of the second draw is another one than it was."""
    _, came = event.state.draws.beacons.values()
    beacon = Beacon.read(came.named)
    assert beacon is not None
    lines = [beacon._replace(number=beacon.number + by).line for by in (-1000, -1, 1)]
    lines += ["nist 2 7", came.named.replace("52db", "0000"), "room two dice"]
    return [
        *(forged(event, "draw_sealed", beacon=line) for line in [*lines, None]),
        forged(event, "draw_shown", beacon="00" * 48),
        forged(event, "draw_shown", beacon=None),
    ]


def test_the_page_checks_the_draws_with_their_beacons_and_finds_others(
    site: str, browser: Browser, ann: Visitor
) -> None:
    bob = visitor()
    event = begun(ann, bob)
    page = bob.open(browser, site, f"/tournaments/{event.slug}")
    promises = DrawShare.objects.filter(tournament=event.state.id, draw=2)
    until(page, lambda: promises.count() == 1)
    event.do(rounds.pair)
    until(page, lambda: promises.filter(share__isnull=False).count() == 1)
    come(event)
    drawn = event.state.draws.shown[-1]
    assert (bool(drawn.beacon), len(drawn.shares or ())) == (True, 1)
    event.do(rounds.publish, number=1)
    assert checked(event).findings == []

    look = bob.open(browser, site, f"/tournaments/{event.slug}/draws", size=PHONE)
    look.get_by_role("button", name="Check the draws in this browser").click()
    expect(look.locator("#draws-verdict")).to_contain_text(
        "All 2 draws of the log follow", timeout=PATIENT_MS
    )
    look.get_by_text("With a public random number").first.click()
    expect(look.locator("main")).to_contain_text(event.state.draws.beacons[2].named)
    assert not bob.overflows()

    def wrong(log: str) -> object:
        found = look.evaluate(CHECK, [static("web/tournaments/draws_check.js"), log])
        return found["wrong"]

    assert wrong("".join(selectors.log(event.state))) is None
    found = [wrong(log) for log in forgeries(event)]
    assert found == [*["beacon 2"] * 3, "value 2", *["beacon 2"] * 3, "value 2", "beacon 2"]
    assert ann.faults == bob.faults == []
