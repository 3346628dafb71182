"""Read tournaments as anybody may see them: drafts of rounds are for their staff alone."""

import json
from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Literal, cast
from uuid import UUID

from django.db.models import Count, Q, QuerySet
from msgspec import UNSET, structs

from api.problems import Problem
from eventstore import streams
from eventstore.canonical import format_timestamp
from eventstore.events import StoredEvent
from games.json_types import JsonObject
from games.messages import Message
from tournaments import (
    bounds,
    codes,
    command_handler,
    erased_names,
    site_staff,
    stage_queries,
    team_answers,
    visibility,
)
from tournaments.aggregate import TOURNAMENT
from tournaments.answers import (
    AcceptedShown,
    Answered,
    Consequences,
    EntrantShown,
    Explanation,
    ImportNote,
    LeftOutShown,
    ListAnswered,
    ListUnderstood,
    RoundClockShown,
    RoundListed,
    RoundShown,
    SeatShown,
    Source,
    StageShown,
    Standings,
    StandingsLine,
    Stopped,
    TableShown,
    TournamentListed,
    TournamentShown,
    VersionShown,
)
from tournaments.command_handler import CommandResult
from tournaments.events import KIND
from tournaments.models import Tournament
from tournaments.points.core import in_points
from tournaments.round_clock import SECOND_MS
from tournaments.services import conditions
from tournaments.services.entry_lists import UnderstoodList
from tournaments.services.identities import Payment
from tournaments.standings import Line, format_value
from tournaments.state import RoundState, Status, TableState, TournamentState
from tournaments.trf import reading
from tournaments.trf.report import Note

Data = JsonObject
Every = Literal["", "weekly", "fortnightly", "monthly"]


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


def list_row(row: Tournament) -> TournamentListed:
    """Return a tournament as a list shows it."""
    return TournamentListed(
        id=str(row.id),
        slug=row.slug,
        name=row.name,
        game=row.game,
        status=Status(row.status),
        paused=row.paused,
        entrants=row.entrants_count,
        round=row.round,
        version=row.version,
    )


def state_of(slug: str, account: UUID | None, *, until: int | None = None) -> TournamentState:
    """Return a tournament that an account may know of, as it stands or stood; raises not_found."""
    row = visibility.find(slug, account)
    if until is None:
        return command_handler.load(row.id)
    return TOURNAMENT.fold(row.id, streams.load(KIND, row.id, until=until))


def sees_drafts(state: TournamentState, account: UUID | None) -> bool:
    """Return whether an account may see unpublished rounds: as staff, here or of the site."""
    return state.role_of(account) is not None or site_staff.may_run_all(account)


def page(state: TournamentState, account: UUID | None) -> TournamentShown:
    """Return a tournament as GET answers it."""
    with_drafts = sees_drafts(state, account)
    own = None if account is None else state.entrant_of(account)
    return TournamentShown(
        id=str(state.id),
        version=state.version,
        status=state.status,
        paused=state.paused,
        settings=state.settings,
        entrants=_entrants(state, with_drafts=with_drafts),
        stages=[
            StageShown(
                stage=each.number + 1,
                format=state.stage_settings(each.number)["format"],
                entrants=list(each.entrants),
                sources=list(each.sources),
                groups=stage_queries.groups_of(state, each.number),
                complete=each.ranking is not None,
            )
            for each in state.stages
        ],
        rounds=[
            RoundListed(
                round=each.number,
                stage=each.stage + 1,
                status=_status(each),
                due_at=None if each.due is None else format_timestamp(each.due),
                undecided=len(each.undecided),
            )
            for each in state.rounds
            if each.published or with_drafts
        ],
        rounds_max=[
            stage_queries.length_of(state, number).most
            for number in range(len(state.settings["stages"]))
        ],
        import_notes=[
            ImportNote(each.line, each.content, str(each.why)) for each in import_notes(state)
        ],
        previous_season=state.previous_season,
        next_season=state.next_season,
        conditions=conditions.public(state.conditions),
        repeats=cast("Every", "" if state.repetition is None else state.repetition.every),
        next_event=state.next_event or None,
        notice=state.notice,
        my_role=state.role_of(account),
        my_entrant=None if own is None else own.number,
    )


