"""Read tournaments as anybody may see them: drafts of rounds are for their staff alone."""

import json
from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db.models import Count, Q, QuerySet

from api.problems import Problem
from eventstore import streams
from eventstore.canonical import format_timestamp
from eventstore.events import StoredEvent
from games.messages import Message
from tournaments import bounds, command_handler, site_staff, stage_queries, visibility
from tournaments.aggregate import TOURNAMENT
from tournaments.events import KIND
from tournaments.models import Tournament
from tournaments.points.core import in_points
from tournaments.standings import Line, format_value
from tournaments.state import RoundState, TableState, TournamentState

Data = dict[str, Any]


def listed(
    *, game: str | None, status: str | None, account: UUID | None = None
) -> QuerySet[Tournament]:
    """Return the tournaments of a list that an account may know of."""
    rows = Tournament.objects.filter(visibility.seen_by(account))
    if game is not None:
        rows = rows.filter(game=game)
    return rows if status is None else rows.filter(status=status)


def run_by(account: UUID) -> QuerySet[Tournament]:
    """Return the tournaments in which an account has a role, newest first.

    Each with `undecided`, how many tables wait for a decision of the staff.
    """
    undecided = Count("tables", filter=~Q(tables__stopped=""))
    return Tournament.objects.filter(staff__contains=[account]).annotate(undecided=undecided)


def list_row(row: Tournament) -> Data:
    """Return a tournament as a list shows it."""
    return {
        "id": str(row.id),
        "slug": row.slug,
        "name": row.name,
        "game": row.game,
        "status": row.status,
        "paused": row.paused,
        "entrants": row.entrants_count,
        "round": row.round,
        "version": row.version,
    }


def state_of(slug: str, account: UUID | None, *, until: int | None = None) -> TournamentState:
    """Return a tournament that an account may know of, as it stands or stood; raises not_found."""
    row = visibility.find(slug, account)
    if until is None:
        return command_handler.load(row.id)
    return TOURNAMENT.fold(row.id, streams.load(KIND, row.id, until=until))


def sees_drafts(state: TournamentState, account: UUID | None) -> bool:
    """Return whether an account may see unpublished rounds: as staff, here or of the site."""
    return state.role_of(account) is not None or site_staff.may_run_all(account)


def page(state: TournamentState, account: UUID | None) -> Data:
    """Return a tournament as GET answers it."""
    role = state.role_of(account)
    with_drafts = sees_drafts(state, account)
    own = None if account is None else state.entrant_of(account)
    return {
        "id": str(state.id),
        "version": state.version,
        "status": state.status.value,
        "paused": state.paused,
        "settings": state.settings,
        "entrants": [
            {
                "entrant": each.number,
                "name": each.name,
                "bot": each.bot,
                "presence": each.presence.value,
                "seed": each.seed,
                "rating": each.rating,
            }
            for each in state.entrants.values()
        ],
        "stages": [
            {
                "stage": each.number + 1,
                "format": state.stage_settings(each.number)["format"],
                "entrants": each.entrants,
                "sources": list(each.sources),
                "groups": stage_queries.groups_of(state, each.number),
                "complete": each.ranking is not None,
            }
            for each in state.stages
        ],
        "rounds": [
            {
                "round": each.number,
                "stage": each.stage + 1,
                "status": each.status,
                "due_at": None if each.due is None else format_timestamp(each.due),
                "undecided": len(each.undecided),
            }
            for each in state.rounds
            if each.published or with_drafts
        ],
        "previous_season": state.previous_season,
        "next_season": state.next_season,
        "my_role": None if role is None else role.value,
        "my_entrant": None if own is None else own.number,
    }


def round_page(state: TournamentState, number: int, account: UUID | None) -> Data:
    """Return a round; a draft only to the staff. Raises not_found."""
    round_ = visible_round(state, number, account)
    return {
        "round": number,
        "stage": round_.stage + 1,
        "status": round_.status,
        "ends_at": ends_at(state, round_),
        "tables": [
            {**table_line(state, table, place), "ends_at": ends_at(state, round_, table)}
            for place, table in enumerate(round_.tables, start=1)
        ],
        "byes": [{"entrant": each, "name": state.name(each)} for each in round_.byes],
    }


def ends_at(
    state: TournamentState, round_: RoundState, table: TableState | None = None
) -> str | None:
    """Return when a round, or one of its tables, is meant to be over; None where that is open."""
    seconds = state.settings.get("round_seconds")
    if seconds is None or round_.published_at is None:
        return None
    more = round_.extended_s + (0 if table is None else table.extended_s)
    return format_timestamp(round_.published_at + timedelta(seconds=seconds + more))


