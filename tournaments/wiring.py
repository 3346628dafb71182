"""What the platform lends to tournaments, which know no matches: set once, when it starts."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

MatchCheck = Callable[[Mapping[str, Any], int], None]
"""Raises Problem when no match of these settings can be opened with that many seats."""
BotCheck = Callable[[str, str], None]
"""Raises Problem when there is no bot of a name that plays a game."""


class Lent(NamedTuple):
    """The callables."""

    check_match: MatchCheck
    check_bot: BotCheck


def _anything(_settings: Mapping[str, Any], _seats: int) -> None:
    """Accept any match: nothing is wired."""


def _any_bot(_bot: str, _game: str) -> None:
    """Accept any bot: nothing is wired."""


_lent = Lent(_anything, _any_bot)


def lend(lent: Lent) -> None:
    """Let tournaments use the platform's callables from now on."""
    global _lent  # noqa: PLW0603 - Set once, by whoever wires the platform.
    _lent = lent


def lent() -> Lent:
    """Return the platform's callables."""
    return _lent
