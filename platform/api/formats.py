"""How answers write ids, moments and open objects: texts with a format, and objects of any form.

Structs that are answered live in modules that import no framework, so that the client has them too.
"""

from datetime import datetime
from typing import Annotated

from msgspec import Meta, Struct

from games.json_types import JsonObject

Id = Annotated[str, Meta(extra_json_schema={"format": "uuid"})]
"""An id, as text."""
Instant = Annotated[datetime, Meta(tz=True)]
"""A moment to the microsecond, by RFC 3339 in UTC."""
Moment = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]
"""A moment to the millisecond, by RFC 3339 in UTC, as text; `datetime.fromisoformat` reads it."""
MomentGiven = Annotated[datetime, Meta(tz=True)] | None
"""A parameter that is a moment, by RFC 3339 with its offset; null for no bound."""
Object = JsonObject
"""An object whose fields depend on something else, such as the game."""


REASON_MAX = 500
"""Characters of why somebody does something, on every way in."""


class RequestModel(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A body or an address's parameters as a client sends them: what is not named is refused."""
