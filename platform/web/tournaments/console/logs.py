"""The log of a tournament, told in words: what happened, by whom, and why."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext

from eventstore import streams
from eventstore.events import StoredEvent
from tournaments import erased_names
from tournaments.events import KIND
from tournaments.services import taking_back
from tournaments.state import TournamentState, without_rolled_back
from tournaments.unit_of_work import BY_CODE, BY_INVITATION, SYSTEM
from web.tournaments.event_words import Names, account_names, accounts_in, sentence, table_names


class Line(NamedTuple):
    """An event of the log."""

    version: int
    words: str
    actor: str
    reason: str
    at: datetime
    counts: bool
    """False when a rollback has undone it."""
    table: str
    """The id of the table that it is about; empty for others."""
    takes_back: bool = False
    """Whether here begins what was done to many, and can be taken back as one."""


def lines(state: TournamentState, *, since: int = 0, last: int | None = None) -> list[Line]:
    """Return the events of a tournament after a version, or the last of them, the latest first."""
    events = streams.load(KIND, state.id)
    counted = {event.version for event in without_rolled_back(events)}
    listed = [event for event in events if event.version > since]
    listed = listed if last is None else listed[-last:]
    clean = erased_names.cleaner(events)
    bodies = {event.version: clean(json.loads(event.body)) for event in listed}
    known = accounts_in((event.actor for event in listed), bodies.values())
    entrants = {number: state.name(number) for number in state.entrants}
    names = Names(entrants, account_names(known), dict(table_names(state.rounds)))
    starts = _taken_back_as_one(events)
    found = []
    for event in reversed(listed):
        data = bodies[event.version]
        found.append(
            Line(
                event.version,
                sentence(event.type, data, names),
                _actor(event.actor, names),
                data.get("reason", ""),
                event.at,
                event.version in counted,
                str(data.get("table") or ""),
                event.version in starts,
            )
        )
    return found


def _taken_back_as_one(events: Sequence[StoredEvent]) -> set[int]:
    """Return where the commands begin that have done something to more than one."""
    counted = {each.version for each in without_rolled_back(events)}
    commands: list[list[StoredEvent]] = []
    for each in events:
        if each.key is not None:
            commands.append([each])
        elif commands:
            commands[-1].append(each)
    return {
        found[0].version
        for found in commands
        if counted.issuperset(each.version for each in found) and _is_taken_back_as_one(found)
    }


def _is_taken_back_as_one(command: Sequence[StoredEvent]) -> bool:
    done = [each for each in command if each.type not in taking_back.FOR_GOOD]
    return len(done) > 1 and taking_back.is_for_taking_back(done)


def _actor(actor: str, names: Names) -> str:
    if actor.startswith(BY_CODE):
        return names.by_code(actor)
    if actor.startswith(BY_INVITATION):
        return gettext("by invitation")
    return gettext("automatically") if actor == SYSTEM else names.account(actor)