def _entrants(state: TournamentState, *, with_drafts: bool) -> list[EntrantShown]:
    """Return who has entered; what they have paid is for the staff."""
    return [
        EntrantShown(
            entrant=each.number,
            name=each.name,
            bot=each.bot,
            presence=each.presence,
            seed=each.seed,
            rating=each.rating,
            club=each.club,
            payment=cast("Payment", each.payment) if with_drafts else None,
            amount=each.amount if with_drafts else None,
        )
        for each in state.entrants.values()
    ]


def import_notes(state: TournamentState) -> tuple[Note, ...]:
    """Return what an imported report says that is not used."""
    return () if state.imported is None else reading.notes(state.imported.text)


def after_command(done: CommandResult, account: UUID | None) -> Answered:
    """Return a tournament as it is answered after a command, or as it would be."""
    told = None if done.consequences is None else Consequences(**done.consequences)
    return Answered(**structs.asdict(page(done.state, account)), consequences=told)


def after_list(
    done: CommandResult, understood: UnderstoodList, account: UUID | None
) -> ListAnswered:
    """Return a tournament as it is answered after a list was entered, or as it would be."""
    return ListAnswered(
        **structs.asdict(after_command(done, account)),
        understood=ListUnderstood(
            layout=cast("Literal['names', 'columns', 'surname_first']", understood.layout),
            accepted=[
                AcceptedShown(
                    line=each.listed.line,
                    name=each.newcomer.name,
                    account=each.listed.account or None,
                    rating=each.newcomer.rating,
                    seed=each.listed.seed,
                    club=each.newcomer.club,
                    waiting=each.waits,
                )
                for each in understood.accepted
            ],
            left_out=[
                LeftOutShown(each.line, each.text, str(each.why)) for each in understood.left_out
            ],
        ),
    )


def _status(round_: RoundState) -> Literal["draft", "live", "closed"]:
    return cast("Literal['draft', 'live', 'closed']", round_.status)


def round_page(state: TournamentState, number: int, account: UUID | None) -> RoundShown:
    """Return a round; a draft only to the staff. Raises not_found."""
    round_ = visible_round(state, number, account)
    return RoundShown(
        round=number,
        stage=round_.stage + 1,
        status=_status(round_),
        ends_at=ends_at(state, round_),
        tables=[
            _table(state, table, place, ends_at(state, round_, table))
            for place, table in enumerate(round_.tables, start=1)
        ],
        byes=_seats(state, round_.byes),
        clock=_clock(round_),
    )


def _clock(round_: RoundState) -> RoundClockShown | None:
    clock = round_.clock
    if clock is None:
        return None
    ends, extra = clock.ends_at(round_.extended_s), round_.extended_s
    return RoundClockShown(
        seconds=clock.seconds + extra,
        running=clock.is_running,
        ends_at=None if ends is None else format_timestamp(ends),
        left_ms=None if ends else (clock.seconds + extra) * SECOND_MS - clock.used_ms,
    )


def _seats(state: TournamentState, entrants: Iterable[int]) -> list[SeatShown]:
    return [SeatShown(each, state.name(each)) for each in entrants]


def ends_at(
    state: TournamentState, round_: RoundState, table: TableState | None = None
) -> str | None:
    """Return when a round, or one of its tables, is meant to be over; None where that is open."""
    more = round_.extended_s + (0 if table is None else table.extended_s)
    if round_.clock is not None:
        ends = round_.clock.ends_at(more)
        return None if ends is None else format_timestamp(ends)
    seconds = state.settings.get("round_seconds")
    if seconds is None or round_.published_at is None:
        return None
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


def _table(
    state: TournamentState, table: TableState, number: int, ends_at: str | None
) -> TableShown:
    seen = stage_queries.table_of(state, table)
    return TableShown(
        id=str(table.id),
        table=number,
        key=table.key,
        sources=list(table.sources),
        seats=_seats(state, table.seats),
        match=None if table.match is None else str(table.match),
        placings=None if table.places is None else list(table.places),
        scores=None if table.scores is None else list(table.scores),
        points=None if seen.points is None else list(map(in_points, seen.points)),
        source=cast("Source", table.source),
        reported_by=None if table.reported is None else table.reported.by,
        versions=[
            VersionShown(by, each.places, each.scores) for by, each in table.versions.items()
        ],
        disputed=table.is_disputed,
        decision=table.decision,
        void=table.void,
        paid=table.void and not table.unpaid,
        gone=list(table.gone),
        absent=list(table.absent),
        stopped=None if table.stopped is None else Stopped(**table.stopped),
        ends_at=ends_at,
        judge_called=table.is_called,
        extra_seconds=table.extended_s,
    )


