"""Ids of matches that tests make by themselves."""

from datetime import datetime
from uuid import UUID

from api import ids


def made_at(moment: datetime, number: int = 1) -> UUID:
    """Return an id that was made at a moment; number sets it apart from others."""
    milliseconds = round(moment.timestamp() * 1000)
    return UUID(int=milliseconds << 80 | ids.VERSION | ids.VARIANT | number)
