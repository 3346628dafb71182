"""Who may have which name and password, whoever asks."""

import re

import pytest
from django.db import IntegrityError, transaction
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from accounts import names, services
from accounts.models import Account
from api.problems import Problem
from tests.callers import PASSWORD, Caller, new_key, new_name, new_player

pytestmark = pytest.mark.django_db

in_one_transaction = settings(
    max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)


@in_one_transaction
@given(name=st.from_regex(r"[A-Za-z0-9_-]{2,30}", fullmatch=True).filter(str.isascii))
def test_every_name_of_the_alphabet_is_taken_once_in_any_case(db: None, name: str) -> None:
    assume(not names.fault(name))
    with transaction.atomic():
        made = services.register(username=name, password=PASSWORD)
        with pytest.raises(Problem) as refusal:
            services.register(username=name.swapcase(), password=PASSWORD)
        transaction.set_rollback(True)

    assert made.username == name
    assert [error.code for error in refusal.value.errors] == ["taken"]


@in_one_transaction
@given(
    name=st.text(max_size=40).filter(lambda name: not re.fullmatch(r"[\w-]{2,30}", name, re.ASCII))
)
def test_every_other_name_is_refused(db: None, name: str) -> None:
    with pytest.raises(Problem) as refusal:
        services.register(username=name, password=PASSWORD)

    assert refusal.value.code == "invalid"
    assert refusal.value.errors[0].field == "username"


@pytest.mark.parametrize("name", ["admin", "Cutpurse", "SYSTEM", "me"])
def test_names_of_the_house_are_taken(name: str) -> None:
    answer = Caller().post("/accounts", {"username": name, "password": PASSWORD})

    assert (answer.status, answer.body["errors"][0]["code"]) == (400, "taken")


@pytest.mark.parametrize(
    ("password", "reason"),
    [
        ("short", "password_too_short"),
        ("password123", "password_too_common"),
        ("4815162342108", "password_entirely_numeric"),
        ("maid-marian-1", "password_too_similar"),
    ],
)
def test_a_weak_password_is_refused_with_the_reason(password: str, reason: str) -> None:
    answer = Caller().post("/accounts", {"username": "maid-marian", "password": password})

    assert answer.status == 400
    assert reason in [error["code"] for error in answer.body["errors"]]
    assert {error["field"] for error in answer.body["errors"]} == {"password"}


def test_nobody_makes_himself_staff_by_asking() -> None:
    wanted = {"username": new_name(), "password": PASSWORD, "is_staff": True, "is_superuser": True}

    answer = Caller().post("/accounts", wanted)

    assert (answer.status, answer.code) == (400, "invalid")
    assert [error["field"] for error in answer.body["errors"]] == ["is_staff", "is_superuser"]


def test_a_key_of_a_registration_with_another_body_is_refused() -> None:
    name, key = new_name(), new_key()
    Caller().post("/accounts", {"username": name, "password": PASSWORD}, key=key)

    other_mail = {"username": name, "password": PASSWORD, "email": "x@example.org"}
    other_password = {"username": name, "password": "another long passphrase"}

    assert Caller().post("/accounts", other_mail, key=key).code == "idempotency_key_reused"
    assert Caller().post("/accounts", other_password, key=key).code == "idempotency_key_reused"


def test_the_database_itself_refuses_a_name_in_another_case() -> None:
    services.register(username="Little-John", password=PASSWORD)

    with pytest.raises(IntegrityError), transaction.atomic():
        Account.objects.create(username="LITTLE-JOHN")


@pytest.mark.parametrize("name", ["x", "a b", "naïve", "robin\n", "n" * 31])
def test_the_database_itself_refuses_a_name_outside_of_the_alphabet(name: str) -> None:
    with pytest.raises(IntegrityError if len(name) <= 30 else Exception), transaction.atomic():
        Account.objects.create(username=name)


def test_the_database_itself_refuses_a_bot_without_contact_and_the_way_back() -> None:
    account = services.register(username="friar-tuck", password=PASSWORD)
    same = Account.objects.filter(pk=account.pk)

    with pytest.raises(IntegrityError), transaction.atomic():
        same.update(is_bot=True)
    services.become_bot(account_id=account.pk, contact="tuck@example.org")
    with pytest.raises(IntegrityError, match="bot for good"), transaction.atomic():
        same.update(is_bot=False, bot_contact="")


def test_a_token_without_bot_or_account_cannot_make_the_account_a_bot() -> None:
    answer = new_player("play").post("/me/bot", {"contact": "x"})

    assert (answer.status, answer.code) == (403, "scope_missing")
    assert answer.body["params"] == {
        "scope": "account",
        "any_of": ["account", "bot"],
        "granted": ["play"],
    }
