"""The log of a tournament, told in words: what happened, by whom, and why."""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _

from accounts.models import Account
from eventstore import streams
from eventstore.events import StoredEvent
from tournaments.events import KIND
from tournaments.state import TournamentState, without_rolled_back
from web.tournaments.console.forms import table_words
from web.tournaments.console.labels import EVENTS
from web.words import ROLES, label

Data = dict[str, Any]
ACCOUNT = "account:"


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
    people = _people([*(event.actor for event in told), *_accounts(bodies.values())])
    found = []
    for event in reversed(told):
        data = bodies[event.version]
        found.append(
            Line(
                event.version,
                _words(state, event, data, people),
                _actor(event.actor, people),
                data.get("reason", ""),
                event.at,
                event.version in counted,
                str(data.get("table") or ""),
            )
        )
    return found


def _accounts(bodies: Iterable[Data]) -> list[str]:
    return [f"{ACCOUNT}{data['account']}" for data in bodies if data.get("account")]


def _people(actors: Sequence[str]) -> dict[str, str]:
    """Return the names of the accounts among actors."""
    ids = {UUID(each.removeprefix(ACCOUNT)) for each in actors if each.startswith(ACCOUNT)}
    named = Account.objects.filter(id__in=ids).values_list("id", "username")
    return {f"{ACCOUNT}{account}": name for account, name in named}


def _actor(actor: str, people: dict[str, str]) -> str:
    if actor == "system":
        return _("automatically")
    return people.get(actor, _("a deleted account"))


def _kind(kind: str, data: Data) -> str:
    """Return the kind of an event, as words tell it: some say two things."""
    if data.get("lifted"):
        return "pair_let_meet"
    if kind == "table_voided" and data.get("points") == "none":
        return "table_unpaid"
    return "table_extended" if kind == "time_extended" and data["table"] else kind


def _words(state: TournamentState, event: StoredEvent, data: Data, people: dict[str, str]) -> str:
    known = EVENTS.get(_kind(event.type, data))
    if known is None:
        return event.type.replace("_", " ").capitalize()
    filled: Data = {**data}
    for name in ("entrant", "first", "second"):
        number = data.get(name)
        if isinstance(number, int):
            there = number in state.entrants
            filled[name] = state.name(number) if there else _("entrant %(n)s") % {"n": number}
    if "account" in data:
        filled["account"] = people.get(f"{ACCOUNT}{data['account']}", _("a deleted account"))
    if "role" in data:
        filled["role"] = label(ROLES, data["role"])
    if "stage" in data:
        filled["stage"] = data["stage"] + 1
    if data.get("table"):
        found = state.table(UUID(data["table"]))
        filled["table"] = table_words(*found) if found else _("a deleted table")
    return str(known) % filled
