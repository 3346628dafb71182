"""The log of a tournament in words: what was done, by whom, when and why."""

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from tournaments import selectors
from tournaments.events import Data
from tournaments.unit_of_work import BY_CODE, BY_INVITATION
from web.tournaments import draws
from web.tournaments.event_words import (
    ACCOUNT,
    Names,
    TableName,
    account_names,
    accounts_in,
    sentence,
    table_names,
)
from web.tournaments.page_context import TournamentContext

Context = dict[str, object]
PAGE = 50
"""Events on a page of the log."""


def lines(visit: TournamentContext) -> list[Context]:
    """Return every event that the reader may see, the latest first."""
    events = selectors.audit(visit.state, visit.account)
    undone = _undone(events)
    names = _names(visit, events)
    return [
        {
            "version": event["version"],
            "words": _words(event, names),
            "cost": _cost(event["data"]),
            "actor": _actor(event["actor"], names),
            "reason": event["reason"],
            "at": datetime.fromisoformat(event["at"]),
            "undone": event["version"] in undone,
        }
        for event in reversed(events)
    ]


def _undone(events: Sequence[Data]) -> set[int]:
    """Return the versions that later rollbacks have undone."""
    undone: set[int] = set()
    for event in events:
        if event["type"] == "rolled_back":
            undone.update(range(event["data"]["to_version"] + 1, event["version"]))
    return undone


def _cost(data: Data | None) -> str:
    """Return what a change of a pairing by hand costs, in words; empty for anything else."""
    cost = None if data is None else data.get("cost")
    return "" if cost is None else draws.cost_words(cost["drawn"], cost["after"])


def _actor(actor: str, names: Names) -> str:
    if actor.startswith(BY_CODE):
        return names.by_code(actor)
    if actor.startswith(BY_INVITATION):
        return _("by invitation")
    return names.account(actor) if actor.startswith(ACCOUNT) else ""


def _names(visit: TournamentContext, events: Sequence[Data]) -> Names:
    """Return how the log calls everyone, and every table that the reader may know."""
    bodies = [event["data"] for event in events if event["data"] is not None]
    known = accounts_in((event["actor"] for event in events), bodies)
    paired = {
        table["id"]: TableName(event["data"]["round"], number, table["seats"])
        for event in events
        if event["type"] == "round_paired" and event["data"] is not None
        for number, table in enumerate(event["data"]["tables"], start=1)
    }
    return Names(
        {number: person.name for number, person in visit.people.items()},
        account_names(known),
        paired | dict(table_names(visit.visible)),
    )


def _words(event: Data, names: Names) -> str:
    if event["type"] == "payment_marked":
        return _("The staff kept its accounts.")
    if event["data"] is None:
        return _("The staff worked on the next round.")
    if event["type"] == "pair_kept_apart":
        # Who is kept apart from whom, and for what, is nobody else's business.
        return _("The staff decided whether two entrants may meet.")
    return sentence(event["type"], event["data"], names)
