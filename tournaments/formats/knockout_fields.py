"""How the field of a knockout shrinks from round to round. Pure."""

from collections.abc import Iterator

from tournaments.formats.core import Options
from tournaments.formats.sizes import Sizes


def advancing_per_table(sizes: Sizes, options: Options) -> int:
    """Return how many of a table go on."""
    return int(options["advance"]) or max(1, sizes.target // 2)


def full_field(entrants: int, target: int, advance: int) -> int:
    """Return the largest field up to so many that stays full to the final table.

    >>> [full_field(each, 4, 2) for each in (4, 7, 8, 48, 64)]
    [4, 4, 8, 32, 64]
    """
    field = target
    while field % advance == 0 and field // advance * target <= entrants:
        field = field // advance * target
    return field


def split(entrants: int, sizes: Sizes, advance: int) -> tuple[int, tuple[int, ...]]:
    """Return how many wait and the sizes of the tables of a round."""
    if entrants <= max(sizes.target, sizes.least):
        return 0, (entrants,)
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


def let_back_in(field: int, going: int, sizes: Sizes, options: Options) -> int:
    """Return how many who are out play on, when so many of a field go on.

    None where the next round would be as large as this one: such a knockout would never end.
    """
    missing = -going % sizes.target
    if not options["wildcards"] or going <= sizes.target or going + missing >= field:
        return 0
    return missing


def fields_after(field: int, sizes: Sizes, options: Options) -> Iterator[int]:
    """Yield how many may be left after a round of so many; nothing after the final table."""
    if field < sizes.least:
        return
    byes, tables = split(field, sizes, advance := advancing_per_table(sizes, options))
    if len(tables) == 1 and not byes:
        return
    fewest = byes + sum(min(advance, size - 1) for size in tables)
    most = byes + sum(size - 1 for size in tables) if options["ties"] == "all" else fewest
    for going in range(fewest, most + 1):
        yield going + let_back_in(field, going, sizes, options)
