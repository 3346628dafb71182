"""Limits that hold under concurrency: buckets of permits in PostgreSQL, one statement a request.

The algorithm is GCRA (ITU-T I.371, annex A): a bucket is the time at which it will be full again.
The table is unlogged, so a crash of the database forgets it; Redis has no part in it. Spend
outside of transactions: within one the bucket stays locked until its end.
"""

import math
import time
from collections import OrderedDict
from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest

from api import addresses, database, quotas
from api.buckets import Limit, table
from api.problems import Problem
from api.quotas import Quota
from games.messages import Message

LEASE_SECONDS = 2.0
"""How long a process may keep permits; what it has not spent by then is lost."""
LEASES_MAX = 10_000
FIRST_LEASE = 4
"""The first permits that a process takes are the largest lease divided by this."""
ROUNDING = 1e-6
"""Of a permit, as in the statement."""

# `granted` is part of the row because RETURNING sees only what the row has become. A row of an
# older, slower limit owes no more than the bucket that there is now can hold.
TAKE = """
    INSERT INTO accounts_ratebucket AS b (bucket, subject, full_at, granted)
    VALUES (%(bucket)s, %(subject)s,
            statement_timestamp() + %(wanted)s * make_interval(secs => %(interval)s), %(wanted)s)
    ON CONFLICT (bucket, subject) DO UPDATE SET (full_at, granted) = (
        SELECT debt.until + verdict.granted * make_interval(secs => %(interval)s), verdict.granted
        FROM (SELECT LEAST(GREATEST(b.full_at, statement_timestamp()), statement_timestamp()
                  + %(burst)s * make_interval(secs => %(interval)s)) AS until) AS debt,
             LATERAL (SELECT floor(%(burst)s + 1e-6 - EXTRACT(EPOCH FROM
                  debt.until - statement_timestamp())::float8 / %(interval)s)::int AS free) AS rest,
             LATERAL (SELECT CASE WHEN rest.free < %(needed)s THEN 0
                  ELSE LEAST(rest.free, %(wanted)s) END AS granted) AS verdict)
    RETURNING granted, EXTRACT(EPOCH FROM full_at - statement_timestamp())::float8"""

PURGE = "DELETE FROM accounts_ratebucket WHERE full_at < statement_timestamp()"


@cache
def limit_of(bucket: str) -> Limit:
    """Return the limit of a bucket; the settings are read once (a test clears the cache)."""
    return table(settings.LIMITS)[bucket]


def subject(request: HttpRequest) -> str:
    """Return whom a request counts for: the account of its token, or else its address."""
    account_id = getattr(request.user, "account_id", None)
    return f"account:{account_id}" if account_id else f"address:{addresses.site(request)}"


def spend_axes(request: HttpRequest) -> None:
    """Take what a request costs its token and its address; raises `rate_limited`."""
    token_id = getattr(request.user, "token_id", None)
    if token_id is not None:
        spend_leased("token", f"token:{token_id}")
    spend_leased("address", f"address:{addresses.site(request)}")


def spend(bucket: str, subject: str, *, permits: int = 1) -> None:
    """Take permits from a bucket; raises `rate_limited` when it has not all of them."""
    take(bucket, subject, wanted=permits, needed=permits)


class Taken(NamedTuple):
    """Permits that were taken from a bucket."""

    permits: int
    full_in: float
    """Seconds until the bucket is full again."""


def take(bucket: str, subject: str, *, wanted: int, needed: int) -> Taken:
    """Take up to `wanted` permits; raises `rate_limited` below `needed`."""
    limit = limit_of(bucket)
    parameters = {
        "bucket": bucket,
        "subject": subject,
        "wanted": min(wanted, limit.burst),
        "needed": needed,
        "interval": limit.interval,
        "burst": limit.burst,
    }
    granted, full_in = database.rows(TAKE, parameters)[0]
    if granted < needed:
        quotas.note(Quota(bucket, limit, 0, full_in))
        raise refused(bucket, full_in - (limit.burst - needed) * limit.interval)
    quotas.note(Quota(bucket, limit, _free(limit, full_in), full_in))
    return Taken(int(granted), full_in)


