"""Every rating system that a ladder can have: one line each."""

from collections.abc import Mapping
from importlib import import_module

from games.messages import Message
from ratings.systems.core import RatingSystem

SYSTEMS = (
    "ratings.systems.elo:Elo",
    "ratings.systems.open_skill:OpenSkill",
)
"""`module:Class`. What a system answers never changes: other numbers need another id."""


class UnknownSystemError(LookupError):
    """No rating system has that id."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


def load(path: str) -> type[RatingSystem]:
    """Return the system of one line of SYSTEMS; raise TypeError where it names something else."""
    module, _, name = path.partition(":")
    found = getattr(import_module(module), name)
    if not (isinstance(found, type) and issubclass(found, RatingSystem)):
        message = f"{path} is no RatingSystem"
        raise TypeError(message)
    return found


_SYSTEMS = {system.id: system for system in map(load, SYSTEMS)}


def systems() -> tuple[type[RatingSystem], ...]:
    """Return all systems, in the order of SYSTEMS."""
    return tuple(_SYSTEMS.values())


def system(system_id: str) -> type[RatingSystem]:
    """Return a system; raise UnknownSystemError."""
    try:
        return _SYSTEMS[system_id]
    except KeyError:
        message = Message(
            "must be one of %(known)s, not %(given)s", known=list(_SYSTEMS), given=system_id
        )
        raise UnknownSystemError(message) from None


def instance(system_id: str, parameters: Mapping[str, object]) -> RatingSystem:
    """Return a system with parameters; raise UnknownSystemError or ParameterError."""
    found = system(system_id)
    return found(found.checked(parameters))
