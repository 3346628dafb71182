"""The names of erased entrants, taken out of what is shown of a tournament's history.

The events themselves cannot change; nobody but `verify` and the exported stream reads them as they
are.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from uuid import UUID

from msgspec import structs

from accounts import erased
from eventstore.events import StoredEvent
from tournaments.state import TournamentState, without_rolled_back

ENTRIES = frozenset({"entrant_registered", "entrant_substituted"})
"""Events with which somebody begins to be an entrant."""
NAMING = ENTRIES | {"entrant_renamed", "entrant_linked", "entrants_merged"}
"""Events that say who has which name, and which account."""

WORDS_OF_THE_LOG = frozenset(
    {"actor", "cause", "format", "game", "kind", "match", "play", "points", "presence", "role"}
    | {"source", "status", "step", "table", "then", "type"}
)
"""Fields whose values are the log's own words or ids: a name that is such a word is none there."""

Clean = Callable[[object], Any]


class _Person:
    """Somebody who has entered: all names and accounts that they have had here."""

    def __init__(self, name: str, account: str | None) -> None:
        self.names = {name}
        self.accounts = {account} - {None}


def cleaner(events: Sequence[StoredEvent]) -> Clean:
    """Return what puts neutral names in place of erased ones, in whatever an event holds.

    `events` are all of a tournament. Whole words alone, in any case of letters: an erased person
    whose name is an ordinary word, such as Bank, takes that word out of reasons too. A reason that
    reads oddly is the smaller harm; one that names the person by a lower-case letter would not be
    erased.
    """
    by_key = {name.casefold(): neutral for name, neutral in _neutral(events).items()}
    if not by_key:
        return lambda data: data
    # The longest first: a name may begin with another that the person has had.
    longest = sorted(by_key, key=len, reverse=True)
    pattern = re.compile(
        "|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in longest), re.IGNORECASE
    )

    def clean(data: object) -> object:
        if isinstance(data, str):
            return pattern.sub(lambda found: by_key[found[0].casefold()], data)
        if isinstance(data, dict):
            return {
                name: value if name in WORDS_OF_THE_LOG else clean(value)
                for name, value in data.items()
            }
        return [clean(each) for each in data] if isinstance(data, list) else data

    return clean


def hide(state: TournamentState, events: Sequence[StoredEvent]) -> TournamentState:
    """Take erased names out of a state that is to be shown, and return it."""
    gone = erased.names_of(each.account for each in state.entrants.values())
    clean = cleaner(events)
    for each in state.entrants.values():
        each.name = gone.get(each.account, each.name) if each.account else each.name
        each.left_why = clean(each.left_why)
    for _round, table in state.tables():
        table.decision = clean(table.decision)
        table.penalties = [each._replace(reason=clean(each.reason)) for each in table.penalties]
    for round_ in state.rounds:
        round_.pairing = structs.replace(round_.pairing, notes=clean(round_.pairing.notes))
    state.notice = clean(state.notice)
    return state


def _neutral(events: Sequence[StoredEvent]) -> dict[str, str]:
    """Return what erased entrants are called, by each name that they have had here."""
    people = list(_people(events))
    said = {UUID(account) for each in people for account in each.accounts if account}
    gone = {str(account): name for account, name in erased.names_of(said).items()}
    return {
        name: gone[account]
        for each in people
        for account in each.accounts
        if account in gone
        for name in each.names
    }


def _people(events: Sequence[StoredEvent]) -> Iterator[_Person]:
    """Yield everybody who has entered, also those whose entry was undone."""
    counted: set[int] | None = None
    now: dict[int, _Person] = {}
    for event in events:
        if event.type not in NAMING:
            continue
        data = json.loads(event.body)
        number = data["entrant"]
        if event.type in ENTRIES:
            now[number] = _Person(data["name"], data["account"])
            yield now[number]
        elif event.type == "entrant_renamed":
            now[number].names.add(data["name"])
        elif event.type == "entrant_linked":
            now[number].accounts.add(data["account"])
        else:
            counted = counted or {each.version for each in without_rolled_back(events)}
            if event.version in counted:
                kept, other = now[number], now[data["other"]]
                kept.names |= other.names
                kept.accounts |= other.accounts
                other.names, other.accounts = kept.names, kept.accounts
