"""Rows from the states of series: written in the transaction that appends, compared by verify."""

from collections.abc import Iterator

from eventstore.projections import Projection, Row
from tournaments.models import Series, SeriesEvent, SeriesLine
from tournaments.series.standings import standings
from tournaments.series.state import SeriesState


def series_row(state: SeriesState) -> dict[str, object]:
    """Return the columns of a series' row that follow from its events."""
    return {
        "slug": state.slug,
        "name": state.settings["name"],
        "settings": state.settings,
        "version": state.version,
        "closed": state.closed,
        "organisers": sorted(state.organisers),
        "targets": sorted({each.tournament for each in state.qualifiers.values()}),
        "events_count": len(state.events),
        "people_count": len(standings(state).lines),
        "updated_at": state.at,
    }


def _events(state: SeriesState) -> Iterator[Row]:
    for position, event in enumerate(state.events.values(), start=1):
        entrants = None if event.results is None else len(event.results)
        yield (event.tournament, position, event.group, entrants)


def _lines(state: SeriesState) -> Iterator[Row]:
    for position, line in enumerate(standings(state).lines, start=1):
        person = line.person
        figures = (line.milli, line.events, line.wins)
        yield (person.key, person.account, position, line.rank, *figures)


EVENTS = Projection(
    SeriesEvent, "series_id", ("tournament",), ("position", "group", "entrants"), _events
)
LINES = Projection(
    SeriesLine,
    "series_id",
    ("person",),
    ("account_id", "position", "rank", "milli", "events", "wins"),
    _lines,
)
TABLES = (EVENTS, LINES)


def write(state: SeriesState, *, is_new: bool) -> None:
    """Make the rows of a series those of its state; only what differs is written."""
    columns = series_row(state)
    if is_new:
        columns["created_at"] = state.at
        Series.objects.create(id=state.id, **columns)
    else:
        Series.objects.filter(id=state.id).update(**columns)
    for each in TABLES:
        each.write(state.id, each.difference(state.id, state))
