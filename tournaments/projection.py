"""Rows from states: written in the transaction that appends, compared by the verifier."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.db.models import Model

from tournaments.models import Entrant, Table, Tournament
from tournaments.state import TournamentState

Row = dict[str, Any]


def tournament_row(state: TournamentState) -> Row:
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
        "updated_at": state.at,
    }


def entrant_rows(state: TournamentState) -> dict[int, Row]:
    """Return the rows of the entrants by number."""
    return {
        each.number: {
            "number": each.number,
            "name": each.name,
            "account_id": each.account,
            "bot": each.bot or "",
            "presence": each.presence.value,
            "seed": each.seed,
            "rating": each.rating,
        }
        for each in state.entrants.values()
    }


def table_rows(state: TournamentState) -> dict[UUID, Row]:
    """Return the rows of the tables of published rounds by id."""
    return {
        table.id: {
            "id": table.id,
            "round": round_.number,
            "number": number,
            "seats": list(table.seats),
            "match": table.match,
            "places": None if table.places is None else list(table.places),
            "scores": None if table.scores is None else list(table.scores),
            "source": table.source,
            "void": table.void,
            "stopped": "" if table.stopped is None else table.stopped["cause"],
        }
        for round_ in state.rounds
        if round_.published
        for number, table in enumerate(round_.tables, start=1)
    }


def write(state: TournamentState, *, is_new: bool) -> None:
    """Make the rows of a tournament those of its state; only what differs is written."""
    columns = tournament_row(state)
    if is_new:
        columns["created_at"] = state.at
        Tournament.objects.create(id=state.id, **columns)
    else:
        Tournament.objects.filter(id=state.id).update(**columns)
    _differences(state.id, Entrant, "number", entrant_rows(state))
    _differences(state.id, Table, "id", table_rows(state))


def stored(
    tournament_id: UUID, model: type[Model], key: str, names: Iterable[str]
) -> dict[Any, Row]:
    """Return a tournament's rows as they stand, by key."""
    rows = model._default_manager.filter(tournament_id=tournament_id)  # noqa: SLF001 - Django's name.
    return {row[key]: row for row in rows.values(*names)}


def _differences(tournament_id: UUID, model: type[Model], key: str, wanted: dict[Any, Row]) -> None:
    names = [*next(iter(wanted.values()), {key: None})]
    there = stored(tournament_id, model, key, names)
    rows = model._default_manager.filter(tournament_id=tournament_id)  # noqa: SLF001
    gone = there.keys() - wanted.keys()
    if gone:
        rows.filter(**{f"{key}__in": list(gone)}).delete()
    new = [row for each, row in wanted.items() if each not in there]
    if new:
        model._default_manager.bulk_create(  # noqa: SLF001
            [model(tournament_id=tournament_id, **row) for row in new]
        )
    for each in wanted.keys() & there.keys():
        changed = {
            name: value for name, value in wanted[each].items() if there[each][name] != value
        }
        if changed:
            rows.filter(**{key: each}).update(**changed)


def stored_matches(tournament_id: UUID) -> dict[UUID, UUID | None]:
    """Return the match of every table that stands in the rows."""
    rows = Table.objects.filter(tournament_id=tournament_id)
    return dict(rows.values_list("id", "match"))


def stored_places(tournament_id: UUID) -> dict[UUID, tuple[int, ...] | None]:
    """Return the result of every table that stands in the rows."""
    rows = Table.objects.filter(tournament_id=tournament_id).values_list("id", "places")
    return {table_id: None if places is None else tuple(places) for table_id, places in rows}
