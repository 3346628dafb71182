"""What happens in a case: the vocabulary of its stream. Pure.

Events hold ids, choices and the staff's reasons. What a reporter or the reported person writes
stands in rows beside the stream, so that it can be erased.
"""

from typing import Literal, TypeAlias, get_args

import msgspec

from eventstore.catalogue import Catalogue

KIND = "case"
"""The kind of the streams."""

Ground: TypeAlias = Literal["cheating", "stalling", "harassment", "name", "other"]
"""Why somebody is reported, and why something is decided; readers see it in their language."""
Measure: TypeAlias = Literal["none", "warn", "mute", "rename", "bar", "ban"]
GROUNDS: tuple[Ground, ...] = get_args(Ground)
MEASURES: tuple[Measure, ...] = get_args(Measure)
LASTING: tuple[Measure, ...] = ("mute", "bar", "ban")
"""Measures that last for a time, or for good."""


class CaseEvent(msgspec.Struct, frozen=True, kw_only=True):
    """An event of a case."""


class CaseOpened(CaseEvent, frozen=True, kw_only=True):
    """Somebody has been reported of whom no case was open."""

    about: str


class ReportMade(CaseEvent, frozen=True, kw_only=True):
    """Somebody has reported, with what they saw as it was then."""

    report: str
    reporter: str
    ground: Ground
    match: str | None = None
    phrase: str | None = None
    """What was said at that match: a key of `matches.phrases`."""


class CaseSeen(CaseEvent, frozen=True, kw_only=True):
    """A member of the staff has opened the case."""


class CaseDecided(CaseEvent, frozen=True, kw_only=True):
    """The staff has decided; the reason is for the staff, the ground for everybody."""

    measure: Measure
    ground: Ground
    until: str | None
    """When a lasting measure ends; None for good."""
    reason: str


class AppealMade(CaseEvent, frozen=True, kw_only=True):
    """The reported person asks for another look."""


class AppealDecided(CaseEvent, frozen=True, kw_only=True):
    """Somebody else of the staff has looked again."""

    upheld: bool
    """Whether the decision stands."""
    reason: str


class MeasureEnded(CaseEvent, frozen=True, kw_only=True):
    """A lasting measure has come to its end."""


CATALOGUE: Catalogue[CaseEvent] = Catalogue(
    {
        "case_opened": CaseOpened,
        "report_made": ReportMade,
        "case_seen": CaseSeen,
        "case_decided": CaseDecided,
        "appeal_made": AppealMade,
        "appeal_decided": AppealDecided,
        "measure_ended": MeasureEnded,
    }
)
