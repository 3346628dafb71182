"""A login tells a stranger nothing: not by its answer and not by its time."""

import time
from statistics import median
from typing import Any

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from pytest_django import Settings

from accounts import passwords, services
from tests.callers import PASSWORD, Caller, new_name, new_player

pytestmark = pytest.mark.django_db


class QuickHasher(PBKDF2PasswordHasher):
    """Slow enough to be measured, quick enough for a test."""

    algorithm = "quick"
    iterations = 20_000


def without_id(body: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in body.items() if name != "request_id"}


def test_an_unknown_name_and_a_wrong_password_get_the_same_answer() -> None:
    name = new_name()
    new_player(name=name)

    wrong = Caller().post("/tokens", {"username": name, "password": "not the passphrase"})
    unknown = Caller().post("/tokens", {"username": new_name(), "password": PASSWORD})

    assert wrong.status == unknown.status == 401
    assert without_id(wrong.body) == without_id(unknown.body)
    assert wrong.header("WWW-Authenticate") == unknown.header("WWW-Authenticate")


def test_an_unknown_name_and_a_wrong_password_take_the_same_time(
    settings: Settings,
) -> None:
    settings.PASSWORD_HASHERS = [f"{__name__}.QuickHasher"]
    services.register(username="much", password=PASSWORD)

    def seconds(username: str) -> float:
        """Return the processor time, which other processes do not lengthen."""
        started = time.thread_time()
        assert passwords.check_credentials(username=username, password="not the passphrase") is None
        return time.thread_time() - started

    seconds("nobody")  # Hashes nobody's password once.
    wrong, unknown = zip(*((seconds("much"), seconds("nobody")) for _ in range(15)), strict=True)

    assert 2 / 3 < median(wrong) / median(unknown) < 3 / 2


def test_a_name_logs_in_in_any_case() -> None:
    name = new_name()
    new_player(name=name)

    answer = Caller().post("/tokens", {"username": name.upper(), "password": PASSWORD})

    assert answer.status == 201
