"""Who stands above whom on a challenge ladder, and how a match changes it.

The one with the best place is inserted directly above the highest player whom it has beaten, then
the next one, and so on; at a table of two that is Online-Go's rule. Nobody rises more than a number
of rungs, and nobody falls more than one rung for each player who passes. Ties keep their order.
"""

from collections.abc import Sequence


def after_match(
    rungs: Sequence[str], players: Sequence[str], places: Sequence[int], *, rise_max: int
) -> list[str]:
    """Return the rungs after a match; players who are on none stay away.

    >>> after_match(["ann", "bob", "cleo", "dirk"], ["dirk", "ann"], [1, 2], rise_max=5)
    ['dirk', 'ann', 'bob', 'cleo']
    >>> after_match(["ann", "bob", "cleo", "dirk"], ["dirk", "ann"], [1, 2], rise_max=2)
    ['ann', 'dirk', 'bob', 'cleo']
    """
    moved = list(rungs)
    start = {key: rung for rung, key in enumerate(rungs)}
    table = sorted(
        (
            (place, start[key], key)
            for key, place in zip(players, places, strict=True)
            if key in start
        )
    )
    for place, from_rung, key in table:
        beaten = [moved.index(other) for worse, _, other in table if worse > place]
        if not beaten:
            continue
        target = max(min(beaten), from_rung - rise_max)
        if target < moved.index(key):
            moved.remove(key)
            moved.insert(target, key)
    return moved


def reach(position: int, *, percent: int, places: int) -> int:
    """Return the highest rung that a player on a rung may challenge.

    >>> reach(20, percent=40, places=5), reach(8, percent=40, places=5)
    (12, 3)
    """
    return max(1, position - max(places, position * percent // 100))
