"""Draws that have asked a program for its share: whether they were made without it, as sites list.

An entrant that is not on the roll of a draw hears nothing more of it, so its program looks at what
the site lists of the draw, once something shows that it is over.
"""

import contextlib
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from cutpurse.client.chance import Shares
from cutpurse.client.errors import ProblemError
from cutpurse.client.listening import Listening
from cutpurse.client.models import ChanceAsked

PRESENT = frozenset({"entered", "checked_in"})
"""Entrants who take part: others have no share in a draw."""
Read = Callable[[str], Mapping[str, Any]]
"""Returns what a path answers; raises ProblemError."""


class DrawAsked(NamedTuple):
    """What a draw has asked for."""

    tournament: str
    """Its slug."""
    draw: int
    entrant: int
    asked: ChanceAsked


class PastDraws:
    """The draws that an account was asked for and has not been told the end of."""

    def __init__(self, shares: Shares, listening: Listening, read: Read) -> None:
        self._shares, self._listening, self._read = shares, listening, read
        self._open: list[DrawAsked] = []

    def add(self, now: DrawAsked) -> None:
        """Note what a draw asks for now; what the tournament has asked for before is over."""
        self.look_back(now)
        self._open = [each for each in self._open if not _is_same(each, now)] + [now]

    def look_back(self, now: DrawAsked | None = None) -> None:
        """Look at the draws that may be over: those before one of the same tournament, or all.

        All are looked at when a match begins: whoever plays waits for no draw any more.
        """
        for each in list(self._open):
            is_asked = now is not None and (
                each.tournament != now.tournament or _is_same(each, now)
            )
            if not is_asked and (self._is_settled(each) or now is None):
                self._open.remove(each)

    def _is_settled(self, each: DrawAsked) -> bool:
        """Tell whether nothing more is to be learnt of a draw, having said what was found."""
        shares, asked, entrant = self._shares, each.asked, each.entrant
        if not shares.was_there(asked, entrant, listens_since=self._listening.since):
            return True
        with contextlib.suppress(ProblemError):
            path = f"/tournaments/{each.tournament}"
            draws = self._read(f"{path}/draws")["draws"]
            drawn = next((draw for draw in draws if draw["draw"] == each.draw), None)
            if drawn is None:
                # It still runs, or is that of a draft; one that was given up is never listed.
                return any(draw["draw"] > each.draw for draw in draws)
            is_without = _is_without(drawn, entrant, asked.attempt)
            if is_without and self._takes_part(path, entrant):
                shares.say_left_out(asked, entrant, _words(drawn, asked))
        return True

    def _takes_part(self, path: str, entrant: int) -> bool:
        entrants = self._read(path)["entrants"]
        return any(one["entrant"] == entrant and one["presence"] in PRESENT for one in entrants)


def _is_same(one: DrawAsked, other: DrawAsked) -> bool:
    """Tell whether two ask for the same attempt."""
    return (one.asked.deal, one.asked.attempt) == (other.asked.deal, other.asked.attempt)


def _is_without(drawn: Mapping[str, Any], entrant: int, attempt: int) -> bool:
    """Tell whether others have added to a draw, and an entrant was not even on the roll.

    A draw to which nobody has added may be one of those that a site makes alone.
    """
    added, refused = drawn.get("added", []), drawn.get("withheld", [])[attempt - 1 : attempt]
    return bool(added) and entrant not in added and all(entrant not in each for each in refused)


def _words(drawn: Mapping[str, Any], asked: ChanceAsked) -> str:
    """Return what the site lists of a draw, in lines."""
    added = ", ".join(map(str, drawn["added"]))
    return f"{asked.deal} was drawn at {drawn['at']}\nchance added by {added}\n"
