"""Where tricks, rounds and nights begin: the headings of a log, the marks of a replay. Pure.

They follow from the types of events alone, which nobody hides, so that a log that begins in the
middle of a round still knows in which trick it is.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, zip_longest
from typing import Generic, Literal, NamedTuple, Protocol, TypeVar

from django.utils.functional import Promise

from web.games.narration import Data


class Numbered(Protocol):
    """A line of a log."""

    @property
    def version(self) -> int:
        """That of its event."""


Line = TypeVar("Line", bound=Numbered)
Level = Literal["part", "step", "end"]
"""A round or night; a trick or place within; what a round came to."""


class Heading(NamedTuple):
    """What begins with events of a type, or right after them."""

    level: Level
    words: Promise
    """May name `%(part)d` and `%(step)d`, which count from 1."""
    is_after: bool = False
    names: tuple[str, Mapping[str, Promise]] | None = None
    """The field of the event that is `%(name)s` in the words, and how its values are called."""


class Beginning(NamedTuple):
    """Where a stretch of the log begins."""

    version: int
    """That of its first event."""
    level: Level
    heading: Heading
    part: int
    step: int
    told_by: int
    """The version of the event that says so."""


class Chapter(NamedTuple):
    """A stretch of the log with one heading."""

    version: int
    """That of its first event."""
    words: str


class Group(NamedTuple, Generic[Line]):
    """Lines of a log below one heading, which is empty before the first."""

    words: str
    lines: list[Line]


def beginnings(
    headings: Mapping[str, Heading], events: Iterable[tuple[int, str]]
) -> list[Beginning]:
    """Return where chapters begin by events, told by their version and type, oldest first."""
    found: list[Beginning] = []
    part = step = 0
    for version, kind in events:
        heading = headings.get(kind)
        if heading is None:
            continue
        level = heading.level
        if level == "part":
            part, step = part + 1, 0
        elif level == "step":
            step += 1
        found.append(Beginning(version + heading.is_after, level, heading, part, step, version))
    # Of two that begin at once the later one counts: a last trick is followed by the score.
    following = [beginning.version for beginning in found[1:]]
    return [each for each, after in zip_longest(found, following) if each.version != after]


def chapters(
    headings: Mapping[str, Heading],
    events: Iterable[tuple[int, str]],
    known: Mapping[int, Data],
) -> list[Chapter]:
    """Return the chapters that events begin.

    What an event says is asked only of those that are known, by version, and only for its name.
    """
    return [
        Chapter(
            each.version,
            str(each.heading.words)
            % {
                "part": each.part,
                "step": each.step,
                "name": _name(each.heading, known.get(each.told_by)),
            },
        )
        for each in beginnings(headings, events)
    ]


def _name(heading: Heading, event: Data | None) -> str:
    if heading.names is None or event is None:
        return "…"
    field, names = heading.names
    return str(names[event["data"][field]])


def grouped(lines: Sequence[Line], found: Sequence[Chapter]) -> list[Group[Line]]:
    """Return lines of the log, in their order, below the headings of their chapters."""
    versions = [chapter.version for chapter in found]

    def heading(line: Line) -> str:
        at = bisect_right(versions, line.version)
        return found[at - 1].words if at else ""

    return [Group(words, list(each)) for words, each in groupby(lines, heading)]
