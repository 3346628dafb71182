"""Django's command line, for manage.py of a clone and `cutpurse manage` of a wheel.

Commands that need PostgreSQL or Redis where the environment names none get the embedded servers,
which stop at the end unless another process uses them. What the caller can mend is told in a line;
--traceback shows where it came from.
"""

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress

from cutpurse.loading import loading

INSTEAD = {"generateschema": "`manage.py spectacular`", "test": "`make test`"}
"""Commands of the frameworks that have no use here, and what to run in their place."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one management command: the program's name, the command's, and what it takes."""
    given = list(sys.argv if arguments is None else arguments)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cutpurse.settings")
    command = given[1] if len(given) > 1 else ""
    if command in INSTEAD:
        sys.exit(f"error: {command} does not serve here: run {INSTEAD[command]}")
    run(given)


def run(arguments: list[str]) -> None:
    """Run a command, with servers where it needs some."""
    with ExitStack() as stack:
        stack.push(tell)
        import django  # noqa: PLC0415
        from django.conf import settings  # noqa: PLC0415
        from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415
        from django.core.management import execute_from_command_line  # noqa: PLC0415

        from cutpurse.embedded import commands  # noqa: PLC0415

        if commands.need_servers(arguments):
            # Settings may name another folder for the servers: they must be read first.
            _ = settings.DATABASES
            stack.enter_context(embedded_servers())
            # Once more, as long as the database can still be asked.
            stack.push(tell)
        # Django does it again, and says what is wrong.
        with loading(), suppress(ImproperlyConfigured):
            django.setup()
        execute_from_command_line(arguments)


def tell(_kind: object, error: BaseException | None, _traceback: object) -> bool:
    """Leave with what to do about an error that the caller can mend; not for any other."""
    from cutpurse.advice import advice  # noqa: PLC0415

    if isinstance(error, KeyboardInterrupt):
        sys.exit(128 + signal.SIGINT)
    said = None if error is None or "--traceback" in sys.argv else advice(error)
    if said is not None:
        sys.exit(f"error: {said}")
    return False


@contextmanager
def embedded_servers() -> Iterator[None]:
    """Keep the embedded servers running."""
    from cutpurse.embedded import servers  # noqa: PLC0415

    # A terminated command leaves in order, and so releases its servers.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    with servers.running():
        yield
