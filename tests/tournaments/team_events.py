"""Events in which teams meet on boards."""

from collections.abc import Sequence
from typing import Any

from tests.tournaments.events import REPORTED, Event
from tournaments.services import rounds
from tournaments.services import teams as services

DUEL = {"min": 2, "target": 2, "max": 2}
NAMES = ("Reds", "Blues", "Greens", "Yellows", "Whites")
Teams = Sequence[tuple[str, list[int]]]


def sides(count: int, members: int) -> Teams:
    """Return teams of players numbered through: the first team has the first ones."""
    return [
        (NAMES[at], [at * members + number + 1 for number in range(members)]) for at in range(count)
    ]


def begun(count: int, members: int, **options: Any) -> Event:
    stage = {"format": "team_boards", "options": {"boards": 2, **options}}
    event = Event(**REPORTED, game="pickpocket", table=DUEL, stages=[stage])
    event.enter_names(count * members)
    event.do(services.assign, teams=sides(count, members), tiebreaks=None)
    return event.start()


def lower_number_wins(event: Event) -> None:
    """Report every table of the round so that the lower number has won, and close it."""
    for place, table in enumerate(event.round.tables):
        if not table.done:
            event.report(place, [1 + sum(o < each for o in table.seats) for each in table.seats])
    event.do(rounds.close, number=event.round.number)
