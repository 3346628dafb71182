"""What was just done to many, and the one press that takes it back."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from eventstore import streams
from eventstore.events import StoredEvent
from tournaments.events import KIND
from tournaments.services import taking_back
from tournaments.state import TournamentState

DONE = "done"
"""What an address calls the version at which an act began that can be taken back."""
OFFERED = frozenset(
    {
        *("check-in-all", "check-out", "confirm-all", "drop", "enter-list", "payments"),
        *("publish", "take-out"),
    }
)
"""The acts after which the next page offers to take them back."""


class Undoing(NamedTuple):
    """What takes back what was just done."""

    version: int
    """That of its first event."""
    words: str


def _people(events: Sequence[StoredEvent], type_: str) -> int:
    return sum(each.type == type_ for each in events)


WORDS: dict[str, Callable[[int], str]] = {
    "entrant_registered": lambda n: ngettext(
        "%(n)s person was entered.", "%(n)s people were entered.", n
    ),
    "entrant_checked_in": lambda n: ngettext(
        "%(n)s person was checked in.", "%(n)s people were checked in.", n
    ),
    "entrant_checked_out": lambda n: ngettext(
        "The check-in of %(n)s person was undone.", "The check-ins of %(n)s people were undone.", n
    ),
    "entrant_withdrawn": lambda n: ngettext("%(n)s person left.", "%(n)s people left.", n),
    "entrant_dropped": lambda n: ngettext("%(n)s person left.", "%(n)s people left.", n),
    "payment_marked": lambda n: ngettext(
        "%(n)s payment was noted.", "%(n)s payments were noted.", n
    ),
    "round_published": lambda _n: _("The round was published."),
    "result_recorded": lambda n: ngettext(
        "%(n)s result was confirmed.", "%(n)s results were confirmed.", n
    ),
}
"""By the first kind of event that a command has brought."""


def began(state: TournamentState, since: int) -> int:
    """Return where the command begins that has just brought a tournament to a state; 0: nowhere."""
    if state.version <= since:
        return 0
    return taking_back.last_command(streams.load(KIND, state.id, until=state.version))


def undoing(state: TournamentState, said: QueryDict) -> Undoing | None:
    """Return how what an address tells of is taken back; None where that cannot be."""
    text = said.get(DONE, "")
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        return None
    return offered(taking_back.events_of(streams.load(KIND, state.id), int(text)))


def offered(events: Sequence[StoredEvent]) -> Undoing | None:
    """Return how the events of a command are taken back together; None for others."""
    if not taking_back.is_for_taking_back(events):
        return None
    first = events[0]
    count = _people(events, first.type)
    return Undoing(first.version, WORDS[first.type](count) % {"n": count})
