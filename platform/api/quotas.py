"""RateLimit and RateLimit-Policy: how much is left of the limits that counted a request.

Headers of draft-ietf-httpapi-ratelimit-headers-10: `q` permits a bucket holds and fills up with in
`w` seconds; `r` of them are left, and all are there again in `t` seconds. What a process knows of a
bucket may be two seconds old, so these are hints; a refusal's Retry-After is exact.
"""

import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache

import msgspec

from api.buckets import Limit

HEADER = "RateLimit"
POLICY = "RateLimit-Policy"


class Quota(msgspec.Struct, frozen=True, gc=False):
    """What is left of one bucket for one subject."""

    bucket: str
    limit: Limit
    remaining: int
    full_in: float
    """Seconds until the bucket is full again."""


_counted: ContextVar[dict[str, Quota] | None] = ContextVar("counted", default=None)


@contextmanager
def counting() -> Iterator[dict[str, Quota]]:
    """Give the quotas that are spent from within the context, by bucket."""
    quotas: dict[str, Quota] = {}
    token = _counted.set(quotas)
    try:
        yield quotas
    finally:
        _counted.reset(token)


def note(quota: Quota) -> None:
    """Keep what is left of a bucket for the answer to the present request, if there is one."""
    counted = _counted.get()
    if counted is not None:
        counted[quota.bucket] = quota


def is_counting() -> bool:
    """Return whether somebody wants to know what is left."""
    return _counted.get() is not None


def headers(quotas: Mapping[str, Quota]) -> dict[str, str]:
    """Return the two headers of an answer; none when no limit counted the request."""
    if not quotas:
        return {}
    return {
        HEADER: ", ".join(map(_left, quotas.values())),
        POLICY: ", ".join([policy(each.bucket, each.limit) for each in quotas.values()]),
    }


@lru_cache(maxsize=64)
def policy(bucket: str, limit: Limit) -> str:
    """Return a bucket's size, and the time in which it fills up.

    >>> policy("read", Limit(interval=0.01, burst=1000))
    '"read";q=1000;w=10'
    """
    return f'"{bucket}";q={limit.burst};w={math.ceil(limit.burst * limit.interval)}'


def _left(quota: Quota) -> str:
    return f'"{quota.bucket}";r={max(0, quota.remaining)};t={max(0, math.ceil(quota.full_in))}'
