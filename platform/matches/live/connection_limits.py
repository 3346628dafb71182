"""How many streams anybody may hold open at once, in one server process."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings

from api.problems import Problem
from games.messages import Message

RETRY_S = 5


class ConnectionLimits:
    """Counts the streams that are open, by whoever holds them."""

    def __init__(self) -> None:
        self._held: Counter[str] = Counter()

    @contextmanager
    def hold(self, subject: str) -> Iterator[None]:
        """Hold a place for as long as the context lasts; raises rate_limited when there is none."""
        name = "STREAMS_PER_ACCOUNT" if subject.startswith("account:") else "STREAMS_PER_ADDRESS"
        most: int = getattr(settings, name)
        if self._held[subject] >= most:
            raise Problem(
                "rate_limited",
                Message(
                    "You hold %(limit)s streams open, which is the limit %(bucket)s."
                    " Close one first.",
                    limit=most,
                    bucket=name,
                ),
                params={"bucket": name.lower(), "limit": most, "seconds": RETRY_S},
                headers={"Retry-After": str(RETRY_S)},
            )
        self._held[subject] += 1
        try:
            yield
        finally:
            self._held[subject] -= 1
            if not self._held[subject]:
                del self._held[subject]


places = ConnectionLimits()
"""The open streams of this process."""
