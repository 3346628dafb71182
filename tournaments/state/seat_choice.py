"""Who chooses a seat at a table, and which seats are left. Pure."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from tournaments.record import Entrant


class SeatChoice:
    """The choice of seats at a final, while it is going on."""

    __slots__ = ("chosen", "order", "seconds", "until")

    def __init__(self, order: Sequence[Entrant], seconds: int, at: datetime) -> None:
        self.order = tuple(order)
        """The better seed first."""
        self.chosen: dict[Entrant, int] = {}
        """Seats, from 0."""
        self.seconds = seconds
        self.until = at + timedelta(seconds=seconds)
        """When the drawn seat, or the first that is free, is taken for who is next."""

    @property
    def next(self) -> Entrant:
        """Whose choice it is."""
        return self.order[len(self.chosen)]

    @property
    def free(self) -> list[int]:
        """The seats that are left, from 0."""
        taken = self.chosen.values()
        return [seat for seat in range(len(self.order)) if seat not in taken]

    def default(self, drawn: Sequence[Entrant]) -> int:
        """Return the seat of who does not choose: the drawn one, or the first that is free."""
        own = drawn.index(self.next)
        return own if own in self.free else self.free[0]

    def choose(self, entrant: Entrant, seat: int, at: datetime) -> None:
        """Note a choice; the next one has the whole time again."""
        self.chosen[entrant] = seat
        self.until = at + timedelta(seconds=self.seconds)

    def rename(self, gone: Entrant, by: Entrant) -> None:
        """Put an entrant in the place of another, who is the same person."""
        self.order = tuple(by if each == gone else each for each in self.order)
        if gone in self.chosen:
            self.chosen = {by if each == gone else each: at for each, at in self.chosen.items()}

    @property
    def seats(self) -> tuple[Entrant, ...] | None:
        """Who sits where once everybody has chosen; None before."""
        if len(self.chosen) < len(self.order):
            return None
        return tuple(sorted(self.chosen, key=self.chosen.__getitem__))
