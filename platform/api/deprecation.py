"""How an operation says that another one is to be used: Deprecation, Sunset and where to read on.

RFC 9745 and RFC 8594. Within v1 nothing is removed, so that an operation may be deprecated for
ever; a day on which it ends is only named once v2 has been there for a year.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.utils.http import http_date

from games.json_types import JsonObject

POLICY = "/api/docs"
NOTICE = timedelta(days=365)
"""How long an operation still works, at the least, once it is said that it will end."""

HEADERS: JsonObject = {
    "Deprecation": {
        "schema": {"type": "string", "pattern": "^@[0-9]+$"},
        "description": "When the operation was deprecated, in seconds since 1970.",
    },
    "Sunset": {
        "schema": {"type": "string"},
        "description": "When the operation will be removed, as an HTTP date; omitted while no date "
        "is set.",
    },
    "Link": {
        "schema": {"type": "string"},
        "description": "The documentation of the deprecation and the operation that replaces this "
        "one.",
    },
}


@dataclass(frozen=True)
class Deprecation:
    """That an operation is no longer to be used, since when, and what is instead."""

    since: datetime
    instead: str
    """The operation to use, such as `GET /matches/{match_id}/events`."""
    ends: datetime | None = None

    def __post_init__(self) -> None:
        """Refuse an end without notice."""
        if self.ends is not None and self.ends - self.since < NOTICE:
            message = f"an operation ends {NOTICE.days} days after its deprecation or later"
            raise ValueError(message)

    def headers(self) -> Mapping[str, str]:
        """Return what every answer of the operation carries."""
        link = f'<{POLICY}>; rel="deprecation"; type="text/html"'
        found = {"Deprecation": f"@{int(self.since.timestamp())}", "Link": link}
        if self.ends is not None:
            found["Sunset"] = http_date(self.ends.timestamp())
        return found

    def text(self) -> str:
        """Return what the description says."""
        day = self.since.astimezone(UTC).date()
        return f"Deprecated since {day}: use `{self.instead}`."
