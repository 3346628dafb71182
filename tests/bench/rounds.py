"""Measure by turns: what runs on the same machine in the same seconds can be compared."""

import time
from collections.abc import Callable, Mapping
from itertools import cycle
from statistics import median

Subject = Callable[[float], float]
"""Works for about so many seconds and returns its rate (per second)."""
Advance = Callable[[str], None]
"""Is told what is measured next, once a slice."""

ROUNDS = 3
"""Medians of fewer would be the luck of one slice."""

SHORTER = 10
"""By how much turns may be shorter where nothing has to get going first."""


def rates_by_turns(
    subjects: Mapping[str, Subject], seconds: float, advance: Advance, rounds: int = ROUNDS
) -> dict[str, list[float]]:
    """Return the rates of each subject, one a round, in each of which all have a turn."""
    rates: dict[str, list[float]] = {name: [] for name in subjects}
    for _ in range(rounds):
        for name, subject in subjects.items():
            advance(name)
            rates[name].append(subject(seconds))
    return rates


def by_turns(
    subjects: Mapping[str, Subject], seconds: float, advance: Advance, rounds: int = ROUNDS
) -> dict[str, float]:
    """Return the median rate of each subject over the rounds."""
    rates = rates_by_turns(subjects, seconds, advance, rounds)
    return {name: median(each) for name, each in rates.items()}


def by_short_turns(
    subjects: Mapping[str, Subject], seconds: float, advance: Advance
) -> dict[str, float]:
    """Return what `by_turns` does from as much time, in more and shorter turns.

    A machine that is slow for half a second is then slow for all subjects alike.
    """
    return by_turns(subjects, seconds / SHORTER, advance, ROUNDS * SHORTER)


def repeated(work: Callable[[], int], clock: Callable[[], float] = time.process_time) -> Subject:
    """Return the subject that does a piece of work again and again; the work returns its units.

    By default the processor's time counts, which other processes disturb less. What waits for a
    server must be measured by `time.perf_counter`.
    """

    def subject(seconds: float) -> float:
        begun = clock()
        end = begun + seconds
        units = 0
        while (now := clock()) < end:
            units += work()
        return units / (now - begun)

    return subject


def cycled(works: list[Callable[[], int]]) -> Callable[[], int]:
    """Return the work that does the given ones in turn."""
    order = cycle(works)

    def work() -> int:
        return next(order)()

    return work
