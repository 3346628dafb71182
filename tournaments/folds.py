"""How each event of a tournament is folded: the whole vocabulary on one screen. Pure."""

from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

from msgspec import UNSET, structs

from eventstore.canonical import parse_timestamp
from tournaments import events as e
from tournaments.round_clock import RoundClock
from tournaments.state import (
    EntrantState,
    EntrantStatus,
    Role,
    RoundState,
    StageState,
    Status,
    TableState,
    TournamentState,
)

Fold = Callable[[TournamentState, Any], None]


def _created(state: TournamentState, event: e.TournamentCreated) -> None:
    state.settings = event.settings
    state.roles[UUID(event.owner)] = Role.ORGANISER
    state.previous_season = event.previous.slug if event.previous else None


def _settings_changed(state: TournamentState, event: e.SettingsChanged) -> None:
    state.settings = event.settings


def _role_given(state: TournamentState, event: e.RoleGiven) -> None:
    state.roles[UUID(event.account)] = Role(event.role)


def _role_taken(state: TournamentState, event: e.RoleTaken) -> None:
    state.roles.pop(UUID(event.account), None)


def _to(status: Status) -> Fold:
    def fold(state: TournamentState, _event: e.TournamentEvent) -> None:
        state.status = status

    return fold


def _registered(state: TournamentState, event: e.EntrantRegistered) -> None:
    entrant = EntrantState(event)
    state.entrants[entrant.number] = entrant
    if event.late and state.stage is not None:
        entrant.presence = EntrantStatus.CHECKED_IN
        state.stage.entrants.append(entrant.number)
        _free(state, [entrant.number])


def _is(presence: EntrantStatus) -> Fold:
    def fold(state: TournamentState, event: e.OfEntrant) -> None:
        state.entrants[event.entrant].presence = presence

    return fold


def _readded(state: TournamentState, event: e.EntrantReadded) -> None:
    """Let an entrant play again; who was absent at the start enters the stage late."""
    number = event.entrant
    state.entrants[number].presence = EntrantStatus.CHECKED_IN
    if state.stage is not None and number not in state.stage.entrants:
        state.stage.entrants.append(number)
    _free(state, [number])


def _rested(state: TournamentState, event: e.EntrantRested) -> None:
    state.entrants[event.entrant].resting = True


def _ready(state: TournamentState, event: e.EntrantReady) -> None:
    state.entrants[event.entrant].resting = False
    _free(state, [event.entrant])


def _substituted(state: TournamentState, event: e.EntrantSubstituted) -> None:
    entrant = state.entrants[event.entrant]
    entrant.name = event.name
    # The code was given to somebody else.
    entrant.code_digest = ""
    entrant.account = None if event.account is None else UUID(event.account)
    entrant.bot = event.bot


def _codes_issued(state: TournamentState, event: e.CodesIssued) -> None:
    """Note the digests; the version goes into the codes, so that no code is ever made twice."""
    for number, digest in event.codes.items():
        # A rollback may have taken the entrant away, but never gives a replaced code back.
        entrant = state.entrants.get(int(number))
        if entrant is not None:
            entrant.code_digest = digest
            entrant.code_serial = state.version


def _linked(state: TournamentState, event: e.EntrantLinked) -> None:
    state.entrants[event.entrant].account = UUID(event.account)


def _judge_called(state: TournamentState, event: e.JudgeCalled) -> None:
    found = state.table(UUID(event.table))
    assert found is not None  # noqa: S101 - The event was judged with the table there.
    round_, table = found
    table.is_called = True
    if event.entrant is not None:
        round_.calls[event.entrant] = round_.calls.get(event.entrant, 0) + 1


def _call_answered(state: TournamentState, event: e.JudgeCallAnswered) -> None:
    _table(state, event.table).is_called = False


def _penalised(state: TournamentState, event: e.PenaltyGiven) -> None:
    state.entrants[event.entrant].penalty += event.units


def _no_show(state: TournamentState, event: e.NoShowRecorded) -> None:
    state.entrants[event.entrant].no_shows += 1


