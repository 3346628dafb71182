"""The log of a match in words, below the headings of its tricks, rounds and nights."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from matches.answers import MatchShown
from web.games.chapters import Chapter, Group, grouped
from web.games.narration import People
from web.games.registry import language
from web.games.shared_events import describe_event
from web.games.sheets import Events


@dataclass(frozen=True)
class LogLine:
    """An event in words."""

    version: int
    words: str


@dataclass(frozen=True)
class Log:
    """Lines of a log, oldest first."""

    log: Sequence[LogLine]
    log_groups: Sequence[Group[LogLine]]
    latest: LogLine | None


def lines(
    page: MatchShown, events: Events, people: People, most: int | None = None
) -> list[LogLine]:
    """Return events in words, oldest first; the last ones where there are more than enough."""
    words = language(page.game, page.dataset)
    sentences = (
        (event["version"], describe_event(words, event["type"], event["data"], people))
        for event in reversed(events)
    )
    log_lines = (LogLine(version, words) for version, words in sentences if words is not None)
    return list(islice(log_lines, most))[::-1]


def log(log_lines: Sequence[LogLine], found: Sequence[Chapter]) -> Log:
    """Return lines by trick, round or night, with the newest of them."""
    return Log(log_lines, grouped(log_lines, found), log_lines[-1] if log_lines else None)
