"""Every way of asking badly gets a problem, never a page and never a server's error."""

import json
from http import HTTPStatus
from io import BytesIO
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import path
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from pytest_django import Settings

from api import json_body
from api.problem_codes import KINDS
from api.problems import Problem, field_error, render
from cutpurse.urls import urlpatterns as real_urls
from games.messages import Message
from tests.callers import PASSWORD, Answer, Caller, new_player
from web.views import errors

pytestmark = pytest.mark.django_db

KIB = 1024


def refused(answer: Answer) -> tuple[int, str]:
    """Return the status and code of a problem that keeps the form."""
    body = answer.body
    assert list(body) == [
        "type", "title", "status", "detail", "code", "params", "errors", "request_id",
    ]  # fmt: skip
    assert answer.header("Content-Type") == "application/problem+json"
    assert body["status"] == answer.status
    assert body["request_id"] == answer.header("X-Request-Id")
    return answer.status, answer.code


@pytest.mark.parametrize("code", KINDS)
def test_a_code_has_a_status_of_http_and_a_sentence_as_title(code: str) -> None:
    status, headers, body = render(Problem(code, Message("Because.")), "a-request")

    assert 400 <= HTTPStatus(status) < 600
    assert headers["Content-Type"] == "application/problem+json"
    assert json.loads(body)["title"].endswith(".")


def test_a_problem_carries_its_values_and_headers() -> None:
    problem = Problem(
        "version_conflict",
        Message("The match is at version 9."),
        params={"expected": 7, "current": 9},
        errors=[field_error("expected_version", "stale", Message("is 7, not 9"))],
        headers={"Retry-After": "1"},
    )

    status, headers, body = render(problem, "a-request")

    assert (status, headers["Retry-After"]) == (409, "1")
    assert json.loads(body)["params"] == {"expected": 7, "current": 9}
    assert json.loads(body)["errors"] == [
        {"field": "expected_version", "code": "stale", "message": "is 7, not 9"}
    ]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"nonsense",
        b"{'username': 'robin'}",
        b'{"username": NaN}',
        b'{"username": Infinity}',
        b'{"username": 1e999}',
        b'{"username": "\xff\xfe"}',
        b'{"username": "\\ud800"}',
        b'{"username": "raw \x00 nul"}',
        b"\xef\xbb\xbf{}",
        b"[" * 100_000 + b"]" * 100_000,
        b'{"a":' * 33 + b"1" + b"}" * 33,
        b"1" * 10_000,
    ],
    ids=lambda body: repr(body[:24]),
)
def test_a_body_that_is_no_json_is_a_parse_error(body: bytes) -> None:
    answer = Caller().send("POST", "/accounts", body)

    expected = (400, "parse_error") if body else (400, "invalid")
    assert refused(answer) == expected


@pytest.mark.parametrize("body", [b"[]", b"null", b"1", b'"text"', b"[[[[1]]]]"])
def test_json_that_is_no_object_is_invalid(body: bytes) -> None:
    answer = Caller().send("POST", "/accounts", body)

    assert refused(answer) == (400, "invalid")


@pytest.mark.parametrize(
    ("content", "field"),
    [
        ({"username": "ro\0bin", "password": PASSWORD}, "username"),
        ({"username": "robin", "password": "\0" * 12}, "password"),
        ({"username": "robin", "password": PASSWORD, "x": {"y": ["\0"]}}, "x.y[0]"),
        ({"username": "robin", "na\0me": 1}, "na\N{REPLACEMENT CHARACTER}me"),
    ],
)
def test_a_nul_character_is_refused_naming_the_field(content: object, field: str) -> None:
    answer = Caller().post("/accounts", content)

    assert refused(answer) == (400, "invalid")
    assert [error["field"] for error in answer.body["errors"]] == [field]
    assert answer.body["errors"][0]["code"] == "nul"


def test_a_nul_character_in_a_query_is_refused_naming_the_parameter() -> None:
    answer = new_player().get("/tokens?cursor=%00")

    assert refused(answer) == (400, "invalid")
    assert answer.body["errors"][0]["field"] == "cursor"


@pytest.mark.parametrize("path", ["/nowhere", "/tokens/%00", "/problems/%00", "/matches/%FF", "/"])
def test_an_unknown_address_is_not_found(path: str) -> None:
    assert refused(Caller().get(path)) == (404, "not_found")


