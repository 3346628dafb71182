"""Every game that can be played: one line a version of its rules."""

from collections.abc import Iterable
from importlib import import_module

from games.core import AnyRules, Rules, UnknownGameError

GAMES = (
    "games.stick_em.rules:StickEm",
    "games.second_story.personal:SecondStory2",
    "games.second_story.rules:SecondStory",
    "games.sticky_fingers.rules:StickyFingers",
    "games.pickpocket.personal:Pickpocket2",
    "games.pickpocket.rules:Pickpocket",
)
"""`module:Class`; a later version of a game stands behind the earlier ones, which stay.

A game's last line is what new matches are opened with where nobody asks for rules by their id. So
what stands before it is there for who does: personal draw orders, for deals that many play.
"""


def load(path: str) -> AnyRules:
    """Return the rules of one line of GAMES; raise TypeError where it names something else."""
    module, _, name = path.partition(":")
    rules = getattr(import_module(module), name)()
    if not isinstance(rules, Rules):
        message = f"{path} is no Rules"
        raise TypeError(message)
    return rules


RulesBy = dict[str, AnyRules]


def tables(lines: Iterable[str]) -> tuple[RulesBy, RulesBy]:
    """Return the rules of lines by id, and those of each game's last line by game."""
    by_id = {rules.id: rules for rules in map(load, lines)}
    return by_id, {rules.game: rules for rules in by_id.values()}


_RULES, _CURRENT = tables(GAMES)


def rules(rules_id: str) -> AnyRules:
    """Return the rules of that id, such as `stick-em@1`; raise UnknownGameError."""
    try:
        return _RULES[rules_id]
    except KeyError:
        message = f"there are no rules {rules_id}"
        raise UnknownGameError(message) from None


def current_rules(game: str) -> AnyRules:
    """Return the rules that new matches of the game are opened with; raise UnknownGameError."""
    try:
        return _CURRENT[game]
    except KeyError:
        message = f"there is no game {game}"
        raise UnknownGameError(message) from None


def named_rules(name: str) -> AnyRules:
    """Return rules by their id, or the current ones of a game; raise UnknownGameError."""
    return rules(name) if "@" in name else current_rules(name)


def versions(game: str) -> tuple[AnyRules, ...]:
    """Return all rules of a game, the current ones first; none of a game that is not known."""
    every = [rules for rules in _RULES.values() if rules.game == game]
    return tuple(sorted(every, key=lambda rules: rules is not _CURRENT[game]))


def all_rules() -> tuple[AnyRules, ...]:
    """Return all registered rules, older versions included, in the order of GAMES."""
    return tuple(_RULES.values())


def current_games() -> tuple[AnyRules, ...]:
    """Return the current rules of every game."""
    return tuple(_CURRENT.values())
