"""A request that is sent twice happens once, at the same time too."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import TypeVar

import pytest
from django.db import connection, connections
from django.utils import timezone

from accounts.models import Account
from accounts.request_models import IdempotencyRecord
from api import idempotency
from api.idempotency import StoredResponse, run_once
from api.problems import Problem
from games.messages import Message
from tests.callers import PASSWORD, Caller, new_key, new_name, new_player

MARK = b"\1" * 32
T = TypeVar("T")


def at_once(number: int, work: Callable[[], T]) -> list[T]:
    """Run work in so many threads that all start together, each with a connection of its own."""
    start = threading.Barrier(number)

    def run(_: int) -> T:
        try:
            start.wait()
            return work()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(number) as pool:
        return list(pool.map(run, range(number)))


@pytest.mark.django_db
def test_the_second_time_gets_the_first_answer_and_no_work_is_done() -> None:
    key, done = new_key(), []

    def work() -> tuple[int, bytes]:
        done.append(1)
        return 201, b'{"n":1}'

    first = run_once(actor="account:1", key=key, fingerprint=MARK, work=work)
    again = run_once(actor="account:1", key=key, fingerprint=MARK, work=work)

    assert first == StoredResponse(201, b'{"n":1}')
    assert again == StoredResponse(201, b'{"n":1}', is_replayed=True)
    assert done == [1]


@pytest.mark.django_db
def test_the_same_key_of_another_account_is_another_key() -> None:
    key = new_key()

    mine = run_once(actor="account:1", key=key, fingerprint=MARK, work=lambda: (200, b"1"))
    hers = run_once(actor="account:2", key=key, fingerprint=MARK, work=lambda: (200, b"2"))

    assert (mine.body, hers.body) == (b"1", b"2")


@pytest.mark.django_db
def test_the_same_key_for_another_request_is_refused() -> None:
    key = new_key()
    run_once(actor="account:1", key=key, fingerprint=MARK, work=lambda: (200, b"1"))

    with pytest.raises(Problem) as refusal:
        run_once(actor="account:1", key=key, fingerprint=b"\2" * 32, work=lambda: (200, b"2"))

    assert (refusal.value.status, refusal.value.code) == (422, "idempotency_key_reused")


@pytest.mark.django_db
def test_a_refused_request_leaves_its_key_free() -> None:
    key = new_key()

    def refuse() -> tuple[int, bytes]:
        Account.objects.create(username="half-done")
        raise Problem("not_your_turn", Message("Wait."))

    with pytest.raises(Problem):
        run_once(actor="account:1", key=key, fingerprint=MARK, work=refuse)
    answer = run_once(actor="account:1", key=key, fingerprint=MARK, work=lambda: (200, b"1"))

    assert not answer.is_replayed
    assert not Account.objects.filter(username="half-done").exists()


def test_of_many_requests_at_once_one_does_the_work_and_all_get_its_answer(
    committed_db: None,
) -> None:
    key, done = new_key(), []

    def work() -> tuple[int, bytes]:
        done.append(1)
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_sleep(0.2)")
        return 201, b"1"

    answers = at_once(
        6, lambda: run_once(actor=f"account:{key}", key=key, fingerprint=MARK, work=work)
    )

    assert done == [1]
    assert [answer.body for answer in answers] == [b"1"] * 6
    assert sorted(answer.is_replayed for answer in answers) == [False] + [True] * 5


def test_the_next_in_line_does_the_work_when_the_first_is_refused(committed_db: None) -> None:
    key, done = new_key(), []

    def work() -> tuple[int, bytes]:
        done.append(1)
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_sleep(0.1)")
        if len(done) == 1:
            raise Problem("not_your_turn", Message("Wait."))
        return 201, b"1"

    def attempt() -> str:
        try:
            run_once(actor=f"account:{key}", key=key, fingerprint=MARK, work=work)
        except Problem as problem:
            return problem.code
        return "done"

    outcomes = at_once(4, attempt)

    assert sorted(outcomes) == ["done", "done", "done", "not_your_turn"]
    assert done == [1, 1]


def test_a_request_gives_up_waiting_for_a_first_one_that_hangs(committed_db: None) -> None:
    key = new_key()
    is_first_at_work, may_end = threading.Event(), threading.Event()

    def hang() -> tuple[int, bytes]:
        is_first_at_work.set()
        may_end.wait(10)
        return 201, b"1"

    def impatient() -> str:
        is_first_at_work.wait(10)
        try:
            with connection.cursor() as cursor:
                cursor.execute("SET lock_timeout = '100ms'")
            run_once(actor=f"account:{key}", key=key, fingerprint=MARK, work=hang)
        except Problem as problem:
            return problem.code
        finally:
            may_end.set()
            connections.close_all()
        return "done"

    with ThreadPoolExecutor(1) as pool:
        second = pool.submit(impatient)
        run_once(actor=f"account:{key}", key=key, fingerprint=MARK, work=hang)

    assert second.result() == "idempotency_in_progress"


def test_one_name_registered_many_times_at_once_is_one_account(committed_db: None) -> None:
    wanted = {"username": new_name(), "password": PASSWORD}
    key = new_key()

    with_key = at_once(4, lambda: Caller().post("/accounts", wanted, key=key).status)
    without = at_once(4, lambda: Caller().post("/accounts", wanted).status)

    assert with_key == [201] * 4
    assert without == [400] * 4
    assert Account.objects.filter(username=wanted["username"]).count() == 1


@pytest.mark.django_db
def test_a_view_of_any_app_repeats_its_answer() -> None:
    robin, key = new_player(), new_key()

    first = robin.post("/me/bot", {"contact": "a@example.org"}, key=key)
    again = robin.post("/me/bot", {"contact": "a@example.org"}, key=key)
    other = robin.post("/me/bot", {"contact": "b@example.org"}, key=key)

    assert first.body == again.body
    assert again.header("Idempotency-Replayed") == "true"
    assert (other.status, other.code) == (422, "idempotency_key_reused")


@pytest.mark.django_db
def test_the_order_of_the_fields_makes_no_other_request() -> None:
    name, key = new_name(), new_key()
    new_player(name=name)

    first = Caller().post(
        "/tokens", {"username": name, "password": PASSWORD, "scopes": ["play", "read"]}, key=key
    )
    again = Caller().post(
        "/tokens", {"scopes": ["read", "play"], "password": PASSWORD, "username": name}, key=key
    )

    assert first.body == again.body


@pytest.mark.django_db
def test_a_key_is_kept_for_a_week() -> None:
    old, young = new_key(), new_key()
    for key in (old, young):
        run_once(actor="account:1", key=key, fingerprint=MARK, work=lambda: (200, b"1"))
    eight_days = timedelta(days=8)
    IdempotencyRecord.objects.filter(key=old).update(created_at=timezone.now() - eight_days)

    idempotency.purge()

    kept = IdempotencyRecord.objects.filter(actor="account:1").values_list("key", flat=True)
    assert list(kept) == [young]
