"""How players of a ladder have fared: lately, and against one another. Selectors."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db import connections
from django.db.models import F, Window
from django.db.models.functions import RowNumber

from eventstore import standby_reads
from ratings.models import Ladder, RatedMatch, RatingChange

FORM_MATCHES = 5
"""Matches that say how somebody has fared lately."""


class RecentForm(NamedTuple):
    """What the latest matches of a player have changed."""

    matches: int
    rating: int
    """In steps of the ladder's rating system."""
    rungs: int
    """Rungs climbed; fallen when negative."""


class HeadToHead(NamedTuple):
    """What came of the matches with one opponent."""

    player: str
    matches: int
    ahead: int
    level: int
    behind: int


def form(ladder: Ladder, keys: Sequence[str]) -> dict[str, RecentForm]:
    """Return how some players have fared in their latest matches, by key."""
    latest = RatingChange.objects.filter(ladder=ladder, player__in=keys).annotate(
        age=Window(RowNumber(), partition_by="player", order_by=F("version").desc())
    )
    found: dict[str, RecentForm] = {}
    for row in latest.filter(age__lte=FORM_MATCHES):
        before = found.get(row.player, RecentForm(0, 0, 0))
        found[row.player] = RecentForm(
            before.matches + 1,
            before.rating + row.rating_after - row.rating_before,
            before.rungs + (row.position_before or 0) - (row.position_after or 0),
        )
    return found


RIVALS = """
    SELECT theirs.player, count(*), count(*) FILTER (WHERE mine.place < theirs.place),
           count(*) FILTER (WHERE mine.place = theirs.place),
           count(*) FILTER (WHERE mine.place > theirs.place)
    FROM ratings_ratingchange AS mine JOIN ratings_ratingchange AS theirs
      ON theirs.ladder_id = mine.ladder_id AND theirs.version = mine.version
         AND theirs.seat <> mine.seat
    WHERE mine.ladder_id = %s AND mine.player = %s
    GROUP BY theirs.player ORDER BY 2 DESC, 1 LIMIT %s"""


def head_to_head(ladder: Ladder, player: str, most: int) -> list[HeadToHead]:
    """Return with whom a player has sat most often, and who came before whom."""
    with connections[standby_reads.current_alias()].cursor() as cursor:
        cursor.execute(RIVALS, [ladder.id, player, most])
        return [HeadToHead(*row) for row in cursor.fetchall()]


def latest(ladder: Ladder, most: int) -> list[tuple[RatedMatch, list[RatingChange]]]:
    """Return the latest rated matches, each with its players by place."""
    matches = list(ladder.matches.filter(status="rated").order_by("-version")[:most])
    return list(zip(matches, tables(ladder, [row.version for row in matches]), strict=True))


def tables(ladder: Ladder, versions: Sequence[int]) -> list[list[RatingChange]]:
    """Return who sat at the matches that events at some versions rated, by place."""
    sitting: dict[int, list[RatingChange]] = {version: [] for version in versions}
    rows = RatingChange.objects.filter(ladder=ladder, version__in=sitting)
    for row in rows.order_by("version", "place", "seat"):
        sitting[row.version].append(row)
    return [sitting[version] for version in versions]
