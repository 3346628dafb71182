"""A game's folder may bring any of its parts alone; for the others it gets the plain ones."""

import sys
from collections.abc import Iterator
from importlib import invalidate_caches
from pathlib import Path

import pytest
from django.test import Client

import web.games
from games import registry as games
from tests.toys.high_card import HighCard
from tests.web.visitors import member, text
from web import rulebooks
from web.games import registry
from web.games.folders import FOLDERS
from web.matches.match_forms import QuickStartForm

pytestmark = pytest.mark.django_db

RULES = "## What you want\n\nPlay the highest number.\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    rules = HighCard()
    monkeypatch.setitem(games._RULES, rules.id, rules)  # noqa: SLF001 - As a line of GAMES does.
    monkeypatch.setitem(games._CURRENT, rules.game, rules)  # noqa: SLF001
    folder = tmp_path / "high_card"
    folder.mkdir()
    (folder / "__init__.py").write_text('"""The pages of High Card."""\n')
    monkeypatch.setattr(web.games, "__path__", [*web.games.__path__, str(tmp_path)])
    monkeypatch.setattr(registry, "FOLDERS", (*FOLDERS, "high_card"))
    forget()
    yield folder
    forget()


def forget() -> None:
    """Let go of what is known of the games' folders."""
    for known in (registry.table_of, registry.ends_of, registry.language, rulebooks.rules):
        known.cache_clear()
    for name in [each for each in sys.modules if each.startswith("web.games.high_card")]:
        del sys.modules[name]


def started(browser: Client) -> str:
    """Start a match against bots and return its page."""
    begun = browser.post("/games/high-card/start", {"seats": 3, "bot": "search-1"})
    return text(browser.get(begun.headers["Location"]))


def test_a_folder_without_a_table_gets_the_plain_one(folder: Path) -> None:
    browser, _account = member()

    page = started(browser)

    assert folder == registry.path_of("high-card")
    assert "plain-facts" in page
    assert "web/matches/table.css" in page
    assert "web/games/plain/table.css" in page
    assert registry.ends_of("high-card") is registry.ends_of("no-such-game")


def test_rules_for_people_need_no_pictures(folder: Path) -> None:
    (folder / "rules").mkdir()
    (folder / "rules" / "en.md").write_text(RULES)

    page = Client().get("/games/high-card")

    assert page.status_code == 200
    assert "Play the highest number." in page.content.decode()


def test_a_game_says_what_it_is_like_in_its_folder(folder: Path) -> None:
    plain = Client().get("/games").content.decode()
    (folder / "about.py").write_text('TAGLINE = "Three numbers each."\n')
    invalidate_caches()

    page = Client().get("/games").content.decode()

    assert "High Card" in plain
    assert "Three numbers each." not in plain
    assert "Three numbers each." in page


def test_a_first_match_is_as_short_as_the_game_says() -> None:
    forms = [
        QuickStartForm(games.current_rules(game), {"seats": 3, "bot": "gentle", "short": "on"})
        for game in ("stick-em", "pickpocket")
    ]

    assert all(form.is_valid() for form in forms)
    assert [form.options() for form in forms] == [{"rounds": 1}, {}]


def test_a_game_shows_strangers_the_picture_in_its_folder() -> None:
    page = Client().get("/").content.decode()

    drawn = list(Path(web.games.__file__).parent.glob("*/static/web/games/*/home.svg"))
    assert drawn
    for picture in drawn:
        assert f"web/games/{picture.parent.name}/home." in page
