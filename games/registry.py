"""Every game that can be played: one line a version of its rules."""

from importlib import import_module
from typing import Any

from games.core import Rules, UnknownGameError

GAMES = (
    "games.stick_em.rules:StickEm",
    "games.second_story.rules:SecondStory",
    "games.sticky_fingers.rules:StickyFingers",
    "games.pickpocket.rules:Pickpocket",
)
"""`module:Class`; a later version of a game stands behind the earlier ones, which stay."""


def load(path: str) -> Rules[Any, Any, Any]:
    """Return the rules of one line of GAMES; raise TypeError where it names something else."""
    module, _, name = path.partition(":")
    rules = getattr(import_module(module), name)()
    if not isinstance(rules, Rules):
        message = f"{path} is no Rules"
        raise TypeError(message)
    return rules


_RULES = {rules.id: rules for rules in map(load, GAMES)}
_CURRENT = {rules.game: rules for rules in _RULES.values()}


def rules(rules_id: str) -> Rules[Any, Any, Any]:
    """Return the rules of that id, such as `stick-em@1`; raise UnknownGameError."""
    try:
        return _RULES[rules_id]
    except KeyError:
        message = f"there are no rules {rules_id}"
        raise UnknownGameError(message) from None


def current(game: str) -> Rules[Any, Any, Any]:
    """Return the rules that new matches of the game are opened with; raise UnknownGameError."""
    try:
        return _CURRENT[game]
    except KeyError:
        message = f"there is no game {game}"
        raise UnknownGameError(message) from None


def all_rules() -> tuple[Rules[Any, Any, Any], ...]:
    """Return all registered rules, older versions included, in the order of GAMES."""
    return tuple(_RULES.values())


def games() -> tuple[Rules[Any, Any, Any], ...]:
    """Return the current rules of every game."""
    return tuple(_CURRENT.values())
