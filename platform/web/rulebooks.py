"""The rules of the games: for people in their language, and the whole rulebook with its rulings."""

import re
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import cast

from django.conf import settings

from web import prose
from web.games import registry

SLUG = re.compile(r"[a-z0-9-]+")


@cache
def rulebook(game: str) -> prose.Page | None:
    """Return the whole rulebook of a game without its title; None where none is installed.

    It numbers the rulings and names every move and event, and is in English.
    """
    file = Path(settings.RULEBOOKS) / f"{game}.md"
    text = file.read_text() if SLUG.fullmatch(game) and file.is_file() else ""
    return prose.page(text.partition("\n")[2]) if text else None


@cache
def rules(game: str, language: str) -> prose.Page | None:
    """Return how a game is played, for people; None where its folder has no such page."""
    file = registry.path_of(game) / "rules" / f"{language}.md"
    if not file.is_file():
        return None
    return prose.page(file.read_text(), drawing_of(game))


def drawing_of(game: str) -> prose.Draw | None:
    """Return what draws the pictures in a game's rules; None where they have none."""
    name = f"web.games.{registry.folder_of(game)}.pictures"
    if find_spec(name) is None:
        return None
    return cast("prose.Draw", import_module(name).picture)
