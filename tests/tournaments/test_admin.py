"""Tournaments in the admin: read by the staff, put right by commands that are previewed first."""

import secrets

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Account
from tests.tournaments.events import REPORTED, Event
from tests.web.visitors import signed_in
from tournaments.services.entry import Newcomer
from tournaments.state import Status

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff() -> Client:
    return signed_in(Account.objects.create_superuser(f"boss-{secrets.token_hex(4)}", "x"))


def page_of(staff: Client, event: Event) -> str:
    address = reverse("admin:tournaments_tournament_change", args=[event.state.id])
    return str(staff.get(address).content.decode())


def do(staff: Client, event: Event, command: str, button: str = "apply", **given: object) -> str:
    """Preview or apply a command, and return the page that follows."""
    address = reverse("admin:tournaments_tournament_do", args=[event.state.id, command])
    asked = {"reason": "the hall is on fire", **given, button: "1"}
    return str(staff.post(address, asked, follow=True).content.decode())


def test_a_result_is_corrected_after_a_look_at_who_would_move(staff: Client) -> None:
    event = Event(**REPORTED).enter_names(4).start()
    event.play_round()
    table = event.state.rounds[0].tables[0]
    about = {"table": str(table.id), "placings": "4, 3, 2, 1", "then": "keep"}

    tried = do(staff, event, "correct", "preview", **about)
    kept = event.state.rounds[0].tables[0].places
    do(staff, event, "correct", **about)

    assert "nothing has been saved yet" in tried
    assert "4, 3, 2, 1" in tried
    assert list(kept or ()) == [1, 2, 3, 4]
    assert list(event.state.rounds[0].tables[0].places or ()) == [4, 3, 2, 1]


@pytest.mark.more
def test_a_tournament_is_paused_rolled_back_and_cancelled_in_the_name_of_who_did_it(
    staff: Client,
) -> None:
    event = Event(**REPORTED).enter_names(8).start()
    event.pair()
    version = event.state.version

    do(staff, event, "pause")
    paused = event.state.paused
    do(staff, event, "rollback", to_version=version)
    resumed = not event.state.paused
    do(staff, event, "cancel")

    page = page_of(staff, event)
    assert paused
    assert resumed
    assert event.state.status is Status.CANCELLED
    assert page.count("the hall is on fire") >= 3
    assert f"/organise/{event.slug}" in page


def test_a_refusal_is_told_and_changes_nothing(staff: Client) -> None:
    event = Event(**REPORTED).enter_names(4)
    version = event.state.version

    told = do(staff, event, "rollback", to_version=version)
    silent = do(staff, event, "cancel", reason="")

    assert f"to_version must be from 1 to {version - 1}" in told
    assert "This field is required." in silent
    assert event.state.version == version


def test_an_admin_who_plays_is_told_who_decides_about_the_own_table() -> None:
    event = Event(**REPORTED).enter_names(2)
    boss = Account.objects.create_superuser(f"boss-{secrets.token_hex(4)}", "x")
    event.enter(Newcomer(boss.username, boss.pk))
    event.start()
    event.pair()
    table = str(event.round.tables[0].id)

    told = do(signed_in(boss), event, "void", table=table, then="keep")

    assert f"Those who can decide: {event.organiser.name}." in told
    assert not event.round.tables[0].void


def test_staff_without_the_right_give_no_command() -> None:
    event = Event(**REPORTED).enter_names(4)
    name = f"lo-{secrets.token_hex(4)}"
    looker = signed_in(Account.objects.create(username=name, is_staff=True))

    do(looker, event, "cancel")

    assert event.state.status is not Status.CANCELLED
