"""An arena: for a set time, whoever is free is put to a table as soon as there are enough.

What it needs beside the stage stands in `Stage.extra`: `seconds` since the stage began, `waiting`,
how many seconds each entrant has been free, and `resting`, who is away for a while. A round is what
was opened at one moment; rounds overlap.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import cast

import numpy as np

from games.messages import Message
from tournaments.formats.core import Format, InfeasibleError, Option, Options, Pairing, Stage
from tournaments.formats.pod_search import Numbers, search
from tournaments.formats.pods import seated_pairing
from tournaments.formats.sizes import Sizes
from tournaments.record import UNITS, Entrant, SeatRecord, pairs

JUST_MET = 10**6
"""Costs more than any difference of points."""
MET = 30
"""Costs this times the square of how often two have met."""
ALL = 0
STREAK = 2
"""Tables won in a row after which everything counts double, until one is not won."""


class Arena(Format):
    """Tables as players become free."""

    id = "arena"
    title = "Arena"
    about = "For a set time, free players are seated with others on similar points."
    continuous = True
    options = (
        Option(name="minutes", title="How long it lasts.", choices=(60,), low=1, high=24 * 60),
        Option(
            name="patience",
            title="Seconds after which a waiting player is seated at a smaller table, or with "
            "recent opponents.",
            choices=(30,),
            low=0,
            high=3600,
        ),
        Option(
            name="streaks",
            title="Double points after two table wins in a row.",
            choices=(True, False),
        ),
        Option(
            name="best",
            title="How many of a player's tables count, the best ones; 0 for all.",
            choices=(ALL,),
            low=1,
            high=200,
        ),
    )

    def check(self, entrants: int, sizes: Sizes, options: Options) -> None:  # noqa: ARG002
        """Ask for a table."""
        sizes.split(entrants)

    def rounds(self, entrants: int, sizes: Sizes, options: Options) -> int | None:  # noqa: ARG002
        """Return None: it depends on how long a table takes."""
        return None

    def is_over(self, stage: Stage) -> bool:
        """Tell whether the time is up and all tables have ended."""
        return _seconds(stage) >= _length(stage) and not _at_tables(stage)

    def participants(self, stage: Stage) -> tuple[Entrant, ...]:
        """Return who sits down now; the others play, wait or rest."""
        return tuple(sorted(each for table in self._tables(stage) for each in table))

    def pair(self, stage: Stage) -> Pairing:
        """Return the tables that can be opened now; raises InfeasibleError while there are none."""
        if _seconds(stage) >= _length(stage):
            raise InfeasibleError("the time is up", "let the tables end, and close the stage")
        tables = self._tables(stage)
        if not tables:
            message = Message("%(count)s are free and wait", count=len(_free(stage)))
            raise InfeasibleError(
                message, "wait until more players are free, or until the waiting time is over"
            )
        return seated_pairing(stage, tables)

    def seconds_until_check(self, stage: Stage) -> int | None:
        """Return in how many seconds somebody's patience ends, or the time is up."""
        left = _length(stage) - _seconds(stage)
        if left <= 0:
            return None
        waiting = _waiting(stage)
        patience = int(stage.options["patience"])
        ends = [patience - waiting.get(each, 0) for each in _free(stage)]
        return min([left, *(each for each in ends if each > 0)])

    def points(self, stage: Stage) -> Mapping[Entrant, int] | None:
        """Return everybody's points: doubled on a streak, the best tables only if so chosen."""
        best = int(stage.options["best"])
        found = {}
        for entrant in stage.seeds:
            earned = scores(
                stage.record.seatings.get(entrant, ()), streaks=bool(stage.options["streaks"])
            )
            found[entrant] = sum(sorted(earned, reverse=True)[: best or None])
        return found

    def _tables(self, stage: Stage) -> list[tuple[Entrant, ...]]:
        """Return the tables to be opened now."""
        if _seconds(stage) >= _length(stage):
            return []
        free = _free(stage)
        waiting = _waiting(stage)
        patience = int(stage.options["patience"])
        impatient = {each for each in free if waiting.get(each, patience) >= patience}
        sizes = _sizes(len(free), stage.sizes, hurry=bool(impatient))
        # Who came last waits on where not all can sit.
        order = sorted(free, key=lambda each: (-waiting.get(each, patience), each))
        seated = order[: sum(sizes)]
        players = stage.chance.shuffle("tables", seated)
        points = self.points(stage) or {}
        players.sort(key=lambda each: -points[each])
        last = _last_tables(stage)
        found = search(_costs(stage, players, points, last), sizes, stage.chance)
        tables = [tuple(players[each] for each in table) for table in found.tables]
        return [
            table
            for table in tables
            if not _just_met(table, last) or any(each in impatient for each in table)
        ]


