"""How each event of a tournament is folded: the whole vocabulary on one screen. Pure."""

import json
from collections.abc import Callable, Sequence
from datetime import datetime
from uuid import UUID

from eventstore.canonical import parse_timestamp
from eventstore.events import StoredEvent
from tournaments.state import (
    Data,
    EntrantState,
    EntrantStatus,
    Role,
    RoundState,
    StageState,
    Status,
    TableState,
    TournamentState,
    without_rolled_back,
)

Fold = Callable[[TournamentState, Data], None]


def _created(state: TournamentState, data: Data) -> None:
    state.settings = data["settings"]
    state.roles[UUID(data["owner"])] = Role.ORGANISER
    state.previous_season = data.get("previous", {}).get("slug")


def _settings_changed(state: TournamentState, data: Data) -> None:
    state.settings = data["settings"]


def _role_given(state: TournamentState, data: Data) -> None:
    state.roles[UUID(data["account"])] = Role(data["role"])


def _role_taken(state: TournamentState, data: Data) -> None:
    state.roles.pop(UUID(data["account"]), None)


def _to(status: Status) -> Fold:
    def fold(state: TournamentState, _data: Data) -> None:
        state.status = status

    return fold


def _registered(state: TournamentState, data: Data) -> None:
    entrant = EntrantState(data["entrant"], data)
    state.entrants[entrant.number] = entrant
    if data["late"] and state.stage is not None:
        entrant.presence = EntrantStatus.CHECKED_IN
        state.stage.entrants.append(entrant.number)
        _free(state, [entrant.number])


def _is(presence: EntrantStatus) -> Fold:
    def fold(state: TournamentState, data: Data) -> None:
        state.entrants[data["entrant"]].presence = presence

    return fold


def _readded(state: TournamentState, data: Data) -> None:
    """Let an entrant play again; who was absent at the start enters the stage late."""
    number = data["entrant"]
    state.entrants[number].presence = EntrantStatus.CHECKED_IN
    if state.stage is not None and number not in state.stage.entrants:
        state.stage.entrants.append(number)
    _free(state, [number])


def _rested(state: TournamentState, data: Data) -> None:
    state.entrants[data["entrant"]].resting = True


def _ready(state: TournamentState, data: Data) -> None:
    state.entrants[data["entrant"]].resting = False
    _free(state, [data["entrant"]])


def _substituted(state: TournamentState, data: Data) -> None:
    entrant = state.entrants[data["entrant"]]
    entrant.name = data["name"]
    entrant.account = None if data["account"] is None else UUID(data["account"])
    entrant.bot = data["bot"]


def _penalised(state: TournamentState, data: Data) -> None:
    state.entrants[data["entrant"]].penalty += data["units"]


def _no_show(state: TournamentState, data: Data) -> None:
    state.entrants[data["entrant"]].no_shows += 1


def _seeded(state: TournamentState, data: Data) -> None:
    for seed, entrant in enumerate(data["order"], start=1):
        state.entrants[entrant].seed = seed


def _started(state: TournamentState, data: Data) -> None:
    state.status = Status.RUNNING
    state.started_at = state.at
    state.lots = tuple(data["lots"])
    # Before rules were pinned, each game had its first version alone.
    state.rules = data.get("rules") or f"{state.settings['game']}@1"


def _stage_started(state: TournamentState, data: Data) -> None:
    found = StageState(data["stage"], data["entrants"], data.get("sources", ()), state.at)
    state.stages.append(found)
    _free(state, data["entrants"])


def _free(state: TournamentState, entrants: Sequence[int]) -> None:
    """Note that entrants can sit down from now on."""
    for number in entrants:
        state.entrants[number].free_since = state.at


def _stage_completed(state: TournamentState, data: Data) -> None:
    state.stages[data["stage"]].ranking = tuple(data["ranking"])


def _stage_reopened(state: TournamentState, data: Data) -> None:
    """Take back that a stage is complete, and every stage after it."""
    del state.stages[data["stage"] + 1 :]
    state.stages[data["stage"]].ranking = None


def _kept_apart(state: TournamentState, data: Data) -> None:
    pair = (data["first"], data["second"])
    (state.apart.discard if data["lifted"] else state.apart.add)(pair)


def _paired(state: TournamentState, data: Data) -> None:
    state.rounds.append(RoundState(data["round"], data["stage"], data))


