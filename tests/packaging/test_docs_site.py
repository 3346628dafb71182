"""The documentation's site: every page is in its menu, and every link leads somewhere on it."""

import posixpath
import re
from collections.abc import Iterator

import pytest
import yaml

from cutpurse.embedded.addresses import ROOT
from tests.packaging.scripts import play, reference, sources
from tests.toys.high_card import HighCard

HERE = ROOT / "deploy" / "docs"

LANGUAGES = set(sources.LANGUAGES[1:])


class _Loader(yaml.SafeLoader):
    """Reads the tags that only the builder knows as plain values."""


_Loader.add_multi_constructor("", lambda loader, suffix, node: None)  # noqa: ARG005 - PyYAML's call.


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    """Return all pages of the site by their paths."""
    own = {
        file.relative_to(HERE / "pages").as_posix(): file.read_bytes()
        for file in (HERE / "pages").rglob("*.md")
    }
    found = own | dict(sources.contents())
    return {name: content.decode() for name, content in found.items() if name.endswith(".md")}


def in_menu(entry: object) -> Iterator[str]:
    if isinstance(entry, str):
        yield entry
    elif isinstance(entry, dict):
        for inside in entry.values():
            yield from in_menu(inside)
    elif isinstance(entry, list):
        for inside in entry:
            yield from in_menu(inside)


def test_the_menu_has_every_page_once(pages: dict[str, str]) -> None:
    menu = yaml.load(sources.settings_of(pages), _Loader)["nav"]  # noqa: S506 - A safe loader.

    assert sorted(in_menu(menu)) == sorted(pages), "deploy/docs/mkdocs.yml has the menu"


def test_a_line_of_the_menu_may_stand_for_all_games() -> None:
    pages = ("games/fibs.md", "games/index.md", "nl/play/fibs.md", "play/fibs.md", "play/go.md")

    settings = sources.settings_of(pages)

    assert "      - play/fibs.md\n      - play/go.md\n" in settings
    assert "          - games/index.md\n          - games/fibs.md\n" in settings
    assert "          - nl/start/player.md\n          - nl/play/fibs.md\n" in settings
    assert "*" not in settings.partition("nav:")[2]


def test_what_a_game_does_not_bring_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "current_games", lambda: (HighCard(),))

    drawn = dict(play.art())

    assert drawn["art/web/games/plain/art.svg"] == b""
    assert b".plain-facts" in drawn["art/high-card.css"]


def test_a_style_that_games_share_is_not_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "COMMON", ("web/tokens.css", "web/matches/tabel.css"))

    with pytest.raises(FileNotFoundError, match=r"web/matches/tabel\.css"):
        list(play.art())


def test_every_link_leads_to_a_page_or_a_file(pages: dict[str, str]) -> None:
    files = set(pages) | {name for name, _ in sources.contents()}
    broken = [
        (name, to)
        for name, text in pages.items()
        for to in re.findall(r"\]\(([^)\s]+)\)", sources.FENCE.sub("", text))
        if ":" not in to
        and not to.startswith("#")
        and posixpath.normpath(posixpath.join(posixpath.dirname(name), to.partition("#")[0]))
        not in files
    ]
    assert broken == []


def test_players_find_the_rules_of_every_game_in_their_language(pages: dict[str, str]) -> None:
    written = list((ROOT / "platform" / "web" / "games").glob("*/rules/*.md"))
    rules = {sources.address_of(file.relative_to(ROOT).as_posix()): file for file in written}

    assert {name for name in pages if "play/" in name} == set(rules)
    for name, file in rules.items():
        language = name.partition("/")[0]
        assert pages[name].count("<figure") == file.read_text().count("![")
        assert "![" not in pages[name]
        assert (f'<div lang="{language}"' in pages[name]) == (language in LANGUAGES)


def test_links_out_of_the_documentation_lead_into_the_repository_or_nowhere() -> None:
    text = "See [the bot](../examples/bot.py), [how](../CONTRIBUTING.md) and ```[x](y.md)```."

    there = sources.linked(text, "docs/api.md", "https://code.test/cutpurse")
    assert "[the bot](https://code.test/cutpurse/blob/HEAD/examples/bot.py)" in there
    assert "[how](contributing.md)" in there
    assert "See the bot," in sources.linked(text, "docs/api.md", "")


def test_a_translated_page_leads_to_pages_in_its_language() -> None:
    text = "[rules](../../platform/web/games/stick_em/rules/de.md) [fair](../fair-draws.md)"

    linked = sources.linked(text, "docs/start/player.de.md", "")
    assert linked == "[rules](../play/stick-em.md) [fair](../../fair-draws.md)"


def test_the_reference_says_of_an_operation_what_goes_in_and_out() -> None:
    operation = {
        "summary": "Make a move.",
        "description": "One of your legal moves.",
        "tags": ["matches"],
        "security": [{"bearer": ["play"]}, {"bearer": ["bot"]}],
        "parameters": [
            {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
        ],
        "requestBody": {
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Move"}}}
        },
        "responses": {
            "201": {"description": "It is made."},
            "409": {"$ref": "#/components/responses/match_over_or_not_your_turn"},
        },
    }
    move = {"properties": {"card": {"type": ["string", "null"], "description": "Which."}}}
    made = dict(
        reference.pages(
            {
                "tags": [{"name": "matches", "description": "Playings."}],
                "paths": {"/api/v1/matches/{id}/moves": {"post": operation}},
                "components": {"schemas": {"Move": move}, "responses": {}},
            }
        )
    )

    assert "- [Matches](matches.md): Playings." in made["index.md"]
    text = made["matches.md"]
    assert "## Make a move\n\n`POST /api/v1/matches/{id}/moves`" in text
    assert "**Scope:** `bot` or `play`" in text
    assert "| `id` | path, required | string |" in text
    assert "**Body:** [Move](schemas.md#move)" in text
    assert "| 409 | `match_over`, `not_your_turn` |" in text
    assert "| `card` (optional) | string or null | Which. |" in made["schemas.md"]
