"""How sentences about a match are made: a sentence for each type of event, filled with words.

Sentences are lazy translations, so that one process tells everybody in the reader's language. Names
are plain text; the template escapes them.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from games.json_types import JsonMapping

Data = JsonMapping
Sentences = Mapping[str, Promise]
Reader = Callable[[Any], object]

SEATS = frozenset({"leader", "seat", "starter"})
"""Fields whose numbers are those of seats, in any game."""
BY_SEAT = frozenset({"points", "totals"})
"""Fields that have a number for each seat, in any game."""


def join_words(words: Sequence[str]) -> str:
    """Return words as a list to be read: "a", "a and b", "a, b and c"."""
    if not words:
        return _("nothing")
    *most, last = words
    if not most:
        return last
    return _("%(most)s and %(last)s") % {"most": ", ".join(most), "last": last}


class People:
    """Who sits where, as the reader calls them."""

    def __init__(
        self,
        names: Mapping[int, str],
        me: int | None = None,
        renamed: Mapping[str, str] | None = None,
    ) -> None:
        often = Counter(names.values())
        self._names = {
            seat: f"{name} ({seat + 1})" if often[name] > 1 else name
            for seat, name in names.items()
        }
        """Bots of one kind have one name; the seat's number tells them apart."""
        self.me = me
        self._renamed = renamed or {}
        """What players of the history go by now: who is erased is named by it no more."""

    @property
    def seats(self) -> list[int]:
        """Return the numbers of the seats at which somebody sits."""
        return sorted(self._names)

    def known(self, player: str) -> str:
        """Return the present name of a player of the history."""
        return self._renamed.get(player, player)

    def name(self, seat: int) -> str:
        """Return the name at a seat."""
        return self._names.get(seat) or _("seat %(number)d") % {"number": seat + 1}

    def names(self, seats: Sequence[int]) -> str:
        """Return several names as a list."""
        return join_words([self.name(seat) for seat in seats])


class GameText:
    """The words of one game."""

    def __init__(  # noqa: PLR0913 - what a game can say
        self,
        *,
        sentences: Sentences,
        readers: Mapping[str, Reader],
        hidden: Mapping[str, str] | None = None,
        moves: Sentences,
        prompts: Sentences,
        silent: Sequence[str] = (),
        seats: Collection[str] = (),
        by_seat: Collection[str] = (),
    ) -> None:
        self._sentences = sentences
        self._readers = readers
        self._hidden = hidden or {}
        """The field of an event that others may not see; then the sentence is `<type>:hidden`."""
        self._moves = moves
        self._prompts = prompts
        self.silent = frozenset(silent)
        """Types of events that are not worth a sentence."""
        self._seats = SEATS.union(seats)
        """Fields with the number of a seat, or the numbers of several: who sits there is told."""
        self._by_seat = BY_SEAT.union(by_seat)
        """Fields with a number for each seat."""

    def describe_event(self, kind: str, data: Data, people: People) -> str | None:
        """Return an event in a sentence; None for what is not worth one."""
        if kind in self.silent:
            return None
        field = self._hidden.get(kind)
        if field is not None and (data[field] is None or isinstance(data[field], int)):
            kind = f"{kind}:hidden"
        return self._filled(self._sentences[kind], data, people)

    def describe_move(self, move: Data, people: People) -> str:
        """Return a move in words, as a button says it."""
        kind = move["type"]
        for field, value in move.items():
            variant = f"{kind}:{field}={value}"
            if variant in self._moves:
                kind = variant
                break
        return self._filled(self._moves[kind], move, people)

    def prompt(self, kinds: Sequence[str]) -> str:
        """Return what somebody is asked who may make moves of these types, the weightiest first.

        Where these are all the types of a key of the prompts, it is that one.
        """
        exact = self._prompts.get(" ".join(sorted(set(kinds))))
        if exact is not None:
            return str(exact)
        for kind, prompt in self._prompts.items():
            if kind in kinds:
                return str(prompt)
        return _("Make a move.")

    def piece(self, field: str, code: str) -> str:
        """Return the word for what a field holds; its name in the API where there is none."""
        return str(self._read(field, code))

    def _filled(self, sentence: Promise, data: Data, people: People) -> str:
        words = {field: self._read(field, value) for field, value in data.items()}
        for field in self._seats & data.keys():
            if isinstance(data[field], int):
                words[field] = people.name(data[field])
            elif isinstance(data[field], list):
                words[field] = people.names(data[field])
        if isinstance(data.get("player"), str):
            is_bot = data.get("bot") is not None and isinstance(data.get("seat"), int)
            words["player"] = people.name(data["seat"]) if is_bot else people.known(data["player"])
        for field in self._by_seat & data.keys():
            if isinstance(data[field], list):
                words[field] = by_seat(data[field], people)
        return str(sentence) % words

    def _read(self, field: str, value: object) -> object:
        reader = self._readers.get(field)
        if reader is None or value is None or isinstance(value, int):
            return value  # A number stands for itself, also that of things nobody may see.
        if isinstance(value, list):
            return join_words([str(reader(each)) for each in value])
        return reader(value)


def by_seat(values: Sequence[int], people: People) -> str:
    """Return a number for each seat, with a true minus where it is below zero: "ann 3, bob 5"."""
    shown = [str(value).replace("-", "\N{MINUS SIGN}") for value in values]
    return ", ".join(f"{people.name(seat)} {value}" for seat, value in enumerate(shown))
