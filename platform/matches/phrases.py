"""What people may say: phrases of a closed list, so that nobody can be insulted, or own words.

Own words only where the site allows them. Pure.
"""

import re
import unicodedata
from typing import Literal, TypeAlias, get_args

Phrase: TypeAlias = Literal[
    "nice",
    "ouch",
    "thinking",
    "moment",
    "well_stolen",
    "thanks",
    "good_game",
    "smile",
    "laugh",
    "wow",
    "sad",
    "clap",
]
"""By key; each reader sees it in their own language."""
Room: TypeAlias = Literal["players", "spectators"]
PHRASES: tuple[Phrase, ...] = get_args(Phrase)
ROOMS: tuple[Room, ...] = get_args(Room)
WORDS_MAX = 200
"""Characters of own words."""
MARKS = re.compile(r"(\w[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u20d0-\u20f0]{4})[\u0300-\u036f]*")
"""A letter with more accents than any language writes, which would cover the lines above."""
TOO_LONG = 2
"""As many times the most that is kept are looked at: to normalise a million marks takes minutes."""
UNSEEN = frozenset({"Cc", "Cn", "Co", "Cs", "Zl", "Zp"})
JOINERS = "\u200c\u200d"
"""Of the invisible ones those that letters and emoji are joined by."""


class TooLongError(ValueError):
    """Own words are longer than may be kept."""


def as_line(text: str, most: int = WORDS_MAX) -> str:
    r"""Return own words as they are kept: one line, of what can be seen, in the order of reading.

    Raises TooLongError where more than `most` characters are left, or far too many have come.

    >>> as_line("  well \n played\u202e ")
    'well played'
    """
    if len(text) > TOO_LONG * most:
        raise TooLongError
    seen = "".join(" " if each.isspace() else each for each in text if _is_shown(each))
    line = " ".join(unicodedata.normalize("NFC", seen).split())
    kept = MARKS.sub(r"\1", line)
    if len(kept) > most:
        raise TooLongError
    return kept


def _is_shown(letter: str) -> bool:
    category = unicodedata.category(letter)
    return letter.isspace() or letter in JOINERS or (category not in UNSEEN and category != "Cf")
