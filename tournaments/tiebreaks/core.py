"""The contract of a tie-break: a number for each of those who are level, and how it comes. Pure."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import ClassVar, NamedTuple

from tournaments.record import Entrant, Record


class AddendKind(StrEnum):
    """What an addend is for, in the words of the API."""

    ROUND = "round"
    """A round, against the opponents where it names some."""
    AFTER = "after"
    """All rounds until then."""
    BYE = "bye"
    FORFEIT = "forfeit"
    NO_OPPONENT = "no opponent"
    OPPONENT = "opponent"
    """One opponent, whatever the round."""


class Addend(NamedTuple):
    """One term of a tie-break's sum."""

    value: Fraction
    round: int | None
    """Of the tournament, from 1; None for an opponent."""
    opponents: tuple[Entrant, ...] = ()
    kind: AddendKind = AddendKind.ROUND

    @property
    def text(self) -> str:
        """Return what it comes from, as the API says it."""
        if self.kind is AddendKind.OPPONENT:
            return str(self.opponents[0])
        if self.kind is AddendKind.AFTER:
            return f"after round {self.round}"
        met = ", ".join(map(str, self.opponents))
        said = met if self.kind is AddendKind.ROUND else str(self.kind)
        return f"round {self.round}: {said}" if said else f"round {self.round}"


class Remark(StrEnum):
    """What a value that is no sum comes from, in the words of the API."""

    LOT_DRAWN = "lot drawn"
    NOT_ALL_MET = "have not all met"
    AHEAD = "ahead whatever the others had done"


class Value(NamedTuple):
    """What a tie-break gives an entrant; more is better."""

    value: Fraction
    addends: tuple[Addend, ...] = ()
    """What was added up, in order; a sum of them unless there is a remark."""
    remark: Remark | None = None


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


def of_opponent(entrant: Entrant, value: Fraction) -> Addend:
    """Return what one opponent adds."""
    return Addend(value, None, (entrant,), AddendKind.OPPONENT)


def total(addends: Sequence[Addend]) -> Value:
    """Return the sum of addends as a value."""
    return Value(sum((each.value for each in addends), Fraction(0)), tuple(addends))
