"""Small tournaments whose draws come from a chain, and what their logs say."""

import json
from typing import Any

from eventstore import streams
from matches.events import KIND as MATCH
from tests.tournaments.events import (
    REPORTED,
    Event,
    somebody,
)
from tournaments import logs, selectors
from tournaments.logs import Checked
from tournaments.services import rounds
from tournaments.services.entry import Newcomer

DUELS = {"game": "pickpocket", "table": {"min": 2, "target": 2, "max": 2}}
THREES = {"table": {"min": 3, "target": 3, "max": 3}}
PODS = [{"options": {"rounds": 2}}]
FACTS = (
    *("active", "apart", "byes", "decided", "format", "kind", "options", "out", "penalties"),
    *("pinned", "results", "round", "seeds", "sizes", "stage", "teams"),
)


def cup(count: int = 12, **settings: Any) -> Event:
    return Event(**REPORTED, **THREES, stages=PODS, **settings).enter_names(count).start()


def people(event: Event, count: int) -> Event:
    """Enter people with accounts, who do not play yet."""
    who = [somebody() for _ in range(count)]
    event.enter(*(Newcomer(each.name, each.account) for each in who))
    return event


def tables(event: Event) -> list[tuple[int, ...]]:
    return [table.seats for table in event.round.tables]


def redraw(event: Event, reason: str = "wrong clock set") -> None:
    event.do(rounds.unpair, number=event.round.number, reason=reason)
    event.pair(publish=False)


def checked(event: Event) -> Checked:
    """Check the log of a tournament as whoever has downloaded it does."""
    return logs.check(*logs.parse(selectors.log(event.state)))


def opened(event: Event, place: int) -> dict[str, Any]:
    """Return how the match of a table was opened."""
    match = event.round.tables[place].match
    assert match is not None
    found: dict[str, Any] = json.loads(streams.load(MATCH, match, until=1)[0].body)
    return found
