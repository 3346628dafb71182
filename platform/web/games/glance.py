"""The table in a few lines of words: what a sighted player takes in at a glance.

A game's folder says it in `glance.py`, from the viewer's view alone: what lies in the middle, what
everybody has, what the viewer holds. The frame puts before it where the match is and who has to
move.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TypeAlias, cast

from django.utils.translation import gettext as _

from games.json_types import JsonMapping
from web.games.narration import People, join_words
from web.games.registry import folder_of

View: TypeAlias = JsonMapping
Glance: TypeAlias = Callable[[View, People], list[str]]


@cache
def glance_of(game: str) -> Glance | None:
    """Return how a game tells its table; None where it doesn't."""
    name = f"web.games.{folder_of(game)}.glance"
    return None if find_spec(name) is None else cast("Glance", import_module(name).glance)


def counted(names: Sequence[str]) -> str:
    """Return things as a list that says how often each is there: "map and hammer (2)"."""
    counts = Counter(names)
    return join_words(
        [name if often == 1 else f"{name} ({often})" for name, often in counts.items()]
    )


def held(things: Sequence[str], people: People) -> str:
    """Return what the viewer holds, as a sentence: the reader, or whoever has a seat."""
    words = {"things": counted(things)}
    return (_("In hand: %(things)s.") if people.me is None else _("You hold %(things)s.")) % words


def by_seat(people: People, said: Sequence[str]) -> str:
    """Return what is said of each seat, as one line: "Ann: 3 points; Bob: 4 points"."""
    return "; ".join(f"{people.name(seat)}: {words}" for seat, words in enumerate(said))
