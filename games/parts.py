"""What a game's folder has besides its rules, each found by the name of its module."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

FOLDERS = frozenset(folder.parent.name for folder in Path(__file__).parent.glob("*/__init__.py"))
"""A game may come from elsewhere, such as a server that is newer than the client; only these are
asked for, whatever it is called."""


@cache
def part_of(game: str, name: str) -> ModuleType | None:
    """Return a module of a game's folder; None where the game has none of that name."""
    folder = game.replace("-", "_")
    module = f"games.{folder}.{name}"
    if folder not in FOLDERS or find_spec(module) is None:
        return None
    return import_module(module)
