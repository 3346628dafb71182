"""The admin in a real browser: a ladder is run there and nowhere else, as an admin would.

Each step leaves a picture in the test's folder (`--basetemp` names it), to be looked at.
"""

import os
import re
import secrets
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from accounts.models import Account
from matches.actors import Player
from ratings.models import Ladder
from tests import browsers
from tests.browsers import GRAVE
from tests.e2e.browsers import PHONE, Visitor
from tests.matches import tables
from tests.ratings import ladders

RESULTS = """played_at,player1,place1,player2,place2,player3,place3
2026-11-01,ann,1,bob,2,cleo,3
2026-11-02,bob,1,cleo,2,ann,3
2026-11-03,ann,1,dirk,2,bob,3
2026-11-04,dirk,1,cleo,2,kleo,3
"""

pytestmark = pytest.mark.usefixtures("committed_db")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    # Playwright keeps an event loop in this thread, which Django takes for a reason to refuse.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with browsers.chromium() as running:
        yield running
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def boss(committed_db: None) -> Visitor:
    account = Account.objects.create_superuser(f"boss-{secrets.token_hex(4)}", "x")
    client = Client()
    client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
    return Visitor(client, Player(account.pk, account.username))


class Desk:
    """The ladder's page in the admin, and the commands from there."""

    def __init__(self, page: Page, pictures: Path) -> None:
        self.page = page
        self.pictures = pictures
        self.taken = 0

    def picture(self, name: str) -> None:
        """Take a picture of the whole page."""
        self.taken += 1
        self.page.screenshot(
            path=self.pictures / f"{self.taken:02}-{name}.png",
            full_page=True,
            animations="disabled",
        )

    def command(self, title: str, **given: str) -> str:
        """Follow a command's link, preview it, apply it; return what the preview said."""
        self.page.get_by_role("link", name=title, exact=True).click()
        return self.carry_out(title, **given)

    def carry_out(self, title: str, **given: str) -> str:
        """Fill a form in, preview it, apply it; return what the preview said."""
        for label, value in {**given, "Reason": f"because of: {title}"}.items():
            field = self.page.get_by_label(re.compile(f"^{re.escape(label)}")).first
            if field.evaluate("field => field.tagName") == "SELECT":
                field.select_option(value)
            elif field.get_attribute("type") == "checkbox":
                field.set_checked(value == "on")
            else:
                field.fill(value)
        self.page.get_by_role("button", name="Preview").click()
        preview = self.page.get_by_role("region", name="Preview")
        expect(preview).to_contain_text("nothing is saved yet")
        told = preview.inner_text()
        self.picture(title.lower().replace(" ", "-"))
        self.page.get_by_role("button", name="Apply").click()
        expect(preview).to_have_count(0)
        return told


def grave(page: Page) -> list[tuple[str, list[str]]]:
    """Return what axe finds serious or critical."""
    faults = Axe().run(page).response["violations"]
    return [
        (fault["id"], [str(node["target"]) for node in fault["nodes"]])
        for fault in faults
        if fault["impact"] in GRAVE
    ]


def test_a_ladder_is_run_through_the_admin_alone(
    site: str, browser: Browser, boss: Visitor, tmp_path: Path
) -> None:
    slug = f"club-{secrets.token_hex(4)}"
    page = boss.open(browser, site, "/admin/")
    desk = Desk(page, tmp_path)

    page.locator("a[href='/admin/ratings/ladder/']").first.click()
    page.get_by_text("Open a ladder", exact=True).click()
    desk.carry_out("Open a ladder", Name="Club", Slug=slug, Game="pickpocket")
    desk.picture("opened")
    desk.command("Edit settings", Settings='{"name": "Thieves of the club"}')
    imported = {"CSV or NDJSON": RESULTS, "Unknown names": "on"}
    desk.command("Import results", **imported)
    match = str(Ladder.objects.get(slug=slug).matches.order_by("version")[0].match)
    annulled = desk.command("Annul a match", Match=match)
    desk.command("Adjust a rating", Player="guest:dirk", Points="12.5")
    desk.command("Merge players", **{"Who goes": "guest:kleo", "Who remains": "guest:cleo"})
    desk.command("Pause or resume", Paused="on")
    desk.command("Close the season", **{"Name of the next season": "Winter"})
    rebuilt = desk.command("Rebuild and compare")
    desk.picture("run")

    ladder = Ladder.objects.get(slug=slug)
    assert "guest:ann" in annulled
    assert "0 rows differed" in rebuilt
    assert (ladder.name, ladder.season, ladder.is_paused) == ("Thieves of the club", 2, True)
    assert ladders.differences(ladder) == 0
    expect(page.get_by_role("cell", name="because of: Annul a match")).to_have_count(1)
    assert boss.faults == []


@pytest.mark.parametrize(
    ("scheme", "names"),
    [
        ("light", ("dashboard", "datasets", "match", "void", "ladder", "agenda")),
        ("dark", ("dashboard", "match")),
    ],
)
def test_the_dashboard_and_the_desks_are_accessible_and_keep_their_policy(  # noqa: PLR0913, PLR0917
    site: str,
    browser: Browser,
    boss: Visitor,
    tmp_path: Path,
    scheme: str,
    names: tuple[str, ...],
) -> None:
    players = tables.people(3)
    over, live = (tables.begun(players, options={"rounds": 1}) for _ in range(2))
    tables.play_out(over, players)
    ladder = ladders.opened()
    ladders.played(ladder, ["ann", "bob"], [1, 2])
    addresses = {
        "dashboard": "/admin/",
        "datasets": "/admin/datasets/",
        "match": f"/admin/matches/match/{live}/change/",
        "void": f"/admin/matches/match/{live}/do/void/",
        "ladder": f"/admin/ratings/ladder/{ladder.pk}/change/",
        "agenda": "/admin/agenda/duelisting/",
    }
    page = boss.open(browser, site, "/admin/", color_scheme=scheme)
    desk = Desk(page, tmp_path)

    found = {}
    for name in names:
        page.goto(addresses[name])
        desk.picture(name)
        found[name] = grave(page)
    page.set_viewport_size(PHONE)
    page.goto("/admin/")
    desk.picture("phone")

    assert boss.faults == []
    assert found == {name: [] for name in names}
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
