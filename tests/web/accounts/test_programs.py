"""Programs of other people: OAuth 2 by a client library of others, from the question to its end."""

import hashlib
import re
from collections.abc import Iterator
from typing import Any

import pytest
from allauth.idp.oidc.models import Token as Grant
from django.test import Client
from joserfc import jwt
from joserfc.jwk import KeySet
from pytest_django import Settings

from accounts import programs, services
from accounts.models import Account, Token
from api import limits
from tests.callers import PASSWORD, Caller
from tests.web.accounts.flows import BACK, KEY, Flow, program
from tests.web.visitors import member, text

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh_limits(settings: Settings) -> Iterator[None]:
    settings.IDP_OIDC_PRIVATE_KEY = KEY
    limits.reset()
    yield
    limits.reset()


def test_a_program_that_was_allowed_acts_in_the_api_as_its_person() -> None:
    browser, account = member()
    flow = Flow(program(), browser)

    back = flow.answer()
    got = flow.exchange(back["code"]).json()
    me = Caller(got["access_token"]).get("/me")
    opened = Caller(got["access_token"]).post("/matches", {"game": "stick-em", "seats": 3})

    assert back["state"] == flow.state
    assert (got["token_type"], got["expires_in"]) == ("Bearer", 3600)
    assert {*got["scope"].split()} == {"read", "play"}
    assert (me.status, me.body["username"]) == (200, account.username)
    assert me.header("RateLimit-Policy")
    assert opened.status == 201


def test_the_question_says_in_words_who_asks_and_what_it_can_and_cannot() -> None:
    browser, account = member()
    made = program()

    answer = Flow(made, browser, "read notify").ask()
    page = text(answer)

    assert "Allow Club calendar?" in page
    assert f"as you, {account.username}." in page
    assert made.client.owner.username in page
    assert "club.example" in page
    assert "Set what you are notified of" in page
    assert "Play or decide anything at a table" in page
    assert "form-action 'self' https://club.example;" in answer["Content-Security-Policy"] + ";"
    assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]


def test_who_says_no_gives_nothing_and_who_leaves_something_out_gives_the_rest() -> None:
    browser, _ = member()
    flow = Flow(program(), browser, "read play notify")

    no = flow.answer("cancel")
    part = flow.exchange(flow.answer(scopes=["read"])["code"]).json()

    assert no == {"error": "access_denied", "state": no["state"]}
    refused = Caller(part["access_token"]).post("/matches", {"game": "stick-em", "seats": 3})
    assert (part["scope"], refused.status) == ("read", 403)


def test_a_program_sees_the_address_of_mail_only_by_a_permission_of_its_own() -> None:
    browser, _ = member(email="someone@example.org")
    got = Flow(program(), browser).tokens()

    assert Caller(got["access_token"]).get("/me").body["email"] == ""


@pytest.mark.parametrize("scope", ["admin", "ladder", "account", "bot", "read admin"])
def test_no_program_is_asked_or_registered_for_what_only_the_staff_or_its_person_may(
    scope: str,
) -> None:
    browser, account = member()
    Account.objects.filter(pk=account.pk).update(is_staff=True, is_superuser=True)
    flow = Flow(program(), browser, scope)

    answer = browser.get(flow.address())

    assert "error=invalid_scope" in answer["Location"]
    assert not Grant.objects.filter(user=account).exists()


def test_the_database_lets_no_scope_of_the_staff_into_a_programs_token() -> None:
    _, account = member()
    made = program()
    digest = hashlib.sha256(b"x" * 86).hexdigest()

    Grant.objects.create(
        type="at",
        hash=digest,
        client=made.client,
        user=account,
        scopes="read\nadmin\naccount",
        expires_at="2099-01-01T00:00Z",
    )

    assert Token.objects.get(digest=bytes.fromhex(digest)).scopes == ["read"]
    Grant.objects.filter(hash=digest).delete()
    assert not Token.objects.filter(digest=bytes.fromhex(digest)).exists()


@pytest.mark.parametrize("is_public", [True, False])
def test_without_pkce_nobody_is_asked_whether_the_program_keeps_a_secret_or_not(
    is_public: bool,
) -> None:
    browser, _ = member()
    flow = Flow(program(is_public=is_public), browser)

    without = browser.get(flow.address(code_challenge=None, code_challenge_method=None))
    plain = browser.get(flow.address(code_challenge_method="plain"))

    for answer in (without, plain):
        assert answer.status_code == 302
        assert answer["Location"].startswith(f"{BACK}?error=invalid_request")


