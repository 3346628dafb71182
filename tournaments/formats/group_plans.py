"""How a group plays: every two as often, at tables of a size that the group allows. Pure."""

from games.messages import Message
from tournaments.formats.round_robin import Rounds, block, circle, schedule
from tournaments.formats.sizes import InfeasibleError, Sizes
from tournaments.formats.williams import williams

DUEL = 2


def plan(size: int, sizes: Sizes) -> Rounds | None:
    """Return the rounds of a group of a size; None where there is no even plan.

    Duels go round the circle. A group that fits one table stays there until everyone has led
    once. A larger one follows a cyclic design at the wanted size of a table or the next that is
    allowed, or else a league block: one table a round, in which everybody has every seat once.
    """
    if sizes.target == DUEL:
        return circle(size) if size >= DUEL else None
    if sizes.least <= size <= sizes.most:
        return tuple((order,) for order in williams(size))
    tables = [
        each
        for each in (sizes.target, sizes.target - 1, sizes.target + 1)
        if sizes.least <= each <= sizes.most
    ]
    for find in (schedule, block):
        for table in tables:
            found = find(size, table)
            if found is not None:
                return found
    return None


def cut(entrants: int, size: int, sizes: Sizes) -> tuple[int, ...]:
    """Return the sizes of groups of about a size, the larger first; they differ by one at most.

    Rather more groups than fewer. Raises InfeasibleError where no such groups have a plan.
    """
    found = _cut(entrants, size, sizes)
    if found is not None:
        return found
    message = Message(
        "%(count)s entrants make no groups of about %(size)s that can be played out evenly",
        count=entrants,
        size=size,
    )
    for step in range(1, entrants + size):
        for other in (entrants - step, entrants + step):
            if other > 0 and _cut(other, size, sizes) is not None:
                raise InfeasibleError(
                    message,
                    Message("have %(count)s entrants, or groups of another size", count=other),
                )
    raise InfeasibleError(message, "choose groups of another size")


def _cut(entrants: int, size: int, sizes: Sizes) -> tuple[int, ...] | None:
    for groups in (-(-entrants // size), entrants // size):
        if not groups:
            continue
        small, larger = divmod(entrants, groups)
        found = (small + 1,) * larger + (small,) * (groups - larger)
        if all(each >= DUEL and plan(each, sizes) is not None for each in set(found)):
            return found
    return None


def letter(group: int) -> str:
    """Return the name of a group, from 0.

    >>> [letter(each) for each in (0, 25, 26, 53)]
    ['A', 'Z', 'AA', 'BB']
    """
    return chr(ord("A") + group % 26) * (1 + group // 26)


def number_of(name: str) -> int:
    """Return the number of a group, from 0, by its name."""
    return ord(name[0]) - ord("A") + 26 * (len(name) - 1)
