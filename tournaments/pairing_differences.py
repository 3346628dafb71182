"""How the tables of a recorded round differ from those that are proposed now. Pure."""

import re
from collections.abc import Sequence

from tournaments import costs
from tournaments import events as e
from tournaments.formats import dutch
from tournaments.formats.core import Format, Pairing, Stage
from tournaments.record import pairs

SOLVER = re.compile(r"\bby (gacrux \S+);")
"""The program of others that pairs by the Dutch system, as it stands in the notes of a pairing."""


def difference(event: e.Paired, proposed: Pairing) -> str | None:
    """Return the first difference in words; None where there is none."""
    recorded = [tuple(each.seats) for each in event.tables]
    for place, (one, other) in enumerate(zip(recorded, proposed.tables, strict=False), start=1):
        if one != tuple(other):
            return f"round {event.round}: table {place} has {_seats(one)}, drawn {_seats(other)}"
    if len(recorded) != len(proposed.tables):
        return f"round {event.round} has {len(recorded)} tables, drawn {len(proposed.tables)}"
    if sorted(event.byes) != sorted(proposed.byes):
        return f"round {event.round}: byes for {event.byes}, drawn {list(proposed.byes)}"
    return None


def other_solver(event: e.Paired, form: Format, stage: Stage) -> str | None:
    """Return, in words, that another version of gacrux paired; None for the same.

    Only of the Dutch system, which gacrux pairs: notes are the text of whoever wrote the log, so
    with other formats, which pair the same way for ever, they excuse nothing.
    """
    if not costs.is_dutch(form, stage):
        return None
    then, now = _solver(event.notes), f"gacrux {dutch.solver_version()}"
    return None if then in {None, now} else f"{then}, and this is {now}"


def worse(event: e.Paired, proposed: Pairing, form: Format, stage: Stage) -> str | None:
    """Return why tables that another version paired are not as good as proposed; None where so.

    They may be other ones, but of the same sizes, and break no rule more often: players meet
    again, are apart in points, or have a bye with many points (C.04.3, C5 to C7).
    """
    recorded = [tuple(each.seats) for each in event.tables]
    if _all_entrants(recorded, event.byes) != _all_entrants(proposed.tables, proposed.byes):
        return f"round {event.round} does not seat everybody once"
    if sorted(map(len, recorded)) != sorted(map(len, proposed.tables)):
        return f"round {event.round} has tables of other sizes than need be"
    before = _measured(form, stage, proposed.tables, proposed.byes)
    after = _measured(form, stage, recorded, event.byes)
    more = [name for name, units in after.items() if units > before.get(name, 0)]
    if more:
        return f"round {event.round} costs more than need be: {', '.join(sorted(more))}"
    return None


def _measured(
    form: Format, stage: Stage, tables: Sequence[Sequence[int]], byes: Sequence[int]
) -> dict[str, int]:
    """Return what tables of the Dutch system cost, those terms included that no event has."""
    met = [pair for seats in tables for pair in pairs(seats)]
    apart = [abs(dutch.score(stage, one) - dutch.score(stage, other)) for one, other in met]
    return {
        **costs.cost(form, stage, tables),
        "points_apart": sum(apart),
        "points_of_byes": sum(dutch.score(stage, each) for each in byes),
    }


def _solver(notes: Sequence[str]) -> str | None:
    return next((found[1] for note in notes if (found := SOLVER.search(note))), None)


def _all_entrants(tables: Sequence[Sequence[int]], byes: Sequence[int]) -> list[int]:
    return sorted([*byes, *(each for seats in tables for each in seats)])


def _seats(seats: Sequence[int]) -> str:
    return ", ".join(map(str, seats))
