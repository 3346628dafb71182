"""Numbers and choices that come from the environment."""

import os
from collections.abc import Sequence
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


def whole(name: str, default: int) -> int:
    """Return a whole number, 0 or more; ImproperlyConfigured when something else is there."""
    given = os.environ.get(name) or str(default)
    if not (given.isascii() and given.isdigit()):
        message = f"{name} must be a whole number, 0 or more, not {given!r}"
        raise ImproperlyConfigured(message)
    return int(given)


def seconds(name: str, default: float) -> float:
    """Return seconds above 0; ImproperlyConfigured when the environment has something else."""
    given = os.environ.get(name) or str(default)
    try:
        number = float(given)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        message = f"{name} must be a number of seconds above 0, not {given!r}"
        raise ImproperlyConfigured(message)
    return number


def one_of(name: str, choices: Sequence[str], default: str) -> str:
    """Return one of the choices; ImproperlyConfigured when something else is there."""
    given = os.environ.get(name) or default
    if given not in choices:
        message = f"{name} must be {' or '.join(choices)}, not {given!r}"
        raise ImproperlyConfigured(message)
    return given


def folder(name: str, default: Path) -> Path | None:
    """Return a folder; None where the environment names it empty."""
    given = os.environ.get(name)
    return default if given is None else Path(given) if given else None


def lines(name: str) -> list[str]:
    """Return what stands between semicolons, without blanks around it and without empty parts."""
    return [part.strip() for part in os.environ.get(name, "").split(";") if part.strip()]


def names(name: str, default: str) -> tuple[str, ...]:
    """Return what stands between commas, without blanks around it and without empty parts."""
    return tuple(filter(None, map(str.strip, os.environ.get(name, default).split(","))))