def _unpaired(state: TournamentState, data: Data) -> None:
    del state.rounds[data["round"] - 1 :]


def _repaired(state: TournamentState, data: Data) -> None:
    """Put new tables in the place of those that are named; the others stay as they are."""
    round_ = state.rounds[data["round"] - 1]
    gone = set(data["removed"])
    reasons = dict(zip(round_.tables, round_.data["explanation"], strict=False))
    kept = [table for table in round_.tables if str(table.id) not in gone]
    new = [TableState(UUID(table["id"]), table) for table in data["tables"]]
    round_.tables = kept + new
    round_.byes = tuple(data["byes"])
    round_.walkovers = dict(data.get("walkovers", {}))
    round_.data = {
        **round_.data,
        **{name: data[name] for name in ("alternatives", "notes")},
        "explanation": [
            *(reasons[table] for table in kept if table in reasons),
            *data["explanation"],
        ],
    }


def _sat_out(state: TournamentState, data: Data) -> None:
    """Note who has a bye by request; the tables that this touches are repaired next."""
    state.rounds[data["round"] - 1].sitting_out.add(data["entrant"])


def _swapped(state: TournamentState, data: Data) -> None:
    """Change two seats; in a published round their tables get new ids, and new matches."""
    round_ = state.rounds[data["round"] - 1]
    first, second = data["first"], data["second"]
    other = {first: second, second: first}
    new = data.get("tables", {})
    for place, table in enumerate(round_.tables):
        seats = tuple(other.get(each, each) for each in table.seats)
        if str(table.id) in new:
            # Sources are the organiser's choice now, but the place in a bracket stays.
            data_of = {"seats": seats, "key": table.key}
            round_.tables[place] = TableState(UUID(new[str(table.id)]), data_of)
        table.seats = seats
    round_.byes = tuple(sorted(other.get(each, each) for each in round_.byes))
    note = f"{state.name(first)} and {state.name(second)} were swapped by hand."
    round_.data = {**round_.data, "notes": [*round_.data["notes"], note]}


def _published(state: TournamentState, data: Data) -> None:
    round_ = state.rounds[data["round"] - 1]
    round_.published = True
    round_.due = parse_timestamp(data["due_at"]) if data.get("due_at") else None
    round_.published_at = state.at


def _unpublished(state: TournamentState, data: Data) -> None:
    """Return to the draft; the tables get new ids, so no match of old can answer for them."""
    round_ = state.rounds[data["round"] - 1]
    round_.published = False
    round_.closed = False
    round_.published_at = None
    round_.extended_s = 0
    new = data["tables"]
    round_.tables = [
        TableState(
            UUID(table_id), {"seats": table.seats, "key": table.key, "sources": table.sources}
        )
        for table_id, table in zip(new, round_.tables, strict=True)
    ]


def _time_extended(state: TournamentState, data: Data) -> None:
    round_ = state.rounds[data["round"] - 1]
    if data["table"] is None:
        round_.extended_s += data["seconds"]
    else:
        _table(state, data).extended_s += data["seconds"]


def _closed(state: TournamentState, data: Data) -> None:
    state.rounds[data["round"] - 1].closed = True


def _reopened_round(state: TournamentState, data: Data) -> None:
    state.rounds[data["round"] - 1].closed = False


def _table(state: TournamentState, data: Data) -> TableState:
    found = state.table(UUID(data["table"]))
    assert found is not None  # noqa: S101 - The event was judged with the table there.
    return found[1]


def _match_opened(state: TournamentState, data: Data) -> None:
    _table(state, data).match = UUID(data["match"])


def _reported(state: TournamentState, data: Data) -> None:
    _table(state, data).reported = data


def _result(state: TournamentState, data: Data) -> None:
    table = _table(state, data)
    table.places = tuple(data["places"])
    table.scores = None if data["scores"] is None else tuple(data["scores"])
    table.source = data["source"]
    table.reported = None
    table.void = False
    table.stopped = None
    table.gone = tuple(data.get("gone", ()))
    table.decided = ()
    _free(state, table.seats)


def _stopped(state: TournamentState, data: Data) -> None:
    """Have a table wait for the staff; its players can sit down elsewhere meanwhile."""
    table = _table(state, data)
    table.stopped = {"cause": data["cause"], "detail": data["detail"], "awaited": data["awaited"]}
    _free(state, table.seats)


