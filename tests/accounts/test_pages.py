"""Lists come in pages that hold every row once, whatever the limit."""

import base64
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import Token
from tests.callers import Answer, Caller, new_player

pytestmark = pytest.mark.django_db


def with_tokens(number: int) -> Caller:
    """Return a caller whose account has so many tokens, the one in use among them."""
    caller = new_player("account")
    mine = Token.objects.get(pk=caller.get("/me").body["token_id"])
    Token.objects.bulk_create(
        Token(
            account_id=mine.account_id,
            digest=f"{mine.pk} {n}".encode(),
            prefix="cp_",
            scopes=["read"],
            expires_at=timezone.now() + timedelta(days=1),
        )
        for n in range(number - 1)
    )
    return caller


def ids(answer: Answer) -> list[str]:
    return [row["id"] for row in answer.body["results"]]


def follow(caller: Caller, address: str) -> Answer:
    parts = urlsplit(address)
    return caller.get(f"{parts.path}?{parts.query}")


def test_a_list_without_a_limit_has_fifty_rows_a_page_the_newest_first() -> None:
    caller = with_tokens(60)

    first = caller.get("/tokens")
    second = follow(caller, first.body["next"])

    assert len(ids(first)) == 50
    assert len(ids(second)) == 10
    assert ids(first) + ids(second) == sorted(ids(first) + ids(second), reverse=True)
    assert first.body["previous"] is None
    assert second.body["next"] is None
    assert ids(follow(caller, second.body["previous"])) == ids(first)


@settings(
    max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(number=st.integers(1, 12), limit=st.integers(1, 13))
def test_the_pages_together_are_the_list(db: None, number: int, limit: int) -> None:
    caller = with_tokens(number)
    page = caller.get(f"/tokens?limit={limit}")
    forward = ids(page)
    while page.body["next"]:
        page = follow(caller, page.body["next"])
        forward += ids(page)
    backward = ids(page)
    while page.body["previous"]:
        page = follow(caller, page.body["previous"])
        backward = ids(page) + backward

    assert len(set(forward)) == len(forward) == number
    assert backward == forward


@pytest.mark.parametrize("limit", ["0", "-1", "201", "ten", "1.5", "", "9" * 30])
def test_a_limit_out_of_range_is_refused(limit: str) -> None:
    answer = new_player().get(f"/tokens?limit={limit}")

    assert (answer.status, answer.code) == (400, "invalid")
    assert answer.body["errors"][0]["field"] == "limit"


def test_a_limit_of_two_hundred_is_taken() -> None:
    assert new_player().get("/tokens?limit=200").status == 200


@pytest.mark.parametrize(
    "cursor",
    [
        "x",
        "%F0%9F",
        "????",
        base64.b64encode(b"p=no-uuid").decode(),
        base64.b64encode(b"o=-4").decode(),
    ],
)
def test_a_cursor_that_we_have_not_written_is_refused(cursor: str) -> None:
    answer = new_player().get(f"/tokens?cursor={cursor}")

    assert (answer.status, answer.code) == (400, "invalid")
    assert answer.body["errors"][0]["field"] == "cursor"


def test_a_parameter_that_does_not_exist_is_refused_rather_than_ignored() -> None:
    answer = new_player().get("/tokens?limt=10")

    assert (answer.status, answer.code) == (400, "invalid")
    assert answer.body["errors"] == [
        {
            "field": "limt",
            "code": "unknown",
            "message": "is not a parameter here; the parameters are: limit, cursor;"
            " did you mean limit?",
        }
    ]


def test_a_list_shows_the_tokens_of_the_caller_that_stand_and_no_other() -> None:
    robin, sheriff = with_tokens(3), with_tokens(2)
    gone = ids(robin.get("/tokens"))[-2]
    robin.delete(f"/tokens/{gone}")

    robins, sheriffs = ids(robin.get("/tokens")), ids(sheriff.get("/tokens"))

    assert len(robins) == len(sheriffs) == 2
    assert gone not in robins
    assert not set(robins) & set(sheriffs)
