"""A ladder run through the admin alone: every command is previewed, given a reason and kept."""

import re
import secrets

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Account
from ratings.models import Ladder
from tests.ratings import ladders

pytestmark = pytest.mark.django_db

RESULTS = """played_at,player1,place1,player2,place2
2026-11-01,ann,1,bob,2
2026-11-02,bob,1,cleo,2
2026-11-03,ann,1,dirk,2
"""


@pytest.fixture
def staff() -> Client:
    """Return somebody of the staff who may do everything."""
    client = Client()
    account = Account.objects.create_superuser(f"olga-{secrets.token_hex(4)}", "x")
    client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
    return client


def opened(_staff: Client) -> Ladder:
    return ladders.opened(name="Club", season="Autumn", players={"min": 2, "max": 4})


def do(staff: Client, ladder: Ladder, command: str, /, **given: object) -> None:
    """Preview a command, which changes nothing, and then apply it."""
    address = reverse("admin:ratings_ladder_do", args=[ladder.pk, command])
    asked = {"reason": f"because of {command}", **given}
    version = Ladder.objects.get(pk=ladder.pk).version
    tried = staff.post(address, {**asked, "preview": "1"})
    assert not tried.context["form"].errors, command
    assert b"nothing has been saved yet" in tried.content
    assert Ladder.objects.get(pk=ladder.pk).version == version
    assert staff.post(address, {**asked, "apply": "1"}).status_code == 302


def test_settings_and_new_ladders_have_forms_of_their_own(staff: Client) -> None:
    ladder = opened(staff)
    page = staff.get(reverse("admin:ratings_ladder_change", args=[ladder.pk])).content.decode()

    for address in (reverse("web:ladder-act", args=[ladder.slug, "edit"]), "/new-ladder"):
        assert staff.get(address).status_code == 200
    assert reverse("web:ladder-act", args=[ladder.slug, "edit"]) in page


def test_a_ladder_is_run_from_opening_to_the_next_season(staff: Client) -> None:
    ladder = opened(staff)
    do(staff, ladder, "import", text=RESULTS, form="csv", guests="on")
    match = str(ladder.matches.order_by("version")[0].match)
    do(staff, ladder, "correct", match=match, places="2, 1")
    do(staff, ladder, "annul", match=match)
    do(staff, ladder, "adjust", player="guest:cleo", points="7.5")
    do(staff, ladder, "merge", gone="guest:cleo", into="guest:ann")
    do(staff, ladder, "pause", paused="on")
    do(staff, ladder, "season", name="Winter", keep_percent=50)
    do(staff, ladder, "rebuild")

    page = staff.get(reverse("admin:ratings_ladder_change", args=[ladder.pk])).content.decode()

    assert "Club" in page
    assert "because of annul" in page
    ladder.refresh_from_db()
    assert (ladder.season, ladder.is_paused, ladders.differences(ladder)) == (2, True, 0)
    row = ladder.matches.order_by("version")[1]
    explained = staff.get(reverse("admin:ratings_ratedmatch_change", args=[row.pk]))
    assert b"0.5" in explained.content
    for name in ("ratedmatch", "standing", "seasonstanding", "challengerow", "ladder"):
        assert staff.get(reverse(f"admin:ratings_{name}_changelist")).status_code == 200


def test_a_wrong_field_is_named_and_nothing_changes(staff: Client) -> None:
    ladder = opened(staff)
    address = reverse("admin:ratings_ladder_do", args=[ladder.pk, "adjust"])

    answer = staff.post(address, {"player": "nobody", "points": "5", "reason": "x", "apply": "1"})
    silent = staff.post(address, {"player": "nobody", "points": "5", "reason": "", "apply": "1"})

    assert b"Nobody with that name is on this ladder." in answer.content
    assert b"This field is required." in silent.content
    ladder.refresh_from_db()
    assert ladder.version == 1


def test_whoever_opens_a_ladder_without_a_clock_is_told_what_is_missing(staff: Client) -> None:
    begun = "/new-ladder?game=pickpocket&kind=rating&system=elo"
    answer = staff.post(begun, {"name": "Club"})

    page = answer.content.decode()
    (clock,) = re.findall(r'<input[^>]* name="clock"[^>]*>', page)
    (described,) = re.findall(r'aria-describedby="([^"]*)"', clock)
    told = [
        re.findall(rf'id="{name}"[^>]*>(?:<ul[^>]*>)?(?:<li>)?([^<]*)', page)
        for name in described.split()
    ]
    assert told == [
        ["From 5 seconds to 14 days: 60 is for one sitting, 86400 gives a day."],
        ["This field is required."],
    ]


def test_rows_are_read_and_commands_are_for_those_with_the_right() -> None:
    ladder = ladders.opened()
    client = Client()
    looker = Account.objects.create(username=f"lo-{secrets.token_hex(4)}", is_staff=True)
    client.force_login(looker, backend="django.contrib.auth.backends.ModelBackend")
    address = reverse("admin:ratings_ladder_do", args=[ladder.pk, "pause"])

    assert client.post(address, {"paused": "on", "reason": "x", "apply": "1"}).status_code == 403

    ladder.refresh_from_db()
    assert not ladder.is_paused
    assert client.get(reverse("admin:ratings_ladder_change", args=[ladder.pk])).status_code in {
        302,
        403,
    }
