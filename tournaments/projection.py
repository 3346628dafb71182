"""Rows from states: written in the transaction that appends, compared by the verifier."""

from collections.abc import Iterator
from uuid import UUID

from eventstore.projections import Projection, Row
from tournaments import rolls
from tournaments.models import Entrant, Table, Tournament
from tournaments.state import TournamentState


def tournament_row(state: TournamentState) -> dict[str, object]:
    """Return the columns of a tournament's row that follow from its events."""
    published = [round_.number for round_ in state.rounds if round_.published]
    return {
        "slug": state.settings["slug"],
        "name": state.settings["name"],
        "game": state.settings["game"],
        "status": state.status.value,
        "paused": state.paused,
        "version": state.version,
        "settings": state.settings,
        "entrants_count": len(state.present),
        "round": max(published, default=0),
        "staff": sorted(state.roles),
        "picture": "" if state.picture is None else state.picture.digest,
        "updated_at": state.at,
    }


def _entrants(state: TournamentState) -> Iterator[Row]:
    # An account that goes over to another entrant is free before it is taken.
    for each in sorted(state.entrants.values(), key=lambda entrant: entrant.account is not None):
        presence, bot = each.presence.value, each.bot or ""
        yield (each.number, each.name, each.account, bot, presence, each.seed, each.rating)


def _tables(state: TournamentState) -> Iterator[Row]:
    """Yield the rows of the tables of published rounds."""
    for round_ in state.rounds:
        for number, table in enumerate(round_.tables if round_.published else (), start=1):
            yield (
                table.id,
                round_.number,
                number,
                tuple(table.seats),
                table.match,
                None if table.places is None else tuple(table.places),
                None if table.scores is None else tuple(table.scores),
                table.source,
                table.void,
                "" if table.stopped is None else table.stopped["cause"],
            )


ENTRANTS = Projection(
    Entrant,
    "tournament_id",
    ("number",),
    ("name", "account_id", "bot", "presence", "seed", "rating"),
    _entrants,
)
TABLES = Projection(
    Table,
    "tournament_id",
    ("id",),
    ("round", "number", "seats", "match", "places", "scores", "source", "void", "stopped"),
    _tables,
)


ALL = (ENTRANTS, TABLES, rolls.ASKS_OF_DRAWS)
"""Whatever rows follow from the events of a tournament, beside its own."""


def write(state: TournamentState, *, is_new: bool) -> None:
    """Make the rows of a tournament those of its state; only what differs is written."""
    columns = tournament_row(state)
    if is_new:
        columns["created_at"] = state.at
        Tournament.objects.create(id=state.id, **columns)
    else:
        Tournament.objects.filter(id=state.id).update(**columns)
    for each in ALL:
        each.write(state.id, each.difference(state.id, state))


def stored_matches(tournament_id: UUID) -> dict[UUID, UUID | None]:
    """Return the match of every table that stands in the rows."""
    rows = Table.objects.filter(tournament_id=tournament_id)
    return dict(rows.values_list("id", "match"))


def stored_places(tournament_id: UUID) -> dict[UUID, tuple[int, ...] | None]:
    """Return the result of every table that stands in the rows."""
    rows = Table.objects.filter(tournament_id=tournament_id).values_list("id", "places")
    return {table_id: None if places is None else tuple(places) for table_id, places in rows}
