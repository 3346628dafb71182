"""Signing in by way of another site: who somebody is there is its number, and nothing else."""

import html
import re
from collections.abc import Iterator
from typing import Any

import pytest
import requests
from allauth.socialaccount.models import SocialAccount
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from pytest_django import Settings

from accounts import invitations, services, ways_in
from accounts.models import Account, Sanction
from api import limits
from api.ids import uuid7
from cutpurse import sign_in_providers
from notifications.models import PushSubscription
from site_profile import selectors as site_profile
from site_profile import services as profile
from site_profile.models import SignUp
from tests.callers import PASSWORD, new_name
from tests.web.accounts.providers import Provider, running
from tests.web.accounts.test_second_step import SECOND, is_in, with_app
from tests.web.visitors import member, push_to, text

pytestmark = pytest.mark.django_db

FORM = "/sign-in/with/new"


@pytest.fixture
def club(settings: Settings) -> Iterator[Provider]:
    limits.reset()
    site_profile.forget()
    with running() as provider:
        apps = sign_in_providers.from_lines([provider.line])
        settings.SOCIALACCOUNT_PROVIDERS = {
            "openid_connect": {"APPS": apps, "OAUTH_PKCE_ENABLED": True}
        }
        yield provider
    limits.reset()
    site_profile.forget()


def led_back(browser: Client, process: str = "") -> Any:
    """Go to the other site and come back; return what our page answers then."""
    page = text(browser.post(f"/sign-in/with/club{process}", {"next": "/games"}))
    (where,) = re.findall(r'content="0;url=([^"]*)"', page)
    answer = requests.get(html.unescape(where), allow_redirects=False, timeout=10)
    back = answer.headers["Location"]
    assert back.startswith("http://testserver/sign-in/with/club/back?")
    return browser.get(back.removeprefix("http://testserver"))


def newcomer(browser: Client, club: Provider, **person: object) -> Account:
    """Sign somebody up whom the other site knows by these words."""
    club.person = {"sub": new_name(), **person}
    assert led_back(browser)["Location"] == FORM
    name = new_name()
    hidden = re.findall(r'name="invitation" value="([^"]*)"', text(browser.get(FORM)))
    said = {"username": name, "email": str(person.get("email", "")), "invitation": "".join(hidden)}
    answer = browser.post(FORM, said)
    assert answer.status_code == 302, text(answer)
    return Account.objects.get(username=name)


def test_somebody_signs_up_by_another_site_without_a_password_and_comes_back(
    club: Provider,
) -> None:
    browser, later = Client(), Client()

    account = newcomer(browser, club, email="ann@example.org", preferred_username="ann")
    back = led_back(later)

    assert is_in(browser)
    assert not account.has_usable_password()
    assert (account.email, back["Location"]) == ("ann@example.org", "/games")
    assert later.get("/account").context["user"] == account
    assert "The Club" in text(later.get("/account/security"))


def test_another_address_of_mail_from_there_changes_nothing_and_takes_over_nobody(
    club: Provider,
) -> None:
    other = services.register(username=new_name(), password=PASSWORD, email="bo@example.org")
    account = newcomer(Client(), club, email="ann@example.org")
    club.person |= {"email": "bo@example.org", "email_verified": True}
    browser = Client()

    led_back(browser)

    assert browser.get("/account").context["user"] == account
    account.refresh_from_db()
    assert account.email == "ann@example.org"
    assert not SocialAccount.objects.filter(user=other).exists()


@pytest.mark.parametrize("is_verified", [True, False, None])
def test_the_address_or_name_of_somebody_here_opens_nobodys_account(
    club: Provider, is_verified: bool | None
) -> None:
    name = new_name()
    services.register(username=name, password=PASSWORD, email=f"{name}@example.org")
    browser = Client()
    club.person = {
        "sub": new_name(),
        "email": f"{name}@example.org",
        "email_verified": is_verified,
        "preferred_username": name,
    }

    answer = led_back(browser)
    taken = browser.post(FORM, {"username": name})

    assert answer["Location"] == FORM
    assert taken.status_code == 400
    assert not is_in(browser)


def test_another_number_is_another_person_whatever_else_is_the_same(club: Provider) -> None:
    newcomer(Client(), club, email="ann@example.org", preferred_username="ann")
    club.person["sub"] = new_name()
    browser = Client()

    assert led_back(browser)["Location"] == FORM
    assert not is_in(browser)


