"""Every answer of the API says how much is left of the limits that counted it."""

import re
from collections.abc import Iterator

import httpx
import pytest
from django.test import Client
from pytest_django import Settings

from api import limits
from tests.callers import Answer, Caller, new_key, new_name, new_player

LEFT = re.compile(r'"(?P<bucket>[a-z_]+)";r=(?P<left>\d+);t=(?P<seconds>\d+)')
POLICY = re.compile(r'"(?P<bucket>[a-z_]+)";q=(?P<size>\d+);w=(?P<seconds>\d+)')


@pytest.fixture(autouse=True)
def _forget_limits() -> Iterator[None]:
    limits.reset()
    yield
    limits.reset()


def left(answer: Answer) -> dict[str, tuple[int, int]]:
    """Return by bucket what is left, and in how many seconds it is full."""
    found = LEFT.finditer(answer.header("RateLimit") or "")
    return {each["bucket"]: (int(each["left"]), int(each["seconds"])) for each in found}


def policies(answer: Answer) -> dict[str, tuple[int, int]]:
    """Return by bucket how much it holds, and in how many seconds it fills up."""
    found = POLICY.finditer(answer.header("RateLimit-Policy") or "")
    return {each["bucket"]: (int(each["size"]), int(each["seconds"])) for each in found}


@pytest.mark.django_db
def test_an_answer_tells_what_is_left_for_its_account_token_and_address(settings: Settings) -> None:
    player = new_player()
    settings.LIMITS = {"read": "1/hour burst 50 lease 8", "token": "1/hour burst 70"}
    limits.reset()

    first, second = player.get("/me"), player.get("/me")

    assert policies(first)["read"] == (50, 50 * 3600)
    assert left(first)["read"][0] == 49
    assert left(second)["read"][0] == 48
    assert left(second)["token"][0] == 68
    assert set(left(second)) == set(policies(second)) == {"read", "token", "address"}


@pytest.mark.django_db
def test_a_request_without_a_token_is_counted_by_its_address_alone() -> None:
    assert set(left(Caller().get("/games"))) == {"read", "address"}


@pytest.mark.django_db
def test_an_empty_bucket_has_nothing_left_and_says_when_it_is_full(settings: Settings) -> None:
    player = new_player()
    settings.LIMITS = {"read": "6/minute burst 3"}
    limits.reset()

    answers = [player.get("/me") for _ in range(4)]

    assert [answer.status for answer in answers] == [200, 200, 200, 429]
    assert [left(answer)["read"][0] for answer in answers] == [2, 1, 0, 0]
    assert 20 < left(answers[-1])["read"][1] <= 30
    assert answers[-1].header("Retry-After") == "10"


@pytest.mark.django_db
def test_what_comes_back_is_never_more_than_there_was(settings: Settings) -> None:
    player = new_player()
    settings.LIMITS = {"read": "1000/second burst 5 lease 5"}
    limits.reset()

    assert all(0 <= left(player.get("/me"))["read"][0] <= 5 for _ in range(20))


@pytest.mark.django_db
def test_limits_that_a_view_spends_by_itself_are_named_too() -> None:
    name = new_name()
    wrong = Caller().post("/tokens", {"username": name, "password": "not the passphrase"})

    assert wrong.status == 401
    assert {"login", "login_address"} <= set(left(wrong))


@pytest.mark.django_db
def test_moves_tell_what_is_left_of_the_limit_of_moves() -> None:
    player, match = new_player(), "00000000-0000-0000-0000-000000000000"

    body = {"expected_version": 1, "move": {"type": "x"}}
    answers = [player.post(f"/matches/{match}/moves", body, key=new_key()) for _ in range(2)]

    assert [answer.status for answer in answers] == [404, 404]
    assert [left(answer)["play"][0] for answer in answers] == [499, 498]
    assert policies(answers[0]) == {"play": (500, 10)}


def test_moves_past_django_tell_the_same(site: str, committed_db: None) -> None:
    player, match = new_player(), "00000000-0000-0000-0000-000000000000"
    headers = {"Authorization": f"Bearer {player.token}", "Idempotency-Key": new_key()}

    body = {"expected_version": 1, "move": {"type": "x"}}
    answer = httpx.post(
        f"{site}/api/v1/matches/{match}/moves", json=body, headers=headers, timeout=60
    )

    assert answer.status_code == 404
    assert answer.headers["RateLimit"].startswith('"play";r=49')
    assert answer.headers["RateLimit-Policy"] == '"play";q=500;w=10'


@pytest.mark.django_db
def test_pages_are_not_counted_aloud() -> None:
    assert "RateLimit" not in Client().get("/games").headers
