"""The admin in a real browser: a ladder is run there and nowhere else, as an admin would."""

import re
import secrets

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from accounts.models import Account
from matches.actors import Player
from ratings.models import Ladder
from tests.browsers import GRAVE
from tests.e2e.browsers import DESK, PHONE, Visitor
from tests.e2e.hands import Keys, Mouse, Touch
from tests.matches import tables
from tests.ratings import ladders

RESULTS = """played_at,player1,place1,player2,place2,player3,place3
2026-11-01,ann,1,bob,2,cleo,3
2026-11-02,bob,1,cleo,2,ann,3
2026-11-03,ann,1,dirk,2,bob,3
2026-11-04,dirk,1,cleo,2,kleo,3
"""

ICON_PX = 30

pytestmark = pytest.mark.usefixtures("committed_db")


@pytest.fixture
def boss(committed_db: None) -> Visitor:
    account = Account.objects.create_superuser(f"boss-{secrets.token_hex(4)}", "x")
    client = Client()
    client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
    return Visitor(client, Player(account.pk, account.username))


class Desk:
    """The ladder's page in the admin, and the commands from there."""

    def __init__(self, page: Page, hand: Mouse) -> None:
        self.page = page
        self.hand = hand

    def follow(self, link: Locator) -> None:
        """Follow a link, and wait for its page."""
        with self.page.expect_navigation():
            self.hand.press(link)

    def command(self, title: str, **given: str) -> str:
        """Follow a command's link, preview it, apply it; return what the preview said."""
        self.follow(self.page.get_by_role("link", name=title, exact=True))
        return self.carry_out(title, **given)

    def carry_out(self, title: str, **given: str) -> str:
        """Fill a form in, preview it, apply it; return what the preview said."""
        for label, value in {**given, "Reason": f"because of: {title}"}.items():
            field = self.page.get_by_label(re.compile(f"^{re.escape(label)}")).first
            if field.evaluate("field => field.tagName") == "SELECT":
                self.hand.choose(field, value)
            elif field.get_attribute("type") == "checkbox":
                if field.is_checked() != (value == "on"):
                    self.hand.tick(field)
            else:
                self.hand.write(field, value)
        # A browser sends no form that lacks something: nothing would ever follow.
        unfit = self.page.locator("form :invalid")
        assert unfit.evaluate_all("all => all.map(it => [it.name, it.validationMessage])") == []
        preview = self.page.get_by_role("region", name="Preview")
        with self.page.expect_navigation():
            self.hand.press(self.page.get_by_role("button", name="Preview"))
        expect(preview).to_contain_text("nothing has been saved yet")
        told = preview.inner_text()
        with self.page.expect_navigation():
            self.hand.press(self.page.get_by_role("button", name="Apply"))
        expect(preview).to_have_count(0)
        return told


@pytest.mark.more
def test_every_icon_of_the_menu_is_one_that_the_font_has(
    site: str, browser: Browser, boss: Visitor
) -> None:
    page = boss.open(browser, site, "/admin/")
    page.evaluate("document.fonts.ready")

    drawn = page.locator("#nav-sidebar .material-symbols-outlined").evaluate_all(
        """icons => icons.map(icon => {
            const text = document.createRange();
            text.selectNodeContents(icon);
            return [icon.textContent.trim(), text.getBoundingClientRect().width];
        })"""
    )

    # A name that is no ligature of the font is written out, over the words beside it.
    assert [name for name, width in drawn if width > ICON_PX] == []
    assert {"playing_cards", "trophy"} <= {name for name, _ in drawn}


def open_ladder(desk: Desk, slug: str) -> None:
    """Open a ladder of Pickpocket by the forms of the console, and go to its page in the admin."""
    page, hand = desk.page, desk.hand
    hand.choose(page.get_by_label("Game", exact=True), "pickpocket")
    desk.follow(page.get_by_role("button", name="Continue"))
    for label, value in {"Name": "Club", "Address": slug, "Seconds for each": "3600"}.items():
        hand.write(page.get_by_label(re.compile(f"^{label}")).first, value)
    desk.follow(page.get_by_role("button", name="Preview"))
    expect(page.get_by_text("Nothing has been saved yet.")).to_be_visible()
    desk.follow(page.get_by_role("button", name="Confirm"))
    ladder = Ladder.objects.get(slug=slug)
    page.goto(page.url.partition("/ladders/")[0] + f"/admin/ratings/ladder/{ladder.pk}/change/")


