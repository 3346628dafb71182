"""How answers write ids, moments and open objects: texts with a format, and objects of any form.

Structs that are answered live in modules that import no framework, so that the client has them too.
"""

from typing import Annotated, Any

from msgspec import Meta

Id = Annotated[str, Meta(extra_json_schema={"format": "uuid"})]
"""An id, as text."""
Moment = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]
"""A moment by RFC 3339 in UTC, as text; `datetime.fromisoformat` reads it."""
Object = dict[str, Any]
"""An object whose fields depend on something else, such as the game."""
