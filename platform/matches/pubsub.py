"""Tell whoever watches that a match has moved, as fast as possible and without any promise.

Watchers poll as well, so a lost notification costs them a moment and nothing else. A thread of its
own talks to Redis, so that no request ever waits for it.
"""

import os
import queue
import threading
import time
from collections.abc import Sequence
from typing import Literal, TypeAlias
from uuid import UUID

import msgspec
import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

from matches.phrases import ROOMS, Room

CHANNEL = "cutpurse:matches"
"""Its messages are ids of matches, and of whatever else is followed live in the same way, each
followed by the version that it has reached, or by a `Signal`."""
ACCOUNT_CHANNEL = "cutpurse:accounts"
"""Its messages are ids of accounts, each followed by the id of a match to look at."""

Ready: TypeAlias = Literal["ready"]
Signal: TypeAlias = Room | Ready
"""The room in which somebody has spoken; or that somebody has gone on from what a round came to."""
READY: Ready = "ready"
SIGNALS: tuple[Signal, ...] = (*ROOMS, READY)

PENDING_MAX = 10_000
TIMEOUT_S = 0.2
GATHER_S = 0.01
"""How long notifications are gathered before they are sent together."""
PAUSE_S = 2.0
"""How long nothing is sent after Redis has failed to answer."""


def client() -> "redis.Redis":
    """Return a client that gives up at once instead of keeping anybody waiting."""
    made: redis.Redis = redis.Redis.from_url(
        settings.REDIS_URL,
        socket_timeout=TIMEOUT_S,
        socket_connect_timeout=TIMEOUT_S,
        retry=Retry(NoBackoff(), 0),
    )
    return made


class Notification(msgspec.Struct, frozen=True, gc=False):
    """What is to be said."""

    match_id: UUID
    version: int
    accounts: Sequence[UUID] = ()
    """Whom it concerns: they are to act, or the match has begun or ended."""
    signal: Signal | None = None
    """What else has happened there; then nothing is said of the version."""


def messages(notifications: Sequence[Notification]) -> list[tuple[str, str]]:
    """Return channels and messages for notifications: of a match only the latest version.

    One message carries many: a message costs Redis and its clients much more than its length does.
    """
    latest = {
        notification.match_id: notification.version
        for notification in notifications
        if notification.signal is None
    }
    signals = dict.fromkeys(
        (notification.match_id, notification.signal)
        for notification in notifications
        if notification.signal
    )
    concerned = {
        (account, notification.match_id)
        for notification in notifications
        for account in notification.accounts
    }
    news = [*latest.items(), *signals]
    said = [(CHANNEL, " ".join([f"{match_id} {what}" for match_id, what in news]))]
    if concerned:
        said.append(
            (ACCOUNT_CHANNEL, " ".join([f"{who} {match_id}" for who, match_id in concerned]))
        )
    return said


class Publisher:
    """Sends notifications from one background thread, many in one round trip."""

    def __init__(self) -> None:
        self._pending: queue.SimpleQueue[Notification] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        os.register_at_fork(after_in_child=self._forget_thread)

    def send(self, notification: Notification) -> None:
        """Queue a notification; when too many wait it is dropped."""
        if self._pending.qsize() < PENDING_MAX:
            self._pending.put(notification)
        if self._thread is None:
            self._start()

    def _forget_thread(self) -> None:
        """Let a forked worker start a thread of its own: it inherits the object alone."""
        self._thread = None

    def _start(self) -> None:
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="nudger", daemon=True)
                self._thread.start()

    def _work(self) -> None:
        try:
            self._run()
        finally:
            # Asking the thread whether it is alive would cost every move 1 %.
            self._thread = None

    def _run(self) -> None:
        connection = client()
        while True:
            gathered = [self._pending.get()]
            # A moment's patience makes one round trip of many, and costs a viewer nothing to see.
            time.sleep(GATHER_S)
            while not self._pending.empty():
                gathered.append(self._pending.get())
            try:
                with connection.pipeline(transaction=False) as pipe:
                    for channel, message in messages(gathered):
                        pipe.publish(channel, message)
                    pipe.execute()
            except redis.RedisError:
                time.sleep(PAUSE_S)
                while not self._pending.empty():
                    self._pending.get()


_nudger = Publisher()


def publish_match_moved(match_id: UUID, version: int, accounts: Sequence[UUID] = ()) -> None:
    """Say that a match has reached a version, and to whom it matters. Never waits, never fails."""
    _nudger.send(Notification(match_id, version, accounts))


def publish_remark(match_id: UUID, room: Room) -> None:
    """Say that somebody has spoken at a match. Never waits, never fails."""
    _nudger.send(Notification(match_id, 0, signal=room))


def publish_ready(match_id: UUID) -> None:
    """Say that somebody has gone on from what a round came to. Never waits, never fails."""
    _nudger.send(Notification(match_id, 0, signal=READY))
