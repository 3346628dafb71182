#!/usr/bin/env python
"""Django's command line; puts platform/ on the path, so that a bare checkout works.

Commands that need PostgreSQL or Redis where the environment names none get the embedded servers,
which stop at the end unless another process uses them.
"""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parent / "platform"))


def main() -> None:
    """Run one management command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cutpurse.settings")
    from django.core.management import execute_from_command_line  # noqa: PLC0415

    from cutpurse.embedded import commands  # noqa: PLC0415

    with ExitStack() as stack:
        if commands.need_servers(sys.argv):
            stack.enter_context(embedded_servers())
        execute_from_command_line(sys.argv)


@contextmanager
def embedded_servers() -> Iterator[None]:
    """Keep the embedded servers running; say in a line why when they can't."""
    from cutpurse.embedded.errors import EmbeddedError  # noqa: PLC0415

    # A terminated command leaves in order, and so releases its servers.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        from cutpurse.embedded import servers  # noqa: PLC0415

        servers.ensure()
    except EmbeddedError as error:
        sys.exit(f"error: {error}")
    try:
        yield
    finally:
        servers.release()


if __name__ == "__main__":
    main()
