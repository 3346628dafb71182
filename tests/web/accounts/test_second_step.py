"""The second step of a sign-in: an app's codes and recovery codes, after the password."""

import re
import time
from collections.abc import Iterator

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth as totp
from django.core import mail
from django.test import Client
from pytest_django import Settings

from accounts import services
from accounts.models import Account
from agenda import runs
from api import limits
from tests.callers import PASSWORD, Caller, new_name
from tests.web.visitors import BACKEND, member, text

pytestmark = pytest.mark.django_db

SECOND = "/sign-in/second-step"


@pytest.fixture(autouse=True)
def _fresh_limits() -> Iterator[None]:
    limits.reset()
    yield
    limits.reset()


def confirm(browser: Client) -> None:
    """Give the password once more, as sensitive pages ask."""
    assert browser.post("/account/security/again", {"password": PASSWORD}).status_code == 302


def code_of(secret: str, steps: int = 0) -> str:
    """Return the code that an app shows, so many steps of half a minute from now."""
    return str(totp.format_hotp_value(totp.hotp_value(secret, int(time.time()) // 30 + steps)))


def with_app(browser: Client) -> str:
    """Set up an app for who is signed in, and return its key."""
    confirm(browser)
    page = text(browser.get("/account/security/app"))
    (secret,) = map(str, re.findall(r'<code id="secret">([A-Z2-7]+)</code>', page))
    answer = browser.post("/account/security/app", {"code": code_of(secret, -1)})
    assert answer["Location"] == "/account/security/codes"
    return secret


def at_second_step(account: Account) -> Client:
    """Return a browser in which the password has been given."""
    browser = Client(headers={"Accept-Language": "en"})
    said = {"username": account.username, "password": PASSWORD, "next": "/games"}
    assert browser.post("/sign-in", said)["Location"] == SECOND
    return browser


def is_in(browser: Client) -> bool:
    return browser.get("/account").status_code == 200


def recovery_codes(browser: Client) -> list[str]:
    confirm(browser)
    return re.findall(r"\b\d{8}\b", text(browser.get("/account/security/codes")))


def test_with_an_app_the_password_alone_lets_nobody_in_and_the_code_leads_where_one_wanted() -> (
    None
):
    own, account = member()
    secret = with_app(own)
    browser = at_second_step(account)

    before = is_in(browser)
    wrong = browser.post(SECOND, {"code": "000000"})
    right = browser.post(SECOND, {"code": code_of(secret)})

    assert not before
    assert "That code is wrong, or has been used." in text(wrong)
    assert right["Location"] == "/games"
    assert is_in(browser)


def test_a_code_lets_nobody_in_a_second_time() -> None:
    own, account = member()
    code = code_of(with_app(own))
    first, second = at_second_step(account), at_second_step(account)

    first.post(SECOND, {"code": code})
    replayed = second.post(SECOND, {"code": code})

    assert is_in(first)
    assert not is_in(second)
    assert "has been used" in text(replayed)


def test_a_recovery_code_stands_in_once() -> None:
    own, account = member()
    with_app(own)
    codes = recovery_codes(own)
    first, second = at_second_step(account), at_second_step(account)

    first.post(SECOND, {"code": codes[3]})
    second.post(SECOND, {"code": codes[3]})

    assert len(set(codes)) == 10
    assert is_in(first)
    assert not is_in(second)
    assert codes[3] not in recovery_codes(own)


def test_new_recovery_codes_void_the_old_ones() -> None:
    own, account = member()
    with_app(own)
    (old, *_), browser = recovery_codes(own), at_second_step(account)

    own.post("/account/security/codes/new")
    browser.post(SECOND, {"code": old})

    assert not is_in(browser)


def test_the_api_gives_no_token_for_a_password_alone_where_there_is_a_second_step() -> None:
    own, account = member()
    secret = with_app(own)
    said = {"username": account.username, "password": PASSWORD}

    without = Caller().post("/tokens", said)
    wrong = Caller().post("/tokens", {**said, "code": "000000"})
    right = Caller().post("/tokens", {**said, "code": code_of(secret)})
    again = Caller().post("/tokens", {**said, "code": code_of(secret)})

    assert (without.status, without.body["code"]) == (403, "permission_denied")
    assert "second step" in without.body["detail"]
    assert [wrong.status, right.status, again.status] == [401, 201, 401]


def test_the_admin_asks_for_the_second_step_too() -> None:
    own, account = member()
    with_app(own)
    Account.objects.filter(pk=account.pk).update(is_staff=True, is_superuser=True)
    browser = Client()

    said = {"username": account.username, "password": PASSWORD}
    answer = browser.post("/admin/login/?next=/admin/", said)

    assert answer["Location"] == SECOND
    assert browser.get("/admin/").status_code == 302


def test_guesses_at_the_code_are_few_and_shut_out_no_browser_that_was_in_before(
    settings: Settings,
) -> None:
    settings.LIMITS = {"second_step": "1/hour burst 4"}
    own, account = member()
    secret = with_app(own)  # The first try.
    known = at_second_step(account)
    known.post(SECOND, {"code": code_of(secret)})  # The second.
    known.post("/sign-out")
    known.post("/sign-in", {"username": account.username, "password": PASSWORD})
    guessing = at_second_step(account)

    guesses = [guessing.post(SECOND, {"code": "000000"}).status_code for _ in range(3)]

    assert guesses == [200, 200, 429]
    assert at_second_step(account).post(SECOND, {"code": code_of(secret, 1)}).status_code == 429
    known.post(SECOND, {"code": code_of(secret, 1)})
    assert is_in(known)


def test_turning_the_app_off_takes_the_password_and_is_told_by_mail() -> None:
    address = f"{new_name()}@example.org"
    own, account = member(email=address)
    with_app(own)
    later = Client()
    later.force_login(account, "django.contrib.auth.backends.ModelBackend")

    asked = later.post("/account/security/app/off")
    still_on = Authenticator.objects.filter(user=account, type="totp").exists()
    confirm(later)
    later.post("/account/security/app/off")
    runs.run_due_now()

    assert asked["Location"].startswith("/account/security/again?")
    assert still_on
    assert not Authenticator.objects.filter(user=account).exists()
    told = [str(one.body) for one in mail.outbox if one.to == [address]]
    assert any("no longer needs a code from an authenticator app" in each for each in told)


def test_the_key_of_an_app_is_stored_so_that_the_database_alone_cannot_read_it() -> None:
    own, account = member()
    secret = with_app(own)

    stored = Authenticator.objects.get(user=account, type="totp").data["secret"]

    assert secret not in stored


def test_who_is_erased_has_no_way_in_any_more() -> None:
    own, account = member()
    with_app(own)

    own.post("/account/delete", {"password": PASSWORD})

    assert not Authenticator.objects.filter(user=account).exists()


def test_a_new_password_is_never_kept_while_somebody_is_asked_who_they_are() -> None:
    browser, account = member()
    with_app(browser)
    services.drop_password(account_id=account.pk, kept=None)
    account.refresh_from_db()
    browser = Client()
    browser.force_login(account, backend=BACKEND)
    new = {"new_password1": "an owl in the attic", "new_password2": "an owl in the attic"}

    answer = browser.post("/account/security/password", new)

    assert answer["Location"] == "/account/security/password"
    assert "owl" not in str(dict(browser.session.items()))
    account.refresh_from_db()
    assert not account.has_usable_password()


def test_the_code_that_turned_an_app_on_lets_nobody_in() -> None:
    own, account = member()
    confirm(own)
    page = text(own.get("/account/security/app"))
    (secret,) = map(str, re.findall(r'<code id="secret">([A-Z2-7]+)</code>', page))
    code = code_of(secret)
    own.post("/account/security/app", {"code": code})
    browser = at_second_step(account)

    browser.post(SECOND, {"code": code})

    assert not is_in(browser)


def test_who_is_guessed_at_gets_one_mail_of_it(settings: Settings) -> None:
    address = f"{new_name()}@example.org"
    own, account = member(email=address)
    with_app(own)
    settings.LIMITS = {"second_step": "1/hour burst 2"}
    limits.reset()
    guessing = at_second_step(account)

    guesses = [guessing.post(SECOND, {"code": "000000"}).status_code for _ in range(5)]
    runs.run_due_now()

    told = [str(one.body) for one in mail.outbox if one.to == [address]]
    assert guesses.count(429) > 1
    assert sum("Someone entered many wrong codes" in each for each in told) == 1


def test_staff_without_a_password_give_sensitive_commands_with_a_code() -> None:
    own, account = member()
    Account.objects.filter(pk=account.pk).update(is_staff=True, is_superuser=True)
    secret = with_app(own)
    services.drop_password(account_id=account.pk, kept=None)
    account.refresh_from_db()
    browser = Client()
    browser.force_login(account, BACKEND)
    _, target = member()
    page = f"/admin/accounts/account/{target.pk}/do/rights/"

    asked = browser.get(page)
    again = browser.post(asked["Location"], {"code": code_of(secret), "next": page})

    assert asked["Location"].startswith("/account/security/again/code?next=")
    assert again["Location"] == page
    assert browser.get(page).status_code == 200
