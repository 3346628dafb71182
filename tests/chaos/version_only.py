"""A web server that does what must fail: it trusts a state that it holds by its version alone.

`python -m tests.chaos.version_only --port N`. Only a control of the chaos runs it.
"""

from uuid import UUID

import cutpurse.asgi  # noqa: F401 - Models need Django set up.
from cutpurse import server
from eventstore import streams
from eventstore.events import Point
from matches.aggregate import CACHE

stored_head = streams.head


def claimed_head(kind: str, stream_id: UUID) -> Point | None:
    """Return where a stream stands in the database, with the hash that happens to be held."""
    head, entry = stored_head(kind, stream_id), CACHE.held(stream_id)
    if head is None or entry is None or entry.state is None:
        return head
    return Point(head.version, entry.state.hash)


if __name__ == "__main__":
    streams.head = claimed_head
    server.main()
