"""The clock of a round that is played in person: how long, since when, how much is used. Pure."""

from datetime import datetime, timedelta

import msgspec

SECOND_MS = 1000


class RoundClock(msgspec.Struct, frozen=True):
    """A clock that runs for all tables of a round; extra time is told beside it."""

    seconds: int
    """Its whole length, without extra time."""
    used_ms: int = 0
    """What had run down when it was last stopped."""
    since: datetime | None = None
    """When it was last started; None while it is stopped."""

    @property
    def is_running(self) -> bool:
        """Whether time runs down."""
        return self.since is not None

    def started(self, at: datetime) -> "RoundClock":
        """Return the clock as it goes on from a moment."""
        return RoundClock(self.seconds, self.used_ms, at)

    def stopped(self, at: datetime) -> "RoundClock":
        """Return the clock as it stands still from a moment on."""
        return RoundClock(self.seconds, self._used_ms(at))

    def ends_at(self, extra_s: int = 0) -> datetime | None:
        """Return when the time is up; None while the clock is stopped."""
        if self.since is None:
            return None
        left_ms = (self.seconds + extra_s) * SECOND_MS - self.used_ms
        return self.since + timedelta(milliseconds=left_ms)

    def left_ms(self, now: datetime, extra_s: int = 0) -> int:
        """Return what is left at a moment; below 0 when the time has been up for so long."""
        return (self.seconds + extra_s) * SECOND_MS - self._used_ms(now)

    def _used_ms(self, now: datetime) -> int:
        if self.since is None:
            return self.used_ms
        # A server's clock may have been set back since.
        return self.used_ms + max(0, (now - self.since) // timedelta(milliseconds=1))