def scores(sat: Sequence[SeatRecord], *, streaks: bool) -> list[int]:
    """Return what each of a player's tables brought, in units.

    Two tables won, alone, in a row set him on fire: from then on all counts double until one is
    not won, that one included.
    """
    earned = []
    won = 0
    for each in sat:
        table = each.table
        if table.points is None or table.places is None:
            continue
        earned.append(table.points[each.seat] * (2 if streaks and won >= STREAK else 1))
        is_win = table.places[each.seat] == 1 and table.places.count(1) == 1
        won = won + 1 if is_win else 0
    return earned


def _sizes(free: int, sizes: Sizes, *, hurry: bool) -> tuple[int, ...]:
    """Return the sizes of the tables to open: full ones, or for those in a hurry what there is."""
    if free < sizes.least:
        return ()
    return sizes.split(free).tables if hurry else (sizes.target,) * (free // sizes.target)


def _seconds(stage: Stage) -> int:
    return cast("int", stage.extra.get("seconds", 0))


def _length(stage: Stage) -> int:
    return 60 * int(stage.options["minutes"])


def _waiting(stage: Stage) -> Mapping[Entrant, int]:
    return cast("Mapping[Entrant, int]", stage.extra.get("waiting", {}))


def _at_tables(stage: Stage) -> set[Entrant]:
    """Return who sits at a table without a result, also where the staff has still to decide."""
    return {
        each
        for round_ in stage.record.rounds
        for table in round_.tables
        if table.counts and table.places is None
        for each in table.seats
    }


def _free(stage: Stage) -> list[Entrant]:
    playing = {
        each
        for round_ in stage.record.rounds
        for table in round_.tables
        if table.counts and table.places is None and not table.stopped
        for each in table.seats
    }
    away = playing | set(cast("Iterable[Entrant]", stage.extra.get("resting", ())))
    return [each for each in stage.active if each not in away]


def _last_tables(stage: Stage) -> dict[Entrant, frozenset[Entrant]]:
    """Return with whom everybody has sat last."""
    return {
        entrant: frozenset(sat[-1].table.seats) - {entrant}
        for entrant, sat in stage.record.seatings.items()
        if sat
    }


def _just_met(table: Sequence[Entrant], last: Mapping[Entrant, frozenset[Entrant]]) -> bool:
    return any(second in last.get(first, ()) for first, second in pairs(table))


def _costs(
    stage: Stage,
    players: Sequence[Entrant],
    points: Mapping[Entrant, int],
    last: Mapping[Entrant, frozenset[Entrant]],
) -> Numbers:
    """Return the cost of every two at one table: just met, met before, far apart in points."""
    index = {entrant: row for row, entrant in enumerate(players)}
    held = np.array([points[each] // UNITS for each in players], dtype=np.int64)
    costs: Numbers = (held[:, None] - held[None, :]) ** 2
    added = [(pair, MET * times**2) for pair, times in stage.record.meetings.items()]
    added += [(pair, 10 * JUST_MET) for pair in stage.apart]
    just_met = {
        (min(each, other), max(each, other)) for each, others in last.items() for other in others
    }
    added += [(pair, JUST_MET) for pair in just_met]
    for (first, second), cost in added:
        if first in index and second in index:
            costs[index[first], index[second]] += cost
            costs[index[second], index[first]] += cost
    return costs
