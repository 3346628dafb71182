"""Cases of one kind: `make test` tries one or two of them, and `make test-long` the others."""

from collections.abc import Collection, Iterable

import pytest
from _pytest.mark import ParameterSet

GAMES = frozenset({"pickpocket", "stick-em"})
"""Those that stay where a check is made of every game: one with tiles and dice, one with tricks."""


def sampled(cases: Iterable[object], *stay: object) -> list[ParameterSet]:
    """Return parameters of which those alone stay that begin with one of some values.

    A tuple is several parameters.
    """
    return [_parameter(case if type(case) is tuple else (case,), stay) for case in cases]


def _parameter(case: tuple[object, ...], stay: Collection[object]) -> ParameterSet:
    return pytest.param(*case, marks=() if case[0] in stay else pytest.mark.long)
