"""How long to wait before what has ended is started again."""

import time
from dataclasses import dataclass

FIRST_S = 0.5
MAX_S = 30.0
"""The waits double from the first to this."""
STEADY_S = 30.0
"""What ran for this long begins again with the first wait."""


@dataclass(slots=True)
class Backoff:
    """The waits of one process; all moments are by the monotonic clock."""

    wait: float = FIRST_S
    started: float = 0.0
    due: float = 0.0
    """When to start it again."""

    def note_start(self) -> None:
        """Remember that it has been started."""
        self.started = time.monotonic()

    def plan(self) -> None:
        """Plan the next start of what has ended."""
        now = time.monotonic()
        if now - self.started >= STEADY_S:
            self.wait = FIRST_S
        self.due = now + self.wait
        self.wait = min(2 * self.wait, MAX_S)

    @property
    def remaining(self) -> float:
        """Return the seconds until it is due; none or fewer when it is."""
        return self.due - time.monotonic()
