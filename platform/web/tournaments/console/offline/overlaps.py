"""What has happened since a command was given, as far as it concerns what the command is about."""

import json
from collections.abc import Callable, Collection, Mapping

from eventstore import streams
from eventstore.events import StoredEvent
from games.json_types import JsonMapping
from tournaments.events import KIND
from tournaments.state import EntrantStatus, RoundState, Status, TournamentState
from web.tournaments.console.action_view import ActionAttempt

Arguments = JsonMapping

NEUTRAL = frozenset(
    {
        "codes_issued",
        "entrant_linked",
        "judge_call_answered",
        "judge_called",
        "notice_put",
        "role_given",
        "role_taken",
        "round_clock_started",
        "round_clock_stopped",
        "table_opened",
        "time_extended",
    }
)
"""Events that nobody who gave a command would have had to know of."""
FREE = frozenset(
    {
        "answer-call",
        "call-judge",
        "extend-round",
        "extend-table",
        "give-role",
        "issue-codes",
        "keep-apart",
        "let-meet",
        "notice",
        "take-role",
    }
)
"""Commands that mean the same whatever has happened."""
ENTERING = frozenset({"enter", "enter-bots", "enter-myself"})
OF_THE_MOMENT = frozenset({"start-clock", "stop-clock"})
"""Commands that were meant for the moment at which they were given."""
LEFT = frozenset({EntrantStatus.DROPPED, EntrantStatus.WITHDRAWN})


def since(attempt: ActionAttempt, version: int, *, but: Collection[int]) -> list[StoredEvent]:
    """Return what has happened after a version to what an act is about.

    `but` are versions that the same device has made by what it sent before, in the same name.
    """
    state, own = attempt.found.state, f"account:{attempt.found.me.pk}"
    events = [
        event
        for event in streams.load(KIND, state.id, after=version)
        if event.type not in NEUTRAL and not (event.version in but and event.actor == own)
    ]
    if any(event.type == "rolled_back" for event in events):
        return events
    concerns = _subject(attempt)
    return [event for event in events if concerns(event) and not _agrees(attempt, event)]


def _subject(attempt: ActionAttempt) -> Callable[[StoredEvent], bool]:
    """Return what says whether an event is about what an act is about."""
    command, said = attempt.act.command, attempt.form.arguments()
    if command.id in FREE:
        return lambda _event: False
    if command.id in ENTERING:
        names = _names(said)
        return lambda event: (
            event.type == "entrant_registered"
            and json.loads(event.body)["name"].casefold() in names
        )
    if "table_id" in said:
        table = str(said["table_id"])
        return lambda event: table in event.body
    if command.path.startswith("entrants/<"):
        entrant = said["entrant"]
        return lambda event: json.loads(event.body).get("entrant") == entrant
    return lambda _event: True


def _names(said: Arguments) -> set[str]:
    return {str(each.name).casefold() for each in said.get("newcomers", ())}


def _agrees(attempt: ActionAttempt, event: StoredEvent) -> bool:
    """Return whether a player has reported the very result that an act enters."""
    if event.type != "result_reported" or attempt.act.command.id != "report":
        return False
    reported, said = json.loads(event.body), attempt.form.arguments()
    return bool(reported["places"] == said["places"] and reported["scores"] == said["scores"])


def is_so(attempt: ActionAttempt) -> bool:
    """Return whether the tournament stands already as an act wants it."""
    test = ALREADY.get(attempt.act.command.id)
    return test is not None and test(attempt.found.state, attempt.form.arguments())


def has_result(attempt: ActionAttempt) -> bool:
    """Return whether a report is about a table that has another result."""
    if attempt.act.command.id != "report":
        return False
    said: Arguments = attempt.form.arguments()
    found = attempt.found.state.table(said["table_id"])
    return found is not None and found[1].done


def _result_is(state: TournamentState, said: Arguments) -> bool:
    found = state.table(said["table_id"])
    if found is None or found[1].places is None:
        return False
    table, scores = found[1], said["scores"]
    return list(table.places or ()) == list(said["places"]) and (
        scores is None or list(table.scores or ()) == list(scores)
    )


def _is_void(state: TournamentState, said: Arguments) -> bool:
    found = state.table(said["table_id"])
    return found is not None and found[1].void


def _round(state: TournamentState, said: Arguments) -> RoundState | None:
    number = said["number"]
    return state.rounds[number - 1] if 1 <= number <= len(state.rounds) else None


def _is_closed(state: TournamentState, said: Arguments) -> bool:
    round_ = _round(state, said)
    return round_ is not None and bool(round_.closed)


def _is_published(state: TournamentState, said: Arguments) -> bool:
    round_ = _round(state, said)
    return round_ is not None and bool(round_.published)


ALREADY: Mapping[str, Callable[[TournamentState, Arguments], bool]] = {
    "report": _result_is,
    "correct": _result_is,
    "void": _is_void,
    "close": _is_closed,
    "publish": _is_published,
    "check-in": lambda state, said: (
        state.entrants[said["entrant"]].presence is EntrantStatus.CHECKED_IN
    ),
    "drop": lambda state, said: state.entrants[said["entrant"]].presence in LEFT,
    "notice": lambda state, said: state.notice == said["text"],
    "open-checkin": lambda state, _said: state.status is Status.CHECKIN,
    "start": lambda state, _said: bool(state.stages),
    "pause": lambda state, _said: state.paused,
    "finish": lambda state, _said: state.status is Status.FINISHED,
}
"""By command: what it wants, where that can be seen of a tournament."""
