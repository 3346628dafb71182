"""Every format: one line each."""

from importlib import import_module

import msgspec

from games.options import Option
from tournaments.formats.core import Format

FORMATS = (
    "tournaments.formats.pods:Pods",
    "tournaments.formats.player_count_rounds:PlayerCountRounds",
    "tournaments.formats.swiss:Swiss",
    "tournaments.formats.knockout:Knockout",
    "tournaments.formats.round_robin:RoundRobin",
    "tournaments.formats.double_elimination:DoubleElimination",
    "tournaments.formats.lives:Lives",
    "tournaments.formats.groups:Groups",
    "tournaments.formats.arena:Arena",
    "tournaments.formats.league:League",
    "tournaments.formats.team_boards:TeamBoards",
)
"""`module:Class`; the first one is the default."""


def load(path: str) -> Format:
    """Return the format of one line of FORMATS; raise TypeError where it names something else."""
    module, _, name = path.partition(":")
    found = getattr(import_module(module), name)()
    if not isinstance(found, Format):
        message = f"{path} is no Format"
        raise TypeError(message)
    return found


_FORMATS = {each.id: each for each in map(load, FORMATS)}


def find(format_id: str) -> Format:
    """Return a format by its id; KeyError when there is none."""
    return _FORMATS[format_id]


def formats() -> tuple[Format, ...]:
    """Return all formats, the default first."""
    return tuple(_FORMATS.values())


def options_in_words() -> str:
    """Return a list of the options of every format and of what each may be, as Markdown."""
    return "\n".join(
        f"- `{option.name}` of `{each.id}` ({_values(option)}): {option.title}"
        for each in formats()
        for option in each.options
    )


def _values(option: Option) -> str:
    choices = ", ".join(f"`{msgspec.json.encode(choice).decode()}`" for choice in option.choices)
    if option.low is None or option.high is None:
        return choices
    return f"{choices}, or {option.low} to {option.high}"
