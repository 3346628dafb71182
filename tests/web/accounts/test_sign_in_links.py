"""Signing in by a link in a mail: once, soon, and by a button."""

import re
from collections.abc import Iterator

import pytest
from django.core import mail
from django.test import Client

from accounts import services, sign_in_proofs, ways_in
from accounts.models import Account
from agenda import runs
from api import limits
from notifications.models import PushSubscription
from tests.callers import PASSWORD, Caller, new_name
from tests.web.accounts.test_second_step import SECOND, code_of, is_in, with_app
from tests.web.visitors import member, push_to, text

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh_limits() -> Iterator[None]:
    limits.reset()
    yield
    limits.reset()


def someone() -> tuple[Account, str]:
    address = f"{new_name()}@example.org"
    return services.register(username=new_name(), password=PASSWORD, email=address), address


def asked(address: str, **said: str) -> str:
    headers = {"Accept-Language": "en"}
    answer = Client(headers=headers).post("/sign-in/link", {"email": address, **said})
    return text(answer)


def link_to(address: str) -> str:
    runs.run_due_now()
    (sent,) = [one for one in mail.outbox if one.to == [address]]
    (link,) = re.findall(r"https://play.example.test(/sign-in/link/\S+)", str(sent.body))
    return str(link)


def test_a_link_signs_in_by_a_button_and_once_and_confirms_nothing() -> None:
    account, address = someone()
    asked(address, next="/games")
    link, browser, later = link_to(address), Client(), Client()

    page = text(browser.get(link))
    looked_at = is_in(browser)
    done = browser.post(link, {"next": re.findall(r'name="next" value="([^"]*)"', page)[0]})

    assert account.username in page
    assert not looked_at
    assert done["Location"] == "/games"
    assert is_in(browser)
    # Whoever made the account has its password still, and may be somebody else.
    assert not ways_in.is_confirmed(account)
    assert later.post(link).status_code == 404
    assert not is_in(later)


def test_who_has_no_account_learns_nothing_and_gets_no_mail() -> None:
    _, address = someone()
    nobody = f"{new_name()}@example.org"

    known, unknown = asked(address), asked(nobody)
    runs.run_due_now()

    token = re.compile('name="csrfmiddlewaretoken" value="[^"]*"')
    assert token.sub("", known.replace(address, "…")) == token.sub("", unknown.replace(nobody, "…"))
    assert not [one for one in mail.outbox if one.to == [nobody]]


def test_a_link_ends_with_a_new_password_a_new_address_and_the_account() -> None:
    account, address = someone()
    asked(address)
    link = link_to(address)

    services.set_password(account_id=account.pk, password="an owl in the attic")

    assert Client().post(link).status_code == 404
    Account.objects.filter(pk=account.pk).update(is_active=False)
    account.refresh_from_db()
    assert sign_in_proofs.account_of(sign_in_proofs.proof(account)) is None


def test_a_link_leads_to_the_second_step_where_there_is_one() -> None:
    address = f"{new_name()}@example.org"
    own, account = member(email=address)
    secret = with_app(own)
    mail.outbox.clear()
    runs.run_due_now()
    mail.outbox.clear()
    asked(address)
    browser = Client()

    answer = browser.post(link_to(address))

    assert answer["Location"] == SECOND
    assert not is_in(browser)
    browser.post(SECOND, {"code": code_of(secret)})
    assert is_in(browser)
    assert browser.get("/account").context["user"] == account


def test_the_mail_is_plain_and_html_in_the_language_that_was_read() -> None:
    _, address = someone()
    Client(headers={"Accept-Language": "de"}).post("/sign-in/link", {"email": address})
    runs.run_due_now()

    (sent,) = [one for one in mail.outbox if one.to == [address]]
    ((html, kind),) = sent.alternatives  # type: ignore[attr-defined] # Of this kind of message.

    assert kind == "text/html"
    assert 'lang="de"' in html
    assert "Viertelstunde" in str(sent.body)
    assert "Viertelstunde" in html


@pytest.mark.parametrize(
    "address", ["a@example.org\nBcc: b@example.org", "a@example.org\r\nX: y", "nowhere", "a@b@c"]
)
def test_what_is_no_address_of_mail_makes_no_account_and_sends_nothing(address: str) -> None:
    name = new_name()

    answer = Caller().post("/accounts", {"username": name, "password": PASSWORD, "email": address})
    page = Client().post("/sign-in/link", {"email": address})

    assert (answer.status, answer.body["errors"][0]["field"]) == (400, "email")
    assert not Account.objects.named(name).exists()
    assert page.status_code == 400
    runs.run_due_now()
    assert not [one for one in mail.outbox if "Bcc" in str(one.message())]


def test_who_signs_in_where_somebody_is_in_signs_them_out_with_their_push_messages() -> None:
    account, address = someone()
    browser, other = member()
    subscribed = push_to(browser, other)
    asked(address)

    browser.post(link_to(address))

    assert browser.get("/account").context["user"] == account
    assert not PushSubscription.objects.filter(pk=subscribed).exists()
