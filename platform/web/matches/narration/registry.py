"""The words of every game that brings some: one line each. Others are told in plain ones."""

from collections.abc import Callable, Mapping
from functools import cache

from web.matches.narration import pickpocket, second_story, stick_em, sticky_fingers
from web.matches.narration.core import GameText
from web.matches.narration.plain import PLAIN

LANGUAGES: Mapping[str, Callable[[str], GameText]] = {
    "stick-em": lambda _dataset: stick_em.LANGUAGE,
    "sticky-fingers": sticky_fingers.StickyFingers,
    "second-story": lambda _dataset: second_story.LANGUAGE,
    "pickpocket": lambda _dataset: pickpocket.LANGUAGE,
}


@cache
def language(game: str, dataset: str) -> GameText:
    """Return the words of a game that is played with a dataset."""
    words = LANGUAGES.get(game)
    return PLAIN if words is None else words(dataset)
