"""Sentences that remember how they are made, so that they can be said in another language."""

from collections.abc import Collection, Iterable, Sequence
from difflib import get_close_matches
from typing import Self


class All(tuple[str, ...]):
    """Several pieces by their names in the API, all of them meant: written with `and` between."""

    __slots__ = ()


class Message(str):
    """An English sentence made of a template and the values that it names.

    It is the sentence itself: logs, programs and command lines show it as it is. Pages look the
    template up in the reader's catalogue and fill in the same values. So a template is a literal,
    which `catalogues` finds in the source, and its placeholders have names, as gettext has them.

    >>> Message("Round %(round)s is a draft; publish it first.", round=3)
    'Round 3 is a draft; publish it first.'
    """

    __slots__ = ("params", "template")

    template: str
    params: dict[str, object]
    """Numbers, texts, lists of them, and messages.

    A piece of a game is given by its name in the API, under the name of a field that holds such
    pieces in the game's events; pages then have the game's own word for it.
    """

    def __new__(cls, template: str, /, **params: object) -> Self:
        """Return the sentence; a list is written with commas between its items."""
        written = {name: _written(value) for name, value in params.items()}
        self = super().__new__(cls, template % written if params else template)
        self.template = template
        self.params = params
        return self


def as_message(text: str) -> Message:
    """Return a literal as a message; what is one stays as it is."""
    return text if isinstance(text, Message) else Message(text)


def join(separator: str, messages: Iterable[str]) -> Message:
    """Return messages as one; a separator is the same in every language."""
    parts = {f"part{number}": as_message(each) for number, each in enumerate(messages)}
    return Message(separator.join(f"%({name})s" for name in parts), **parts)


def either(choices: Sequence[str]) -> Message:
    """Return what may be chosen, the last two with an `or` between them."""
    *others, last = choices
    if not others:
        return as_message(last)
    return Message("%(choices)s or %(last)s", choices=others, last=last)


def with_nearest(message: Message, name: str, known: Collection[str]) -> Message:
    """Return what is said of an unknown name, with the known one that it may have been meant for.

    >>> with_nearest(Message("unknown field"), "pasword", ["username", "password"])
    'unknown field; did you mean password?'
    """
    nearest = get_close_matches(name, known, n=1)
    if not nearest:
        return message
    return join("; ", [message, Message("did you mean %(nearest)s?", nearest=nearest[0])])


def _written(value: object) -> str:
    if isinstance(value, All):
        return " and ".join(value)
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
