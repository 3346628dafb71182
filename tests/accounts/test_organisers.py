"""The right to organise: tournaments without being staff, and nothing of the admin."""

import pytest
from django.test import Client
from pytest_django import Settings

from accounts import organisers, services
from accounts.models import Account
from tests.callers import PASSWORD, Answer, Caller, new_name, new_player
from tests.web.visitors import signed_in

pytestmark = pytest.mark.django_db

BACKEND = "django.contrib.auth.backends.ModelBackend"


def somebody(**rights: bool) -> Account:
    """Return a new account with some rights."""
    name = new_name()
    new_player(name=name)
    Account.objects.filter(username=name).update(**rights)
    return Account.objects.get(username=name)


def planned_by(account: Account) -> Answer:
    """Make a tournament with a token of the account."""
    asked = {"username": account.username, "password": PASSWORD, "scopes": ["organise", "read"]}
    caller = Caller(Caller().post("/tokens", asked).body["token"])
    assert caller.get("/me").body["may_organise"] is organisers.may_organise(account)
    slug = new_name().replace("_", "-")
    return caller.post("/tournaments", {"slug": slug, "name": "Cup", "game": "stick-em"})


def ordered(desk: Client, target: Account, command: str) -> None:
    """Give a command on the account at the admin's desk."""
    page = f"/admin/accounts/account/{target.pk}/do/{command}/"
    assert desk.post(page, {"reason": "a test", "apply": "1"}).status_code == 302


@pytest.mark.parametrize(
    ("policy", "player", "appointed", "staff"),
    [("staff", 403, 403, 201), ("appointed", 403, 201, 201), ("everyone", 201, 201, 201)],
)
def test_the_site_says_who_makes_tournaments(
    settings: Settings, policy: str, player: int, appointed: int, staff: int
) -> None:
    settings.ORGANISERS = policy

    for expected, rights in (
        (player, {}),
        (appointed, {"is_organiser": True}),
        (staff, {"is_staff": True}),
    ):
        account = somebody(**rights)
        assert planned_by(account).status == expected
        page = signed_in(account).get("/organise/new/plan?game=stick-em")
        assert page.status_code == (200 if expected == 201 else 403)


def test_neither_guests_nor_bots_nor_closed_accounts_make_them_where_everyone_may(
    settings: Settings,
) -> None:
    settings.ORGANISERS = "everyone"

    guest, bot = somebody(is_guest=True), somebody()
    Account.objects.filter(pk=bot.pk).update(is_bot=True, bot_contact="us@example.org")
    bot.refresh_from_db()
    closed = somebody(is_organiser=True)
    services.deactivate(account_id=closed.pk)
    closed.refresh_from_db()

    assert not any(map(organisers.may_organise, (guest, bot, closed)))


def test_the_staff_appoints_organisers_who_see_nothing_of_the_admin() -> None:
    account = somebody()
    desk = signed_in(somebody(is_staff=True, is_superuser=True))
    browser = signed_in(account)
    assert 'href="/organise"' not in browser.get("/tournaments").content.decode()

    ordered(desk, account, "appoint")
    account.refresh_from_db()

    assert 'href="/organise"' in browser.get("/tournaments").content.decode()
    assert browser.get("/admin/").status_code == 302
    assert planned_by(account).status == 201

    ordered(desk, account, "dismiss")

    account.refresh_from_db()
    assert not organisers.may_organise(account)
    assert "Cup" in browser.get("/organise").content.decode(), "what was made stays one's own"
