"""Requests of a batch: side by side, and noted at once, so that little is sent twice."""

import time
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from queue import Empty, SimpleQueue

import structlog

from agenda.error_boundary import ErrorBoundary, describe
from notifications import outgoing, settling
from notifications.guarded import UnreachableError
from notifications.kinds import Channel
from notifications.models import Delivery
from notifications.networks import PrivateAddressError
from notifications.outcomes import ERROR, GONE, SENT, Outcome
from notifications.outgoing import Courier
from notifications.payloads import Sending

AT_ONCE = 10
NOTED_S = 0.1
"""How long an answer waits to be noted together with others: statements cost more than it does."""

Ready = tuple[Delivery, Sending]
log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


def send_all(ready: Iterable[Ready], ends_at: float) -> None:
    """Send requests until a moment, and note what was answered."""
    waiting = iter(ready)
    couriers: SimpleQueue[Courier] = SimpleQueue()
    with ThreadPoolExecutor(AT_ONCE, thread_name_prefix="notify") as pool:
        running: dict[Future[Outcome], Delivery] = {}
        answered: list[tuple[Delivery, Outcome]] = []
        since = time.monotonic()
        while True:
            for row, sending in _next(waiting, AT_ONCE - len(running), ends_at):
                running[pool.submit(_carried, couriers, sending, row)] = row
            now = time.monotonic()
            if answered and (not running or now - since > NOTED_S):
                settling.settle_all(answered)
                answered = []
            if not running:
                break
            done, _pending = wait(running, NOTED_S if answered else None, FIRST_COMPLETED)
            since = since if answered else now
            answered += [(running.pop(each), each.result()) for each in done]
    while not couriers.empty():
        couriers.get().close()


def _next(ready: Iterator[Ready], count: int, ends_at: float) -> Iterator[Ready]:
    for _ in range(count):
        if time.monotonic() > ends_at:
            return
        found = next(ready, None)
        if found is None:
            return
        yield found


def _carried(couriers: "SimpleQueue[Courier]", sending: Sending, row: Delivery) -> Outcome:
    """Have a courier that is free, or a new one, send a request; errors of ours end here."""
    try:
        courier = couriers.get_nowait()
    except Empty:
        courier = Courier()
    attempt = ErrorBoundary()
    with attempt:
        channel: Channel = row.channel  # type: ignore[assignment] # By `fan_out`.
        outcome = request(courier, sending, channel)
        couriers.put(courier)
        return outcome
    assert attempt.error is not None  # noqa: S101 - Nothing was returned.
    courier.close()
    log.error("notification_failed", delivery=str(row.pk), error=describe(attempt.error))
    return ERROR


def request(courier: Courier, sending: Sending, channel: Channel) -> Outcome:
    """Send a request, and return what became of it; touches no database."""
    try:
        answer = courier.post(sending.url, headers=sending.headers, body=sending.body)
    except PrivateAddressError:
        return Outcome("failed", "private_address")
    except UnreachableError as error:
        return Outcome("again", str(error))
    return _judged(answer, channel)


def _judged(answer: outgoing.Answer, channel: Channel) -> Outcome:
    status, is_push = answer.status, channel == "push"
    if 200 <= status < 300:
        return SENT._replace(status_code=status)
    if 300 <= status < 400:
        return Outcome("failed" if is_push else "again", "redirect", status)
    if status in (GONE if is_push else (410,)):
        return Outcome("gone", "gone", status)
    is_final = is_push and 400 <= status < 500 and status != 429
    return Outcome("failed" if is_final else "again", "answer", status, answer.retry_after_s)
