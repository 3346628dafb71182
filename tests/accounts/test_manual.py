"""How a program gets an account, a token, and rid of it: the manual of the API's front door."""

import pytest

from tests.callers import PASSWORD, Caller, new_key, new_name, new_player

pytestmark = pytest.mark.django_db


def test_a_program_registers_gets_a_token_uses_it_and_revokes_it() -> None:
    stranger = Caller()
    registered = stranger.post("/accounts", {"username": "robin", "password": PASSWORD})
    issued = stranger.post("/tokens", {"username": "robin", "password": PASSWORD, "name": "laptop"})
    robin = Caller(issued.body["token"])
    me = robin.get("/me")
    listed = robin.get("/tokens")
    revoked = robin.delete(f"/tokens/{issued.body['id']}")
    afterwards = robin.get("/me")

    assert registered.status == 201
    assert issued.status == 201
    assert issued.body["token"].startswith("cp_")
    assert me.body["username"] == "robin"
    assert me.body["scopes"] == ["play", "read"]
    assert [token["name"] for token in listed.body["results"]] == ["laptop"]
    assert revoked.status == 204
    assert (afterwards.status, afterwards.code) == (401, "not_authenticated")
    assert afterwards.body["detail"] == "The token was revoked."


def test_a_registration_sent_again_with_its_key_gets_the_first_answer() -> None:
    wanted = {"username": new_name(), "password": PASSWORD}
    key = new_key()

    first = Caller().post("/accounts", wanted, key=key)
    again = Caller().post("/accounts", wanted, key=key)
    quoted = Caller().post("/accounts", wanted, key=f'"{key}"')

    assert first.status == again.status == quoted.status == 201
    assert first.body == again.body == quoted.body
    assert first.header("Idempotency-Replayed") is None
    assert again.header("Idempotency-Replayed") == "true"


def test_a_token_asked_for_again_with_its_key_is_the_same_token() -> None:
    name = new_name()
    new_player(name=name)
    wanted = {"username": name, "password": PASSWORD, "scopes": ["read"], "expires_in": 3600}
    key = new_key()

    first = Caller().post("/tokens", wanted, key=key)
    again = Caller().post("/tokens", wanted, key=key)

    assert first.body == again.body
    assert again.header("Idempotency-Replayed") == "true"
    assert Caller(again.body["token"]).get("/me").body["scopes"] == ["read"]


def test_an_account_becomes_a_bot_for_good() -> None:
    robin = new_player("bot")

    answer = robin.post("/me/bot", {"contact": "robin@example.org"}, key=new_key())

    assert answer.status == 200
    assert answer.body["is_bot"] is True
    assert robin.get("/me").body["bot_contact"] == "robin@example.org"


def test_a_refusal_says_what_is_wrong_field_by_field() -> None:
    answer = Caller().post("/accounts", {"username": "a", "pasword": PASSWORD})

    assert answer.status == 400
    assert answer.header("Content-Type") == "application/problem+json"
    assert answer.body == {
        "type": "/api/v1/problems/invalid",
        "title": "Invalid request.",
        "status": 400,
        "detail": "username: expected `str` of length >= 2",
        "code": "invalid",
        "params": {},
        "errors": [
            {
                "field": "username",
                "code": "misfit",
                "message": "expected `str` of length >= 2",
            },
            {"field": "password", "code": "required", "message": "is required"},
            {
                "field": "pasword",
                "code": "unknown",
                "message": "unknown field; the fields are: username, password, email, invitation;"
                " did you mean password?",
            },
        ],
        "request_id": answer.header("X-Request-Id"),
    }


def test_the_type_of_a_problem_is_an_address_that_explains_it() -> None:
    problem = Caller().get("/me").body

    explained = Caller().get(problem["type"])

    told = dict(explained.body)
    advice = told.pop("advice")
    assert told == {
        "code": "not_authenticated",
        "status": 401,
        "title": "Authentication required.",
    }
    assert "Send one as `Authorization: Bearer cp_…`" in advice


def test_a_request_keeps_the_id_that_its_sender_gave_it() -> None:
    answer = Caller().get("/problems", X_Request_Id="order-66-of-robin")

    assert answer.header("X-Request-Id") == "order-66-of-robin"
