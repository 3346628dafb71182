"""Passkeys: added, used alone and as the second step, named, removed; never for another site."""

import html
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from accounts.models import Account
from api import limits
from tests.callers import PASSWORD
from tests.web.accounts.keys import HERE, PRESENT, Passkey
from tests.web.accounts.test_second_step import SECOND, at_second_step, confirm, is_in
from tests.web.visitors import member, text

pytestmark = pytest.mark.django_db

NEW = "/account/security/passkeys/new"
ELSEWHERE = "https://testserver.evil.example"


@pytest.fixture(autouse=True)
def _fresh_limits() -> Iterator[None]:
    limits.reset()
    yield
    limits.reset()


def options_in(page: str) -> dict[str, Any]:
    (found,) = re.findall(r'data-options="([^"]+)"', page)
    read: dict[str, Any] = json.loads(html.unescape(found))
    return read


def with_passkey(browser: Client, name: str = "My phone") -> Passkey:
    """Add a passkey for who is signed in."""
    confirm(browser)
    key = Passkey()
    options = options_in(text(browser.get(NEW)))
    said = {"name": name, "credential": key.made(options), "passwordless": "True"}
    assert browser.post(NEW, said)["Location"] in {
        "/account/security/codes",
        "/account/security",
    }
    return key


def asked_at_the_door(browser: Client) -> dict[str, Any]:
    answer = browser.get("/sign-in/passkey", headers={"Accept": "application/json"})
    found: dict[str, Any] = answer.json()["request_options"]
    return found


def used(browser: Client, credential: str) -> Any:
    return browser.post("/sign-in/passkey", {"credential": credential, "next": "/games"})


def keys_of(account: Account) -> list[str]:
    found = Authenticator.objects.filter(user=account, type="webauthn").order_by("pk")
    return [each.wrap().name for each in found]


def test_a_passkey_lets_its_person_in_alone_and_without_a_second_step() -> None:
    own, account = member()
    key = with_passkey(own)
    browser = Client()

    answer = used(browser, key.signed(asked_at_the_door(browser)))

    assert answer["Location"] == "/games"
    assert browser.get("/account").context["user"] == account
    assert keys_of(account) == ["My phone"]


def test_with_a_passkey_the_password_alone_lets_nobody_in_and_the_passkey_is_the_step() -> None:
    own, account = member()
    key = with_passkey(own)
    browser = at_second_step(account)

    before = is_in(browser)
    answer = browser.post(SECOND, {"credential": key.signed(options_in(text(browser.get(SECOND))))})

    assert not before
    assert answer["Location"] == "/games"
    assert is_in(browser)


@pytest.mark.parametrize(
    "wrong",
    [
        {"origin": ELSEWHERE},
        {"origin": "http://testserver"},
        {"site": "testserver.evil.example"},
        {"flags": PRESENT},
    ],
)
def test_what_was_signed_for_another_site_or_without_its_person_lets_nobody_in(
    wrong: dict[str, Any],
) -> None:
    own, _ = member()
    key = with_passkey(own)
    browser = Client()

    used(browser, key.signed(asked_at_the_door(browser), **wrong))

    assert not is_in(browser)


def test_a_passkey_made_for_another_site_is_not_added() -> None:
    browser, account = member()
    confirm(browser)
    options = options_in(text(browser.get(NEW)))

    answer = browser.post(NEW, {"credential": Passkey().made(options, origin=ELSEWHERE)})

    assert answer.status_code == 200
    assert "not one for this account on this site" in text(answer)
    assert keys_of(account) == []


def test_what_was_signed_once_lets_nobody_in_again() -> None:
    own, _ = member()
    key = with_passkey(own)
    first, second = Client(), Client()
    signed = key.signed(asked_at_the_door(first))
    asked_at_the_door(second)

    used(first, signed)
    used(second, signed)

    assert is_in(first)
    assert not is_in(second)


