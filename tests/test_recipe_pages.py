"""What the recipes of docs/ add is opened with the requests that they print, and on real pages."""

import json
from importlib import import_module
from typing import Any, cast

import pytest

from cutpurse.embedded.addresses import ROOT
from ratings.models import Ladder
from tests.ratings import ladders
from tests.ratings.admins import new_admin, ok
from tests.tournaments.events import run_all
from tests.tournaments.test_api import new_organiser
from tests.toys import documented
from tests.web.ratings.test_ladder_console import signed_in
from tests.web.ratings.visits import address, page, plain
from tests.web.tournaments.consoles import NEW, browser_of, plan, planner
from tests.web.visitors import text
from tournaments import command_handler
from tournaments.state import Role, Status, TournamentState
from web.ratings.console.labels import PARAMETERS

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def recipes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register what the pages add, as the lines do that they ask for."""
    for recipe, (path, table, names) in documented.REGISTRIES.items():
        registry = import_module(path)
        for block, name in enumerate(names, start=1):
            found = registry.load(f"{documented.load(recipe, block).__name__}:{name}")
            monkeypatch.setitem(getattr(registry, table), found.id, found)


def printed_request(recipe: str) -> Any:
    """Return the body of the request with which a page of the docs ends."""
    text = (ROOT / "docs" / f"{recipe}.md").read_text()
    return json.loads(text.partition("-d '")[2].partition("'")[0])


class Evening:
    """A tournament whose organiser has a browser."""

    def __init__(self, slug: str) -> None:
        self.slug = slug
        [owner] = [each for each, role in self.state.roles.items() if role is Role.ORGANISER]
        self.browser = browser_of(owner)

    @property
    def state(self) -> TournamentState:
        return command_handler.load(command_handler.find(self.slug).id)

    def do(self, act: str, **said: object) -> None:
        about = {"version": self.state.version, "confirmed": "yes", **said}
        answer = self.browser.post(f"/organise/{self.slug}/do/{act}", about)
        assert answer.status_code == 302, text(answer)

    def staff_page(self, at: str = "") -> str:
        return plain(page(f"/organise/{self.slug}{at}", self.browser))

    def page(self, at: str = "") -> str:
        return plain(page(f"/tournaments/{self.slug}{at}"))


@pytest.mark.more
def test_the_format_with_options_is_played_from_its_request_to_the_podium() -> None:
    asked = printed_request("adding-a-format")
    ok(new_organiser().post("/tournaments", asked), 201)
    evening = Evening(asked["slug"])

    for bot in ("greedy", "gentle", "random"):
        evening.do("enter-bots", bot=bot, count=2)
    evening.do("start")
    for number in range(1, asked["stages"][0]["options"]["rounds"] + 1):
        evening.do("pair")
        assert f"Round {number} is a draft." in evening.staff_page(f"/rounds/{number}")
        evening.do("publish", number=number)
        run_all()
        seen = evening.staff_page(f"/rounds/{number}")
        assert "All tables are finished." in seen
        assert "Sit out" in seen, "6 do not fill a second table"
        evening.do("close", number=number)
    evening.do("finish")

    assert evening.state.status is Status.FINISHED
    overview, standings = evening.page(), evening.page("/standings")
    assert (
        "Stairs ✓ done tables of 4 (3 to 5), 3 rounds Neighbours in the standings meet" in overview
    )
    assert all(each.name in standings for each in evening.state.entrants.values())
    assert "Byes: " in evening.page("/rounds/3")
    for at in ("/entrants", "/rounds", "/draws", "/log", "/print", "/wall"):
        assert asked["name"] in evening.page(at)


def test_the_format_without_options_is_planned_in_the_form_and_played_over_the_board() -> None:
    browser = planner()
    assert "All play at one table, once." in plain(text(browser.get(NEW)))
    answer = browser.post(NEW, plan(**{"stage0-format": "everyone"}))
    assert answer.status_code == 302, text(answer)
    evening = Evening(answer["Location"].rpartition("/")[2])

    evening.do("open")
    for name in ("Ann", "Bob", "Cleo", "Dan", "Eve"):
        evening.do("enter", name=name)
    for act in ("close-entry", "start", "pair"):
        evening.do(act)
    assert "Round 1 is a draft." in evening.staff_page("/rounds/1")
    evening.do("publish", number=1)
    [table] = evening.state.rounds[0].tables
    evening.do("report", table_id=table.id, **{f"place_{seat}": seat + 1 for seat in range(5)})
    evening.do("close", number=1)
    assert "All rounds have been played." in evening.staff_page()
    evening.do("finish")

    winner = evening.state.name(table.seats[0])
    assert f"Podium 1. {winner}" in evening.page()
    assert f"1 {winner} 1" in evening.page("/standings")


def test_the_rating_system_is_on_the_pages_of_a_ladder_and_of_its_players() -> None:
    asked = printed_request("adding-a-rating-system")
    ok(new_admin().post("/ladders", asked), 201)
    ladder = Ladder.objects.get(slug=asked["slug"])
    match = ladders.played(ladder, ["ann", "bob", "cleo"], [1, 2, 3])

    standings = plain(page(address(ladder)))
    assert "Ratings use Steps. New players start at 1000." in standings
    assert "1 ann guest 1010" in standings
    assert "3 cleo guest 990" in standings
    ann = plain(page(address(ladder, "/players/guest:ann")))
    assert "place 1 of 3, +10.0, now 1010" in ann
    assert "With fewer than 20 matches the rating may be far from the truth." in ann
    assert "larger steps" not in ann
    why = plain(page(address(ladder, f"/matches/{match}")))
    assert "1. ann guest 1000 → 1010 +10.0" in why
    assert "bob 1000 50 % ahead 100 % 10 +5.0" in why
    assert "more was at stake" not in why, "a step is as large for a newcomer"
    assert "the more a match counts" not in why


def test_the_rating_system_is_offered_in_the_form_of_a_new_ladder(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(cast("dict[str, str]", PARAMETERS), "step", "Points for beating everyone")
    browser = signed_in(is_staff=True, may=True)

    form = plain(page("/new-ladder?game=second-story&kind=rating&system=steps", browser))

    assert "Steps" in plain(page("/new-ladder", browser))
    assert "Points for beating everyone" in form
