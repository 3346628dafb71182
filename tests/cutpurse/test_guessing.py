"""Whoever guesses passwords keeps nobody else waiting: a real server, with real hashes."""

import time
from concurrent.futures import ThreadPoolExecutor
from statistics import median

import httpx
import pytest

from tests import processes
from tests.callers import new_name

GUESSES = 40
AT_ONCE = 20
MANY = "login=1000/second burst 1000;login_address=1000/second burst 1000"


@pytest.mark.more
@pytest.mark.alone(reason="times of answers are compared")
def test_others_are_answered_while_passwords_are_guessed(environment: dict[str, str]) -> None:
    with (
        processes.web({**environment, "LIMITS": MANY, "WEB_THREADS": "8"}) as site,
        httpx.Client(base_url=site, timeout=60) as client,
        ThreadPoolExecutor(AT_ONCE) as guessers,
    ):

        def guess(_number: int) -> tuple[httpx.Response, float]:
            started = time.perf_counter()
            said = {"username": new_name(), "password": "one of many"}
            answer = client.post("/api/v1/tokens", json=said)
            return answer, time.perf_counter() - started

        def read(_number: int) -> tuple[httpx.Response, float]:
            started = time.perf_counter()
            return client.get("/api/v1/games"), time.perf_counter() - started

        read(0)
        guesses = [guessers.submit(guess, number) for number in range(GUESSES)]
        reads = [read(number) for number in range(20)]
        done = [each.result() for each in guesses]

    busy = [answer for answer, _ in done if answer.status_code == 503]
    checked = [seconds for answer, seconds in done if answer.status_code == 401]
    assert {answer.status_code for answer, _ in done} == {401, 503}
    assert all(answer.headers["Retry-After"] == "2" for answer in busy)
    assert {answer.json()["code"] for answer in busy} == {"unavailable"}
    assert {answer.status_code for answer, _ in reads} == {200}
    assert median(seconds for _, seconds in reads) < median(checked)
