"""Every format: one line each."""

from importlib import import_module

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
