"""Take ladders out: standings and histories as rows for CSV or JSON."""

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping
from io import StringIO

from ratings import selectors
from ratings.ladder.settings import parsed
from ratings.models import Ladder, RatingChange
from ratings.selectors import Data

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""Beginnings that a spreadsheet would take for a formula."""


def standings(ladder: Ladder) -> Iterator[Data]:
    """Yield the standings, best first."""
    rows = selectors.listed(ladder).order_by(*selectors.ORDER[ladder.kind])
    yield from selectors.standings(ladder, list(rows))


def history(ladder: Ladder) -> Iterator[Data]:
    """Yield every change of every player, in the order of the ladder."""
    system = parsed(ladder.settings).rating_system()
    names = dict(ladder.standings.values_list("player", "name"))
    rows = RatingChange.objects.filter(ladder=ladder).order_by("version", "seat")
    for row in rows.iterator():
        yield {"player": names[row.player], **selectors.change_row(system, row)}


ROWS: Mapping[str, Callable[[Ladder], Iterator[Data]]] = {
    "standings": standings,
    "history": history,
}


def csv_lines(rows: Iterable[Data]) -> Iterator[str]:
    """Yield rows as CSV with a heading; empty cells mean none."""
    heading: list[str] = []
    for row in rows:
        if not heading:
            heading = list(row)
            yield _line(heading)
        yield _line([_cell(row[name]) for name in heading])


def _cell(value: object) -> str:
    if value is None:
        return ""
    text = str(value)
    is_text = isinstance(value, str) and text.startswith(FORMULA)
    return f"'{text}" if is_text else text


def _line(cells: list[str]) -> str:
    line = StringIO()
    csv.writer(line).writerow(cells)
    return line.getvalue()
