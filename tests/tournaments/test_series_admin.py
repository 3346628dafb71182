"""Series in the admin: read by the staff, put right by commands that are previewed first."""

import secrets
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Account
from eventstore import verification
from tests.tournaments.circuits import Circuit, evening
from tests.tournaments.events import somebody
from tests.web.visitors import signed_in
from tournaments.series.events import KIND
from tournaments.unit_of_work import Principal

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff() -> Client:
    return signed_in(Account.objects.create_superuser(f"boss-{secrets.token_hex(4)}", "x"))


def played(*players: Principal) -> tuple[Circuit, str]:
    """Return a series with one evening, in which the first player came first, and its slug."""
    circuit = Circuit()
    event = evening(circuit.organiser, [*players, "Bo", "Cy"])
    circuit.add(event)
    return circuit, event.slug


def do(staff: Client, circuit: Circuit, command: str, button: str = "apply", **given: Any) -> str:
    """Preview or apply a command, and return the page that follows."""
    address = reverse("admin:tournaments_series_do", args=[circuit.state.id, command])
    asked = {"reason": "the list was wrong", **given, button: "1"}
    return str(staff.post(address, asked, follow=True).content.decode())


def test_points_are_corrected_after_a_look_at_who_would_move(staff: Client) -> None:
    ann = somebody("ann")
    circuit, slug = played(ann)
    before = circuit.lines()
    about = {"person": f"{slug}:1", "points": "7"}

    tried = do(staff, circuit, "adjust", "preview", **about)
    untouched = circuit.lines() == before
    told = do(staff, circuit, "adjust", **about)

    assert "nothing has been saved yet" in tried
    assert ann.name in tried
    assert untouched
    assert circuit.lines()[0].milli == before[0].milli + 7000
    assert "the list was wrong" in told
    assert verification.check(KIND, circuit.state.id) == []


@pytest.mark.more
def test_a_tournament_is_removed_and_the_series_closed_and_reopened(staff: Client) -> None:
    circuit, slug = played(somebody("ann"))

    do(staff, circuit, "remove-event", event=slug)
    removed = not circuit.state.events
    do(staff, circuit, "close")
    closed = circuit.state.closed
    do(staff, circuit, "reopen")

    assert removed
    assert closed
    assert not circuit.state.closed


@pytest.mark.more
def test_a_series_that_has_lost_its_organiser_gets_another(staff: Client) -> None:
    circuit, _slug = played(somebody("ann"))
    heir = somebody("heir")

    refused = do(staff, circuit, "organiser", account="nobody-at-all", organises="on")
    do(staff, circuit, "organiser", account=heir.name, organises="on")

    assert "nobody-at-all" in refused
    assert heir.account in circuit.state.organisers


@pytest.mark.more
def test_an_admin_who_plays_does_not_correct_the_own_points() -> None:
    boss = Account.objects.create_superuser(f"boss-{secrets.token_hex(4)}", "x")
    circuit, slug = played(Principal(boss.pk, boss.username))
    before = circuit.lines()

    told = do(signed_in(boss), circuit, "adjust", person=f"{slug}:1", points="7")

    assert "This is about your own points" in told
    assert circuit.lines() == before


@pytest.mark.more
def test_the_list_and_the_page_tell_what_a_series_is(staff: Client) -> None:
    circuit, _slug = played(somebody("ann"))
    row = reverse("admin:tournaments_series_change", args=[circuit.state.id])

    listed = staff.get(reverse("admin:tournaments_series_changelist")).content.decode()
    page = staff.get(row).content.decode()
    verified = staff.post(
        reverse("admin:tournaments_series_changelist"),
        {"action": "verify", "_selected_action": [str(circuit.state.id)]},
        follow=True,
    ).content.decode()

    assert "Club circuit" in listed
    assert f"/series/{circuit.slug}/run" in page
    assert "The series was created." in page
    assert "is verified" in verified


def test_staff_without_the_right_give_no_command() -> None:
    circuit, _slug = played(somebody("ann"))
    name = f"lo-{secrets.token_hex(4)}"

    do(signed_in(Account.objects.create(username=name, is_staff=True)), circuit, "close")

    assert not circuit.state.closed