@pytest.mark.parametrize(
    "claims",
    [
        {"iss": "https://elsewhere.example"},
        {"aud": "another-program"},
        {"exp": 1_000_000_000},
    ],
)
def test_a_signed_word_that_is_not_for_us_lets_nobody_in(
    club: Provider, claims: dict[str, object]
) -> None:
    club.claims = claims
    browser = Client()

    answer = led_back(browser)

    assert "Nothing has changed here." in text(answer)
    assert not is_in(browser)


def test_who_comes_back_without_having_been_sent_is_not_let_in(club: Provider) -> None:
    newcomer(Client(), club)
    page = text(Client().post("/sign-in/with/club", {}))
    (where,) = re.findall(r'content="0;url=([^"]*)"', page)
    answer = requests.get(html.unescape(where), allow_redirects=False, timeout=10)
    victim = Client()

    taken = victim.get(answer.headers["Location"].removeprefix("http://testserver"))
    refused = victim.get("/sign-in/with/club/back?error=access_denied&state=x")

    assert "Nothing has changed here." in text(taken)
    assert refused.status_code in {200, 302, 401, 502}
    assert not is_in(victim)


def test_a_site_that_does_not_answer_is_said_to_be_so(club: Provider) -> None:
    club.server.shutdown()
    club.server.server_close()

    answer = Client().post("/sign-in/with/club", {})

    assert answer.status_code == 502
    assert "took too long" in text(answer)
    assert Client().post("/sign-in/with/nobody", {}).status_code == 404


def test_a_sign_in_is_linked_with_the_password_and_unlinked_again(club: Provider) -> None:
    browser, account = member()
    club.person = {"sub": new_name(), "email": "elsewhere@example.org"}

    asked = browser.post("/sign-in/with/club?process=connect", {})
    browser.post("/account/security/again", {"password": PASSWORD})
    led_back(browser, "?process=connect")
    link = SocialAccount.objects.get(user=account)
    later = Client()
    led_back(later)
    browser.post(f"/account/security/links/{link.pk}/end")

    assert asked["Location"].startswith("/account/security/again?")
    assert later.get("/account").context["user"] == account
    account.refresh_from_db()
    assert account.email == ""
    assert not SocialAccount.objects.filter(user=account).exists()


def test_a_sign_in_of_somebody_else_here_is_not_linked(club: Provider) -> None:
    first = newcomer(Client(), club)
    browser, account = member()
    browser.post("/account/security/again", {"password": PASSWORD})

    led_back(browser, "?process=connect")

    assert "belongs to another account here" in text(browser.get("/account/security"))
    assert SocialAccount.objects.get().user == first
    assert browser.get("/account").context["user"] == account


def test_nobody_shuts_themselves_out_and_who_has_no_password_may_set_one(
    club: Provider,
) -> None:
    browser = Client()
    account = newcomer(browser, club)
    link = SocialAccount.objects.get(user=account)

    browser.post(f"/account/security/links/{link.pk}/end")
    kept = SocialAccount.objects.filter(user=account).exists()
    new = {"new_password1": "an owl in the attic", "new_password2": "an owl in the attic"}
    browser.post("/account/security/password", new)
    browser.post("/account/security/again", {"password": "an owl in the attic"})
    browser.post(f"/account/security/links/{link.pk}/end")

    assert kept
    account.refresh_from_db()
    assert account.check_password("an owl in the attic")
    assert not SocialAccount.objects.filter(user=account).exists()


def test_a_guest_becomes_an_account_by_another_site_and_keeps_the_matches(club: Provider) -> None:
    browser = Client()
    browser.post("/games/stick-em/start", {"seats": 3, "bot": "greedy"})
    guest = browser.get("/account").context["user"]

    account = newcomer(browser, club)

    assert account.pk == guest.pk
    assert not account.is_guest


@pytest.mark.more
def test_another_site_is_no_way_around_the_second_step_or_a_ban(club: Provider) -> None:
    own = Client()
    account = newcomer(own, club)
    new = {"new_password1": PASSWORD, "new_password2": PASSWORD}
    own.post("/account/security/password", new)
    with_app(own)

    browser = Client()
    stepped = led_back(browser)
    Account.objects.filter(pk=account.pk).update(is_active=False)
    Sanction.objects.create(case=uuid7(), account=account, kind="ban")
    banned = Client()
    led = led_back(banned)

    assert stepped["Location"] == SECOND
    assert not is_in(browser)
    assert led["Location"] == "/account/decisions"
    assert not is_in(banned)


