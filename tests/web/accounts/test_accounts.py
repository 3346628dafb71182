"""Accounts in the browser: sign up, in and out, tokens, sessions, a new password, farewell."""

import re

import pytest
from django.core import mail
from django.test import Client

from accounts import selectors
from accounts.models import Account, Token
from agenda import runs
from agenda.models import DueRow
from matches.models import Match
from tests.callers import PASSWORD, Caller, new_name
from tests.web.visitors import member, open_match, start_match, text

pytestmark = pytest.mark.django_db

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"


def test_somebody_signs_up_out_and_in_again() -> None:
    browser, name = Client(), new_name()
    joined = browser.post(
        "/sign-up", {"username": name, "password": PASSWORD, "next": "/games/stick-em"}
    )
    welcome = text(browser.get("/"))
    browser.post("/sign-out")
    stranger = text(browser.get("/"))
    back = browser.post("/sign-in", {"username": name.upper(), "password": PASSWORD})

    assert joined["Location"] == "/games/stick-em"
    assert name in welcome
    assert name not in stranger
    assert back["Location"] == "/"


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"username": "a", "password": PASSWORD}, "A name needs at least 2 characters."),
        ({"username": "<script>", "password": PASSWORD}, "cannot hold &lt;, &gt;. Use letters"),
        ({"username": "Ann Marie", "password": PASSWORD}, "cannot hold a space. Use letters"),
        ({"username": "a" * 31, "password": PASSWORD}, "at most 30 characters (it has 31)"),
        ({"username": "System", "password": PASSWORD}, "This name is reserved"),
        ({"username": "gone-1", "password": PASSWORD}, "This name is reserved"),
        ({"username": "guest-1", "password": PASSWORD}, "This name is reserved"),
        ({"username": "robin", "password": "password"}, "too common"),
        ({"username": "robin", "password": PASSWORD, "email": "nowhere"}, "valid email"),
    ],
)
def test_a_sign_up_that_does_not_fit_says_why_and_makes_nothing(
    said: dict[str, str], words: str
) -> None:
    answer = Client().post("/sign-up", said)

    assert answer.status_code == 400
    assert words in text(answer)
    assert "<script>" not in text(answer)
    assert not Account.objects.named(said["username"]).exists()


def test_a_token_is_shown_once_works_and_can_be_ended() -> None:
    browser, account = member()
    wish = {"name": "my bot", "scopes": ["play", "read"], "expires_in": 7 * 24 * 3600}
    form = {**wish, "key": "a-key-of-this-form"}

    unasked = browser.post("/account/tokens", form)
    again = {"password": PASSWORD, "next": "/account/tokens"}
    made = browser.post("/account/security/again", again)
    twice = browser.post("/account/tokens", form)
    (secret,) = re.findall(r"cp_[A-Za-z0-9_-]{43}", text(made))
    listed = text(browser.get("/account/tokens"))

    assert unasked["Location"].startswith("/account/security/again?")
    assert made.status_code == 201
    assert secret in text(twice)
    assert secret not in listed
    assert "my bot" in listed
    assert Caller(secret).get("/me").body["username"] == account.username
    (token,) = Token.objects.filter(account=account)
    stranger, _ = member()
    assert stranger.post(f"/account/tokens/{token.pk}/revoke").status_code == 404
    browser.post(f"/account/tokens/{token.pk}/revoke")
    assert Caller(secret).get("/me").status == 401


def test_nobody_gets_a_scope_of_the_staff_by_a_form_of_his_own() -> None:
    browser, account = member()
    browser.post("/account/security/again", {"password": PASSWORD})

    answer = browser.post(
        "/account/tokens", {"name": "x", "scopes": ["admin"], "expires_in": 7 * 24 * 3600}
    )

    assert answer.status_code == 400
    assert not Token.objects.filter(account=account).exists()


