"""The log of a tournament, told in words: what happened, by whom, and why."""

import json
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext

from eventstore import streams
from tournaments.events import KIND
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


def lines(state: TournamentState, *, since: int = 0) -> list[Line]:
    """Return the events of a tournament after a version, the latest first."""
    events = streams.load(KIND, state.id)
    counted = {event.version for event in without_rolled_back(events)}
    told = [event for event in events if event.version > since]
    bodies = {event.version: json.loads(event.body) for event in told}
    known = accounts_in((event.actor for event in told), bodies.values())
    entrants = {number: state.name(number) for number in state.entrants}
    names = Names(entrants, account_names(known), dict(table_names(state.rounds)))
    found = []
    for event in reversed(told):
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
            )
        )
    return found


def _actor(actor: str, names: Names) -> str:
    if actor.startswith(BY_CODE):
        return names.by_code(actor)
    if actor.startswith(BY_INVITATION):
        return gettext("by invitation")
    return gettext("automatically") if actor == SYSTEM else names.account(actor)