@pytest.mark.more
def test_every_sign_in_of_one_site_is_shown_and_can_be_unlinked(club: Provider) -> None:
    browser, account = member()
    browser.post("/account/security/again", {"password": PASSWORD})
    for name in ("first-there", "second-there"):
        club.person = {"sub": new_name(), "preferred_username": name}
        led_back(browser, "?process=connect")
    links = SocialAccount.objects.filter(user=account)

    page = text(browser.get("/account/security"))
    for link in list(links):
        browser.post(f"/account/security/links/{link.pk}/end")

    assert "first-there" in page
    assert "second-there" in page
    assert not links.all().exists()


@pytest.mark.more
def test_who_signs_in_again_by_another_site_goes_on_being_told_things(club: Provider) -> None:
    browser = Client()
    account = newcomer(browser, club)
    subscribed = push_to(browser, account)

    led_back(browser)

    assert browser.get("/account").context["user"] == account
    assert PushSubscription.objects.filter(pk=subscribed).exists()


@pytest.mark.more
def test_who_comes_back_from_there_as_somebody_else_leaves_the_account_that_was_in(
    club: Provider,
) -> None:
    other = newcomer(Client(), club)
    browser, account = member()

    led_back(browser)
    known = browser.get("/account").context["user"]
    club.person = {"sub": new_name()}
    led_back(browser)
    name = new_name()
    browser.post(FORM, {"username": name})

    assert known == other
    assert browser.get("/account").context["user"].username == name
    assert Account.objects.filter(username=account.username).exists()
    assert Account.objects.filter(username=other.username).exists()


@pytest.mark.parametrize(("is_confirmed", "is_kept"), [(False, True), (True, False)])
def test_mail_is_a_way_in_once_its_address_is_confirmed(
    club: Provider, is_confirmed: bool, is_kept: bool
) -> None:
    browser = Client()
    account = newcomer(browser, club, email=f"{new_name()}@example.org")
    ways_in.note_address(account, is_confirmed=is_confirmed)
    link = SocialAccount.objects.get(user=account)

    browser.post(f"/account/security/links/{link.pk}/end")

    assert SocialAccount.objects.filter(user=account).exists() is is_kept


def test_a_site_that_is_named_no_more_is_no_way_in(club: Provider) -> None:
    browser = Client()
    account = newcomer(browser, club)
    other = SocialAccount.objects.create(user=account, provider="gone", uid="1")
    link = SocialAccount.objects.get(user=account, provider="club")

    assert not ways_in.may_unlink(link)
    assert ways_in.may_unlink(other)


@pytest.mark.more
def test_an_invitation_holds_for_who_signs_up_by_another_site(club: Provider) -> None:
    code = invitations.make(note="", uses=1, days=1)
    profile.change(sign_up=SignUp.INVITED)
    uninvited, invited = Client(), Client()

    page = text(invited.get(f"/sign-up?invitation={code}"))
    account = newcomer(invited, club)
    club.person = {"sub": new_name()}
    led_back(uninvited)
    told = text(uninvited.get(FORM))

    assert "Sign in with The Club" in page
    assert is_in(invited)
    assert SocialAccount.objects.get().user == account
    assert "need an invitation to sign up" in told


@pytest.mark.more
def test_two_windows_make_one_account_of_one_sign_in(club: Provider) -> None:
    first, second = Client(), Client()
    club.person = {"sub": new_name()}
    for browser in (first, second):
        assert led_back(browser)["Location"] == FORM
    names = new_name(), new_name()

    first.post(FORM, {"username": names[0]})
    late = second.post(FORM, {"username": names[1]})

    assert late["Location"] == "/sign-in"
    assert Account.objects.filter(username__in=names).count() == 1


def test_what_the_settings_say_of_providers_is_looked_at_and_no_secret_is_told() -> None:
    for line in (
        "club, http://id.example.org, x, the-secret, The Club",
        "club, https://id.example.org, x, the-secret",
        "Club!, https://id.example.org, x, the-secret, The Club",
        "new, https://id.example.org, x, the-secret, The Club",
    ):
        with pytest.raises(ImproperlyConfigured) as caught:
            sign_in_providers.from_lines([line])
        assert "the-secret" not in str(caught.value)
    with pytest.raises(ImproperlyConfigured):
        sign_in_providers.from_lines(["a, https://b.example, c, d, e"] * 2)
