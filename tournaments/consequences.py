"""What a command would change, before it is given: tables, standings, advancement. Pure."""

from typing import Literal

from games.json_types import JsonObject
from tournaments import stage_queries
from tournaments.answers.commands import (
    AdvancementChange,
    StandingChange,
    StatusChange,
    TableChange,
    TableResult,
)
from tournaments.points.core import in_points
from tournaments.state import TableState, TournamentState

Consequences = JsonObject


def compare(before: TournamentState, after: TournamentState, choices: list[str]) -> Consequences:
    """Return the differences between two states of a tournament, in names that people know."""
    return {
        "version": before.version,
        "status": _change(before.status.value, after.status.value),
        "tables": _tables(before, after),
        "standings": _standings(before, after),
        "advancement": _advancement(before, after),
        "paired_on_old_results": _built_on(before, after),
        "choices": choices,
    }


def _change(old: str, new: str) -> StatusChange | None:
    return None if old == new else {"before": old, "after": new}


def _tables(before: TournamentState, after: TournamentState) -> list[TableChange]:
    """Return every table that would be added, removed, or get another result."""
    old = {table.id: (round_, table) for round_, table in before.tables()}
    new = {table.id: (round_, table) for round_, table in after.tables()}
    found: list[TableChange] = []
    for table_id in [*old, *(each for each in new if each not in old)]:
        was, then = old.get(table_id), new.get(table_id)
        round_, table = then or was or (None, None)
        if round_ is None or table is None:
            continue
        kind: Literal["added", "removed", "changed"] = (
            "changed" if was and then else "added" if then else "removed"
        )
        shown_before = None if was is None else _table_result(before, was[1])
        shown_after = None if then is None else _table_result(after, then[1])
        if shown_before != shown_after:
            found.append(
                {
                    "table": str(table_id),
                    "round": round_.number,
                    "match": None if table.match is None else str(table.match),
                    "change": kind,
                    "before": shown_before,
                    "after": shown_after,
                }
            )
    return found


def _table_result(state: TournamentState, table: TableState) -> TableResult:
    return {
        "players": [state.name(each) for each in table.seats],
        "places": None if table.places is None else list(table.places),
        "absent": [state.name(each) for each in table.absent],
        "void": table.void,
        "stopped": table.stopped is not None,
    }


def _standings(before: TournamentState, after: TournamentState) -> list[StandingChange]:
    """Return everybody whose rank or points would change."""
    old = {line.entrant: line for line in stage_queries.lines_of(before)}
    found: list[StandingChange] = []
    for line in stage_queries.lines_of(after):
        was = old.get(line.entrant)
        if was is None or (was.rank, was.points) != (line.rank, line.points):
            found.append(
                {
                    "entrant": line.entrant,
                    "name": after.name(line.entrant),
                    "rank": {"before": was.rank if was else None, "after": line.rank},
                    "points": {
                        "before": in_points(was.points) if was else None,
                        "after": in_points(line.points),
                    },
                }
            )
    return found


def _advancement(before: TournamentState, after: TournamentState) -> list[AdvancementChange]:
    """Return who would go on instead of whom, for every later stage."""
    found: list[AdvancementChange] = []
    for number in range(1, len(before.settings["stages"])):
        old = _would_advance(before, number - 1)
        new = _would_advance(after, number - 1)
        if set(old) != set(new):
            found.append(
                {
                    "stage": number + 1,
                    "in": [after.name(each) for each in new if each not in old],
                    "out": [after.name(each) for each in old if each not in new],
                    "has_started": len(before.stages) > number,
                }
            )
    return found


def _would_advance(state: TournamentState, stage: int) -> tuple[int, ...]:
    if len(state.stages) <= stage:
        return ()
    return tuple(each.entrant for each in stage_queries.advancing(state, stage))


def _built_on(before: TournamentState, after: TournamentState) -> list[int]:
    """Return the rounds that were paired on results which the command would change."""
    old = {table.id: table.places for _, table in before.tables()}
    changed = [
        round_.number
        for round_, table in after.tables()
        if table.id in old and old[table.id] not in {None, table.places}
    ]
    first = min(changed, default=None)
    return [] if first is None else [each.number for each in after.rounds if each.number > first]
