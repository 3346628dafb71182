"""Months, and the ids made in them: a UUIDv7 begins with its milliseconds since 1970. Pure."""

from datetime import UTC, datetime
from typing import NamedTuple, Self
from uuid import UUID

TIME_BITS = 48
MONTHS = 12


class Month(NamedTuple):
    """A month of the calendar, in UTC."""

    year: int
    number: int

    @classmethod
    def of(cls, moment: datetime) -> Self:
        """Return the month of a moment."""
        moment = moment.astimezone(UTC)
        return cls(moment.year, moment.month)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the month that a text such as 2026-11 names; raises ValueError."""
        try:
            found = cls.of(datetime.strptime(text, "%Y-%m").replace(tzinfo=UTC))
        except ValueError as error:
            message = f"a month is written 2026-11, not {text}"
            raise ValueError(message) from error
        return found

    def plus(self, months: int) -> "Month":
        """Return the month that comes so many months later."""
        year, number = divmod(self.year * MONTHS + self.number - 1 + months, MONTHS)
        return Month(year, number + 1)

    @property
    def begins(self) -> datetime:
        """Its first moment."""
        return datetime(self.year, self.number, 1, tzinfo=UTC)

    @property
    def first_id(self) -> UUID:
        """What no id of the month is below, and every id of the month before it."""
        return UUID(int=int(self.begins.timestamp()) * 1000 << 128 - TIME_BITS)

    def __str__(self) -> str:
        return f"{self.year:04}-{self.number:02}"
