"""The names of erased entrants, taken out of what is shown of a tournament's history.

The events themselves cannot change; nobody but `verify` and the exported stream reads them as they
are.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

from accounts import erased
from accounts.models import GONE
from tournaments.models import Entrant
from tournaments.state import TournamentState

ENTRIES = frozenset({"entrant_registered", "entrant_substituted"})
"""Events that say which account has which name."""

WORDS_OF_THE_LOG = frozenset(
    {"actor", "cause", "format", "game", "kind", "match", "play", "points", "presence", "role"}
    | {"source", "status", "step", "table", "then", "type"}
)
"""Fields whose values are the log's own words or ids: a name that is such a word is none there."""

Clean = Callable[[object], Any]


def cleaner(state: TournamentState, entries: Sequence[tuple[str, dict[str, object]]]) -> Clean:
    """Return what puts neutral names in place of erased ones, in whatever an event holds.

    Whole words alone, in any case of letters: an erased person whose name is an ordinary word, such
    as Bank, takes that word out of reasons too. A reason that reads oddly is the smaller harm; one
    that names the person by a lower-case letter would not be erased.
    """
    names = _neutral(state, entries)
    if not names:
        return lambda data: data
    pattern = re.compile(
        "|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in names), re.IGNORECASE
    )
    by_key = {name.casefold(): neutral for name, neutral in names.items()}

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


def _neutral(
    state: TournamentState, entries: Sequence[tuple[str, dict[str, Any]]]
) -> dict[str, str]:
    """Return what erased entrants are called, by each name that they have had here."""
    rows = Entrant.objects.filter(
        tournament=state.id, account__is_active=False, account__username__startswith=GONE
    )
    found = dict(rows.values_list("name", "account__username"))
    said = [data for kind, data in entries if kind in ENTRIES and data.get("account")]
    accounts = erased.names_of(UUID(data["account"]) for data in said)
    gone = {str(account): name for account, name in accounts.items()}
    return found | {data["name"]: gone[data["account"]] for data in said if data["account"] in gone}