def _imported(state: TournamentState, event: e.ReportImported) -> None:
    state.imported = event


def _seeded(state: TournamentState, event: e.SeedsAssigned) -> None:
    for seed, entrant in enumerate(event.order, start=1):
        state.entrants[entrant].seed = seed


def _started(state: TournamentState, event: e.TournamentStarted) -> None:
    state.status = Status.RUNNING
    state.started_at = state.at
    state.lots = tuple(event.lots)
    state.edition = event.edition
    # Before rules were pinned, each game had its first version alone.
    state.rules = event.rules or f"{state.settings['game']}@1"


def _stage_started(state: TournamentState, event: e.StageStarted) -> None:
    found = StageState(event.stage, event.entrants, event.sources or (), state.at)
    state.stages.append(found)
    _free(state, event.entrants)


def _free(state: TournamentState, entrants: Sequence[int]) -> None:
    """Note that entrants can sit down from now on."""
    for number in entrants:
        state.entrants[number].free_since = state.at


def _stage_completed(state: TournamentState, event: e.StageCompleted) -> None:
    state.stages[event.stage].ranking = tuple(event.ranking)


def _stage_reopened(state: TournamentState, event: e.StageReopened) -> None:
    """Take back that a stage is complete, and every stage after it."""
    del state.stages[event.stage + 1 :]
    state.stages[event.stage].ranking = None


def _kept_apart(state: TournamentState, event: e.PairKeptApart) -> None:
    pair = (event.first, event.second)
    (state.apart.discard if event.lifted else state.apart.add)(pair)


def _paired(state: TournamentState, event: e.RoundPaired) -> None:
    state.rounds.append(RoundState(event))


def _unpaired(state: TournamentState, event: e.RoundUnpaired) -> None:
    del state.rounds[event.round - 1 :]


def _repaired(state: TournamentState, event: e.RoundRepaired) -> None:
    """Put new tables in the place of those that are named; the others stay as they are."""
    round_ = state.rounds[event.round - 1]
    gone = set(event.removed)
    reasons = dict(zip(round_.tables, round_.pairing.explanation, strict=False))
    kept = [table for table in round_.tables if str(table.id) not in gone]
    new = [TableState.of(table) for table in event.tables]
    round_.tables = kept + new
    round_.byes = tuple(event.byes)
    round_.walkovers = dict(event.walkovers or {})
    round_.granted = {int(each): units for each, units in (event.granted or {}).items()}
    round_.pairing = structs.replace(
        round_.pairing,
        alternatives=event.alternatives,
        notes=event.notes,
        explanation=[
            *(reasons[table] for table in kept if table in reasons),
            *event.explanation,
        ],
    )


def _sat_out(state: TournamentState, event: e.EntrantSatOut) -> None:
    """Note who has a bye by request; the tables that this touches are repaired next."""
    state.rounds[event.round - 1].sitting_out.add(event.entrant)


def _swapped(state: TournamentState, event: e.SeatsSwapped) -> None:
    """Change two seats; in a published round their tables get new ids, and new matches."""
    round_ = state.rounds[event.round - 1]
    first, second = event.first, event.second
    other = {first: second, second: first}
    new = event.tables
    for place, table in enumerate(round_.tables):
        seats = tuple(other.get(each, each) for each in table.seats)
        if str(table.id) in new:
            # Sources are the organiser's choice now, but the place in a bracket stays.
            new_id = UUID(new[str(table.id)])
            round_.tables[place] = TableState(new_id, seats, key=table.key)
        table.seats = seats
    round_.byes = tuple(sorted(other.get(each, each) for each in round_.byes))
    note = f"{state.name(first)} and {state.name(second)} were swapped by hand."
    pairing = round_.pairing
    round_.pairing = structs.replace(pairing, notes=[*pairing.notes, note])


def _published(state: TournamentState, event: e.RoundPublished) -> None:
    round_ = state.rounds[event.round - 1]
    round_.published = True
    round_.due = parse_timestamp(event.due_at) if event.due_at else None
    round_.published_at = state.at


