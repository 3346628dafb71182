"""The admin's pages of matches: everything to look at, nothing to edit, no hidden card."""

import re
import secrets
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Account
from eventstore import streams
from matches import selectors
from matches.actors import Player
from matches.events import KIND
from matches.models import Match
from tests.matches import tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff() -> Client:
    client = Client()
    client.force_login(
        Account.objects.create_superuser("boss-of-tests", "a long enough passphrase"),
        backend="django.contrib.auth.backends.ModelBackend",
    )
    return client


@pytest.fixture
def players() -> list[Player]:
    return tables.people(3)


def page_of(staff: Client, match_id: UUID) -> str:
    answer = staff.get(reverse("admin:matches_match_change", args=[match_id]))
    assert answer.status_code == 200
    return str(answer.content.decode())


def act(staff: Client, action: str, match_id: UUID) -> str:
    answer = staff.post(
        reverse("admin:matches_match_changelist"),
        {"action": action, "_selected_action": str(match_id)},
        follow=True,
    )
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_matches_are_listed_and_found_by_player(staff: Client, players: list[Player]) -> None:
    match_id = tables.begun(players)

    listed = staff.get(
        reverse("admin:matches_match_changelist"), {"q": players[1].username}
    ).content.decode()

    assert str(match_id) in listed
    assert players[2].username in listed


def do(staff: Client, match_id: UUID, command: str, button: str) -> str:
    """Preview or apply a command, and return the page that follows."""
    address = reverse("admin:matches_match_do", args=[match_id, command])
    asked = {"reason": "a card was seen", button: "1"}
    return str(staff.post(address, asked, follow=True).content.decode())


def moves_shown(page: str) -> dict[str, tuple[str, str]]:
    """Return what a preview says that would change, before and after."""
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", page, re.DOTALL)
    cells = (re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.DOTALL) for row in rows)
    found = [[each.strip() for each in row] for row in cells if len(row) == 3]
    return {word: (old, new) for word, old, new in found}


def test_a_match_shows_its_history_and_hides_every_hand(
    staff: Client, players: list[Player]
) -> None:
    match_id = tables.begun(players)
    hands = [tables.page(match_id, player)["view"]["hand"] for player in players]

    page = page_of(staff, match_id)

    assert "Hands dealt" in page
    assert not [card for hand in hands for card in hand if re.search(rf"\b{card}\b", page)]


def test_an_ended_match_shows_everything(staff: Client, players: list[Player]) -> None:
    match_id = tables.begun(players, options={"rounds": 1})
    tables.play_out(match_id, players)

    page = page_of(staff, match_id)

    assert "The match is over." in page
    assert str(selectors.proof(match_id, None).seed) in page


@pytest.mark.parametrize("path", ["add/", "{}/delete/"])
def test_matches_are_neither_made_nor_deleted_by_hand(
    staff: Client, players: list[Player], path: str
) -> None:
    match_id = tables.begun(players)
    base = reverse("admin:matches_match_changelist")

    assert staff.post(base + path.format(match_id)).status_code == 403


def test_a_change_by_hand_is_refused(staff: Client, players: list[Player]) -> None:
    match_id = tables.begun(players)
    address = reverse("admin:matches_match_change", args=[match_id])

    assert staff.post(address, {"status": "finished", "version": 1}).status_code == 403
    assert Match.objects.get(id=match_id).status == "live"


def test_the_staff_verifies_and_calls_off(staff: Client, players: list[Player]) -> None:
    match_id = tables.begun(players)

    assert "is verified" in act(staff, "verify", match_id)
    tried = do(staff, match_id, "void", "preview")
    assert "ends without a result. This cannot be undone" in tried
    assert Match.objects.get(id=match_id).status == "live"
    assert "Call off (void): done." in do(staff, match_id, "void", "apply")
    assert "The match is over" in do(staff, match_id, "void", "preview")
    assert Match.objects.get(id=match_id).status == "void"
    assert "a card was seen" in page_of(staff, match_id)


def test_the_staff_pauses_a_match_and_lets_it_go_on(staff: Client, players: list[Player]) -> None:
    match_id = tables.begun(players, clock={"per_move": 60})

    assert "All clocks stop until" in do(staff, match_id, "pause", "preview")
    assert Match.objects.get(id=match_id).deadline is not None
    do(staff, match_id, "pause", "apply")
    paused = Match.objects.get(id=match_id)
    assert "is paused" in do(staff, match_id, "pause", "preview")
    do(staff, match_id, "resume", "apply")

    assert paused.deadline is None
    assert Match.objects.get(id=match_id).deadline is not None


@pytest.mark.parametrize("name", ["pause", "void"])
def test_a_preview_shows_what_then_happens_and_writes_nothing(
    staff: Client, players: list[Player], name: str
) -> None:
    match_id = tables.begun(players, clock={"per_move": 60})
    before, was = streams.head(KIND, match_id), Match.objects.get(id=match_id)

    tried = moves_shown(do(staff, match_id, name, "preview"))

    assert streams.head(KIND, match_id) == before
    assert Match.objects.get(id=match_id).version == was.version
    do(staff, match_id, name, "apply")
    row = Match.objects.get(id=match_id)
    assert tried["version"] == (str(was.version), str(row.version))
    assert tried["deadline"][1] == ""
    assert row.deadline is None
    assert tried.get("status", (was.status, was.status)) == (was.status, row.status)


def test_a_match_offers_a_pause_or_its_end_and_not_both(
    staff: Client, players: list[Player]
) -> None:
    match_id = tables.begun(players)

    def offered() -> list[str]:
        return re.findall(rf"/{match_id}/do/(\w+)/", page_of(staff, match_id))

    assert offered() == ["pause", "void"]
    do(staff, match_id, "pause", "apply")
    assert offered() == ["resume", "void"]
    do(staff, match_id, "resume", "apply")
    assert offered() == ["pause", "void"]
    do(staff, match_id, "void", "apply")
    assert offered() == []


def test_a_command_without_a_reason_or_the_right_does_nothing(
    staff: Client, players: list[Player]
) -> None:
    match_id = tables.begun(players)
    looker = Client()
    account = Account.objects.create(username=f"lo-{secrets.token_hex(4)}", is_staff=True)
    looker.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
    address = reverse("admin:matches_match_do", args=[match_id, "void"])

    silent = staff.post(address, {"reason": "", "apply": "1"})

    assert b"This field is required." in silent.content
    assert looker.post(address, {"reason": "x", "apply": "1"}).status_code == 403
    assert Match.objects.get(id=match_id).status == "live"


def test_strangers_see_no_page_of_the_admin(players: list[Player]) -> None:
    answer = Client().get(reverse("admin:matches_match_changelist"))

    assert answer.status_code == 302
    assert answer.content == b""
