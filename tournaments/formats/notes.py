"""Sentences of a pairing that remember what they say, so that pages find their own words. Pure."""

from typing import Self

from games.messages import Message


class Note(Message):
    """A sentence in English, with the id of what it says and the values that it names.

    Programs read the sentence; pages have words of their own for the id (`web.tournaments.notes`),
    and show the sentence where they have none. Values are numbers, texts, tuples of entrants, and
    in `parts` further notes.
    """

    __slots__ = ("id",)

    id: str

    def __new__(cls, id_: str, template: str, /, **params: object) -> Self:
        """Return the sentence; entrants stand in it by their numbers."""
        self = super().__new__(cls, template, **params)
        self.id = id_
        return self


def pair(first: int, second: int) -> Note:
    """Return two entrants, as a part of a note."""
    return Note("pair", "%(first)s and %(second)s", first=(first,), second=(second,))