def _unpublished(state: TournamentState, event: e.RoundUnpublished) -> None:
    """Return to the draft; the tables get new ids, so no match of old can answer for them."""
    round_ = state.rounds[event.round - 1]
    round_.published = False
    round_.closed = False
    round_.published_at = None
    round_.extended_s = 0
    round_.clock = None
    new = event.tables
    round_.tables = [
        TableState(UUID(table_id), table.seats, key=table.key, sources=table.sources)
        for table_id, table in zip(new, round_.tables, strict=True)
    ]


def _time_extended(state: TournamentState, event: e.TimeExtended) -> None:
    round_ = state.rounds[event.round - 1]
    if event.table is None:
        round_.extended_s += event.seconds
    else:
        _table(state, event.table).extended_s += event.seconds


def _clock_started(state: TournamentState, event: e.RoundClockStarted) -> None:
    """Let a clock run on; anew it has no extra time, of the round or of a table."""
    round_ = state.rounds[event.round - 1]
    if event.seconds is not UNSET:
        round_.clock = RoundClock(event.seconds)
        round_.extended_s = 0
        for table in round_.tables:
            table.extended_s = 0
    assert round_.clock is not None and state.at is not None  # noqa: S101, PT018 - As decided.
    round_.clock = round_.clock.started(state.at)


def _clock_stopped(state: TournamentState, event: e.OfRound) -> None:
    round_ = state.rounds[event.round - 1]
    if round_.clock is not None and state.at is not None:
        round_.clock = round_.clock.stopped(state.at)


def _closed(state: TournamentState, event: e.RoundClosed) -> None:
    round_ = state.rounds[event.round - 1]
    round_.closed = True
    for table in round_.tables:
        table.is_called = False
    _clock_stopped(state, event)


def _reopened_round(state: TournamentState, event: e.RoundReopened) -> None:
    state.rounds[event.round - 1].closed = False


def _table(state: TournamentState, table_id: str) -> TableState:
    found = state.table(UUID(table_id))
    assert found is not None  # noqa: S101 - The event was judged with the table there.
    return found[1]


def _match_opened(state: TournamentState, event: e.TableOpened) -> None:
    _table(state, event.table).match = UUID(event.match)


def _reported(state: TournamentState, event: e.ResultReported) -> None:
    _table(state, event.table).reported = event


def _result(state: TournamentState, event: e.ResultRecorded) -> None:
    table = _table(state, event.table)
    table.places = tuple(event.places)
    table.scores = None if event.scores is None else tuple(event.scores)
    table.source = event.source
    table.reported = None
    table.void = False
    table.stopped = None
    table.gone = tuple(event.gone or ())
    table.absent = tuple(event.absent or ())
    table.decided = ()
    _free(state, table.seats)


def _stopped(state: TournamentState, event: e.TableStopped) -> None:
    """Have a table wait for the staff; its players can sit down elsewhere meanwhile."""
    table = _table(state, event.table)
    table.stopped = {"cause": event.cause, "detail": event.detail, "awaited": event.awaited}
    _free(state, table.seats)


def _tie_decided(state: TournamentState, event: e.TieDecided) -> None:
    _table(state, event.table).decided = tuple(event.order)


def _voided(state: TournamentState, event: e.TableVoided) -> None:
    table = _table(state, event.table)
    table.void = True
    table.unpaid = event.points == "none"
    table.stopped = None
    table.gone = table.absent = ()
    table.places = table.scores = table.reported = None
    table.source = ""
    table.decided = ()
    _free(state, table.seats)


def _replay_asked(state: TournamentState, event: e.TableReplayed) -> None:
    """Give the table a new id and no result: it is played again."""
    table = _table(state, event.table)
    table.id = UUID(event.new_table)
    table.match = table.places = table.scores = table.reported = table.stopped = None
    table.void = False
    table.gone = table.absent = ()
    table.source = ""
    table.decided = ()


def _paused(state: TournamentState, _event: e.TournamentPaused) -> None:
    state.paused = True


