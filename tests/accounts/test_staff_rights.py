"""Rights of the staff do not raise themselves, by no way that the admin has."""

import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.core import mail
from django.test import Client
from pytest_django import Settings

from accounts import confirming, rights, services
from accounts.models import Account, Session, Token
from agenda import runs
from api import limits
from api.problems import Problem
from tests.callers import PASSWORD, Caller, new_name
from tests.web.visitors import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

BACKEND = "django.contrib.auth.backends.ModelBackend"
NEW = "quite another passphrase"


@pytest.fixture(autouse=True)
def _fresh_limits() -> Iterator[None]:
    limits.reset()
    yield
    limits.reset()


def confirmed(account: Account) -> Client:
    browser = signed_in(account)
    answer = browser.post("/admin/accounts/account/confirm/", {"password": PASSWORD})
    assert answer.status_code == 302
    return browser


def a_player(**fields: str) -> Account:
    return services.register(username=new_name(), password=PASSWORD, **fields)


def a_superuser() -> Account:
    return Account.objects.create_superuser(new_name(), PASSWORD, email=f"{new_name()}@x.org")


def a_clerk() -> Account:
    """Return somebody of the staff with every right on accounts, and no superuser."""
    clerk = a_player()
    Account.objects.filter(pk=clerk.pk).update(is_staff=True)
    clerk.user_permissions.set(Permission.objects.filter(content_type__app_label="accounts"))
    return Account.objects.get(pk=clerk.pk)


def order(browser: Client, target: Account, command: str, **said: Any) -> Any:
    form = {"reason": "a test", "apply": "1", **said}
    return browser.post(f"/admin/accounts/account/{target.pk}/do/{command}/", form)


def state(account: Account) -> tuple[object, ...]:
    now = Account.objects.get(pk=account.pk)
    held = tuple(now.user_permissions.values_list("pk", flat=True))
    return (
        now.username,
        now.email,
        now.password,
        now.is_active,
        now.is_staff,
        now.is_superuser,
        held,
    )


EVERYTHING: dict[str, Any] = {
    "is_staff": "on",
    "is_superuser": "on",
    "is_active": "on",
    "email": "thief@example.org",
    "username": "thief",
    "password": NEW,
    "first_password": NEW,
    "password1": NEW,
    "password2": NEW,
    "usable_password": "true",
    "bot_contact": "x",
}


@pytest.mark.parametrize("command", ["end", "close", "reopen", "password", "email", "rename"])
@pytest.mark.parametrize("is_superuser", [True, False])
def test_nobody_but_a_superuser_touches_an_account_of_the_staff(
    command: str, *, is_superuser: bool
) -> None:
    clerk, target = a_clerk(), a_superuser() if is_superuser else a_clerk()
    issued = services.issue_token(account=target, name="x", scopes=["admin"])
    before = state(target)

    answer = order(confirmed(clerk), target, command, **EVERYTHING)

    assert answer.status_code == 403
    assert state(target) == before
    assert Token.objects.get(pk=issued.token.pk).revoked_at is None


def test_nobody_but_a_superuser_gives_rights() -> None:
    clerk, friend = a_clerk(), a_player()
    browser = confirmed(clerk)
    every = list(Permission.objects.values_list("pk", flat=True))

    for target in (clerk, friend):
        before = state(target)
        assert (
            order(browser, target, "rights", user_permissions=every, **EVERYTHING).status_code
            == 403
        )
        assert state(target) == before
    with pytest.raises(Problem, match="superuser"):
        rights.change(
            by=clerk.pk, account_id=clerk.pk, is_staff=True, is_superuser=True, permissions=[]
        )


def test_no_crafted_form_changes_an_account() -> None:
    clerk, boss = a_clerk(), a_superuser()
    browser = confirmed(clerk)
    every = list(Permission.objects.values_list("pk", flat=True))
    form = {**EVERYTHING, "user_permissions": every, "groups": [], "reason": "x"}

    for target in (clerk, boss):
        before = state(target)
        page = f"/admin/accounts/account/{target.pk}"
        for address in (f"{page}/change/", f"{page}/password/", f"{page}/change/?_popup=1"):
            browser.post(address, form)
            assert state(target) == before, address
        browser.post(
            "/admin/accounts/account/",
            {
                "form-TOTAL_FORMS": "1",
                "form-INITIAL_FORMS": "1",
                "form-0-id": str(target.pk),
                "form-0-is_staff": "on",
                "form-0-is_superuser": "on",
                "_save": "Save",
            },
        )
        assert state(target) == before
    browser.post("/admin/accounts/account/add/", {**form, "username": "made-by-clerk"})
    made = Account.objects.get(username="made-by-clerk")
    assert made.check_password(NEW)
    assert (made.is_staff, made.is_superuser, made.user_permissions.count()) == (False, False, 0)


def test_no_token_of_the_api_carries_rights_of_others() -> None:
    name = a_player().username

    answer = Caller().post("/tokens", {"username": name, "password": PASSWORD, "scopes": ["admin"]})

    assert answer.code == "permission_denied"


@pytest.mark.parametrize(
    "query",
    [
        "account/?password__startswith=pbkdf2",
        "token/?digest__startswith=0",
        "token/?account__password__startswith=pbkdf2",
        "session/?session_key__startswith=a",
        "session/?pk__startswith=a",
        "session/?session_data__startswith=a",
    ],
)
def test_no_list_tells_a_secret_letter_by_letter(query: str) -> None:
    browser = signed_in(a_superuser())

    answer = browser.get(f"/admin/accounts/{query}")

    assert answer.status_code in {302, 400}
    assert "e=1" in answer.get("Location", "e=1")


