"""The contract of a tie-break: a number for each of those who are level, and how it comes. Pure."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, NamedTuple

from tournaments.record import Entrant, Record


class Addend(NamedTuple):
    """One term of a tie-break's sum."""

    text: str
    value: Fraction


class Value(NamedTuple):
    """What a tie-break gives an entrant; more is better."""

    value: Fraction
    addends: tuple[Addend, ...] = ()
    """What was added up, in order; a sum of them unless `text` says otherwise."""
    text: str = ""


class TieBreak(ABC):
    """A way to tell apart who is level on everything before it."""

    id: ClassVar[str]
    title: ClassVar[str]
    about: ClassVar[str]
    """The formula, in words."""

    @abstractmethod
    def values(self, record: Record, level: Sequence[Entrant]) -> Mapping[Entrant, Value]:
        """Return a value for each of `level`, who are level on all that comes before.

        Only direct encounters depend on who is level. Exact: fractions, never floats.
        """


def total(addends: Sequence[Addend]) -> Value:
    """Return the sum of addends as a value."""
    return Value(sum((each.value for each in addends), Fraction(0)), tuple(addends))
