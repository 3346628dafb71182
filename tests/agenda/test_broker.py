"""How little a dead or frozen broker may cost."""

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from pytest_django import Settings
from redis import Redis

from agenda.broker import ANALYSES_MAX, OPEN_S, TRUST_S, Broker
from agenda.registry import Job
from cutpurse import celeryconfig
from cutpurse.celery import app
from tests.agenda.processes import OwnRedis, own_redis
from tests.agenda.rows import ANALYSIS, LEASED, handled

pytestmark = pytest.mark.alone(reason="one timeout of 0.2 s is looked for")

QUEUE = "cutpurse:cutpurse"
LIMIT_S = 0.35
"""One timeout of 0.2 s, on a busy machine."""


@pytest.fixture
def redis(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[OwnRedis]:
    """Give the Celery app of this process a broker of its own, up at first."""
    with own_redis() as own, handled(LEASED, mode="leased", lease_s=10):
        own.start()
        settings.REDIS_URL = own.url
        url = celeryconfig.broker(own.url)
        connect = app.connection_for_write
        monkeypatch.setattr(app, "connection_for_write", lambda: connect(url))
        yield own


def due() -> Job:
    return Job(LEASED, uuid4(), 7, datetime.now(UTC), "", 0, datetime.now(UTC))


def timed(call: Callable[[], bool]) -> tuple[bool, float]:
    begun = time.monotonic()
    answer = call()
    return answer, time.monotonic() - begun


def test_a_message_names_the_row_its_version_and_its_lease(redis: OwnRedis) -> None:
    row = due()

    assert Broker(lambda: True).send(row)

    with Redis.from_url(redis.url) as client:
        (message,) = client.lrange(QUEUE, 0, -1)
    headers = json.loads(message)["headers"]
    assert headers["task"] == "agenda.run_due"
    assert headers["timelimit"] == [10, 8]
    assert row.lease_until is not None
    assert str((LEASED, str(row.subject), 7, row.lease_until.isoformat())) == headers["argsrepr"]


def test_an_analysis_goes_to_a_queue_of_its_own_and_to_no_other(redis: OwnRedis) -> None:
    row = replace(due(), kind=ANALYSIS)

    with handled(ANALYSIS, mode="leased", queue="analyses"):
        assert Broker(lambda: True).send(row)

    with Redis.from_url(redis.url) as client:
        assert client.llen(QUEUE) == 0
        assert client.llen("cutpurse:analyses") == 1


def test_analyses_that_nobody_takes_do_not_pile_up_in_the_broker(redis: OwnRedis) -> None:
    broker = Broker(lambda: True)
    sent = [replace(due(), kind=ANALYSIS) for _ in range(ANALYSES_MAX + 3)]

    with handled(ANALYSIS, mode="leased", queue="analyses"):
        assert all(broker.send(row) for row in sent)

    with Redis.from_url(redis.url) as client:
        waiting = client.lrange("cutpurse:analyses", 0, -1)
    kept = [json.loads(message)["headers"]["argsrepr"].split("'")[3] for message in waiting]
    assert kept == [str(row.subject) for row in reversed(sent[3:])]


def test_a_dead_broker_is_noticed_at_once_and_again_when_it_is_back(redis: OwnRedis) -> None:
    broker = Broker(lambda: True)
    assert broker.is_available()

    redis.kill()
    sent, took_s = timed(lambda: broker.send(due()))
    assert not sent
    assert took_s < LIMIT_S
    assert not broker.is_available()

    redis.start()
    assert not broker.is_available()
    time.sleep(OPEN_S)
    assert broker.is_available()
    assert broker.send(due())


def test_a_frozen_broker_costs_one_timeout_every_other_second(redis: OwnRedis) -> None:
    broker = Broker(lambda: True)
    assert broker.is_available()
    assert broker.send(due())

    redis.freeze()
    sent, took_s = timed(lambda: broker.send(due()))
    assert not sent
    assert took_s < LIMIT_S

    begun = time.monotonic()
    answers = [broker.is_available() for _ in range(1000)]
    assert not any(answers)
    assert time.monotonic() - begun < LIMIT_S

    redis.thaw()


def test_a_broker_that_freezes_is_noticed_without_sending(redis: OwnRedis) -> None:
    broker = Broker(lambda: True)
    assert broker.is_available()

    redis.freeze()
    time.sleep(TRUST_S)
    is_up, took_s = timed(broker.is_available)
    redis.thaw()

    assert not is_up
    assert took_s < LIMIT_S
