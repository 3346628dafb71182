"""What has just ended at a table, and how a match ended, for one viewer.

A sheet stands on the page as long as its reader has not moved since; the script closes it before.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple
from uuid import UUID

from matches import selectors
from matches.answers import MatchShown
from web.games.chapters import Chapter, chapters
from web.games.endings import Ending, GameEnds, Standing, last_segment, standings, won
from web.games.narration import People
from web.games.registry import ends_of
from web.games.sheets import Events, Sheet, View
from web.matches.ways import Way, way

Marks = Sequence[tuple[int, str]]
"""Where in a match events stand by which it falls into parts: their versions and types."""


class Ended(NamedTuple):
    """A round or night that is over."""

    sheet: Sheet
    version: int
    """Of the event that ended it."""
    begins: int
    """Of the event that began it: where the replay shows it again."""


class Finish(NamedTuple):
    """How a match ended."""

    version: int
    words: str
    standings: Sequence[Standing]
    way: Way | None

    @property
    def has_parts(self) -> bool:
        """Return whether the game says of any score what it is the sum of."""
        return any(row.made_of for row in self.standings)


class Moment(NamedTuple):
    """A match at a version as its reader knows it."""

    match_id: UUID
    account: UUID | None
    page: MatchShown
    events: Events
    """The last ones, or all, each one version after the one before."""
    marks: Marks
    people: People
    is_replay: bool = False
    """Whether it is looked at again: then a sheet stands at the moment that it is of."""

    def since(self, version: int) -> Events:
        """Return the events from a version on."""
        if self.events and (skipped := version - self.events[0]["version"]) >= 0:
            return list(self.events[skipped:])
        found = selectors.history(self.match_id, self.account, since=version - 1).events
        return [event for event in found if event["version"] <= self.page.version]


@dataclass(frozen=True)
class Ends:
    """What has ended at a table, and where the parts of its log begin."""

    ended: Ended | None = None
    finish: Finish | None = None
    chapters: Sequence[Chapter] = ()

    def without(self, closed: str) -> "Ends":
        """Return the same without the sheet that its reader has closed by its link."""
        if self.finish and closed == str(self.finish.version):
            return replace(self, finish=None, ended=None)
        if self.ended and closed == str(self.ended.version):
            return replace(self, ended=None)
        return self


def ends_of_moment(moment: Moment) -> Ends:
    """Return what has ended at a table."""
    game = ends_of(moment.page.game)
    view = moment.page.view
    if view is None:
        return Ends()
    return Ends(
        _ended(moment, game, view),
        _finish(moment, game, view),
        chapters_of(game, moment.marks, moment.events),
    )


def chapters_of(game: GameEnds, marks: Marks, events: Events) -> list[Chapter]:
    """Return the chapters of a log, named by its events as far as they are known."""
    named = {kind for kind, heading in game.headings.items() if heading.names}
    first = events[0]["version"] if events else 0
    asked = [version - first for version, kind in marks if kind in named]
    known = {first + at: events[at] for at in asked if 0 <= at < len(events)}
    return chapters(game.headings, marks, known)


def _ended(moment: Moment, game: GameEnds, view: View) -> Ended | None:
    """Return the part that ended last, unless its reader has gone on already."""
    marks = moment.marks
    closed = [version for version, kind in marks if kind in game.closes]
    if not closed or not _is_fresh(moment, game, closed[-1]):
        return None
    begins = [version for version, kind in marks if kind == game.opens and version <= closed[-1]]
    segment = last_segment(
        game,
        moment.since(begins[-1]),
        view,
        dataset=moment.page.dataset,
        seats=moment.page.seats_max,
    )
    if segment is None:
        return None
    return Ended(game.sheet(segment, moment.people), closed[-1], begins[-1])


def _is_fresh(moment: Moment, game: GameEnds, closed: int) -> bool:
    """Tell whether nobody has moved since, or of a table where all move at once not the reader."""
    if moment.is_replay:
        return closed == moment.page.version
    if moment.page.status != "live":
        return moment.page.status == "finished"
    if not moment.events or moment.events[0]["version"] > closed:
        return False
    movers = [
        event["data"].get("seat")
        for event in moment.events
        if event["version"] > closed and event["type"] in game.decisions
    ]
    me = moment.people.me
    return not movers or (me in moment.page.to_act and me not in movers)


def _finish(moment: Moment, game: GameEnds, view: View) -> Finish | None:
    """Return how a match ended; None while it runs, and for one that was called off."""
    result = moment.page.result
    if moment.page.status != "finished" or result is None:
        return None
    if result.placings is None or result.scores is None:
        return None
    ending = Ending(
        moment.page.dataset,
        moment.page.seats_max,
        moment.since(1),
        view,
        result.placings,
        result.scores,
    )
    rows = standings(ending, moment.people, game)
    scores = game.way(ending)
    return Finish(
        moment.page.version,
        won(moment.people, rows),
        rows,
        way(scores, moment.people) if scores else None,
    )
