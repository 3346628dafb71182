"""Take ladders out: standings and histories as rows for CSV or JSON."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec import structs

from api import spreadsheets
from eventstore import standby_reads
from ratings import players, selectors
from ratings.answers import StandingShown
from ratings.ladder.settings import parsed
from ratings.ladder_history import Data
from ratings.models import Ladder, RatingChange


def standings(ladder: Ladder) -> Iterator[StandingShown]:
    """Yield the standings, best first."""
    rows = selectors.listed(ladder).order_by(*selectors.ORDER[ladder.kind])
    yield from selectors.standings(ladder, list(rows))


def history(ladder: Ladder) -> Iterator[Data]:
    """Yield every change of every player, in the order of the ladder."""
    system = parsed(ladder.settings).rating_system()
    names = players.names(ladder.standings.all())
    rows = RatingChange.objects.using(standby_reads.streamed_alias()).filter(ladder=ladder.pk)
    for row in rows.order_by("version", "seat").iterator():
        change = structs.asdict(selectors.change_row(system, row))
        yield {"player": names[row.player], **change}


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
