"""What matches are played for, as the layers above know it: a list can be narrowed to it."""

from collections.abc import Callable, Mapping
from uuid import UUID

from django.db.models import Model, QuerySet

Finder = Callable[[str, UUID | None], QuerySet[Model, Mapping[str, object]]]
"""Returns the ids of the matches of something by its name, as far as an account may know of it;
raises not_found."""

_finders: dict[str, Finder] = {}


def register(kind: str, finder: Finder) -> None:
    """Let matches be found by what they are played for: `tournament`."""
    _finders[kind] = finder


def matches_of(kind: str, name: str, account: UUID | None) -> QuerySet[Model, Mapping[str, object]]:
    """Return the ids of the matches of a thing of some kind; raises not_found."""
    return _finders[kind](name, account)