def test_nothing_of_the_api_asks_for_a_token_of_a_form() -> None:
    strict = Client(enforce_csrf_checks=True)

    assert refused(Answer(strict.post("/api/v1/nowhere"))) == (404, "not_found")
    assert refused(Answer(strict.post("/api/v1/accounts"))) == (415, "unsupported_media_type")
    assert refused(Answer(strict.delete("/api/v1/me"))) == (401, "not_authenticated")


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"])
def test_a_method_that_an_address_does_not_take_is_named_in_allow(method: str) -> None:
    answer = new_player().send(method, "/tokens", b"")

    assert refused(answer) == (405, "method_not_allowed")
    assert answer.header("Allow") == "GET, POST, HEAD"


def test_a_plain_view_refuses_methods_likewise() -> None:
    answer = Answer(Client(enforce_csrf_checks=True).post("/api/v1/openapi.json"))

    assert refused(answer) == (405, "method_not_allowed")
    assert answer.header("Allow") == "GET, HEAD"


@pytest.mark.parametrize("accept", ["text/html", "application/xml", "image/*"])
def test_an_answer_that_the_client_does_not_take_is_not_acceptable(accept: str) -> None:
    answer = new_player().get("/me", Accept=accept)

    assert refused(answer) == (406, "not_acceptable")


@pytest.mark.parametrize(
    "content_type",
    [
        "text/plain",
        "application/xml",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/json; charset=latin-1",
        "json",
    ],
)
def test_a_body_of_another_type_is_refused(content_type: str) -> None:
    body = b'{"username": "robin"}'

    answer = Caller().send("POST", "/accounts", body, content_type=content_type)

    assert refused(answer) == (415, "unsupported_media_type")


def test_a_body_of_256_kib_is_read_and_one_byte_more_is_not() -> None:
    start, end = b'{"username": "', b'"}'
    filled = start + b"a" * (256 * KIB - len(start) - len(end)) + end

    assert refused(Caller().send("POST", "/accounts", filled)) == (400, "invalid")
    assert refused(Caller().send("POST", "/accounts", filled + b" ")) == (413, "payload_too_large")


def test_ten_megabytes_are_refused_before_they_are_read() -> None:
    class Unreadable(BytesIO):
        def read(self, *_: object) -> bytes:
            raise AssertionError("the body was read")

    stream: dict[str, Any] = {"wsgi.input": Unreadable()}
    answer = Client().generic(
        "POST",
        "/api/v1/accounts",
        CONTENT_TYPE="application/json",
        CONTENT_LENGTH=str(10 * KIB * KIB),
        **stream,
    )

    assert refused(Answer(answer)) == (413, "payload_too_large")
    assert answer.json()["params"] == {"bytes_max": 256 * KIB}


@pytest.mark.parametrize("length", ["-1", "ten", "1.5", "²"])
def test_a_length_that_is_no_number_is_refused(length: str) -> None:
    answer = Client().generic("POST", "/api/v1/accounts", CONTENT_LENGTH=length)

    assert refused(Answer(answer)) == (400, "parse_error")


def test_chunks_without_a_length_are_refused() -> None:
    client = Client(headers={"Transfer-Encoding": "chunked"})

    answer = client.generic("POST", "/api/v1/accounts", b"", CONTENT_LENGTH="")

    assert refused(Answer(answer)) == (411, "length_required")


def test_a_body_that_breaks_off_is_a_parse_error() -> None:
    stream: dict[str, Any] = {"wsgi.input": BytesIO(b'{"usern')}

    answer = Client().generic(
        "POST",
        "/api/v1/accounts",
        CONTENT_TYPE="application/json",
        CONTENT_LENGTH="4000",
        **stream,
    )

    assert refused(Answer(answer)) == (400, "parse_error")


def test_another_host_is_refused() -> None:
    answer = Caller().get("/problems", Host="evil.example")

    assert refused(answer) == (400, "invalid")


@pytest.mark.parametrize("given", ["", "short", "spaces in it", "x" * 65, "<script>alert(1)"])
def test_a_request_id_that_is_not_sane_is_replaced(given: str) -> None:
    answer = Caller().get("/problems", X_Request_Id=given)

    assert answer.header("X-Request-Id") != given
    assert len(answer.header("X-Request-Id") or "") == 32