def test_a_passkey_speaks_for_nobody_but_its_person() -> None:
    own, _ = member()
    _, victim = member()
    key = with_passkey(own)
    key.user = victim.pk.hex.encode()
    browser = Client()

    used(browser, key.signed(asked_at_the_door(browser)))

    assert not is_in(browser)


@pytest.mark.parametrize(
    "sent",
    ["", "{}", "[]", "null", "1", '{"id": "x"}', '{"response": []}', "{" * 2000, "x" * 90_000],
)
def test_nonsense_in_the_place_of_a_passkey_is_refused(sent: str) -> None:
    browser = Client(raise_request_exception=False)
    asked_at_the_door(browser)

    answer = used(browser, sent)

    assert answer.status_code in {200, 302, 400}
    assert not is_in(browser)


@pytest.mark.more
def test_a_passkey_is_renamed_and_removed_by_its_person_who_is_asked_again() -> None:
    own, account = member()
    with_passkey(own)
    (row,) = Authenticator.objects.filter(user=account, type="webauthn")
    path = f"/account/security/passkeys/{row.pk}"
    stranger, _ = member()
    confirm(stranger)
    later = Client()
    later.force_login(account, "django.contrib.auth.backends.ModelBackend")

    asked = later.post(f"{path}/remove")
    other = stranger.post(f"{path}/remove")
    bad = own.post(f"{path}/name", {"name": "Phone\u202egnp.exe"})
    own.post(f"{path}/name", {"name": "Phone of work"})
    named = keys_of(account)
    own.post(f"{path}/remove")

    assert asked["Location"].startswith("/account/security/again?")
    assert other.status_code == 404
    assert "Please" in text(bad) or bad.status_code == 200
    assert named == ["Phone of work"]
    assert not Authenticator.objects.filter(user=account).exists()


def test_an_account_may_do_without_a_password_and_never_loses_its_only_way_in() -> None:
    own, account = member()
    key = with_passkey(own)
    confirm(own)
    (row,) = Authenticator.objects.filter(user=account, type="webauthn")

    own.post("/account/security/no-password")
    account.refresh_from_db()
    own.post(f"/account/security/passkeys/{row.pk}/remove")
    browser = Client()
    used(browser, key.signed(asked_at_the_door(browser)))

    assert not account.has_usable_password()
    assert keys_of(account) == ["My phone"]
    assert is_in(browser)
    stranger = Client()
    stranger.post("/sign-in", {"username": account.username, "password": PASSWORD})
    assert not is_in(stranger)


def test_without_a_passkey_nobody_gives_the_password_up() -> None:
    own, account = member()
    confirm(own)

    own.post("/account/security/no-password")

    account.refresh_from_db()
    assert account.has_usable_password()


def test_who_has_no_password_deletes_the_account_by_the_passkey() -> None:
    own, account = member()
    key = with_passkey(own)
    confirm(own)
    own.post("/account/security/no-password")
    browser = Client()
    used(browser, key.signed(asked_at_the_door(browser)))

    asked = browser.post("/account/delete")
    page = browser.get(asked["Location"])
    browser.post(
        "/account/security/again/passkey", {"credential": key.signed(options_in(text(page)))}
    )
    gone = browser.post("/account/delete", {"sure": "yes"})

    assert asked["Location"].startswith("/account/security/again/")
    assert "Your account has been deleted" in text(gone)
    account.refresh_from_db()
    assert account.is_erased


def test_a_guest_signs_in_by_a_passkey_and_is_the_account_then() -> None:
    own, account = member()
    key = with_passkey(own)
    guest = Client()
    guest.post("/games/stick-em/start", {"seats": 3, "bot": "greedy"})

    used(guest, key.signed(asked_at_the_door(guest)))

    assert guest.get("/account").context["user"] == account


def test_the_site_asks_for_its_own_name_alone() -> None:
    browser, _ = member()
    confirm(browser)

    made = options_in(text(browser.get(NEW)))["publicKey"]

    assert made["rp"]["id"] == HERE.removeprefix("https://") == "testserver"
    assert made["authenticatorSelection"]["userVerification"] == "required"
    assert made["authenticatorSelection"]["residentKey"] == "required"
