"""How many sit at a table. Pure."""

from typing import Literal, NamedTuple

from games.messages import Message, as_message

Uneven = Literal["small", "large", "byes"]


class InfeasibleError(Exception):
    """A round or stage cannot be made; says what is possible instead."""

    def __init__(self, message: str, possible: str) -> None:
        super().__init__(message)
        self.message = as_message(message)
        self.possible = as_message(possible)
        """What would work, as a sentence without its full stop."""


class Split(NamedTuple):
    """How a field of entrants is cut into tables."""

    tables: tuple[int, ...]
    """Sizes, the larger ones first."""
    byes: int = 0


class Sizes(NamedTuple):
    """The least, the wanted and the greatest number of players at a table."""

    least: int
    target: int
    most: int

    def split(self, entrants: int, uneven: Uneven = "small") -> Split:
        """Return sizes that differ by at most one, and how many have a bye.

        When the target does not divide the field, tables are smaller than the target ("small"),
        larger ("large"), or as many as are left over have a bye ("byes"); each falls back on the
        others. Raises InfeasibleError with fewer entrants than a table needs.
        """
        if entrants < self.least:
            message = Message(
                "%(count)s cannot play: a table needs %(low)s to %(high)s",
                count=entrants,
                low=self.least,
                high=self.most,
            )
            raise InfeasibleError(
                message, Message("have %(count)s entrants or more", count=self.least)
            )
        fewest, most = -(-entrants // self.target), entrants // self.target
        if uneven == "byes" and most:
            return Split((self.target,) * most, entrants - most * self.target)
        for tables in (fewest, most) if uneven == "small" else (most, fewest):
            if tables and entrants >= tables * self.least and entrants <= tables * self.most:
                return self._even(entrants, tables)
        for playing in range(entrants, 0, -1):
            for tables in range(1, playing // self.least + 1):
                if playing <= tables * self.most:
                    return Split(self._even(playing, tables).tables, entrants - playing)
        raise AssertionError  # One table of the least size always fits.

    @staticmethod
    def _even(entrants: int, tables: int) -> Split:
        small, larger = divmod(entrants, tables)
        return Split((small + 1,) * larger + (small,) * (tables - larger))
