"""Check a tournament in the database: its events fold, and its rows are those of a fold."""

from collections.abc import Iterator, Sequence
from uuid import UUID

from eventstore.events import StoredEvent
from eventstore.verification import Fault
from tournaments import projection
from tournaments.aggregate import TOURNAMENT
from tournaments.events import CATALOGUE, KIND
from tournaments.models import Entrant, Table, Tournament


def verify_tournament(tournament_id: UUID, events: Sequence[StoredEvent]) -> Iterator[Fault]:
    """Yield what is wrong with a tournament beyond its chain."""
    unknown = next((event for event in events if event.type not in CATALOGUE), None)
    if unknown is not None:
        yield Fault(KIND, tournament_id, unknown.version, f"{unknown.type} is no known kind")
        return
    state = TOURNAMENT.fold(tournament_id, events)
    row = Tournament.objects.filter(id=tournament_id).first()
    if row is None:
        yield Fault(KIND, tournament_id, 0, "has no row")
        return
    for name, value in projection.tournament_row(state).items():
        if getattr(row, name) != value:
            text = f"the row's {name} is {getattr(row, name)!r}, a rebuild gives {value!r}"
            yield Fault(KIND, tournament_id, 0, text)
    for model, key, wanted in (
        (Entrant, "number", projection.entrant_rows(state)),
        (Table, "id", projection.table_rows(state)),
    ):
        names = [*next(iter(wanted.values()), {key: None})]
        if projection.stored(tournament_id, model, key, names) != wanted:
            text = f"the rows of {model._meta.verbose_name_plural} are not those of a rebuild"  # noqa: SLF001
            yield Fault(KIND, tournament_id, 0, text)
