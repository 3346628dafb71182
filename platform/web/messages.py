"""Sentences of the layers below in the reader's language; programs read them in English."""

from collections.abc import Mapping

from django.utils.translation import get_language, gettext

from games.messages import Message
from web.words import PRESENCES, ROLES, STATUSES, Words, label

WORDS: Mapping[str, Words] = {"presence": PRESENCES, "role": ROLES, "status": STATUSES}
"""Values that stand for one of a few words, by their names in templates."""
TITLES = frozenset({"format"})
"""Values that are titles, which have translations of their own."""


def localise(text: str) -> str:
    """Return a sentence in the reader's language; as it is where it has no translation."""
    if not isinstance(text, Message):
        return gettext(text) if text else text
    sentence = gettext(text.template)
    if not text.params:
        return sentence
    return sentence % {name: _in_words(name, value) for name, value in text.params.items()}


def is_foreign(text: str) -> bool:
    """Return whether a sentence has no words in the reader's language, which is not English."""
    return not (get_language() or "en").startswith("en") and localise(text) == text


def _in_words(name: str, value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(_in_words(name, each) for each in value)
    if name in WORDS:
        return label(WORDS[name], str(value))
    if isinstance(value, Message):
        return localise(value)
    return gettext(str(value)) if name in TITLES else str(value)
