"""Sentences of the layers below in the reader's language; programs read them in English."""

from collections.abc import Callable, Mapping

from django.utils.translation import get_language, gettext

from games.messages import All, Message
from web.games.narration import join_words
from web.words import PRESENCES, ROLES, STATUSES, Words, label

WORDS: Mapping[str, Words] = {"presence": PRESENCES, "role": ROLES, "status": STATUSES}
"""Values that stand for one of a few words, by their names in templates."""
TITLES = frozenset({"format"})
"""Values that are titles, which have translations of their own."""
SEATS = frozenset({"seat", "first_seat", "last_seat", "free_seats"})
"""Values that are seats: programs count them from 0, and people from 1."""


Name = Callable[[str, str], str]
"""Returns the word for a piece of a game, by the field that holds it and its name in the API."""


def as_it_is(_field: str, value: str) -> str:
    """Return a value by the name that the API has for it."""
    return value


def localise(text: str, name: Name = as_it_is) -> str:
    """Return a sentence in the reader's language; as it is where it has no translation.

    Pieces of a game are called by their names in the API, unless `name` has words for them.
    """
    if not isinstance(text, Message):
        return gettext(text) if text else text
    sentence = gettext(text.template)
    if not text.params:
        return sentence
    return sentence % {field: _in_words(field, value, name) for field, value in text.params.items()}


def is_foreign(text: str) -> bool:
    """Return whether a sentence has no words in the reader's language, which is not English."""
    return not (get_language() or "en").startswith("en") and localise(text) == text


def _in_words(field: str, value: object, name: Name) -> str:
    if isinstance(value, All):
        return join_words([name(field, each) for each in value])
    if isinstance(value, list | tuple):
        return ", ".join(_in_words(field, each, name) for each in value)
    if field in WORDS:
        return label(WORDS[field], str(value))
    if isinstance(value, Message):
        return localise(value, name)
    if field in TITLES:
        return gettext(str(value))
    if field in SEATS and isinstance(value, int):
        value += 1
    return name(field, value) if isinstance(value, str) else str(value)
