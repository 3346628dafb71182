"""The lesson of each game that has one: the course and its words, from the game's folder."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import NamedTuple, cast

from django.utils.safestring import SafeString

from web import prose
from web.games import registry
from web.games.courses import Course

BREAK = "\n---\n"
"""Stands between the words of one step and the next."""
INSTEAD = "\n> "
"""Begins what is said to a learner who tries another move."""


class Words(NamedTuple):
    """What the learner reads at a step."""

    says: SafeString
    instead: SafeString
    """When another move was tried; empty where nothing is to be done."""


def has_lesson(game: str) -> bool:
    """Return whether a game brings a lesson."""
    return find_spec(f"web.games.{registry.folder_of(game)}.course") is not None


@cache
def course(game: str) -> Course:
    """Return the course of a game that has a lesson."""
    module = import_module(f"web.games.{registry.folder_of(game)}.course")
    return cast("Course", module.COURSE)


@cache
def words(game: str, language: str) -> tuple[Words, ...]:
    """Return the words of every step, in order; in English where nobody has translated them."""
    folder = registry.path_of(game) / "lesson"
    file = folder / f"{language}.md"
    text = (file if file.is_file() else folder / "en.md").read_text()
    steps = (part.strip().partition(INSTEAD) for part in text.split(BREAK))
    return tuple(Words(prose.page(says).html, prose.page(no).html) for says, _, no in steps)