@pytest.mark.parametrize(
    "where",
    [
        "https://club.example/back/",
        "https://club.example/other",
        "https://club.example.evil.example/back",
        "https://evil.example/back",
        "http://club.example/back",
        "javascript:alert(1)",
    ],
)
def test_nobody_is_led_to_an_address_that_was_not_registered(where: str) -> None:
    browser, _ = member()

    answer = browser.get(Flow(program(), browser).address(redirect_uri=where))

    assert "Location" not in answer
    assert "Nothing has been allowed" in text(answer)


def test_a_code_is_good_once_and_sent_again_it_ends_what_it_gave() -> None:
    browser, _ = member()
    flow = Flow(program(), browser)
    code = flow.answer()["code"]
    first = flow.exchange(code)

    again = flow.exchange(code)

    assert first.status_code == 200
    assert (again.status_code, again.json()["error"]) == (400, "invalid_grant")


@pytest.mark.parametrize(
    "change",
    [
        {"code_verifier": "w" * 64},
        {"redirect_uri": "https://club.example/other"},
        {"code": "made up"},
        {"client_id": "nobody"},
    ],
)
def test_a_code_is_good_for_nobody_else(change: dict[str, str]) -> None:
    browser, account = member()
    flow = Flow(program(), browser)

    answer = flow.exchange(flow.answer()["code"], **change)

    assert answer.status_code in {400, 401}
    assert not Token.objects.filter(account=account).exists()


def test_a_program_with_a_secret_needs_it() -> None:
    browser, _ = member()
    flow = Flow(program(is_public=False), browser)
    code = flow.answer()["code"]

    wrong = Flow(flow.made._replace(secret="guessed"), browser)
    wrong.verifier = flow.verifier
    refused = wrong.exchange(code)
    right = flow.exchange(code)

    assert refused.status_code == 401
    assert right.status_code == 200


def test_a_refresh_gives_new_tokens_and_ends_the_old_one_that_refreshed() -> None:
    browser, _ = member()
    flow = Flow(program(), browser)
    first = flow.tokens()
    said = {"grant_type": "refresh_token", "client_id": flow.made.client.pk}

    second = flow.post("/oauth/token", {**said, "refresh_token": first["refresh_token"]})
    again = flow.post("/oauth/token", {**said, "refresh_token": first["refresh_token"]})

    assert second.status_code == 200
    assert Caller(second.json()["access_token"]).get("/me").status == 200
    assert (again.status_code, again.json()["error"]) == (400, "invalid_grant")


def ended_by_the_program(flow: Flow, got: dict[str, Any]) -> None:
    said = {"token": got["refresh_token"], "client_id": flow.made.client.pk}
    assert flow.post("/oauth/revoke", said).status_code == 200


def ended_by_the_person(flow: Flow, _got: dict[str, Any]) -> None:
    assert "Club calendar" in text(flow.browser.get("/account/programs"))
    flow.browser.post(f"/account/programs/{flow.made.client.pk}/end")
    assert "Club calendar" not in text(flow.browser.get("/account/programs"))


def ended_by_its_author(flow: Flow, _got: dict[str, Any]) -> None:
    owner = flow.made.client.owner
    programs.remove(account_id=owner.pk, client_id=flow.made.client.pk)


def ended_by_a_new_password(flow: Flow, got: dict[str, Any]) -> None:
    account = Token.objects.get(program=flow.made.client.pk).account_id
    assert got
    services.set_password(account_id=account, password="an owl in the attic")


def ended_by_the_staff(flow: Flow, got: dict[str, Any]) -> None:
    account = Token.objects.get(program=flow.made.client.pk).account_id
    assert got
    services.deactivate(account_id=account)


def ended_by_erasure(flow: Flow, _got: dict[str, Any]) -> None:
    flow.browser.post("/account/delete", {"password": PASSWORD})


def ended_by_itself_in_the_api(flow: Flow, got: dict[str, Any]) -> None:
    token = Token.objects.get(program=flow.made.client.pk)
    assert Caller(got["access_token"]).delete(f"/tokens/{token.pk}").status == 204


@pytest.mark.more
@pytest.mark.parametrize(
    "end",
    [
        ended_by_the_program,
        ended_by_the_person,
        ended_by_its_author,
        ended_by_a_new_password,
        ended_by_the_staff,
        ended_by_erasure,
        ended_by_itself_in_the_api,
    ],
)
def test_what_is_ended_neither_acts_nor_refreshes(end: Any) -> None:
    browser, _ = member()
    flow = Flow(program(), browser)
    got = flow.tokens()

    end(flow, got)

    said = {"grant_type": "refresh_token", "client_id": flow.made.client.pk}
    refreshed = flow.post("/oauth/token", {**said, "refresh_token": got["refresh_token"]})
    assert Caller(got["access_token"]).get("/me").status == 401
    assert refreshed.status_code in {400, 401}


