"""The table of every game: that of its folder, found by its name, or the plain one."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple, cast

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
    name = folder_of(game)
    pages = f"web/games/{name}"
    return Table(
        draw=cast("Draw", import_module(f"web.games.{name}.scene").scene),
        speak=cast("Callable[[str], GameText]", import_module(f"web.games.{name}.words").language),
        template=f"{pages}/table.html",
        plate=_if_there(name, "templates", f"{pages}/plate.html"),
        styles=_if_there(name, "static", f"{pages}/table.css"),
        script=_if_there(name, "static", f"{pages}/table.js"),
    )


def _if_there(folder: str, kind: str, path: str) -> str | None:
    return path if (Path(__file__).parent / folder / kind / path).exists() else None


@cache
def ends_of(game: str) -> GameEnds:
    """Return what a game says about the ends of its rounds and matches."""
    return cast("GameEnds", import_module(f"web.games.{folder_of(game)}.ends").ENDS)


def folder_of(game: str) -> str:
    """Return the folder with the pages of a game."""
    name = game.replace("-", "_")
    return name if name in FOLDERS else PLAIN


@cache
def language(game: str, dataset: str) -> GameText:
    """Return the words of a game that is played with a dataset."""
    return table_of(game).speak(dataset)
