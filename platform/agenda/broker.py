"""Hand leased rows to Celery, and notice at once when that is not possible."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import redis
from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError
from redis.backoff import NoBackoff
from redis.retry import Retry

from agenda import registry
from agenda.registry import Job, Queue
from agenda.tasks import run_due

if TYPE_CHECKING:
    from kombu import Connection, Producer

TIMEOUT_S = 0.2
OPEN_S = 2.0
"""How long the broker is left alone after it has failed."""
TRUST_S = 0.25
"""How long it is taken to be there after it has answered."""

ANALYSES_MAX = 64
"""Messages that may wait for a process of analyses, far more than there are rows at a time."""


class Broker:
    """A sender of tasks with a circuit breaker; for one thread.

    It has a connection of its own, whose calls end after TIMEOUT_S: Celery's and redis-py's own
    retries add up to seconds with a dead broker, and kombu waits for ever for a frozen one.
    """

    def __init__(self, has_workers: Callable[[], bool]) -> None:
        self.has_workers = has_workers
        self._probe = redis.Redis.from_url(
            settings.REDIS_URL,
            socket_timeout=TIMEOUT_S,
            socket_connect_timeout=TIMEOUT_S,
            retry=Retry(NoBackoff(), 0),
        )
        self._connection: Connection | None = None
        self._producer: Producer | None = None
        self._is_up = False
        self._ask_at = 0.0
        """When the broker is asked again, by the monotonic clock."""

    def is_available(self) -> bool:
        """Return whether the broker is there, as of the last TRUST_S; when it is not, OPEN_S."""
        if time.monotonic() >= self._ask_at:
            try:
                self._probe.ping()
            except redis.RedisError:
                self._trip()
            else:
                self._is_up = True
                self._ask_at = time.monotonic() + TRUST_S
        return self._is_up

    def send(self, due: Job) -> bool:
        """Have a worker run a row that was leased.

        False when the broker did not answer in time. It may still have the message; whoever
        leases the row again makes it void.
        """
        handler = registry.handler(due.kind)
        lease_s = handler.lease_s
        lease_until = due.lease_until.isoformat() if due.lease_until else None
        try:
            run_due.apply_async(
                (due.kind, str(due.subject), due.version, lease_until),
                producer=self._open_producer(),
                queue=handler.queue,
                retry=False,
                # SoftTimeLimitExceeded first, so that the run can still say where it stood.
                soft_time_limit=max(1, lease_s * 4 // 5),
                time_limit=lease_s,
            )
            if handler.queue != registry.QUEUES[0]:
                self._trim(handler.queue)
        except (OperationalError, redis.RedisError, OSError):
            self._trip()
            return False
        return True

    def _trim(self, queue: Queue) -> None:
        """Drop the oldest messages of a queue, which are void: nobody may be there to take them.

        A time at which they expire would not do: they go only when a worker looks at them.
        """
        options = current_app.conf.broker_transport_options
        self._probe.ltrim(f"{options['global_keyprefix']}{queue}", 0, ANALYSES_MAX - 1)

    def _open_producer(self) -> "Producer":
        if self._producer is None:
            self._connection = current_app.connection_for_write()
            self._connection.transport_options = {
                **(self._connection.transport_options or {}),
                "socket_timeout": TIMEOUT_S,
                "socket_connect_timeout": TIMEOUT_S,
                "max_retries": 0,
            }
            self._producer = current_app.amqp.Producer(self._connection, auto_declare=False)
        return self._producer

    def _trip(self) -> None:
        self._is_up = False
        self._ask_at = time.monotonic() + OPEN_S
        self._probe.close()
        if self._connection is not None:
            self._connection.close()
            self._connection = self._producer = None
