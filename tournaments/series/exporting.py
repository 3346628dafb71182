"""The standings of a series for a spreadsheet or a printer."""

from typing import Literal

from tournaments.exports import written
from tournaments.series.selectors import SeriesRead, points_text, standings_page


def standings(found: SeriesRead, form: Literal["csv", "txt"]) -> bytes:
    """Return rank, name, points, events and wins, then what each event brought.

    A result that does not count is in brackets.
    """
    events = [found.slug(each) for each in found.standings.counted]
    rows = []
    for line in standings_page(found).results:
        brought = {
            each.tournament: each.points if each.counts else f"({each.points})"
            for each in line.results
        }
        adjusted = points_text(sum(each.points for each in line.adjustments) * 1000)
        figures = [line.rank or "", line.person.name, line.points, line.events, line.wins]
        rows.append([*figures, *(brought.get(each, "") for each in events), adjusted])
    header = ("rank", "name", "points", "events", "wins", *events, "corrections")
    return written(found.state.settings["name"], header, rows, form)
