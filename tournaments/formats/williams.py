"""Orders of play in which everybody has every seat once, and few always follow the same. Pure.

E. J. Williams, Experimental designs balanced for the estimation of residual effects of treatments,
Australian Journal of Scientific Research A 2 (1949) 149-168.
"""


def williams(size: int) -> tuple[tuple[int, ...], ...]:
    """Return one order of the players 0 to size - 1 a round, as many rounds as players.

    Every player has every seat once. For an even size every player also sits directly behind
    every other exactly once (at the left of the last seat sits nobody); for an odd one no such
    square is known to exist, and the rows are those of the classic construction.

    >>> williams(4)
    ((0, 3, 1, 2), (1, 0, 2, 3), (2, 1, 3, 0), (3, 2, 0, 1))
    """
    first = [0]
    for step in range(1, size):
        first.append((first[-1] - step if step % 2 else first[-1] + step) % size)
    return tuple(tuple((each + shift) % size for each in first) for shift in range(size))
