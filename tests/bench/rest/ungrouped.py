"""The web server without its group commit, which the benchmark measures that against.

    python -m tests.bench.rest.ungrouped alone --port 8600
    python -m tests.bench.rest.ungrouped threads --port 8600

`alone`: the loop decides moves as ever, and each is written in a transaction of its own, by as many
connections as `MOVE_WRITERS` says. `threads`: each move is decided and written by a thread, as what
the loop does not take always is.
"""

import os
import sys
from contextlib import AbstractContextManager
from unittest import mock

import django

from cutpurse import server


async def _left_to_threads(_batcher: object, _order: object) -> None:
    """Take no move."""


def ungrouped(how: str) -> AbstractContextManager[object]:
    """Have moves written `alone` or by `threads` inside; Django is set up before."""
    from matches import move_batcher  # noqa: PLC0415 - Its models need Django set up.

    if how == "alone":
        return mock.patch.object(move_batcher, "BATCH_MAX", 1)
    return mock.patch.object(move_batcher.MoveBatcher, "submit", _left_to_threads)


def main() -> None:
    """Serve the site until a signal asks to stop."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cutpurse.settings")
    django.setup()
    with ungrouped(sys.argv.pop(1)):
        server.main()


if __name__ == "__main__":
    main()