def _resumed(state: TournamentState, _event: e.TournamentResumed) -> None:
    state.paused = False


def _finished(state: TournamentState, event: e.TournamentFinished) -> None:
    state.status = Status.FINISHED
    state.final_ranking = tuple(event.ranking)


def _reopened(state: TournamentState, _event: e.TournamentReopened) -> None:
    state.status = Status.RUNNING
    state.final_ranking = None
    if state.stage is not None:
        state.stage.ranking = None


def _notice_put(state: TournamentState, event: e.NoticePut) -> None:
    state.notice = event.text


def _season_followed(state: TournamentState, event: e.SeasonFollowed) -> None:
    state.next_season = {"slug": event.slug, "moves": event.moves, "left": event.left}


def _nothing(_state: TournamentState, _event: e.RolledBack) -> None:
    """Change nothing: a rollback works on the list of events (`state.effective`)."""


FOLDS: dict[type[e.TournamentEvent], Fold] = {
    e.TournamentCreated: _created,
    e.SettingsChanged: _settings_changed,
    e.RoleGiven: _role_given,
    e.RoleTaken: _role_taken,
    e.EntryOpened: _to(Status.ENTRY),
    e.EntryClosed: _to(Status.CLOSED),
    e.CheckinOpened: _to(Status.CHECKIN),
    e.EntrantRegistered: _registered,
    e.EntrantPromoted: _is(EntrantStatus.ENTERED),
    e.EntrantWithdrawn: _is(EntrantStatus.WITHDRAWN),
    e.EntrantCheckedIn: _is(EntrantStatus.CHECKED_IN),
    e.EntrantAbsent: _is(EntrantStatus.ABSENT),
    e.EntrantDropped: _is(EntrantStatus.DROPPED),
    e.EntrantReadded: _readded,
    e.EntrantRested: _rested,
    e.EntrantReady: _ready,
    e.EntrantDisqualified: _is(EntrantStatus.DISQUALIFIED),
    e.EntrantSubstituted: _substituted,
    e.CodesIssued: _codes_issued,
    e.EntrantLinked: _linked,
    e.JudgeCalled: _judge_called,
    e.JudgeCallAnswered: _call_answered,
    e.PenaltyGiven: _penalised,
    e.NoShowRecorded: _no_show,
    e.ReportImported: _imported,
    e.SeedsAssigned: _seeded,
    e.TournamentStarted: _started,
    e.StageStarted: _stage_started,
    e.StageCompleted: _stage_completed,
    e.StageReopened: _stage_reopened,
    e.PairKeptApart: _kept_apart,
    e.RoundPaired: _paired,
    e.RoundUnpaired: _unpaired,
    e.RoundRepaired: _repaired,
    e.SeatsSwapped: _swapped,
    e.EntrantSatOut: _sat_out,
    e.TimeExtended: _time_extended,
    e.RoundClockStarted: _clock_started,
    e.RoundClockStopped: _clock_stopped,
    e.RoundPublished: _published,
    e.RoundUnpublished: _unpublished,
    e.RoundClosed: _closed,
    e.RoundReopened: _reopened_round,
    e.TableOpened: _match_opened,
    e.ResultReported: _reported,
    e.ResultRecorded: _result,
    e.TieDecided: _tie_decided,
    e.TableStopped: _stopped,
    e.TableVoided: _voided,
    e.TableReplayed: _replay_asked,
    e.TournamentPaused: _paused,
    e.TournamentResumed: _resumed,
    e.TournamentCancelled: _to(Status.CANCELLED),
    e.TournamentFinished: _finished,
    e.TournamentReopened: _reopened,
    e.NoticePut: _notice_put,
    e.SeasonFollowed: _season_followed,
    e.RolledBack: _nothing,
}
"""Every kind of event, and what it does to the state."""


def evolve(state: TournamentState, event: e.TournamentEvent) -> None:
    """Fold one event into a state, which has its version and time already."""
    FOLDS[type(event)](state, event)
