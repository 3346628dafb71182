"""The commands that run a site of one's own: all of manage.py, of which two have names here."""

import os
import sys
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from cutpurse.cli.errors import CliError

TAKES_ANYTHING = {"allow_extra_args": True, "ignore_unknown_options": True}

Data = Annotated[
    Path | None,
    typer.Option(
        envvar="CUTPURSE_HOME",
        help="The data folder; by default ./cutpurse-data.",
        show_default=False,
    ),
]


def tell_version(is_asked: bool) -> None:
    """Say which version this is, and leave, where somebody asks."""
    if is_asked:
        typer.echo(f"cutpurse {version('cutpurse')}")
        raise typer.Exit


def up(
    host: Annotated[
        str, typer.Option(envvar="HOST", help="The address to listen on.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(envvar="PORT", min=1, max=65535)] = 8000,
    data: Data = None,
) -> None:
    """Run the whole platform on this machine until Ctrl-C, with people and matches to look at."""
    os.environ |= {"HOST": host, "PORT": str(port)}
    run(["up"], data)


def down(data: Data = None) -> None:
    """Stop what `cutpurse up` runs."""
    run(["down"], data)


def manage(context: typer.Context) -> None:
    """Run a command for operators, such as `verify` or `createsuperuser`; `help` lists them."""
    run(context.args or ["help"], None)


def run(arguments: list[str], data: Path | None) -> None:
    """Run a management command, with what is kept in a folder."""
    if find_spec("django") is None:
        raise CliError('A site takes more: pip install "cutpurse[server,embedded]".')
    if data is not None:
        os.environ["CUTPURSE_HOME"] = str(data.resolve())
    # It sets up Django, which nothing else here needs.
    from cutpurse import manage as command_line  # noqa: PLC0415

    command_line.main([Path(sys.argv[0]).name, *arguments])
