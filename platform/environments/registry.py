"""Every game that can be learnt: one line a version of its rules."""

from functools import cache
from importlib import import_module

from environments.core import Encoding
from games import registry
from games.core import UnknownGameError

ENCODINGS = (
    "environments.stick_em:StickEm",
    "environments.second_story:SecondStory2",
    "environments.second_story:SecondStory",
    "environments.sticky_fingers:StickyFingers",
    "environments.pickpocket:Pickpocket2",
    "environments.pickpocket:Pickpocket",
)
"""`module:Class`; those of a game in the order of its rules."""


@cache
def encodings() -> dict[str, Encoding]:
    """Return the encodings by the ids of their rules; raise TypeError for what is none."""
    found = {}
    for line in ENCODINGS:
        module, _, name = line.partition(":")
        encoding = getattr(import_module(module), name)()
        if not isinstance(encoding, Encoding):
            message = f"{line} is no Encoding"
            raise TypeError(message)
        found[encoding.rules_id] = encoding
    return found


def encoding(game: str) -> Encoding:
    """Return the encoding of a game's current rules, or of rules by id; raise UnknownGameError."""
    rules_id = registry.named_rules(game).id
    try:
        return encodings()[rules_id]
    except KeyError:
        message = f"nothing tells {rules_id} in numbers"
        raise UnknownGameError(message) from None
