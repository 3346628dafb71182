"""The clocks of a running match, as a fold of the moments at which things happened. Pure.

Every seat that has to decide runs a clock of its own, also when several decide at once. Nothing
here asks what time it is: each moment is that of an event, so a replay gives the same clocks.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple

from matches.time_control import TimeControl

NOTHING = timedelta()
BOT_TIME = timedelta(seconds=60)
"""What a built-in bot has for a decision at least: its time is the platform's business."""
RETURN_BANK = timedelta(seconds=10)
"""What a player who takes a seat back finds in the bank at least."""


class Span(NamedTuple):
    """A stretch of time."""

    begin: datetime
    end: datetime

    def overlap(self, begin: datetime, end: datetime) -> timedelta:
        """Return how much of the time from begin to end lies in the span."""
        return max(NOTHING, min(self.end, end) - max(self.begin, begin))


class Turn:
    """One decision that a seat has to make."""

    __slots__ = ("since", "used")

    def __init__(self, since: datetime) -> None:
        self.since = since
        """Up to when the time is counted in `used`."""
        self.used = NOTHING


class Clocks:
    """The clocks of all seats."""

    __slots__ = (
        "_increment",
        "_per_move",
        "allowances",
        "back",
        "banks",
        "bots",
        "gone",
        "holds",
        "is_paused",
        "rests_until",
        "turns",
    )

    def __init__(self, clock: TimeControl, seats: int) -> None:
        self._per_move = timedelta(seconds=clock.per_move)
        self._increment = timedelta(seconds=clock.increment)
        self.banks = [timedelta(seconds=clock.bank)] * seats
        self.turns: dict[int, Turn] = {}
        """The decisions that are due, by seat."""
        self.holds: dict[int, Span] = {}
        """During which time a seat's clock stands still, whatever happens."""
        self.allowances = [timedelta(seconds=clock.disconnect)] * seats
        """How long the clocks of players who are cut off will stand yet."""
        self.gone: dict[int, datetime] = {}
        """Since when the clocks of seats that are cut off stand, in their present decisions."""
        self.back: dict[int, datetime] = {}
        """Up to when each seat's being cut off is settled."""
        self.bots: set[int] = set()
        self.is_paused = False
        self.rests_until: datetime | None = None
        """Until when no clock runs, since everybody reads what a part of the match came to."""

    # What happens.

    def start_turns(self, seats: Collection[int], at: datetime) -> None:
        """Have these seats to decide, and no others."""
        turns = self.turns
        if len(turns) == len(seats) and all(seat in turns for seat in seats):
            return
        for seat in [seat for seat in turns if seat not in seats]:
            self._settle(seat, at)
        for seat in seats:
            if seat not in turns:
                turns[seat] = self._turn(at)

    def _turn(self, at: datetime) -> Turn:
        """Return a decision that begins at a moment; its time counts from the end of a break on."""
        return Turn(at if self.rests_until is None else max(at, self.rests_until))

    def rest(self, span: Span) -> None:
        """Have no clock run for a while, neither those that run now nor those that begin then."""
        for seat, turn in self.turns.items():
            if seat in self.gone:
                self.reconnect(seat, span.begin)
            turn.used += self._elapsed(seat, turn, span.begin)
            turn.since = max(turn.since, span.end)
        self.rests_until = span.end

    def end_turn(self, seat: int, at: datetime) -> None:
        """End the seat's turn, if it has one, by its own decision."""
        if seat in self.turns:
            self._settle(seat, at)
            if seat not in self.bots:
                self.banks[seat] += self._increment

    def _settle(self, seat: int, at: datetime) -> None:
        if seat in self.gone:
            self.reconnect(seat, at)
        turn = self.turns.pop(seat)
        if seat not in self.bots:
            beyond = turn.used + self._elapsed(seat, turn, at) - self._per_move
            self.banks[seat] = max(NOTHING, self.banks[seat] - max(NOTHING, beyond))

    def bot_takes_over(self, seat: int, at: datetime) -> None:
        """Have a built-in bot play the seat, with time of its own for the present decision."""
        if seat in self.turns:
            self._settle(seat, at)
            self.turns[seat] = self._turn(at)
        self.bots.add(seat)

    def player_returns(self, seat: int, at: datetime) -> None:
        """Give the seat back to its player, who begins the present decision anew."""
        self.bots.discard(seat)
        if not self._per_move:
            self.banks[seat] = max(self.banks[seat], RETURN_BANK)
        if seat in self.turns:
            self.turns[seat] = self._turn(at)

    def pause(self, at: datetime) -> None:
        """Stop all clocks."""
        for seat, turn in self.turns.items():
            if seat in self.gone:
                self.reconnect(seat, at)
            turn.used += self._elapsed(seat, turn, at)
        self.is_paused = True

    def resume(self, at: datetime) -> None:
        """Have the clocks run on with what was left."""
        for turn in self.turns.values():
            turn.since = max(turn.since, at)
        self.is_paused = False

    def suspend(self, seat: int, span: Span) -> None:
        """Stop a seat's clock for a while, in place of any earlier while."""
        turn = self.turns.get(seat)
        if turn is not None and not self.is_paused and turn.since < span.begin:
            turn.used += self._elapsed(seat, turn, span.begin)
            turn.since = span.begin
        self.holds[seat] = span

    def disconnect(self, seat: int, since: datetime) -> None:
        """Stop the clock of a seat that is cut off, for as long as its allowance lasts."""
        turn = self.turns[seat]
        begin = max(since, turn.since, self.back.get(seat, since))
        self.gone[seat] = begin
        self.suspend(seat, Span(begin, begin + self.allowances[seat]))

    def reconnect(self, seat: int, at: datetime) -> None:
        """Have the clock of a seat that was cut off run on, and charge its allowance."""
        begin = self.gone.pop(seat)
        end = min(max(at, begin), begin + self.allowances[seat])
        self.allowances[seat] -= end - begin
        self.holds[seat] = Span(begin, end)
        self.back[seat] = max(at, begin)

    def credit(self, span: Span, at: datetime) -> None:
        """Give the present decisions back what they used of a span of time."""
        if self.is_paused:
            return
        for seat, turn in self.turns.items():
            begin, end = max(turn.since, span.begin), min(at, span.end)
            if begin < end:
                turn.used -= end - begin - self._held(seat, begin, end)

    def extend(self, more: timedelta) -> None:
        """Give all seats more time in their banks, which cover what a move takes too long."""
        self.banks = [bank + more for bank in self.banks]

    # How it stands.

    def _held(self, seat: int, begin: datetime, end: datetime) -> timedelta:
        hold = self.holds.get(seat)
        return NOTHING if hold is None else hold.overlap(begin, end)

    def _elapsed(self, seat: int, turn: Turn, at: datetime) -> timedelta:
        if self.is_paused or at <= turn.since:
            return NOTHING
        return at - turn.since - self._held(seat, turn.since, at)

    def remaining(self, seat: int) -> timedelta:
        """Return how long a seat may think from the moment on at which its clock last ran on.

        Where the seat has nothing to decide, that is what its next decision would have.
        """
        if seat in self.bots:
            whole = max(BOT_TIME, self._per_move)
        else:
            whole = self._per_move + self.banks[seat]
        turn = self.turns.get(seat)
        return whole if turn is None else whole - turn.used

    def running_since(self, seat: int) -> datetime | None:
        """Return when the seat's clock last began to run, maybe later; None while it stands."""
        turn = self.turns.get(seat)
        if turn is None or self.is_paused:
            return None
        hold = self.holds.get(seat)
        held = hold is not None and hold.begin <= turn.since < hold.end
        return hold.end if hold is not None and held else turn.since

    def deadline_of(self, seat: int) -> datetime | None:
        """Return when the seat's time is up; None while its clock stands."""
        since = self.running_since(seat)
        if since is None:
            return None
        end = since + self.remaining(seat)
        hold = self.holds.get(seat)
        if hold is not None and since < hold.begin < end:
            return end + (hold.end - hold.begin)
        return end

    def deadline(self) -> datetime | None:
        """Return when the first of the seats runs out of time; None while no clock runs."""
        if self.is_paused or not self.turns:
            return None
        return min(filter(None, map(self.deadline_of, self.turns)))

    def overdue(self, moment: datetime) -> list[int]:
        """Return the seats whose time is up by a moment, the first to run out first."""
        ends = [(end, seat) for seat in self.turns if (end := self.deadline_of(seat)) is not None]
        return [seat for end, seat in sorted(ends) if end <= moment]
