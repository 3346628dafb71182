"""The command line, `cutpurse`: a player's table in the terminal, by way of `cutpurse.client`.

`cutpurse up` and `cutpurse manage` run a site; they need the extra `server`.
"""

import sys
from collections.abc import Sequence

NEEDED = {"rich", "typer"}
"""Packages of the extra `cli`."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return the exit code."""
    try:
        from cutpurse.cli import app  # noqa: PLC0415 - Its packages are an extra.
    except ModuleNotFoundError as error:
        if error.name not in NEEDED:
            raise
        sys.stderr.write(
            f"cutpurse: the command line needs the package {error.name}: "
            'pip install "cutpurse[cli]", or "cutpurse[server,embedded]" for a site of your own.\n'
        )
        return 1
    return app.main(arguments)
