"""Invitations: a link and its QR code seat whoever has them, until they end."""

import re
from uuid import UUID

import pytest
from django.test import Client
from pytest_django import Settings

from matches.actors import Player
from matches.models import Match
from tests.matches import tables
from tests.ratings import ladders
from tests.web.visitors import member, open_match, text

pytestmark = pytest.mark.django_db

LINK = re.compile(r"http://testserver(/join/[A-Za-z0-9_-]{12})<")


def link_of(browser: Client, match: UUID) -> str:
    """Return where the invitation leads that the match's page shows."""
    (path,) = LINK.findall(text(browser.get(f"/matches/{match}")))
    return str(path)


def invited() -> tuple[Client, UUID, str]:
    """Return who has opened a public match for three, the match and the link."""
    browser, _ = member()
    match = open_match(browser, "stick-em", seats=3)
    return browser, match, link_of(browser, match)


def test_a_stranger_with_the_link_sits_down_as_a_guest_also_at_a_public_match() -> None:
    _, match, link = invited()
    stranger = Client()

    shown = text(stranger.get(link))
    answer = stranger.post(link)

    assert "You are invited to Stick &#x27;Em" in shown
    assert "without one you play as a guest" in shown
    assert str(match) not in shown
    assert answer["Location"] == f"/matches/{match}"
    guest = Match.objects.get(pk=match).chairs.get(seat=1).account
    assert guest is not None
    assert guest.is_guest
    assert stranger.get(link)["Location"] == f"/matches/{match}"


def test_a_member_with_the_link_sits_down_at_a_private_match() -> None:
    opener, _ = member()
    match = open_match(opener, "stick-em", seats=3, visibility="private")
    friend, account = member()

    friend.post(link_of(opener, match))

    assert Match.objects.get(pk=match).chairs.filter(account=account).exists()


def test_the_link_is_shown_with_its_code_to_those_at_the_table_and_to_nobody_else() -> None:
    opener, match, _ = invited()
    page = text(opener.get(f"/matches/{match}"))

    assert '<span class="qr" role="img" aria-label="QR code of the link"><svg viewBox=' in page
    assert " style=" not in page
    for other in (Client(), member()[0]):
        assert "/join/" not in text(other.get(f"/matches/{match}"))
        assert other.post(f"/matches/{match}/invite").status_code in {302, 403}
    assert link_of(opener, match)


def test_a_link_that_was_replaced_leads_nowhere() -> None:
    opener, match, link = invited()

    opener.post(f"/matches/{match}/invite")

    gone = Client().get(link)
    assert gone.status_code == 404
    assert "This invitation has ended" in text(gone)
    assert Client().post(link).status_code == 404
    assert link_of(opener, match) != link
    assert Client().post(link_of(opener, match)).status_code == 302


@pytest.mark.parametrize("end", ["fill gentle", "call-off"])
def test_an_invitation_ends_when_the_match_starts_or_is_called_off(end: str) -> None:
    opener, match, link = invited()

    version = Match.objects.get(pk=match).version
    opener.post(f"/matches/{match}/act", {"act": end, "version": str(version)})

    assert Match.objects.get(pk=match).status != "open"
    assert Client().get(link).status_code == 404
    assert "/join/" not in text(opener.get(f"/matches/{match}"))
    assert opener.post(f"/matches/{match}/invite").status_code == 403


def test_a_full_table_says_that_it_is_about_to_begin_and_invites_nobody() -> None:
    opener, account = member()
    player = Player(account.pk, account.username)
    match = tables.opened(player, seats=2, game="pickpocket", gather=600)
    tables.seat(match, player, shares=True)
    page = f"/matches/{match}"
    waiting = text(opener.get(page))
    assert "Waiting for players." in waiting
    assert "Invite with a link" in waiting

    tables.seat_bot(match, player)

    full = text(opener.get(page))
    assert "All seats are taken: the match is about to begin." in full
    assert "Waiting for players." not in full
    assert "Invite with a link" not in full


def test_nobody_invites_to_a_match_of_a_ladder() -> None:
    browser, account = member()
    player = Player(account.pk, account.username)
    ladder = ladders.opened()
    match = tables.opened(player, game=ladder.game, belongs_to={"ladder": ladder.id})

    assert "Invite with a link" not in text(browser.get(f"/matches/{match}"))
    assert browser.post(f"/matches/{match}/invite").status_code == 403


def test_on_a_site_without_guests_a_stranger_with_the_link_signs_in_first(
    settings: Settings,
) -> None:
    settings.GUESTS = "off"
    _, _, link = invited()

    assert Client().post(link)["Location"] == f"/sign-in?next={link}"
