"""The clocks of rounds in person, as pages count them down."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from tournaments.round_clock import SECOND_MS, RoundClock
from tournaments.state import RoundState, TableState, TournamentState


@dataclass(frozen=True)
class ClockFace:
    """What a page shows of a clock, and counts down by."""

    left_ms: int
    """When the page was made; below 0 when the time has been up for so long."""
    total_s: int
    """The whole time, with what was given in addition."""
    extra_s: int
    """What the table has beyond the others of its round."""
    now: datetime
    ends_at: datetime | None
    """None while the clock is stopped."""

    @property
    def text(self) -> str:
        """The time left, as on a clock: the second that runs counts as whole."""
        seconds = max(0, -(-self.left_ms // SECOND_MS))
        minutes, rest = divmod(seconds, 60)
        if minutes < 60:
            return f"{minutes}:{rest:02}"
        return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"

    @property
    def is_up(self) -> bool:
        """Whether nothing is left."""
        return self.left_ms <= 0

    @property
    def minutes(self) -> int:
        """The whole time in minutes, rounded up."""
        return -(-self.total_s // 60)

    @property
    def now_ms(self) -> int:
        """The server's time when the page was made, in milliseconds since 1970."""
        return _epoch_ms(self.now)

    @property
    def ends_ms(self) -> int | None:
        """The same of the moment when the time is up."""
        return None if self.ends_at is None else _epoch_ms(self.ends_at)


def _epoch_ms(moment: datetime) -> int:
    return (moment - datetime.fromtimestamp(0, UTC)) // timedelta(milliseconds=1)


def face(
    round_: RoundState, table: TableState | None = None, now: datetime | None = None
) -> ClockFace | None:
    """Return how a round's clock stands, for one of its tables if it is named; None without."""
    clock: RoundClock | None = round_.clock
    if clock is None or round_.closed:
        return None
    moment = now or datetime.now(UTC)
    own = 0 if table is None else table.extended_s
    extra = round_.extended_s + own
    return ClockFace(
        left_ms=clock.left_ms(moment, extra),
        total_s=clock.seconds + extra,
        extra_s=own,
        now=moment,
        ends_at=clock.ends_at(extra),
    )


def timed_round(state: TournamentState) -> RoundState | None:
    """Return the round whose clock everyone is to see: the last that is live and has one."""
    live = [each for each in state.rounds if each.published and not each.closed]
    return next((each for each in reversed(live) if each.clock is not None), None)
