"""Run many commands of manage.py, each in a fork of a process that has read the project once.

`python -m tests.cutpurse.each_command` reads {"name": ["argument", …]} and writes what came of
each: {"name": [status, "what it said"]}. A process for each, from nothing, takes a second and a
half.
"""

import gc
import json
import os
import runpy
import signal
import sys
import tempfile
from importlib import import_module
from typing import Never

import django
from django.conf import settings
from django.core import checks

from cutpurse.embedded.addresses import ROOT

SECONDS_MAX = 60


def said(name: str, arguments: list[str]) -> tuple[int, str]:
    """Run a command in a child, and return its exit status and output."""
    with tempfile.TemporaryFile() as output:
        child = os.fork()
        if child == 0:
            signal.alarm(SECONDS_MAX)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            for stream in (1, 2):
                os.dup2(output.fileno(), stream)
            sys.argv = ["manage.py", name, *arguments]
            run()
        _, ended = os.waitpid(child, 0)
        output.seek(0)
        return os.waitstatus_to_exitcode(ended), output.read().decode(errors="replace")


def run() -> Never:
    """Run what the arguments say, and end as the interpreter does: nothing comes after it."""
    status = 1
    try:
        runpy.run_path(str(ROOT / "manage.py"), run_name="__main__")
        status = 0
    except SystemExit as leaving:
        status = leaving.code if isinstance(leaving.code, int) else 1
        sys.stderr.write(leaving.code if isinstance(leaving.code, str) else "")
    finally:
        if error := sys.exception():
            sys.excepthook(type(error), error, error.__traceback__)
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    django.setup()
    # Most commands begin with it. What it imports is then in memory for all of them.
    import_module(settings.ROOT_URLCONF)
    checks.run_checks()
    gc.freeze()
    asked = json.load(sys.stdin)
    json.dump({name: said(name, arguments) for name, arguments in asked.items()}, sys.stdout)
