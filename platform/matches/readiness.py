"""Which seats have gone on from what a round or a night came to, while others still read it.

Nobody is held up by it and nothing follows from it, so it is no event: it is kept in Redis for as
long as people read, and while Redis is away nobody is named.
"""

from functools import cache
from uuid import UUID

import redis

from matches import pubsub

KEPT_S = 600
"""How long after the last one who went on the seats are known."""


def note(*, match_id: UUID, version: int, seat: int) -> None:
    """Have everybody know that a seat has gone on from what an event ended. Never fails."""
    key = _key(match_id, version)
    try:
        with _client().pipeline(transaction=False) as pipe:
            pipe.sadd(key, seat)
            pipe.expire(key, KEPT_S)
            is_new, _ = pipe.execute()
    except redis.RedisError:
        return
    if is_new:
        pubsub.publish_ready(match_id)


def seats(match_id: UUID, version: int) -> set[int]:
    """Return the seats that have gone on from what an event ended, as far as that is known."""
    try:
        return {int(seat) for seat in _client().smembers(_key(match_id, version))}
    except redis.RedisError:
        return set()


def _key(match_id: UUID, version: int) -> str:
    return f"cutpurse:ready:{match_id}:{version}"


@cache
def _client() -> "redis.Redis":
    return pubsub.client()
