"""The words of every game that brings some: one line each. Others are told in plain ones."""

from collections.abc import Callable, Mapping
from functools import cache

from web.tables.words import pickpocket, second_story, stick_em, sticky_fingers
from web.tables.words.core import Language
from web.tables.words.plain import PLAIN

LANGUAGES: Mapping[str, Callable[[str], Language]] = {
    "stick-em": lambda _dataset: stick_em.LANGUAGE,
    "sticky-fingers": sticky_fingers.StickyFingers,
    "second-story": lambda _dataset: second_story.LANGUAGE,
    "pickpocket": lambda _dataset: pickpocket.LANGUAGE,
}


@cache
def language(game: str, dataset: str) -> Language:
    """Return the words of a game that is played with a dataset."""
    words = LANGUAGES.get(game)
    return PLAIN if words is None else words(dataset)