def test_openid_connect_tells_a_name_and_a_number_and_signs_both(settings: Settings) -> None:
    browser, account = member(email="someone@example.org")
    flow = Flow(program(), browser, "openid profile email")

    got = flow.tokens()
    keys = Client().get("/.well-known/jwks.json").json()
    claims = jwt.decode(got["id_token"], KeySet.import_key_set(keys)).claims
    bearer = {"Authorization": f"Bearer {got['access_token']}"}
    person = Client().get("/oauth/person", headers=bearer).json()

    assert (claims["iss"], claims["aud"]) == (settings.SITE_URL, flow.made.client.pk)
    assert claims["sub"] == person["sub"] == str(account.pk)
    assert person["preferred_username"] == account.username
    assert (person["email"], person["email_verified"]) == ("someone@example.org", False)
    assert Caller(got["access_token"]).get("/me").status == 401


def test_the_description_names_what_there_is_and_no_more(settings: Settings) -> None:
    with_key = Client().get("/.well-known/openid-configuration")
    settings.IDP_OIDC_PRIVATE_KEY = ""
    without = Client().get("/.well-known/oauth-authorization-server")

    assert with_key["Access-Control-Allow-Origin"] == "*"
    assert with_key.json()["issuer"] == settings.SITE_URL
    assert with_key.json()["code_challenge_methods_supported"] == ["S256"]
    assert "openid" in with_key.json()["scopes_supported"]
    assert without.json()["scopes_supported"] == ["play", "read", "organise", "notify"]
    assert "jwks_uri" not in without.json()


def test_strangers_sign_in_first_and_guests_sign_up() -> None:
    stranger, guest = Client(), Client()
    guest.post("/games/stick-em/start", {"seats": 3, "bot": "greedy"})
    flow = Flow(program(), stranger)

    assert stranger.get(flow.address())["Location"].startswith("/sign-in?next=/oauth/authorize")
    assert guest.get(flow.address())["Location"].startswith("/sign-up?next=%2Foauth%2Fauthorize")


@pytest.mark.parametrize(
    "redirects",
    [
        (),
        ("http://club.example/back",),
        ("https://*.club.example/back",),
        ("https://club.example/back#x",),
        ("https://ann:secret@club.example/back",),
        ("javascript:alert(1)",),
        ("data:text/html,x",),
        ("app:/back",),
        ("https://club.example/a b",),
        ("http://localhost.evil.example/",),
        tuple(f"https://club.example/{number}" for number in range(11)),
    ],
)
def test_a_program_is_registered_with_addresses_alone_that_nobody_can_listen_at(
    redirects: tuple[str, ...],
) -> None:
    browser, account = member()
    browser.post("/account/security/again", {"password": PASSWORD})
    said = {"name": "Mine", "redirects": "\n".join(redirects), "scopes": ["read"]}

    answer = browser.post("/account/programs/own/new", said)

    assert answer.status_code == 400
    assert not programs.own(account.pk)


def test_an_author_registers_changes_and_removes_a_program_and_sees_the_secret_once() -> None:
    browser, account = member()
    said = {"name": "Mine", "redirects": "http://127.0.0.1/back", "scopes": ["read"]}
    asked = browser.post("/account/programs/own/new", said)
    browser.post("/account/security/again", {"password": PASSWORD})

    made = browser.post("/account/programs/own/new", said)
    (secret,) = re.findall(r'<code id="secret">([A-Za-z0-9_-]{43})</code>', text(made))
    (client,) = programs.own(account.pk)
    path = f"/account/programs/own/{client.pk}"
    later = text(browser.get(path))
    browser.post(path, {**said, "name": "Ours"})
    renewed = text(browser.post(f"{path}/secret"))

    stranger, _ = member()
    stranger.post("/account/security/again", {"password": PASSWORD})
    assert asked.status_code == 302
    assert made.status_code == 201
    assert secret not in later
    assert secret not in renewed
    assert programs.own(account.pk)[0].name == "Ours"
    assert not programs.own(account.pk)[0].check_secret(secret)
    assert stranger.post(f"{path}/remove").status_code == 404
    browser.post(f"{path}/remove")
    assert not programs.own(account.pk)
