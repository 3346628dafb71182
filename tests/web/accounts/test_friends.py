"""Friends on pages, without scripts: asked, accepted, invited, blocked."""

from uuid import UUID

import pytest
from django.test import Client

from accounts import blocks, friendships
from accounts.models import Account, Block
from matches.actors import Player
from matches.models import Invitation, PersonalInvitation
from matches.services import personal_invitations
from tests.matches import tables
from tests.web.visitors import member, open_match, text
from web.accounts.account_deletion import delete_account

pytestmark = pytest.mark.django_db

LANGUAGES = ("en", "nl", "fr", "de")


def press(browser: Client, other: Account, act: str) -> str:
    """Press a button about somebody, and return the page *Friends* that follows."""
    said = {"act": act, "next": "/friends"}
    answer = browser.post(f"/friends/{other.pk}", said, follow=True)
    assert answer.status_code == 200
    return text(answer)


def friends() -> tuple[tuple[Client, Account], tuple[Client, Account]]:
    """Return two people who are friends, each with a browser."""
    ann, bob = member(), member()
    friendships.ask(account_id=ann[1].pk, other_id=bob[1].pk)
    friendships.accept(account_id=bob[1].pk, other_id=ann[1].pk)
    return ann, bob


def test_a_request_shows_on_every_page_and_is_accepted_on_one() -> None:
    (ann, ann_account), (bob, bob_account) = member(), member()
    profile = text(ann.get(f"/players/{bob_account.username}"))
    assert f'action="/friends/{bob_account.pk}"' in profile
    asked = press(ann, bob_account, "ask")
    waiting = text(bob.get("/games"))
    accepted = press(bob, ann_account, "accept")

    assert "Sent requests" in asked
    assert "1 person wants to be your friend" in waiting
    assert f"You and {ann_account.username} are friends." in accepted
    assert "wants to be your friend" not in accepted
    assert friendships.are_friends(ann_account.pk, bob_account.pk)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_whole_in_every_language(language: str) -> None:
    (ann, ann_account), (_, bob_account) = friends()
    carol, dave, eve = (member()[1] for _ in range(3))
    friendships.ask(account_id=carol.pk, other_id=ann_account.pk)
    friendships.ask(account_id=ann_account.pk, other_id=dave.pk)
    blocks.block(account_id=ann_account.pk, other_id=eve.pk)
    page = text(ann.get("/friends", headers={"Accept-Language": language}))

    for each in (bob_account, carol, dave, eve):
        assert each.username in page
    for act in ("accept", "decline", "remove", "block", "unblock"):
        assert f'name="act" value="{act}"' in page


@pytest.mark.more
def test_whom_one_has_played_with_is_added_on_the_end_sheet_and_stands_among_recent_players() -> (
    None
):
    (ann, ann_account), (_, bob_account) = member(), member()
    players = [Player(each.pk, each.username) for each in (ann_account, bob_account)]
    match = tables.begun(players, game="second-story")
    tables.play_out(match, players)

    sheet = text(ann.get(f"/matches/{match}"))
    assert "Played with" in sheet
    assert bob_account.username in text(ann.get("/friends")).split("recent-title")[-1]
    said = {"act": "ask", "next": f"/matches/{match}"}
    answer = ann.post(f"/friends/{bob_account.pk}", said)
    assert answer["Location"] == f"/matches/{match}"
    assert friendships.relation(ann_account.pk, bob_account).standing == "asked"


@pytest.mark.more
def test_a_friend_is_invited_to_a_table_sees_it_at_home_and_sits_down() -> None:
    (ann, ann_account), (bob, bob_account) = friends()
    match = open_match(ann, "second-story", visibility="private")
    room = text(ann.get(f"/matches/{match}"))
    assert "Invite a friend" in room
    ann.post(f"/matches/{match}/invite/{bob_account.pk}", {"next": f"/matches/{match}"})

    home = text(bob.get("/"))
    code = Invitation.objects.get(match=match).code
    assert f"{ann_account.username} invites you to" in home
    assert f'href="/join/{code}"' in home
    assert "invites you to" in bob.get("/turns").json()["news"][0]["words"]
    bob.post(f"/join/{code}")
    assert "invites you to" not in text(bob.get("/"))


def invited() -> tuple[tuple[Client, Account], tuple[Client, Account], UUID]:
    """Return two friends and the match to which the first has invited the second."""
    ann, bob = friends()
    match = open_match(ann[0], "second-story")
    personal_invitations.invite(match_id=match, account_id=ann[1].pk, friend_id=bob[1].pk)
    assert personal_invitations.received(bob[1].pk).exists()
    return ann, bob, match


def test_who_turns_an_invitation_down_is_not_asked_again() -> None:
    (_, ann_account), (bob, bob_account), match = invited()
    bob.post(f"/matches/{match}/turn-down")
    personal_invitations.invite(match_id=match, account_id=ann_account.pk, friend_id=bob_account.pk)

    assert not personal_invitations.received(bob_account.pk).exists()


def test_an_invitation_ends_with_the_friendship_with_a_block_and_with_the_account() -> None:
    (ann, ann_account), (_, bob_account), match = invited()
    friendships.remove(account_id=bob_account.pk, other_id=ann_account.pk)
    assert not personal_invitations.received(bob_account.pk).exists()
    ann.post(f"/matches/{match}/invite/{bob_account.pk}", {"next": "/"})
    assert PersonalInvitation.objects.count() == 1

    delete_account(bob_account)
    assert not PersonalInvitation.objects.exists()


def test_of_whom_one_has_blocked_no_invitation_is_shown() -> None:
    (_, ann_account), (_, bob_account), _ = invited()
    Block.objects.create(blocker=bob_account, blocked=ann_account)

    assert not personal_invitations.received(bob_account.pk).exists()


def test_a_block_is_made_on_a_profile_and_taken_back_on_the_page_of_friends() -> None:
    (ann, ann_account), (_, bob_account) = member(), member()
    blocked = press(ann, bob_account, "block")
    assert "They are not told" in blocked
    assert blocks.has_blocked(ann_account.pk, [bob_account.pk])
    profile = text(ann.get(f"/players/{bob_account.username}"))
    assert 'value="unblock"' in profile

    press(ann, bob_account, "unblock")
    assert not blocks.has_blocked(ann_account.pk, [bob_account.pk])


def test_a_friend_hides_and_what_cannot_be_done_is_said() -> None:
    (ann, ann_account), (_, bob_account) = friends()
    ann.post("/friends/visibility", {})
    ann_account.refresh_from_db()
    assert not ann_account.shows_presence
    ann.post("/friends/visibility", {"shows": "on"})
    ann_account.refresh_from_db()
    assert ann_account.shows_presence

    assert "This player is not waiting for your answer." in press(ann, bob_account, "accept")
    assert Client().get("/friends").status_code == 302
    assert ann.get(f"/friends/{bob_account.pk}").status_code == 405


def test_a_guest_blocks_and_is_told_how_to_have_friends() -> None:
    guest = Client()
    guest.post("/games/stick-em/start", {"seats": 3, "bot": "gentle"})
    _, bob_account = member()

    assert "Sign up; you keep your matches" in text(guest.get("/friends"))
    profile = text(guest.get(f"/players/{bob_account.username}"))
    assert 'value="block"' in profile
    assert 'value="ask"' not in profile
