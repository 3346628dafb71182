"""What staff see and do of accounts and tokens."""

import pytest
from django.contrib.auth.hashers import check_password
from django.test import Client
from django.utils import timezone

from accounts import services, tokens
from accounts.models import Account, Token
from tests.callers import PASSWORD, new_name

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def the_sheriff(client: Client) -> Account:
    """Return a superuser who is logged in."""
    sheriff = Account.objects.create_superuser(new_name(), PASSWORD)
    client.force_login(sheriff, "django.contrib.auth.backends.ModelBackend")
    client.post("/admin/accounts/account/confirm/", {"password": PASSWORD})
    return sheriff


def a_token() -> services.Issued:
    robin = services.register(username=new_name(), password=PASSWORD)
    return services.issue_token(account=robin, name="laptop", scopes=["play"])


def test_the_pages_of_accounts_and_tokens_can_be_read(client: Client) -> None:
    the_sheriff(client)
    token = a_token().token

    for page in (
        "/admin/",
        "/admin/accounts/account/",
        "/admin/accounts/account/add/",
        f"/admin/accounts/account/{token.account_id}/change/",
        f"/admin/accounts/account/{token.account_id}/do/password/",
        f"/admin/accounts/account/{token.account_id}/do/rights/",
        "/admin/accounts/account/confirm/",
        "/admin/accounts/token/?q=laptop",
        "/admin/accounts/session/",
        f"/admin/accounts/token/{token.pk}/change/",
    ):
        assert client.get(page).status_code == 200, page


def test_no_page_shows_a_digest_or_a_token(client: Client) -> None:
    the_sheriff(client)
    made = a_token()
    digest = bytes(made.token.digest)

    for page in ("", f"{made.token.pk}/change/"):
        content = client.get(f"/admin/accounts/token/{page}").content
        assert made.token.prefix.encode() in content
        assert made.secret.encode() not in content
        assert digest.hex().encode() not in content.lower()
        assert b"digest" not in content.lower()


def test_a_token_is_revoked_by_a_command_and_cannot_be_made_or_deleted(client: Client) -> None:
    the_sheriff(client)
    made = a_token()
    tokens.cached_identity(f"Bearer {made.secret}")

    answer = client.post(
        f"/admin/accounts/token/{made.token.pk}/do/revoke/",
        {"reason": "lost laptop", "apply": "1"},
        follow=True,
    )

    assert b"Revoke: done." in answer.content
    assert Token.objects.get(pk=made.token.pk).revoked_at is not None
    with pytest.raises(Exception, match="revoked"):
        tokens.cached_identity(f"Bearer {made.secret}")
    assert client.get("/admin/accounts/token/add/").status_code == 403
    assert client.get(f"/admin/accounts/token/{made.token.pk}/delete/").status_code == 403


def test_staff_make_an_account_and_close_it(client: Client) -> None:
    the_sheriff(client)
    name = new_name()

    made = client.post(
        "/admin/accounts/account/add/",
        {"username": name, "first_password": PASSWORD, "reason": "came by letter"},
    )
    account = Account.objects.get(username=name)
    issued = services.issue_token(account=account, name="laptop", scopes=["play"])
    address = f"/admin/accounts/account/{account.pk}/do/close/"
    tried = client.post(address, {"reason": "spam", "preview": "1"})
    account.refresh_from_db()
    was_active = account.is_active
    closed = client.post(address, {"reason": "spam", "apply": "1"})

    account.refresh_from_db()
    assert (made.status_code, closed.status_code) == (302, 302)
    assert check_password(PASSWORD, account.password)
    assert b"This also ends: 1 token, 0 sessions" in tried.content
    assert was_active
    assert account.is_active is False
    assert Token.objects.get(pk=issued.token.pk).revoked_at is not None
    assert (
        b"Made: came by letter"
        in client.get(f"/admin/accounts/account/{account.pk}/history/").content
    )
    history = client.get(f"/admin/accounts/account/{account.pk}/history/")
    assert b"Deactivate: spam" in history.content
    client.post(f"/admin/accounts/account/{account.pk}/do/reopen/", {"reason": "no", "apply": "1"})
    account.refresh_from_db()
    assert account.is_active
    assert client.get(f"/admin/accounts/account/{account.pk}/delete/").status_code == 403


def test_nobody_closes_their_own_account(client: Client) -> None:
    sheriff = the_sheriff(client)

    answer = client.post(
        f"/admin/accounts/account/{sheriff.pk}/do/close/", {"reason": "tired", "apply": "1"}
    )

    assert b"This is your own account" in answer.content
    sheriff.refresh_from_db()
    assert sheriff.is_active


def test_a_new_password_on_the_page_ends_the_tokens(client: Client) -> None:
    the_sheriff(client)
    made = a_token()
    new = "quite another passphrase"

    client.post(
        f"/admin/accounts/account/{made.token.account_id}/do/password/",
        {"password": new, "reason": "asked for it", "apply": "1"},
    )

    revoked_at = Token.objects.get(pk=made.token.pk).revoked_at
    assert revoked_at is not None
    assert revoked_at <= timezone.now()
