"""Who goes on to a later stage, and by what right: `B2` is the second of group B. Pure.

| code | who |
|---|---|
| `B2` | the second of group B |
| `best3-1` | the best third of all groups; `best3-2` the next one |
| `7` | the seventh of the stage |

Of those who are still there: when somebody has left, the next one of the group moves up.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.messages import Message
from tournaments.formats.core import Format, InfeasibleError, Options, Stage
from tournaments.formats.group_plans import letter, number_of
from tournaments.formats.groups import within
from tournaments.formats.sizes import Sizes
from tournaments.record import Entrant, Record, pairs

GROUP = re.compile(r"([A-Z])(\1*)([1-9][0-9]?)")
BEST = re.compile(r"best([1-9][0-9]?)-([1-9][0-9]?)")
RANK = re.compile(r"[1-9][0-9]{0,3}")
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


class Source(NamedTuple):
    """Somebody who goes on, and by what right."""

    entrant: Entrant
    code: str


def is_code(text: str) -> bool:
    """Tell whether a text is a source."""
    return any(form.fullmatch(text) for form in (GROUP, BEST, RANK))


def describe(code: str) -> str:
    """Return a source for people.

    >>> [told(each) for each in ("B2", "best3-1", "best3-2", "7", "A12")]
    ['second of group B', 'best third', 'second best third', 'rank 7', 'no. 12 of group A']
    """
    if found := GROUP.fullmatch(code):
        return f"{_ordinal(int(found[3]))} of group {found[1]}{found[2]}"
    if found := BEST.fullmatch(code):
        which = "best" if found[2] == "1" else f"{_ordinal(int(found[2]))} best"
        return f"{which} {_ordinal(int(found[1]))}"
    return f"rank {code}"


def _ordinal(number: int) -> str:
    return ORDINALS[number - 1] if number <= len(ORDINALS) else f"no. {number}"


def check(codes: Sequence[str], sizes: Sequence[int], entrants: int) -> None:
    """Raise InfeasibleError when groups of these sizes, the first one A, lack one of the sources.

    Without groups there are ranks alone.
    """
    for code in codes:
        known = RANK.fullmatch(code) is not None and int(code) <= entrants
        if found := GROUP.fullmatch(code):
            group = number_of(found[1] + found[2])
            known = group < len(sizes) and int(found[3]) <= sizes[group]
        elif found := BEST.fullmatch(code):
            known = int(found[2]) <= sum(size >= int(found[1]) for size in sizes)
        if not known:
            message = Message("there is no %(source)s to advance", source=describe(code))
            groups = ""
            if sizes:
                groups = f"groups A to {letter(len(sizes) - 1)}, of {max(sizes)} at most, and "
            raise InfeasibleError(
                message,
                Message("there are %(groups)sranks 1 to %(count)s", groups=groups, count=entrants),
            )


def advancing(
    form: Format,
    stage: Stage,
    ranking: Sequence[Entrant],
    *,
    take: int,
    codes: Sequence[str] | None = None,
) -> list[Source]:
    """Return who goes on from a stage, best seed first: as the codes say, or the first `take`."""
    here = set(stage.active)
    order = [each for each in form.qualifiers(stage, ranking) if each in here]
    rank = {
        entrant: place for place, entrant in enumerate(each for each in ranking if each in here)
    }
    groups = [[each for each in group if each in here] for group in form.groups(stage)]
    if codes is not None:
        return _named(codes, order, groups, rank)
    place = within(groups, rank)
    home = {each: letter(number) for number, group in enumerate(groups) for each in group}
    if not home:
        return [Source(each, str(number)) for number, each in enumerate(order[:take], start=1)]
    # A place that not all groups fill is taken by the best of it.
    taken = order[:take]
    found = []
    for entrant in taken:
        level = [each for each in order if place[each] == place[entrant]]
        whole = level[-1] in taken
        best = f"best{place[entrant] + 1}-{level.index(entrant) + 1}"
        found.append(Source(entrant, f"{home[entrant]}{place[entrant] + 1}" if whole else best))
    return found


def _named(
    codes: Sequence[str],
    order: Sequence[Entrant],
    groups: Sequence[Sequence[Entrant]],
    rank: Mapping[Entrant, int],
) -> list[Source]:
    """Return those whom the codes name, as far as there are such; nobody comes twice."""
    place = within(groups, rank)
    by_group = {
        f"{letter(number)}{place[each] + 1}": each
        for number, group in enumerate(groups)
        for each in group
    }
    by_rank = {str(number + 1): each for each, number in rank.items()}
    named = {code: {**by_group, **by_rank}.get(code) for code in codes}
    others = [each for each in order if each not in named.values()]
    best: dict[str, Entrant] = {}
    for number in set(place.values()):
        level = [each for each in others if place[each] == number]
        best |= {f"best{number + 1}-{at}": each for at, each in enumerate(level, start=1)}
    found: list[Source] = []
    for code in codes:
        entrant = named[code] or best.get(code)
        if entrant is not None and entrant not in {each.entrant for each in found}:
            found.append(Source(entrant, code))
    return found


def avoid_group_rematches(
    form: Format,
    going: Sequence[Source],
    groups: Sequence[Sequence[Entrant]],
    sizes: Sizes,
    options: Options,
) -> list[Source]:
    """Return those who go on with seeds exchanged so that no group's members meet at once.

    Only where the first round follows the seeds, and only between neighbours of the same right:
    a second for a second. Of equal exchanges the one that moves the least is made.
    """
    home = {each: number for number, group in enumerate(groups) for each in group}
    order = list(going)
    tables = first_tables(form, len(order), sizes, options)
    at = {seed: number for number, table in enumerate(tables) for seed in table}

    def clashes() -> int:
        return sum(
            home.get(order[first].entrant, -1) == home.get(order[second].entrant, -2)
            for table in tables
            for first, second in pairs(table)
        )

    left = clashes()
    exchanges = sorted(
        (
            (first, second)
            for second in at
            for first in at
            if first < second
            and at[first] != at[second]
            and _right(order[first].code) == _right(order[second].code)
        ),
        key=lambda pair: (pair[1] - pair[0], -pair[0]),
    )
    while left:
        before = left
        for first, second in exchanges:
            order[first], order[second] = order[second], order[first]
            now = clashes()
            if now < left:
                left = now
                break
            order[first], order[second] = order[second], order[first]
        if left == before:
            break
    return order


def first_tables(
    form: Format, entrants: int, sizes: Sizes, options: Options
) -> list[tuple[int, ...]]:
    """Return who meets in the first round, by seeds from 0; nobody where that is drawn."""
    if not form.pairs_by_seed:
        return []
    seeds = tuple(range(entrants))
    try:
        pairing = form.pair(
            Stage(seeds, seeds, Record(seeds, ()), seeds, sizes, options, bytes(32))
        )
    except InfeasibleError:
        return []
    return list(pairing.tables)


def _right(code: str) -> str:
    """Return what two sources have in common whose seeds may be exchanged."""
    if found := GROUP.fullmatch(code):
        return found[3]
    return code.partition("-")[0] if BEST.fullmatch(code) else "rank"