def _free(limit: Limit, full_in: float) -> int:
    """Return how many permits a bucket has that is full in so many seconds."""
    return math.floor(limit.burst + ROUNDING - max(0.0, full_in) / limit.interval)


def refused(bucket: str, wait: float) -> Problem:
    """Return the problem of an empty bucket that has a permit again in `wait` seconds."""
    seconds = max(1, math.ceil(wait))
    return Problem(
        "rate_limited",
        Message(
            "The bucket %(bucket)s is empty; it has a permit again in %(seconds)s s.",
            bucket=bucket,
            seconds=seconds,
        ),
        headers={"Retry-After": str(seconds)},
    )


@dataclass(slots=True)
class Lease:
    """Permits of one subject that this process has taken and not yet spent."""

    permits: int = 0
    size: int = 0
    """How many the last statement took: doubles while they are used up in time."""
    ends_at: float = 0.0
    full_at: float = 0.0
    """When the bucket is full again, as far as this process knows."""

    def wanted(self, now: float) -> int:
        """Return how many to take next: twice as many if they were used up before their time."""
        if now < self.ends_at:
            return self.size * 2
        used = self.size - self.permits if now < self.ends_at + LEASE_SECONDS else 0
        self.permits = 0
        return used


_leases: OrderedDict[tuple[str, str], Lease] = OrderedDict()
_lock = Lock()


def spend_leased(bucket: str, subject: str) -> None:
    """Take one permit like `spend`, most times without a statement.

    The process takes blocks of permits, larger ones for the busy, and forgets what is left of a
    block after 2 s. So no more than `burst + rate * (t + 2 s)` pass in any t seconds, whatever
    the number of processes.
    """
    if spend_held(bucket, subject):
        return
    now = time.monotonic()
    with _lock:
        # All leases may have been forgotten in between.
        lease = _leases.setdefault((bucket, subject), Lease())
        largest = limit_of(bucket).lease
        wanted = max(1, largest // FIRST_LEASE, min(lease.wanted(now), largest))
    taken = take(bucket, subject, wanted=wanted, needed=1)
    with _lock:
        lease.permits += taken.permits - 1
        lease.size = wanted
        lease.ends_at = now + LEASE_SECONDS
        lease.full_at = now + taken.full_in
        quotas.note(_left_of(bucket, lease, now))


def spend_held(bucket: str, subject: str) -> bool:
    """Take one of the permits that this process holds; False when it holds none."""
    now = time.monotonic()
    with _lock:
        lease = _leases.get((bucket, subject))
        if lease is None:
            lease = _leases[bucket, subject] = Lease()
            if len(_leases) > LEASES_MAX:
                _leases.popitem(last=False)
        else:
            _leases.move_to_end((bucket, subject))
        if not lease.permits or now >= lease.ends_at:
            return False
        lease.permits -= 1
        if quotas.is_counting():
            quotas.note(_left_of(bucket, lease, now))
        return True


def left(bucket: str, subject: str) -> Quota | None:
    """Return what is left of a bucket that permits are leased from, as far as is known here."""
    now = time.monotonic()
    with _lock:
        lease = _leases.get((bucket, subject))
        return None if lease is None or not lease.full_at else _left_of(bucket, lease, now)


def _left_of(bucket: str, lease: Lease, now: float) -> Quota:
    limit, full_in = limit_of(bucket), max(0.0, lease.full_at - now)
    held = lease.permits if now < lease.ends_at else 0
    return Quota(bucket, limit, min(limit.burst, _free(limit, full_in) + held), full_in)


def forget_leases(**_signal: object) -> None:
    """Drop the permits that this process has taken and not yet spent."""
    with _lock:
        _leases.clear()


def purge() -> None:
    """Delete the buckets that are full: they say what no row says."""
    database.rows(PURGE, {})


def reset() -> None:
    """Forget this process's leases and limits; for tests that change the settings."""
    limit_of.cache_clear()
    with _lock:
        _leases.clear()