def rename_ladder(desk: Desk, name: str) -> None:
    """Change one of the settings by their form, and come back."""
    page, back = desk.page, desk.page.url
    desk.follow(page.get_by_role("link", name="Edit settings", exact=True))
    desk.hand.write(page.get_by_label("Name", exact=True), name)
    desk.hand.write(page.get_by_label("Reason"), "it has a better one")
    desk.follow(page.get_by_role("button", name="Preview changes"))
    desk.follow(page.get_by_role("button", name="Confirm"))
    page.goto(back)


def grave(page: Page) -> list[tuple[str, list[str]]]:
    """Return what axe finds serious or critical."""
    faults = Axe().run(page).response["violations"]
    return [
        (fault["id"], [str(node["target"]) for node in fault["nodes"]])
        for fault in faults
        if fault["impact"] in GRAVE
    ]


@pytest.mark.long
def test_a_ladder_is_run_through_the_admin_alone(
    site: str, browser: Browser, boss: Visitor
) -> None:
    slug = f"club-{secrets.token_hex(4)}"
    page = boss.open(browser, site, "/admin/")
    desk = Desk(page, Mouse(page))

    desk.follow(page.locator("a[href='/admin/ratings/ladder/']").first)
    desk.follow(page.get_by_text("Open a ladder", exact=True))
    open_ladder(desk, slug)
    rename_ladder(desk, "Thieves of the club")
    imported = {"CSV or NDJSON": RESULTS, "Unknown names": "on"}
    desk.command("Import results", **imported)
    match = str(Ladder.objects.get(slug=slug).matches.order_by("version")[0].match)
    annulled = desk.command("Annul a match", Match=match)
    desk.command("Adjust a rating", Player="guest:dirk", Points="12.5")
    desk.command(
        "Merge two players", **{"Player to remove": "guest:kleo", "Player to keep": "guest:cleo"}
    )
    desk.command("Pause or resume", Paused="on")
    desk.command("Close the season", **{"Name of the next season": "Winter"})
    rebuilt = desk.command("Rebuild and compare")

    ladder = Ladder.objects.get(slug=slug)
    assert "guest:ann" in annulled
    assert "Rows that differed: 0." in rebuilt
    assert (ladder.name, ladder.season, ladder.is_paused) == ("Thieves of the club", 2, True)
    assert ladders.differences(ladder) == 0
    expect(page.get_by_role("cell", name="because of: Annul a match")).to_have_count(1)
    assert boss.faults == []


@pytest.mark.long
@pytest.mark.parametrize(
    ("hands", "size"),
    [(Touch, PHONE), (Keys, DESK)],
    ids=["touch-on-a-phone", "keyboard"],
)
def test_a_ladder_is_opened_filled_and_closed(
    site: str, browser: Browser, boss: Visitor, hands: type[Mouse], size: ViewportSize
) -> None:
    slug = f"club-{secrets.token_hex(4)}"
    page = boss.open(browser, site, "/admin/ratings/ladder/", has_touch=hands is Touch)
    page.set_viewport_size(size)
    desk = Desk(page, hands(page))

    if size == PHONE:
        desk.hand.press(page.get_by_text("more_horiz", exact=True).first)
    desk.follow(page.get_by_role("link", name="Open a ladder", exact=True))
    open_ladder(desk, slug)
    desk.command("Import results", **{"CSV or NDJSON": RESULTS, "Unknown names": "on"})
    desk.command("Close the season", **{"Name of the next season": "Winter"})

    ladder = Ladder.objects.get(slug=slug)
    assert (ladder.season, ladder.matches.count()) == (2, 4)
    expect(page.get_by_role("cell", name="because of: Import results")).to_have_count(4)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert boss.faults == []


@pytest.mark.more
@pytest.mark.parametrize(
    ("scheme", "names"),
    [
        pytest.param(
            "light",
            ("dashboard", "datasets", "match", "void", "ladder", "agenda"),
            marks=pytest.mark.long,
        ),
        ("dark", ("dashboard", "match")),
    ],
)
def test_the_dashboard_and_the_desks_are_accessible_and_keep_their_policy(
    site: str, browser: Browser, boss: Visitor, scheme: str, names: tuple[str, ...]
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

    found = {}
    for name in names:
        page.goto(addresses[name])
        found[name] = grave(page)
    page.set_viewport_size(PHONE)
    wide = []
    for name in ("dashboard", "match"):
        page.goto(addresses[name])
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            wide.append(name)

    assert (wide, boss.faults) == ([], [])
    assert found == {name: [] for name in names}