def visible_round(state: TournamentState, number: int, account: UUID | None) -> RoundState:
    """Return a round that an account may see; raises not_found."""
    if 1 <= number <= len(state.rounds):
        found = state.rounds[number - 1]
        if found.published or sees_drafts(state, account):
            return found
    raise Problem(
        "not_found",
        Message("There is no round %(round)s, or it is not published yet.", round=number),
    )


def table_line(state: TournamentState, table: TableState, number: int) -> Data:
    """Return a table as a round shows it."""
    seen = stage_queries.table_of(state, table)
    points = None if seen.points is None else list(map(in_points, seen.points))
    return {
        "id": str(table.id),
        "table": number,
        "key": table.key,
        "sources": list(table.sources),
        "seats": [{"entrant": each, "name": state.name(each)} for each in table.seats],
        "match": None if table.match is None else str(table.match),
        "placings": None if table.places is None else list(table.places),
        "scores": None if table.scores is None else list(table.scores),
        "points": points,
        "source": table.source,
        "reported_by": None if table.reported is None else table.reported.by,
        "void": table.void,
        "paid": table.void and not table.unpaid,
        "gone": list(table.gone),
        "stopped": table.stopped,
    }


def explanation(state: TournamentState, number: int, account: UUID | None) -> Data:
    """Return why a round is paired as it is; raises not_found."""
    round_ = visible_round(state, number, account)
    pairing, seats = round_.pairing, [table.seats for table in round_.tables]
    return {
        "round": number,
        "algorithm": pairing.algorithm,
        "seed": pairing.seed,
        "tables": [
            {"seats": [state.name(each) for each in at], **reason}
            for at, reason in zip(seats, pairing.explanation, strict=True)
        ],
        "byes": [state.name(each) for each in round_.byes],
        "alternatives": pairing.alternatives,
        "notes": pairing.notes,
    }


def standings(state: TournamentState, *, until: int | None = None, explain: bool = False) -> Data:
    """Return the standings, after a round if one is named, with the tie-breaks' sums if asked."""
    if until is not None:
        state = after_round(state, until)
    # What could still happen after a round of the past is known.
    ranges = bounds.ranks(state) if until is None else {}
    return {
        "version": state.version,
        "tiebreaks": state.settings["tiebreaks"],
        "results": [
            _line(state, line, ranges.get(line.entrant), explain=explain)
            for line in stage_queries.lines_of(state)
        ],
    }


def after_round(state: TournamentState, number: int) -> TournamentState:
    """Return the tournament as if no later round had been paired; raises not_found."""
    if not 1 <= number <= len(state.rounds):
        raise Problem("not_found", Message("There is no round %(round)s yet.", round=number))
    del state.rounds[number:]
    del state.stages[state.rounds[-1].stage + 1 :]
    return state


def _line(
    state: TournamentState, line: Line, within: bounds.Range | None, *, explain: bool
) -> Data:
    entrant = state.entrants[line.entrant]
    answer: Data = {
        "rank": line.rank,
        "best_rank": None if within is None else within.best,
        "worst_rank": None if within is None else within.worst,
        "entrant": line.entrant,
        "name": entrant.name,
        "presence": entrant.presence.value,
        "points": in_points(line.points),
        "points_units": line.points,
        "penalty": in_points(line.penalty),
        "played": line.played,
        "tiebreaks": {name: format_value(value.value) for name, value in line.values.items()},
    }
    if explain:
        answer["explained"] = {
            name: {
                "value": str(value.value),
                "addends": [
                    {"text": addend.text, "value": str(addend.value)} for addend in value.addends
                ],
                "text": value.text,
            }
            for name, value in line.values.items()
        }
    return answer


def export(state: TournamentState) -> Data:
    """Return all that everybody may see of a tournament, in one piece."""
    published = [round_.number for round_ in state.rounds if round_.published]
    shown_to_all = {**page(state, None)}
    del shown_to_all["my_role"], shown_to_all["my_entrant"]
    return {
        **shown_to_all,
        "rounds": [round_page(state, number, None) for number in published],
        "standings": standings(state, explain=True)["results"],
    }


def audit(state: TournamentState, account: UUID | None) -> list[Data]:
    """Return every event with who, when and why, the undone ones too."""
    return event_lines(state, streams.load(KIND, state.id), account)


def event_lines(
    state: TournamentState, events: Sequence[StoredEvent], account: UUID | None
) -> list[Data]:
    """Return events with who, when and why.

    Before a round is published its pairing is for the staff: such events show no data to others.
    """
    with_drafts = sees_drafts(state, account)
    published = {round_.number for round_ in state.rounds if round_.published}
    found = []
    for event in events:
        data = json.loads(event.body)
        hidden = not with_drafts and "round" in data and data["round"] not in published
        found.append(
            {
                "version": event.version,
                "type": event.type,
                "actor": event.actor,
                "reason": data.pop("reason", ""),
                "data": None if hidden else data,
                "at": format_timestamp(event.at),
            }
        )
    return found
