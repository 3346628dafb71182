"""How the field of a knockout shrinks from round to round. Pure."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from games.messages import Message
from tournaments.formats.core import InfeasibleError, Options
from tournaments.formats.sizes import Sizes

ARROW = re.compile(r"\s*(?:→|->|>)\s*")
ROW = r"[2-6]>[1-5]"
BY_ROUND = re.compile(rf"(?:{ROW}(?:, {ROW})*(?:, [2-6])?|[2-6])?")
"""Tables round by round: `6>3, 5>2, 4` is tables of six of which three go on, tables of five of
which two do, and a final of four."""


class Step(NamedTuple):
    """How a round is played."""

    sizes: Sizes
    advance: int
    """How many of a table go on."""
    final: int
    """As many or fewer sit down at the final table."""
    is_planned: bool
    """Whether the plan says how large the tables of this round are."""


def canonical(by_round: str) -> str:
    """Return tables by round as they are kept.

    >>> canonical("6 → 3; 5->2;4")
    '6>3, 5>2, 4'
    """
    parts = re.split(r"\s*[,;]\s*", ARROW.sub(">", by_round.strip()))
    return ", ".join(each for each in parts if each)


def advancing_per_table(sizes: Sizes, options: Options) -> int:
    """Return how many of a table go on where the plan has no tables by round."""
    return int(options["advance"]) or max(1, sizes.target // 2)


def step(number: int, sizes: Sizes, options: Options) -> Step:
    """Return how a round, from 1, is played; after the last one that the plan names as that one."""
    advance = advancing_per_table(sizes, options)
    said = str(options.get("by_round", ""))
    if not said:
        return Step(sizes, advance, sizes.target, is_planned=False)
    parts = said.split(", ")
    rows = [tuple(map(int, each.split(">"))) for each in parts if ">" in each]
    size, going = (rows or [(sizes.target, advance)])[min(number, max(len(rows), 1)) - 1]
    final = size if ">" in parts[-1] else int(parts[-1])
    return Step(sizes._replace(target=size), going, final, is_planned=True)


def steps(options: Options) -> int:
    """Return how many rounds differ; the rounds that follow are like the last of them."""
    return max(1, str(options.get("by_round", "")).count(">"))


def full_field(entrants: int, target: int, advance: int) -> int:
    """Return the largest field up to so many that stays full to the final table.

    >>> [full_field(each, 4, 2) for each in (4, 7, 8, 48, 64)]
    [4, 4, 8, 32, 64]
    """
    field = target
    while field % advance == 0 and field // advance * target <= entrants:
        field = field // advance * target
    return field


def split(entrants: int, own: Step) -> tuple[int, tuple[int, ...]]:
    """Return how many wait and the sizes of the tables of a round."""
    sizes, advance = own.sizes, own.advance
    if entrants <= max(own.final, sizes.least):
        return 0, (entrants,)
    if own.is_planned:
        cut = sizes.split(entrants)
        return cut.byes, cut.tables
    field = full_field(entrants, sizes.target, advance)
    if field == entrants:
        return 0, (sizes.target,) * (entrants // sizes.target)
    tables = -(-(entrants - field) // (sizes.target - advance))
    playing = entrants - field + advance * tables
    if playing // tables >= max(sizes.least, advance + 1) and playing <= entrants:
        larger = playing % tables
        small = playing // tables
        return entrants - playing, (small + 1,) * larger + (small,) * (tables - larger)
    cut = sizes.split(entrants)
    return cut.byes, cut.tables


def is_final(entrants: int, own: Step) -> bool:
    """Tell whether so many play the final: at one table, and none of them goes on from it.

    Where the plan has tables by round, one table can also send its best to a smaller final.
    """
    byes, tables = split(entrants, own)
    if byes or len(tables) != 1:
        return False
    is_small = entrants <= max(own.final, own.sizes.least)
    return is_small or not own.is_planned or min(own.advance, entrants - 1) < own.sizes.least


def let_back_in(field: int, going: int, following: Step) -> int:
    """Return how many who are out get a wildcard, when so many of a field go on to a round.

    None where that round would be as large as the one before: such a knockout would never end.
    """
    if going > following.final:
        missing = -going % following.sizes.target
    else:
        missing = following.final - going if following.is_planned else 0
    return missing if going + missing < field else 0


def fields_after(field: int, sizes: Sizes, options: Options, number: int = 1) -> Iterator[int]:
    """Yield how many may be left after a round of so many; nothing after the final table."""
    own = step(number, sizes, options)
    if field < sizes.least or is_final(field, own):
        return
    byes, tables = split(field, own)
    fewest = byes + sum(min(own.advance, size - 1) for size in tables)
    most = byes + sum(size - 1 for size in tables) if options["ties"] == "all" else fewest
    following = step(number + 1, sizes, options)
    for going in range(fewest, most + 1):
        yield going + (let_back_in(field, going, following) if options["wildcards"] else 0)


def course(field: int, sizes: Sizes, options: Options) -> list[int]:
    """Return how many play in each round, if all stay and nobody ties."""
    found: list[int] = []
    while field >= sizes.least:
        found.append(field)
        field = next(fields_after(field, sizes, options, len(found)), 0)
    return found


def rounds_max(entrants: int, sizes: Sizes, options: Options) -> int:
    """Return the most rounds of any course: whoever leaves, and whoever ties across a cut."""
    later: list[int] = []
    for number in range(steps(options), 0, -1):
        longest: list[int] = []
        for field in range(entrants + 1):
            known = later or longest
            after = [known[left] for left in fields_after(field, sizes, options, number)]
            own = 1 + max(after, default=0) if field >= sizes.least else 0
            # Who leaves makes the field smaller, which may take longer.
            longest.append(max([own, *longest[-1:]]))
        later = longest
    return later[entrants]


def require_possible(sizes: Sizes, options: Options) -> None:
    """Raise InfeasibleError unless tables by round fit the sizes, and somebody goes out at each."""
    for number in range(1, steps(options) + 1):
        own = step(number, sizes, options)
        for size in (own.sizes.target, own.final):
            if not sizes.least <= size <= sizes.most:
                message = Message("a table of %(size)s cannot be seated", size=size)
                raise InfeasibleError(
                    message,
                    Message("choose %(low)s to %(high)s", low=sizes.least, high=sizes.most),
                )
        if own.advance >= own.sizes.target:
            message = Message(
                "%(count)s cannot advance from a table of %(size)s",
                count=own.advance,
                size=own.sizes.target,
            )
            raise InfeasibleError(
                message, Message("let 1 to %(count)s advance", count=own.sizes.target - 1)
            )


def require_final(entrants: int, sizes: Sizes, options: Options) -> None:
    """Raise InfeasibleError where tables by round would leave too few for a final."""
    played = course(entrants, sizes, options)
    own = step(len(played), sizes, options)
    if own.is_planned and played and not is_final(played[-1], own):
        byes, tables = split(played[-1], own)
        left = byes + sum(min(own.advance, size - 1) for size in tables)
        message = Message("%(count)s are left for the final", count=left)
        raise InfeasibleError(
            message, Message("let more advance: a table needs %(count)s", count=sizes.least)
        )
