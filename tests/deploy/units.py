"""The systemd units, read for their commands."""

import shlex
from pathlib import Path
from typing import NamedTuple

from cutpurse.embedded.addresses import ROOT

UNITS = ROOT / "deploy" / "systemd"
PYTHON = "/opt/cutpurse/.venv/bin/python"


class Unit(NamedTuple):
    """What a service runs, and with which environment of its own."""

    command: list[str]
    environment: dict[str, str]


def unit(file: Path) -> Unit:
    """Return the command and the environment of a service."""
    command: list[str] = []
    environment: dict[str, str] = {}
    for line in file.read_text().splitlines():
        name, _, value = line.partition("=")
        if name == "ExecStart":
            command = shlex.split(value)
        elif name == "Environment":
            key, _, content = value.partition("=")
            environment[key] = content
    return Unit(command, environment)


def arguments(name: str, ports: dict[str, str]) -> list[str]:
    """Return what follows `python -m` in a service's command, with other ports."""
    command, environment = unit(UNITS / f"{name}.service")
    python, dash_m, *rest = command
    assert (python, dash_m) == (PYTHON, "-m")
    given = ports | {f"${{{key}}}": value for key, value in environment.items()}
    return [given.get(each, each) for each in rest]
