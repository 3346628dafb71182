"""Guests: who may be one, what a guest may do, and what becomes of one."""

from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django import Settings

from accounts import names, services
from accounts.models import Account, ErasedName
from api import limits
from api.problems import Problem
from matches.actors import Player
from tests.callers import PASSWORD, Caller, new_name, new_player
from tests.matches import tables
from tests.ratings import ladders
from tests.tournaments.events import Event
from tournaments.services import entry
from tournaments.services.entry import Newcomer

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _forget_limits() -> Iterator[None]:
    limits.reset()
    yield
    limits.reset()


def new_guest(address: str = "127.0.0.1") -> tuple[Caller, Account]:
    """Return a guest of the API, and the account."""
    made = Caller(address=address).post("/guests", {})
    assert made.status == 201, made.body
    return Caller(made.body["token"], address), Account.objects.get(pk=made.body["id"])


def player_of(account: Account) -> Player:
    return Player(account.pk, account.username)


def test_a_guest_of_the_api_has_a_name_that_nobody_else_gets_and_one_token_that_plays() -> None:
    guest, account = new_guest()
    me = guest.get("/me").body

    assert me["is_guest"]
    assert me["username"] == account.username
    assert me["scopes"] == ["play", "read"]
    assert account.username.startswith("Guest-")
    assert not account.has_usable_password()
    assert names.fault("guest-77")
    assert not names.fault("guest seven")
    no_password = {"username": account.username, "password": PASSWORD}
    assert Caller().post("/tokens", no_password).code == "not_authenticated"


def test_a_guest_plays_against_bots_at_a_private_match() -> None:
    guest, _ = new_guest()
    wanted: dict[str, Any] = {"game": "stick-em", "seats": 3}

    public = guest.post("/matches", wanted)
    private = guest.post("/matches", {**wanted, "visibility": "private"})
    seats = f"/matches/{private.body['id']}/seats"
    seated = [guest.post(seats, about) for about in ({}, {"bot": "gentle"}, {"bot": "gentle"})]

    assert (public.status, public.code) == (403, "guests_not_allowed")
    assert [answer.status for answer in seated] == [201, 201, 201]
    assert guest.get(f"/matches/{private.body['id']}").body["status"] == "live"


def test_a_guest_sits_with_people_who_have_invited_them_and_with_no_strangers(
    settings: Settings,
) -> None:
    (ann,) = tables.people(1)
    _, account = new_guest()
    guest = player_of(account)
    public, private = tables.opened(ann), tables.opened(ann, visibility="private")

    tables.seat(private, guest)
    with pytest.raises(Problem) as refusal:
        tables.seat(public, guest)
    tables.seat(public, guest, is_invited=True)
    settings.GUESTS = "anyone"
    tables.seat(tables.opened(ann), guest)

    assert refusal.value.code == "guests_not_allowed"
    assert tables.opened(guest)


def test_a_guest_is_never_rated() -> None:
    ladder = ladders.opened(game="stick-em", players={"min": 3, "max": 3})
    challenges = ladders.opened(kind="challenge")
    (ann,) = tables.people(1)
    caller, _ = new_guest()
    rated = tables.opened(ann, belongs_to={"ladder": ladder.id})

    answers = [
        caller.post(f"/ladders/{ladder.slug}/searches", {"seats": 3}),
        caller.post(f"/ladders/{challenges.slug}/rungs", {}),
        caller.post("/matches", {"game": "stick-em", "seats": 3, "ladder": ladder.slug}),
        caller.post(f"/matches/{rated}/seats", {}),
    ]

    assert [answer.code for answer in answers] == ["guests_not_allowed"] * 4
    assert all("Sign up" in answer.body["detail"] for answer in answers)


@pytest.mark.parametrize("policy", ["invited", "anyone"])
def test_a_guest_enters_no_rated_tournament_and_others_where_the_site_lets_strangers_meet(
    settings: Settings, policy: str
) -> None:
    settings.GUESTS = policy
    _, account = new_guest()
    ladder = ladders.opened(game="stick-em", players={"min": 3, "max": 6})
    newcomer = Newcomer(account.username, account.pk)

    def outcome(event: Event) -> str:
        try:
            event.do(entry.register, newcomers=[newcomer])
        except Problem as problem:
            return problem.code
        return "entered"

    assert outcome(Event(ladder=ladder.slug)) == "guests_not_allowed"
    unrated = {"invited": "guests_not_allowed", "anyone": "entered"}
    assert outcome(Event()) == unrated[policy]


def test_a_guest_does_not_become_a_bot() -> None:
    _, account = new_guest()

    with pytest.raises(Problem, match="Sign up first"):
        services.become_bot(account_id=account.pk, contact="me@example.org")


def test_guests_are_limited_by_address_and_a_home_of_ipv6_is_one_address(
    settings: Settings,
) -> None:
    settings.LIMITS = {"guest": "1/hour burst 2"}
    limits.reset()
    home = "2001:db8:1:1::{}"

    made = [Caller(address=home.format(number)).post("/guests", {}).status for number in range(3)]
    elsewhere = Caller(address="2001:db8:1:2::1").post("/guests", {}).status

    assert made == [201, 201, 429]
    assert elsewhere == 201


def test_a_site_may_have_no_guests(settings: Settings) -> None:
    settings.GUESTS = "off"

    assert Caller().post("/guests", {}).code == "guests_not_allowed"


def test_a_guest_who_signs_up_keeps_account_seats_and_token() -> None:
    caller, account = new_guest()
    match = tables.begun([player_of(account)], ["gentle", "gentle"], visibility="private")
    name = new_name()

    signed_up = caller.post("/me/sign-up", {"username": name, "password": PASSWORD})
    again = caller.post("/me/sign-up", {"username": new_name(), "password": PASSWORD})

    assert (signed_up.status, signed_up.body["id"]) == (200, str(account.pk))
    assert again.code == "permission_denied"
    me = caller.get("/me").body
    assert (me["username"], me["is_guest"]) == (name, False)
    assert caller.get(f"/matches/{match}").body["my_seat"] == 0
    assert Caller().post("/tokens", {"username": name, "password": PASSWORD}).status == 201
    assert ErasedName.objects.filter(digest=names.digest(account.username)).exists()


def test_a_sign_up_that_does_not_fit_leaves_the_guest_as_it_is() -> None:
    caller, account = new_guest()
    taken = new_name()
    new_player(name=taken)

    answers = [
        caller.post("/me/sign-up", {"username": taken.upper(), "password": PASSWORD}),
        caller.post("/me/sign-up", {"username": "admin", "password": "password"}),
    ]

    errors = [{each["field"] for each in answer.body["errors"]} for answer in answers]
    assert errors == [{"username"}, {"username", "password"}]
    account.refresh_from_db()
    assert account.is_guest
