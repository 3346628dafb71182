"""Nothing knows a game by name but its own folders, and what shows people an example."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cutpurse.embedded.addresses import ROOT
from games import registry

SOURCES = ("games", "platform", "ratings", "tournaments")
TEXTS = frozenset({".css", ".html", ".js", ".json", ".md", ".py", ".sql", ".svg", ".txt", ".xml"})
NAMED_IN = {
    "games/registry.py": "it is the list of them",
    "platform/cutpurse/demo": "a demo has to play something",
    "platform/cutpurse/openapi/examples.py": "examples in the description of the API",
    "platform/dumps/tables.py": "examples in the dictionary of the data",
    "platform/environments": "each game in numbers, with packages that no server needs",
    "platform/matches/api/requests.py": "an example in the description of the API",
    "platform/matches/answers.py": "an example in the description of the API",
    "ratings/api/requests.py": "an example in the description of the API",
    "tournaments/api/requests/settings.py": "an example in the description of the API",
}
"""Where games are named outside their folders, and why."""

GAMES = tuple(rules.game for rules in registry.all_rules())
NAMES = tuple(game.replace("-", "") for game in GAMES)


def own_folders() -> tuple[Path, ...]:
    folders = [game.replace("-", "_") for game in GAMES]
    return tuple(
        ROOT / place / folder for place in ("games", "platform/web/games") for folder in folders
    )


def files() -> Iterator[Path]:
    """Yield the files that are of no game; translations are told by what they translate."""
    own = (*own_folders(), ROOT / "platform/web/locale")
    for source in SOURCES:
        for path in sorted((ROOT / source).rglob("*")):
            if path.suffix in TEXTS and not any(path.is_relative_to(each) for each in own):
                yield path


def names_a_game(text: str) -> bool:
    letters = re.sub("[^a-z]", "", text.lower())
    return any(name in letters for name in NAMES)


def named(path: Path) -> list[str]:
    return [line.strip() for line in path.read_text().splitlines() if names_a_game(line)]


def test_no_game_is_named_outside_its_folders() -> None:
    allowed = tuple(ROOT / place for place in NAMED_IN)
    found = {
        str(path.relative_to(ROOT)): lines
        for path in files()
        if not any(path.is_relative_to(each) for each in allowed) and (lines := named(path))
    }

    assert found == {}


@pytest.mark.more
def test_nothing_is_allowed_to_name_games_that_does_not() -> None:
    naming = {path for path in files() if named(path)}

    for place in NAMED_IN:
        assert any(path.is_relative_to(ROOT / place) for path in naming), place


@pytest.mark.parametrize(
    "text", ["stick-em", "Stick 'Em", "StickEm", "sticky_fingers", "Second Story", "PICKPOCKET"]
)
def test_a_game_would_be_found_however_it_is_written(text: str) -> None:
    assert names_a_game(text)
