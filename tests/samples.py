"""Cases of one kind: `make test` tries one or some of them, and `make test-more` the others."""

from collections.abc import Iterable

import pytest
from _pytest.mark import ParameterSet

GAMES = frozenset({"pickpocket", "stick-em"})
"""Those that stay where a check is made of every game: one with tiles and dice, one with tricks."""


def sampled(cases: Iterable[object], *stay: object) -> list[ParameterSet]:
    """Return parameters of which those alone stay that begin with one of some values.

    A tuple is several parameters.
    """
    return [_parameter(case, stays=_values(case)[0] in stay) for case in cases]


def leading(cases: Iterable[object], count: int = 1) -> list[ParameterSet]:
    """Return parameters of which the first ones alone stay; a tuple is several parameters."""
    return [_parameter(case, stays=number < count) for number, case in enumerate(cases)]


def _parameter(case: object, *, stays: bool) -> ParameterSet:
    return pytest.param(*_values(case), marks=() if stays else pytest.mark.more)


def _values(case: object) -> tuple[object, ...]:
    return case if type(case) is tuple else (case,)
