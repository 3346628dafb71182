"""How the tables of a recorded round differ from those that are proposed now. Pure."""

import re
from collections.abc import Sequence

from tournaments import costs
from tournaments import events as e
from tournaments.formats.core import Format, Pairing, Stage

SOLVER = re.compile(r"\bby (gacrux \S+);")
"""A program of others that pairs, with its version, as it stands in the notes of a pairing."""


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


def other_solver(event: e.Paired, proposed: Pairing) -> str | None:
    """Return, in words, that another version of a program of others paired; None for the same."""
    then, now = _solver(event.notes), _solver(proposed.notes)
    return None if then in {None, now} else f"{then}, and this is {now or 'without it'}"


def worse(event: e.Paired, proposed: Pairing, form: Format, stage: Stage) -> str | None:
    """Return why recorded tables are not as good as proposed ones; None where they are."""
    recorded = [tuple(each.seats) for each in event.tables]
    if _everybody(recorded, event.byes) != _everybody(proposed.tables, proposed.byes):
        return f"round {event.round} does not seat everybody once"
    before, after = costs.cost(form, stage, proposed.tables), costs.cost(form, stage, recorded)
    more = [name for name, units in after.items() if units > before.get(name, 0)]
    if more:
        return f"round {event.round} costs more than need be: {', '.join(sorted(more))}"
    return None


def _solver(notes: Sequence[str]) -> str | None:
    return next((found[1] for note in notes if (found := SOLVER.search(note))), None)


def _everybody(tables: Sequence[Sequence[int]], byes: Sequence[int]) -> list[int]:
    return sorted([*byes, *(each for seats in tables for each in seats)])


def _seats(seats: Sequence[int]) -> str:
    return ", ".join(map(str, seats))
