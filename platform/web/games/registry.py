"""The table of every game: that of its folder, found by its name, or the plain one."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, cast

from web.games.core import Draw
from web.games.endings import GameEnds
from web.games.folders import FOLDERS
from web.games.narration import GameText

PLAIN = "plain"


class Table(NamedTuple):
    """How a game is shown: what is on its table, its words, its template and style sheet."""

    draw: Draw
    speak: Callable[[str], GameText]
    """Returns the words for a dataset."""
    template: str
    plate: str | None
    """The template of what a plate shows besides name and clock, if it has one."""
    styles: str | None
    """The path of its static style sheet, if it has one."""
    script: str | None
    """The path of a module for what its pieces do besides being moved, if it has one."""


@cache
def table_of(game: str) -> Table:
    """Return how the table of a game is shown."""
    folder = folder_of(game)
    # What is drawn and the template that shows it belong together.
    drawn = folder if find_spec(f"web.games.{folder}.scene") else PLAIN
    pages = f"web/games/{drawn}"
    drawing = import_module(f"web.games.{drawn}.scene")
    return Table(
        draw=cast("Draw", drawing.scene_of(game) if drawn == PLAIN else drawing.scene),
        speak=cast("Callable[[str], GameText]", part_of(game, "words").language),
        template=f"{pages}/table.html",
        plate=_if_there(drawn, "templates", f"{pages}/plate.html"),
        styles=_if_there(drawn, "static", f"{pages}/table.css"),
        script=_if_there(drawn, "static", f"{pages}/table.js"),
    )


def _if_there(folder: str, kind: str, path: str) -> str | None:
    return path if (_path(folder) / kind / path).exists() else None


def part_of(game: str, name: str) -> ModuleType:
    """Return a module of a game's folder; that of the plain one where the game has none."""
    own = f"web.games.{folder_of(game)}.{name}"
    return import_module(own if find_spec(own) else f"web.games.{PLAIN}.{name}")


def about(game: str, name: str) -> Any:
    """Return what a game says of itself under a name of `about`; the plain one's without."""
    usual = getattr(part_of(PLAIN, "about"), name)
    return getattr(part_of(game, "about"), name, usual)


@cache
def ends_of(game: str) -> GameEnds:
    """Return what a game says about the ends of its rounds and matches."""
    return cast("GameEnds", part_of(game, "ends").ENDS)


def folder_of(game: str) -> str:
    """Return the name of the folder with the pages of a game."""
    name = game.replace("-", "_")
    return name if name in FOLDERS else PLAIN


def path_of(game: str) -> Path:
    """Return the folder with the pages of a game."""
    return _path(folder_of(game))


def _path(folder: str) -> Path:
    return Path(str(import_module(f"web.games.{folder}").__file__)).parent


@cache
def language(game: str, dataset: str) -> GameText:
    """Return the words of a game that is played with a dataset."""
    return table_of(game).speak(dataset)
