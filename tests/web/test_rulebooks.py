"""The rules for people: in every language, with the same chapters and pictures."""

import re

import pytest
from django.conf import settings
from django.test import Client

from games import registry as games
from web import rulebooks
from web.games import registry

LANGUAGES = [code for code, _name in settings.LANGUAGES]
GAMES = [
    rules.game
    for rules in games.current_games()
    if (registry.path_of(rules.game) / "rules").is_dir()
]
"""The games that are told for people; the others show their rulebook."""
PICTURE = 'class="picture"'


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_have_the_same_chapters_and_pictures_in_every_language(game: str) -> None:
    shapes = set()
    for language in LANGUAGES:
        page = rulebooks.rules(game, language)
        assert page is not None, f"{game} has rules for people, but no rules/{language}.md"
        assert (PICTURE in page.html) == (registry.path_of(game) / "pictures.py").exists()
        drawn = tuple(re.findall(r'data-card="([^"]+)"|href="[^"]+#([\w-]+)"', page.html))
        shapes.add((len(page.headings), page.html.count(PICTURE), drawn))
    assert len(shapes) == 1


@pytest.mark.django_db
def test_people_read_the_rules_in_their_language_and_programs_the_rulebook() -> None:
    reader = Client(headers={"Accept-Language": "nl"})

    page = reader.get("/games/stick-em").content.decode()
    book = reader.get("/games/stick-em/rulebook").content.decode()

    assert "Kies je pijn" in page
    assert "SE-10" not in page
    assert "SE-10" in book
    assert "choose_pain" in book


@pytest.mark.django_db
def test_a_picture_shows_which_card_takes_the_trick_and_says_it() -> None:
    page = Client().get("/games/stick-em").content.decode()

    label = "Yellow was led; the red 6 is the highest of another colour and takes the trick"
    assert f'role="img" aria-label="{label}"' in page
    assert re.search(
        r'<span data-state="best"><span class="piece suit-red" data-card="red-6"', page
    )


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/games/chess/rulebook", "/games/chess"])
def test_an_unknown_game_has_no_rules(address: str) -> None:
    assert Client().get(address).status_code == 404
