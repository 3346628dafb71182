"""Another e-mail address: with the password, confirmed from there, and the old one is told."""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts import email_changes
from accounts.models import Account, EmailChange
from agenda import runs
from agenda.models import DueRow
from api import limits
from tests.callers import PASSWORD, new_name
from tests.web.visitors import member, text

pytestmark = pytest.mark.django_db

SITE = "https://play.example.test"
NEW_PASSWORD = "quite another passphrase"


@pytest.fixture(autouse=True)
def _fresh_limits() -> Iterator[None]:
    limits.reset()
    yield
    limits.reset()


def address() -> str:
    return f"{new_name()}@example.org"


def asked(browser: Client, email: str, password: str = PASSWORD) -> int:
    said = {"email": email, "password": password}
    headers = {"Accept-Language": "en"}
    return browser.post("/account/email", said, headers=headers).status_code


def mailed(to: str) -> list[str]:
    runs.run_due_now()
    return [f"{one.subject}\n{one.body}" for one in mail.outbox if one.to == [to]]


def link_to(email: str) -> str:
    found = re.findall(rf"{SITE}(/account/email/\S+)", mailed(email)[-1])
    return str(found[0])


def email_of(account: Account) -> str:
    return Account.objects.get(pk=account.pk).email


def test_a_new_address_counts_once_its_link_was_followed_and_the_old_one_is_told() -> None:
    old, new = address(), address()
    browser, account = member(email=old)

    assert asked(browser, new) == 302
    link = link_to(new)
    before, told_early = email_of(account), mailed(old)
    page = text(browser.get("/account/email"))
    looked_at = Client().get(link)
    after_looking = email_of(account)
    done = Client().post(link)

    assert (before, after_looking, email_of(account)) == (old, old, new)
    assert f"We sent a link to {new}" in page
    assert looked_at.status_code == done.status_code == 200
    assert f"{new} is now the e-mail address" in text(done)
    assert len(told_early) == 1
    assert "choose a new password now" in told_early[0]
    assert f"{SITE}/account/password" in told_early[0]
    assert "has changed" in mailed(old)[1]
    assert new not in "".join(mailed(old))
    assert not DueRow.objects.filter(kind__startswith="email_").exists()


def test_a_link_is_good_once_for_a_day_and_until_another_one_is_asked_for() -> None:
    browser, account = member(email=address())
    first, second, late = address(), address(), address()
    asked(browser, first)
    first_link = link_to(first)
    asked(browser, second)
    second_link = link_to(second)

    assert Client().post(first_link).status_code == 404
    assert Client().post(f"{second_link[:-1]}x").status_code == 404
    assert Client().post(second_link).status_code == 200
    assert Client().post(second_link).status_code == 404
    assert "has been used" in text(Client().get(second_link))

    asked(browser, late)
    late_link = link_to(late)
    EmailChange.objects.update(asked_at=timezone.now() - timedelta(hours=25))
    assert Client().post(late_link).status_code == 404
    assert email_of(account) == second
    email_changes.purge()
    assert not EmailChange.objects.exists()


def test_a_new_password_stops_a_change_of_the_address() -> None:
    old, new = address(), address()
    thief, account = member(email=old)
    asked(thief, new)
    link = link_to(new)
    said = {
        "old_password": PASSWORD,
        "new_password1": NEW_PASSWORD,
        "new_password2": NEW_PASSWORD,
    }
    owner = Client()
    owner.force_login(account, "django.contrib.auth.backends.ModelBackend")
    owner.post("/account/password", said)

    assert Client().post(link).status_code == 404
    assert email_of(account) == old


def test_who_has_stolen_a_session_changes_no_address_and_guesses_no_password(
    settings: Settings,
) -> None:
    settings.LIMITS = {"password": "1/hour burst 3"}
    old = address()
    thief, account = member(email=old)

    tried = [asked(thief, address(), f"guess {number}") for number in range(4)]

    assert tried == [400, 400, 400, 429]
    assert asked(thief, "", PASSWORD) == 429
    assert (email_of(account), mailed(old)) == (old, [])
    assert not EmailChange.objects.exists()


def test_an_address_is_forgotten_with_the_password_and_told() -> None:
    old = address()
    browser, account = member(email=old)

    assert asked(browser, "") == 302

    after = Account.objects.get(pk=account.pk)
    assert after.email == ""
    assert "has changed" in mailed(old)[0]


def test_the_page_of_the_account_does_not_change_the_address() -> None:
    old = address()
    browser, account = member(email=old)

    browser.post("/account", {"email": address()})

    assert email_of(account) == old


def test_links_to_other_peoples_mailboxes_are_few() -> None:
    victim, browser = address(), member(email=address())[0]

    tried = [asked(browser, f"{number}{victim}") for number in range(6)]

    assert tried[-1] == 429
    assert tried.count(302) == 4


def test_a_change_can_be_called_off_and_ends_with_the_account() -> None:
    browser, _ = member(email=address())
    asked(browser, address())

    browser.post("/account/email/forget")

    assert not EmailChange.objects.exists()
    asked(browser, address())
    browser.post("/account/delete", {"password": PASSWORD})
    assert not EmailChange.objects.exists()


def test_a_site_that_does_not_know_its_address_changes_none(settings: Settings) -> None:
    settings.SITE_URL = ""
    browser, _ = member(email=address())

    assert asked(browser, address()) == 400
    assert not EmailChange.objects.exists()
