"""How the events of a whole tournament are folded. Pure."""

from uuid import UUID

from tournaments import events as e
from tournaments.folds.base import Fold, count_unchained, free
from tournaments.state import (
    Role,
    StageState,
    Status,
    TournamentState,
)


def _created(state: TournamentState, event: e.TournamentCreated) -> None:
    state.settings = event.settings
    state.roles[UUID(event.owner)] = Role.ORGANISER
    state.previous_season = event.previous.slug if event.previous else None
    if event.well and event.anchor:
        state.draws.bind(event.well, event.anchor)


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


def _started(state: TournamentState, event: e.TournamentStarted) -> None:
    state.status = Status.RUNNING
    state.started_at = state.at
    state.lots = tuple(event.lots)
    count_unchained(state)
    state.edition = event.edition
    # Before rules were pinned, each game had its first version alone.
    state.rules = event.rules or f"{state.settings['game']}@1"


def _stage_started(state: TournamentState, event: e.StageStarted) -> None:
    found = StageState(event.stage, event.entrants, event.sources or (), state.at)
    state.stages.append(found)
    free(state, event.entrants)


def _stage_completed(state: TournamentState, event: e.StageCompleted) -> None:
    state.stages[event.stage].ranking = tuple(event.ranking)


def _stage_reopened(state: TournamentState, event: e.StageReopened) -> None:
    """Take back that a stage is complete, and every stage after it."""
    del state.stages[event.stage + 1 :]
    state.stages[event.stage].ranking = None


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


def _picture_set(state: TournamentState, event: e.PictureSet) -> None:
    state.picture = event if event.digest else None


def _season_followed(state: TournamentState, event: e.SeasonFollowed) -> None:
    state.next_season = {"slug": event.slug, "moves": event.moves, "left": event.left}


def _repetition_set(state: TournamentState, event: e.RepetitionSet) -> None:
    state.repetition = event if event.every else None


def _next_event_made(state: TournamentState, event: e.NextEventMade) -> None:
    state.next_event = event.slug


def _history_bound(state: TournamentState, event: e.HistoryBound) -> None:
    state.gaps.bind(event.version)


def _nothing(_state: TournamentState, _event: e.RolledBack) -> None:
    """Change nothing: a rollback works on the list of events (`state.effective`)."""


OF_TOURNAMENT: dict[type[e.TournamentEvent], Fold] = {
    e.TournamentCreated: _created,
    e.SettingsChanged: _settings_changed,
    e.RoleGiven: _role_given,
    e.RoleTaken: _role_taken,
    e.EntryOpened: _to(Status.ENTRY),
    e.EntryClosed: _to(Status.CLOSED),
    e.CheckinOpened: _to(Status.CHECKIN),
    e.TournamentStarted: _started,
    e.StageStarted: _stage_started,
    e.StageCompleted: _stage_completed,
    e.StageReopened: _stage_reopened,
    e.TournamentPaused: _paused,
    e.TournamentResumed: _resumed,
    e.TournamentCancelled: _to(Status.CANCELLED),
    e.TournamentFinished: _finished,
    e.TournamentReopened: _reopened,
    e.NoticePut: _notice_put,
    e.PictureSet: _picture_set,
    e.SeasonFollowed: _season_followed,
    e.RepetitionSet: _repetition_set,
    e.NextEventMade: _next_event_made,
    e.RolledBack: _nothing,
    e.HistoryBound: _history_bound,
}