def sign_in(account: Account) -> Client:
    browser = Client(headers={"User-Agent": FIREFOX})
    said = {"username": account.username, "password": PASSWORD}
    assert browser.post("/sign-in", said).status_code == 302
    return browser


def test_people_see_where_they_are_signed_in_and_end_it() -> None:
    _, account = member()
    here, there, elsewhere = sign_in(account), sign_in(account), sign_in(account)
    page = text(here.get("/account/sessions"))
    first = selectors.sessions(account_id=account.pk).get(session_key=there.session.session_key)

    here.post(f"/account/sessions/{first.public_id}/end")

    assert "Firefox · Linux" in page
    assert str(there.session.session_key) not in page
    assert there.get("/account").status_code == 302
    assert elsewhere.get("/account").status_code == 200
    here.post("/account/sessions/end-others")
    assert elsewhere.get("/account").status_code == 302
    assert here.get("/account").status_code == 200


def test_a_new_password_ends_tokens_and_other_sessions() -> None:
    _, account = member()
    here, there = sign_in(account), sign_in(account)
    new = "quite another passphrase"

    wrong = here.post(
        "/account/password", {"old_password": "no", "new_password1": new, "new_password2": new}
    )
    here.post(
        "/account/password", {"old_password": PASSWORD, "new_password1": new, "new_password2": new}
    )

    assert "incorrectly" in text(wrong)
    assert here.get("/account").status_code == 200
    assert there.get("/account").status_code == 302


def test_who_has_forgotten_the_password_gets_a_link_that_works_once() -> None:
    address = f"{new_name()}@example.org"
    _, account = member(email=address)
    asking = Client(headers={"Accept-Language": "en"})
    asked = asking.post("/forgotten", {"email": address.upper()})
    unknown = asking.post("/forgotten", {"email": f"{new_name()}@example.org"})
    (row,) = DueRow.objects.filter(kind="password_mail", subject=account.pk)

    runs.run_due_now()

    (sent,) = [one for one in mail.outbox if one.to == [address]]
    (link,) = re.findall(r"https://play.example.test(/forgotten/\S+)", str(sent.body))
    assert asked.status_code == unknown.status_code == 200
    assert link not in row.payload
    page = Client()
    form = page.get(link, follow=True)
    new = {"new_password1": "an owl in the attic", "new_password2": "an owl in the attic"}
    page.post(form.redirect_chain[-1][0], new)
    account.refresh_from_db()
    assert account.check_password("an owl in the attic")
    assert "has been used" in text(Client().get(link, follow=True))


def test_who_deletes_the_account_is_erased_and_the_history_stays() -> None:
    browser, account = member(email=f"{new_name()}@example.org")
    match = start_match(browser, "stick-em")
    open_match(browser, "pickpocket")
    browser.post("/account/security/again", {"password": PASSWORD})
    token = browser.post("/account/tokens", {"name": "x", "scopes": ["read"], "expires_in": 604800})

    wrong = browser.post("/account/delete", {"password": "not mine"})
    unchanged = Account.objects.get(pk=account.pk).username
    gone = browser.post("/account/delete", {"password": PASSWORD})

    (secret,) = re.findall(r"cp_[A-Za-z0-9_-]{43}", text(token))
    after = Account.objects.get(pk=account.pk)
    assert (wrong.status_code, unchanged) == (400, account.username)
    assert "Your account has been deleted" in text(gone)
    assert re.fullmatch("gone-[0-9a-f]{10}", after.username)
    assert (after.email, after.is_active, after.has_usable_password()) == ("", False, False)
    assert Caller(secret).get("/me").status == 401
    assert browser.get("/account").status_code == 302
    assert Client().get(f"/players/{account.username}").status_code == 404
    ended, opened = Match.objects.filter(chairs__account=account).order_by("id")
    assert (ended.pk, ended.status, opened.status) == (match, "finished", "void")
    assert account.username not in text(Client().get(f"/matches/{match}"))
    assert after.username in text(Client().get(f"/matches/{match}"))