@pytest.mark.parametrize(
    "key", ["short", "x" * 65, "spaces in this key", '"unbalanced-quote-1', "ü" * 20]
)
def test_a_key_out_of_form_is_invalid(key: str) -> None:
    answer = Caller().post("/accounts", {"username": "robin", "password": PASSWORD}, key=key)

    assert refused(answer) == (400, "invalid")
    assert answer.body["errors"][0]["field"] == "Idempotency-Key"


# What a view of ours may fail with, behind addresses of the test's own.

FAILURES: dict[str, Exception] = {
    "bug": RuntimeError("the combination of the vault is 4711"),
    "database": OperationalError("connection to 10.0.0.7 refused"),
    "problem": Problem("illegal_move", Message("The thief is asleep.")),
    "absent": Http404("the vault"),
    "forbidden": PermissionDenied("the vault"),
}


def fail(request: HttpRequest, name: str) -> HttpResponse:
    raise FAILURES[name]


urlpatterns = [path("api/fail/<name>", fail), path("fail/<name>", fail), *real_urls]
handler404 = errors.page_not_found


@pytest.mark.parametrize("debug", [False, True])
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("bug", (500, "server_error")),
        ("database", (503, "unavailable")),
        ("problem", (422, "illegal_move")),
        ("absent", (404, "not_found")),
        ("forbidden", (403, "permission_denied")),
    ],
)
@pytest.mark.urls(__name__)
def test_a_plain_view_that_fails_answers_a_problem_that_leaks_nothing(
    settings: Settings, *, debug: bool, name: str, expected: tuple[int, str]
) -> None:
    settings.DEBUG = debug

    answer = Answer(Client().get(f"/api/fail/{name}"))

    assert refused(answer) == expected
    for secret in (b"4711", b"10.0.0.7", b"vault", b"Traceback"):
        assert secret not in answer.response.content


@pytest.mark.parametrize(
    ("name", "is_our_fault"), [("bug", True), ("database", True), ("absent", False)]
)
@pytest.mark.urls(__name__)
def test_a_page_that_fails_leaves_the_error_in_the_log(
    caplog: pytest.LogCaptureFixture, *, name: str, is_our_fault: bool
) -> None:
    Client(raise_request_exception=False).get(f"/fail/{name}")

    logged = [line.getMessage() for line in caplog.records if line.name == "cutpurse.api"]
    assert len(logged) == is_our_fault
    assert all(type(FAILURES[name]).__name__ in line for line in logged)


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (FAILURES["bug"], (500, "server_error")),
        (FAILURES["database"], (503, "unavailable")),
        (FAILURES["absent"], (404, "not_found")),
    ],
)
def test_a_view_of_the_framework_that_fails_answers_likewise(
    monkeypatch: pytest.MonkeyPatch, error: Exception, expected: tuple[int, str]
) -> None:
    def broken(*_: object) -> None:
        raise error

    monkeypatch.setattr("accounts.views.Problems.get", broken)

    answer = Caller().get("/problems")

    assert refused(answer) == expected
    assert b"4711" not in answer.response.content


def test_an_error_outside_of_every_view_is_a_problem_too() -> None:
    request = RequestFactory().get("/api/v1/me")

    answer = errors.server_error(request)

    assert (answer.status_code, answer["Content-Type"]) == (500, "application/problem+json")


def test_pages_are_refused_by_pages() -> None:
    answer = Client().get("/no-such-page")

    assert answer.status_code == 404
    assert answer["Content-Type"].startswith("text/html")


numbers = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
any_json = st.recursive(
    st.none() | st.booleans() | numbers | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)


@settings(
    max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(content=any_json)
def test_no_json_makes_the_server_fail(db: None, content: Any) -> None:
    answer = Caller().post("/tokens", content)

    assert refused(answer)[0] in {400, 401, 429}


@given(content=any_json)
def test_what_json_says_is_read_as_it_was_meant(content: Any) -> None:
    text = json.dumps(content)
    assume("\\u0000" not in text)
    assume("\\ud8" not in text)

    assert json_body.decode(text.encode()) == json.loads(text)
