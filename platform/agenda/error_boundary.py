"""Keep one handler's error from stopping the others, and tell it without telling secrets."""

import sysconfig
import traceback
from types import TracebackType
from typing import Self

LIBRARY = (sysconfig.get_path("stdlib"), sysconfig.get_path("purelib"))
FRAMES_MAX = 4
CONTENTION = frozenset({"40001", "40P01", "55P03"})
"""SQLSTATEs that mean "someone else was quicker": serialisation, deadlock, lock timeout."""


class ErrorBoundary:
    """Run a block; an error in it ends here and stands in `error`.

    For the loops that must go on whatever a handler does. Everywhere else errors pass.
    """

    def __init__(self) -> None:
        self.error: Exception | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        """Keep an error, but let through what ends the thread or the process."""
        if isinstance(error, Exception):
            self.error = error
            return True
        return False


def sqlstate(error: BaseException) -> str:
    """Return PostgreSQL's code of a database error, or an empty string."""
    return getattr(error.__cause__, "sqlstate", None) or ""


def describe(error: BaseException) -> str:
    """Return an error's type and the innermost of our frames that it passed.

    Without its message: messages name values, and a value may be a hidden card.
    """
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if not frame.filename.startswith(LIBRARY)] or frames
    places = [
        f"{'/'.join(frame.filename.split('/')[-2:])}:{frame.lineno} {frame.name}"
        for frame in ours[-FRAMES_MAX:]
    ]
    code = sqlstate(error)
    name = f"{type(error).__qualname__}{f' ({code})' if code else ''}"
    return f"{name} at {', '.join(places)}" if places else name