def _tie_decided(state: TournamentState, data: Data) -> None:
    _table(state, data).decided = tuple(data["order"])


def _voided(state: TournamentState, data: Data) -> None:
    table = _table(state, data)
    table.void = True
    table.unpaid = data.get("points") == "none"
    table.stopped = None
    table.gone = ()
    table.places = table.scores = table.reported = None
    table.source = ""
    table.decided = ()
    _free(state, table.seats)


def _replay_asked(state: TournamentState, data: Data) -> None:
    """Give the table a new id and no result: it is played again."""
    table = _table(state, data)
    table.id = UUID(data["new_table"])
    table.match = table.places = table.scores = table.reported = table.stopped = None
    table.void = False
    table.gone = ()
    table.source = ""
    table.decided = ()


def _paused(state: TournamentState, _data: Data) -> None:
    state.paused = True


def _resumed(state: TournamentState, _data: Data) -> None:
    state.paused = False


def _finished(state: TournamentState, data: Data) -> None:
    state.status = Status.FINISHED
    state.final_ranking = tuple(data["ranking"])


def _reopened(state: TournamentState, _data: Data) -> None:
    state.status = Status.RUNNING
    state.final_ranking = None
    if state.stage is not None:
        state.stage.ranking = None


def _season_followed(state: TournamentState, data: Data) -> None:
    state.next_season = {name: data[name] for name in ("slug", "moves", "left")}


def _nothing(_state: TournamentState, _data: Data) -> None:
    """Change nothing: a rollback works on the list of events (`state.effective`)."""


FOLDS: dict[str, Fold] = {
    "tournament_created": _created,
    "settings_changed": _settings_changed,
    "role_given": _role_given,
    "role_taken": _role_taken,
    "entry_opened": _to(Status.ENTRY),
    "entry_closed": _to(Status.CLOSED),
    "checkin_opened": _to(Status.CHECKIN),
    "entrant_registered": _registered,
    "entrant_promoted": _is(EntrantStatus.ENTERED),
    "entrant_withdrawn": _is(EntrantStatus.WITHDRAWN),
    "entrant_checked_in": _is(EntrantStatus.CHECKED_IN),
    "entrant_absent": _is(EntrantStatus.ABSENT),
    "entrant_dropped": _is(EntrantStatus.DROPPED),
    "entrant_readded": _readded,
    "entrant_rested": _rested,
    "entrant_ready": _ready,
    "entrant_disqualified": _is(EntrantStatus.DISQUALIFIED),
    "entrant_substituted": _substituted,
    "penalty_given": _penalised,
    "no_show_recorded": _no_show,
    "seeds_assigned": _seeded,
    "tournament_started": _started,
    "stage_started": _stage_started,
    "stage_completed": _stage_completed,
    "stage_reopened": _stage_reopened,
    "pair_kept_apart": _kept_apart,
    "round_paired": _paired,
    "round_unpaired": _unpaired,
    "round_repaired": _repaired,
    "seats_swapped": _swapped,
    "entrant_sat_out": _sat_out,
    "time_extended": _time_extended,
    "round_published": _published,
    "round_unpublished": _unpublished,
    "round_closed": _closed,
    "round_reopened": _reopened_round,
    "table_opened": _match_opened,
    "result_reported": _reported,
    "result_recorded": _result,
    "tie_decided": _tie_decided,
    "table_stopped": _stopped,
    "table_voided": _voided,
    "table_replayed": _replay_asked,
    "tournament_paused": _paused,
    "tournament_resumed": _resumed,
    "tournament_cancelled": _to(Status.CANCELLED),
    "tournament_finished": _finished,
    "tournament_reopened": _reopened,
    "season_followed": _season_followed,
    "rolled_back": _nothing,
}
"""Every kind of event, and what it does to the state."""


def fold(tournament_id: UUID, events: Sequence[StoredEvent]) -> TournamentState:
    """Return the state that a whole stream, from its first event, leads to."""
    state = TournamentState(tournament_id)
    for event in without_rolled_back(events):
        evolve(state, event.type, json.loads(event.body), event.at, event.version)
    return state


def evolve(state: TournamentState, kind: str, data: Data, at: datetime, version: int) -> None:
    """Fold one event into a state."""
    state.version = version
    state.at = at
    FOLDS[kind](state, data)
