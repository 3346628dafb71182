"""Whether a program hears what its account is asked: then the site counts it as there."""

import math
import time


class Listening:
    """How long the stream of an account has been heard without a cut."""

    def __init__(self) -> None:
        self.since = math.inf
        """When the first line or ping of this connection came, on the monotonic clock, in seconds;
        inf while nothing is heard."""

    def note_line(self) -> None:
        """Note that a line or a ping has come."""
        if self.since == math.inf:
            self.since = time.monotonic()

    def note_cut(self) -> None:
        """Note that nothing is heard any more."""
        self.since = math.inf