def test_a_superuser_gives_and_takes_rights_with_password_and_reason() -> None:
    boss, clerk = a_superuser(), a_clerk()
    issued = services.issue_token(account=clerk, name="x", scopes=["admin"])
    right = Permission.objects.get(codename="view_match")
    browser = confirmed(boss)

    no_reason = order(browser, clerk, "rights", reason="")
    tried = order(browser, clerk, "rights", preview="1", user_permissions=[right.pk], apply="")
    done = order(browser, clerk, "rights", user_permissions=[right.pk], reason="left the team")

    after = Account.objects.get(pk=clerk.pk)
    assert (no_reason.status_code, done.status_code) == (200, 302)
    assert tried.status_code in {200, 302}
    assert (after.is_staff, list(after.user_permissions.all())) == (False, [right])
    assert Token.objects.get(pk=issued.token.pk).revoked_at is not None
    entry = LogEntry.objects.filter(object_id=str(clerk.pk)).latest("action_time")
    assert entry.user_id == boss.pk
    assert "left the team" in entry.change_message
    assert "becomes" in entry.change_message


def test_a_superuser_does_not_lock_himself_out() -> None:
    boss = a_superuser()

    answer = order(confirmed(boss), boss, "rights", is_staff="on")

    assert b"your own rights" in answer.content
    assert Account.objects.get(pk=boss.pk).is_superuser


@pytest.mark.parametrize("command", ["end", "close", "password", "email", "rename", "rights"])
def test_every_command_on_an_account_asks_for_the_password_again(command: str) -> None:
    boss, player = a_superuser(), a_player()
    before = state(player)
    browser = signed_in(boss)

    asked = order(browser, player, command, **EVERYTHING)

    assert asked.status_code == 302
    assert asked["Location"].startswith("/admin/accounts/account/confirm/?next=")
    assert state(player) == before


def test_a_confirmation_lasts_minutes_and_leads_nowhere_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    boss, player = a_superuser(), a_player()
    browser = signed_in(boss)
    page = "/admin/accounts/account/confirm/?next="

    wrong = browser.post(f"{page}/admin/", {"password": "guess"})
    away = browser.post(f"{page}//evil.example/", {"password": PASSWORD})
    back = browser.post(f"{page}/admin/agenda/", {"password": PASSWORD})
    fresh = order(browser, player, "end")
    now = time.time()
    monkeypatch.setattr("accounts.confirming.time.time", lambda: now + confirming.VALID_S + 1)

    assert wrong.status_code == 400
    assert (away["Location"], back["Location"]) == ("/admin/", "/admin/agenda/")
    assert fresh["Location"].endswith("/change/")
    assert "confirm" in order(browser, player, "end")["Location"]


def test_the_password_is_not_guessed_at_the_desk_of_somebody_who_has_left(
    settings: Settings,
) -> None:
    settings.LIMITS = {"password": "1/hour burst 3"}
    browser = signed_in(a_superuser())

    tried = [
        browser.post("/admin/accounts/account/confirm/", {"password": f"guess {n}"}).status_code
        for n in range(4)
    ]

    assert tried == [400, 400, 400, 429]
    old = browser.get("/admin/password_change/")
    assert (old.status_code, old["Location"]) == (302, "/account/password")


@pytest.mark.more
def test_nothing_sensitive_is_filled_in_by_a_link() -> None:
    boss, clerk = a_superuser(), a_clerk()

    page = confirmed(boss).get(
        f"/admin/accounts/account/{clerk.pk}/do/rights/?is_superuser=on&reason=as+agreed"
    )

    assert b"as agreed" not in page.content
    assert page.context["form"].initial["is_superuser"] is False


def test_a_password_and_an_address_are_set_for_a_player_and_the_old_address_is_told() -> None:
    clerk, old = a_clerk(), f"{new_name()}@example.org"
    player = a_player(email=old)
    browser = confirmed(clerk)
    theirs = signed_in(player)

    weak = order(browser, player, "password", password="password")
    order(browser, player, "password", password=NEW, reason="forgot it, was on the phone")
    order(browser, player, "email", email="new@example.org", reason="asked for it")
    runs.run_due_now()

    after = Account.objects.get(pk=player.pk)
    assert b"too common" in weak.content
    assert after.check_password(NEW)
    assert after.email == "new@example.org"
    assert [one.to for one in mail.outbox] == [[old]]
    assert theirs.get("/account").status_code == 302
    assert not Session.objects.filter(account=player).exists()
    said = " ".join(
        LogEntry.objects.filter(object_id=str(player.pk)).values_list("change_message", flat=True)
    )
    assert "on the phone" in said
    assert "asked for it" in said
    assert NEW not in said


@pytest.mark.more
def test_a_rename_takes_a_name_that_can_be_had() -> None:
    browser, player = confirmed(a_clerk()), a_player()

    for name in ("admin", "greedy", "x", "a b", a_player().username.upper()):
        order(browser, player, "rename", username=name)
        assert Account.objects.get(pk=player.pk).username == player.username
    order(browser, player, "rename", username="Renamed-one")

    assert Account.objects.get(pk=player.pk).username == "Renamed-one"


def test_a_token_of_the_staff_is_revoked_by_a_superuser_alone() -> None:
    clerk, boss = a_clerk(), a_superuser()
    issued = services.issue_token(account=boss, name="x", scopes=["admin"])
    address = f"/admin/accounts/token/{issued.token.pk}/do/revoke/"
    form = {"reason": "lost laptop", "apply": "1"}

    refused = confirmed(clerk).post(address, form)
    done = confirmed(boss).post(address, form)

    assert (refused.status_code, done.status_code) == (403, 302)
    assert Token.objects.get(pk=issued.token.pk).revoked_at is not None
    assert "lost laptop" in LogEntry.objects.latest("action_time").change_message
