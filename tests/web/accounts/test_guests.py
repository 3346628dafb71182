"""Guests in the browser: made by a button to play, signed up in place, erased when unused."""

from datetime import timedelta
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts import guests, services
from accounts.models import Account, Session
from matches import lobby
from matches.models import Match, Presence, Seat
from tests.callers import PASSWORD, new_name
from tests.web.visitors import member, open_match, start_match, text
from web.accounts import guest_erasure

pytestmark = pytest.mark.django_db


def playing() -> tuple[Client, Account, UUID]:
    """Return a browser that has pressed a button to play, its guest and the match."""
    browser = Client()
    match = start_match(browser, "stick-em")
    return browser, Seat.objects.get(match=match, seat=0).account, match  # type: ignore[return-value]


def test_looking_makes_nobody_and_a_button_to_play_makes_a_guest_at_a_private_match() -> None:
    browser = Client()
    before = Account.objects.count()
    for page in ("/", "/games/stick-em", "/games/stick-em/new", "/matches", "/sign-up"):
        assert browser.get(page).status_code == 200
    assert (Account.objects.count(), Session.objects.count()) == (before, 0)

    match = Match.objects.get(pk=start_match(browser, "stick-em"))

    (seat,) = match.chairs.exclude(account=None)
    assert seat.account is not None
    assert seat.account.is_guest
    assert (match.status, match.visibility) == ("live", "private")
    assert seat.account.username in text(browser.get(f"/matches/{match.pk}"))
    assert [each.match_id for each in lobby.tables(seat.account.pk)] == [match.pk]
    assert Client().get(f"/matches/{match.pk}").status_code == 404


def test_a_start_that_does_not_fit_makes_no_guest() -> None:
    before = Account.objects.count()

    answer = Client().post("/games/stick-em/start", {"seats": 9, "bot": "gentle"})

    assert answer.status_code == 400
    assert Account.objects.count() == before


def test_a_site_without_guests_asks_strangers_to_sign_in_before_they_choose(
    settings: Settings,
) -> None:
    settings.GUESTS = "off"

    new = Client().get("/games/stick-em/new")

    assert new["Location"] == "/sign-in?next=/games/stick-em/new"


def test_a_guest_who_signs_up_is_where_they_were_and_keeps_the_match() -> None:
    browser, guest, match = playing()
    name = new_name()

    said = {"username": name, "password": PASSWORD, "next": f"/matches/{match}"}
    answer = browser.post("/sign-up", said)

    assert answer["Location"] == f"/matches/{match}"
    page = text(browser.get(f"/matches/{match}"))
    assert name in page
    assert guest.username not in page
    guest.refresh_from_db()
    assert (guest.username, guest.is_guest) == (name, False)


@pytest.mark.parametrize("address", ["https://elsewhere.example/", "//elsewhere.example", "/\\x"])
def test_after_signing_up_nobody_is_led_to_another_site(address: str) -> None:
    browser, _, _ = playing()

    said = {"username": new_name(), "password": PASSWORD, "next": address}

    assert browser.post("/sign-up", said)["Location"] == "/"


def test_a_guest_who_signs_in_is_told_first_what_becomes_of_the_matches() -> None:
    browser, guest, match = playing()
    name = new_name()
    services.register(username=name, password=PASSWORD)

    page = text(browser.get("/sign-in?next=/games"))
    answer = browser.post("/sign-in", {"username": name, "password": PASSWORD})

    assert f"You are playing as {guest.username}" in page
    assert f"Continue as {guest.username}" in page
    assert 'href="/games"' in page
    assert answer["Location"] == "/"
    assert browser.get(f"/matches/{match}").status_code == 404
    assert Seat.objects.filter(match=match, account=guest).exists()


@pytest.mark.parametrize("address", ["https://elsewhere.example/", "javascript:alert(1)"])
def test_a_guest_who_continues_stays_on_this_site(address: str) -> None:
    browser, _, _ = playing()

    assert address not in text(browser.get("/sign-in", {"next": address}))


@pytest.mark.parametrize("page", ["password", "email", "tokens", "sessions", "delete"])
def test_what_takes_a_password_leads_a_guest_to_sign_up(page: str) -> None:
    browser, _, _ = playing()

    answer = browser.get(f"/account/{page}")

    assert answer["Location"] == f"/sign-up?next=%2Faccount%2F{page}"


def test_a_guest_erases_themselves_without_a_password_and_nobody_else_does() -> None:
    browser, guest, match = playing()
    assert guest.username in text(browser.get("/account"))
    other, account = member()

    gone = browser.post("/account/forget")
    refused = other.post("/account/forget")

    guest.refresh_from_db()
    assert gone.status_code == 200
    assert (guest.is_active, guest.username[:5]) == (False, "gone-")
    assert Match.objects.get(pk=match).status != "live"
    assert refused["Location"] == "/account/delete"
    account.refresh_from_db()
    assert account.is_active


def test_a_guest_finds_no_way_to_sit_down_with_strangers_but_an_invitation_or_a_private_match() -> (
    None
):
    browser, _, _ = playing()
    public = open_match(member()[0], "stick-em", seats=3)

    page = browser.post(f"/matches/{public}/act", {"act": "sit 1", "version": "2"})

    assert page.status_code == 403
    assert "Sign up to take any free seat" in text(page)
    form = text(browser.get("/games/stick-em/new"))
    assert 'value="private"' in form
    assert 'value="public"' not in form


def test_a_browser_in_which_a_closed_account_was_signed_in_gets_no_guest() -> None:
    browser, name = Client(), new_name()
    account = services.register(username=name, password=PASSWORD)
    browser.post("/sign-in", {"username": name, "password": PASSWORD})
    services.deactivate(account_id=account.pk)

    answer = browser.post("/games/stick-em/start", {"seats": 3, "bot": "gentle"})

    assert answer.status_code == 403
    assert "closed" in text(answer)


def test_guests_whom_nobody_used_for_thirty_days_are_erased_and_no_others() -> None:
    long_ago = timezone.now() - guests.KEPT - timedelta(hours=1)
    lately = timezone.now() - guests.KEPT + timedelta(hours=1)
    made = {key: playing() for key in ("unused", "used", "new")}
    _, member_of_old = member()
    for key in ("unused", "used"):
        Account.objects.filter(pk=made[key][1].pk).update(date_joined=long_ago)
    Account.objects.filter(pk=member_of_old.pk).update(date_joined=long_ago)
    for key, seen in (("unused", long_ago), ("used", lately)):
        Presence.objects.create(account=made[key][1], seen_at=seen)

    guest_erasure.erase_unused()

    left = {key: Account.objects.get(pk=each[1].pk).is_active for key, each in made.items()}
    assert left == {"unused": False, "used": True, "new": True}
    assert Account.objects.get(pk=member_of_old.pk).is_active
    browser, _, match = made["unused"]
    assert browser.get("/account").status_code == 302
    assert Match.objects.get(pk=match).status != "live"


def test_a_guests_session_lasts_as_long_as_the_guest_and_is_written_once_a_day() -> None:
    browser, guest, _ = playing()
    session = Session.objects.get(account_id=guest.pk)
    lasts = session.expire_date - timezone.now()

    browser.get("/")

    assert guests.KEPT - timedelta(minutes=5) < lasts <= guests.KEPT
    assert Session.objects.get(pk=session.pk).expire_date == session.expire_date
