"""Take ladders out: standings and histories as rows for CSV or JSON."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from msgspec import structs

from api import spreadsheets
from eventstore import standby_reads
from ratings import players, selectors
from ratings.answers import StandingShown
from ratings.ladder.settings import parsed
from ratings.ladder_history import Data
from ratings.models import Ladder, RatingChange

CHUNK = 2000
"""Changes that are read at once."""


def standings(ladder: Ladder) -> Iterator[StandingShown]:
    """Yield the standings, best first."""
    rows = selectors.listed(ladder).order_by(*selectors.ORDER[ladder.kind])
    yield from selectors.standings(ladder, list(rows))


def history(ladder: Ladder) -> Iterator[Data]:
    """Yield every change of every player so far, in the order of the ladder."""
    system = parsed(ladder.settings).rating_system()
    until = Ladder.objects.values_list("version", flat=True).get(pk=ladder.pk)
    names = players.names(ladder.standings.all())
    for row in _changes(ladder, until):
        change = structs.asdict(selectors.change_row(system, row))
        yield {"player": names.get(row.player, ""), **change}


def _changes(ladder: Ladder, until: int) -> Iterator[RatingChange]:
    """Yield the changes up to a version in chunks, each read when it is sent, from where it can be.

    So a download ends whole, whatever becomes of the standby meanwhile.
    """
    after, seat = 0, 0
    while True:
        rows = RatingChange.objects.filter(ladder=ladder.pk, version__lte=until)
        rows = rows.filter(version__gte=after).exclude(version=after, seat__lte=seat)
        wanted = rows.order_by("version", "seat")[:CHUNK]
        chunk: list[RatingChange] = standby_reads.read(partial(list, wanted))
        yield from chunk
        if len(chunk) < CHUNK:
            return
        after, seat = chunk[-1].version, chunk[-1].seat


ROWS: Mapping[str, Callable[[Ladder], Iterable[Data]]] = {
    "standings": lambda ladder: map(structs.asdict, standings(ladder)),
    "history": history,
}


def csv_lines(rows: Iterable[Data]) -> Iterator[str]:
    """Yield rows as CSV with a heading; empty cells mean none."""
    heading: list[str] = []
    for row in rows:
        if not heading:
            heading = list(row)
            yield spreadsheets.written([heading])
        yield spreadsheets.written([[row[name] for name in heading]])