def explanation(state: TournamentState, number: int, account: UUID | None) -> Explanation:
    """Return why a round is paired as it is; raises not_found."""
    round_ = visible_round(state, number, account)
    pairing, seats = round_.pairing, [table.seats for table in round_.tables]
    return Explanation(
        round=number,
        algorithm=pairing.algorithm,
        seed=pairing.seed,
        tables=[
            {"seats": [state.name(each) for each in at], **reason}
            for at, reason in zip(seats, pairing.explanation, strict=True)
        ],
        byes=[state.name(each) for each in round_.byes],
        alternatives=list(pairing.alternatives),
        notes=list(pairing.notes),
    )


def standings(
    state: TournamentState, *, until: int | None = None, explain: bool = False
) -> Standings:
    """Return the standings, after a round if one is named, with the tie-breaks' sums if asked."""
    if until is not None:
        state = after_round(state, until)
    # What could still happen after a round of the past is known.
    ranges = bounds.ranks(state) if until is None else {}
    return Standings(
        version=state.version,
        tiebreaks=state.settings["tiebreaks"],
        results=[
            _line(state, line, ranges.get(line.entrant), explain=explain)
            for line in stage_queries.lines_of(state)
        ],
    )


def after_round(state: TournamentState, number: int) -> TournamentState:
    """Return the tournament as if no later round had been paired; raises not_found."""
    if not 1 <= number <= len(state.rounds):
        raise Problem("not_found", Message("There is no round %(round)s yet.", round=number))
    del state.rounds[number:]
    del state.stages[state.rounds[-1].stage + 1 :]
    return state


def _line(
    state: TournamentState, line: Line, within: bounds.Range | None, *, explain: bool
) -> StandingsLine:
    entrant = state.entrants[line.entrant]
    explained = {
        name: {
            "value": str(value.value),
            "addends": [
                {"text": addend.text, "value": str(addend.value)} for addend in value.addends
            ],
            "text": value.text,
        }
        for name, value in (line.values.items() if explain else ())
    }
    return StandingsLine(
        rank=line.rank,
        best_rank=None if within is None else within.best,
        worst_rank=None if within is None else within.worst,
        entrant=line.entrant,
        name=entrant.name,
        presence=entrant.presence,
        no_shows=entrant.no_shows,
        left_why=entrant.left_why,
        points=in_points(line.points),
        points_units=line.points,
        penalty=in_points(line.penalty),
        played=line.played,
        tiebreaks={name: format_value(value.value) for name, value in line.values.items()},
        explained=explained if explain else UNSET,
    )


def export(state: TournamentState) -> Data:
    """Return all that everybody may see of a tournament, in one piece."""
    published = [round_.number for round_ in state.rounds if round_.published]
    shown_to_all = structs.asdict(page(state, None))
    del shown_to_all["my_role"], shown_to_all["my_entrant"]
    return {
        **shown_to_all,
        "rounds": [round_page(state, number, None) for number in published],
        "standings": standings(state, explain=True).results,
        **({} if state.teams is None else {"teams": team_answers.team_standings(state).results}),
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
    bodies = [json.loads(event.body) for event in events]
    clean = erased_names.cleaner(
        state, [(event.type, body) for event, body in zip(events, bodies, strict=True)]
    )
    found = []
    for event, body in zip(events, bodies, strict=True):
        data = clean(body)
        if event.type == "codes_issued":
            data = {"entrants": codes.redacted(data["codes"]), "reason": data.get("reason", "")}
        if event.type == "invitation_made":
            del data["digest"]
        if event.type == "conditions_set":
            data = {**data, "conditions": conditions.public(data["conditions"])}
        hidden = not with_drafts and (
            event.type == "payment_marked" or ("round" in data and data["round"] not in published)
        )
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
