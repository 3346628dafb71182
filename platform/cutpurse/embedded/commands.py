"""Which of Django's commands need the servers."""

import os
from collections.abc import Mapping, Sequence

SERVERLESS = frozenset(
    {
        "bot_league",
        "check",
        "collectstatic",
        "compilemessages",
        "diffsettings",
        "down",
        "findstatic",
        "help",
        "makemessages",
        "spectacular",
        "startapp",
        "version",
    }
)


def need_servers(arguments: Sequence[str], environ: Mapping[str, str] = os.environ) -> bool:
    """Return whether a command line of manage.py needs servers that the environment lacks."""
    if environ.get("DATABASE_URL") and environ.get("REDIS_URL"):
        return False
    command = arguments[1] if len(arguments) > 1 else "help"
    asks_help = {"-h", "--help", "--version"} & set(arguments[1:])
    return not asks_help and not command.startswith("-") and command not in SERVERLESS
