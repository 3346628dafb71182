"""Invitations and requests of friends are told to whom they concern, and to nobody else."""

from collections.abc import Callable

import pytest
from django.core import mail
from django.db import transaction

from accounts import blocks, friendships
from accounts.models import Account
from agenda.models import DueRow
from matches.actors import Player
from matches.services import personal_invitations
from notifications.noting import NOTIFY
from tests.matches import tables
from tests.notifications.people import kinds, person, run_all

pytestmark = pytest.mark.django_db
MAILED = ("email",)


def friends(one: Account, other: Account) -> None:
    friendships.ask(account_id=one.pk, other_id=other.pk)
    friendships.accept(account_id=other.pk, other_id=one.pk)


def mails(account: Account) -> list[str]:
    return [str(each.subject) for each in mail.outbox if each.to == [account.email]]


def test_a_friend_who_is_invited_is_told_once_with_the_way_in() -> None:
    ann, bob = person(), person(invitation=MAILED)
    friends(ann, bob)
    match = tables.opened(Player(ann.pk, ann.username))

    for _ in range(2):
        personal_invitations.invite(match_id=match, account_id=ann.pk, friend_id=bob.pk)
    run_all()

    (sent,) = [each for each in mail.outbox if each.to == [bob.email]]
    assert sent.subject == f"{ann.username} invites you to a match of Stick 'Em."
    assert "https://play.example.test/join/" in str(sent.body)


def test_an_invitation_that_was_followed_or_declined_meanwhile_is_told_to_nobody() -> None:
    ann, bob = person(), person(invitation=MAILED)
    friends(ann, bob)
    match = tables.opened(Player(ann.pk, ann.username))

    personal_invitations.invite(match_id=match, account_id=ann.pk, friend_id=bob.pk)
    personal_invitations.decline(match_id=match, account_id=bob.pk)
    run_all()

    assert mails(bob) == []


def test_who_is_asked_to_be_a_friend_is_told_and_who_has_blocked_the_asker_is_not() -> None:
    ann, bob, cleo = person(), person(friend_request=MAILED), person(friend_request=MAILED)
    blocks.block(account_id=cleo.pk, other_id=ann.pk)

    for each in (bob, cleo):
        friendships.ask(account_id=ann.pk, other_id=each.pk)
    run_all()

    assert mails(bob) == [f"{ann.username} wants to be your friend."]
    assert (mails(cleo), kinds(cleo)) == ([], [])


def test_asking_again_and_again_tells_once() -> None:
    ann, bob = person(), person(friend_request=MAILED)

    for _ in range(3):
        friendships.ask(account_id=ann.pk, other_id=bob.pk)
        run_all()
        friendships.remove(account_id=ann.pk, other_id=bob.pk)

    assert len(mails(bob)) == 1


def rolled_back(work: Callable[[], object]) -> None:
    with transaction.atomic():
        work()
        transaction.set_rollback(True)


def test_a_request_that_is_rolled_back_is_on_no_agenda() -> None:
    ann, bob = person(), person(friend_request=MAILED)
    before = DueRow.objects.filter(kind=NOTIFY).count()

    rolled_back(lambda: friendships.ask(account_id=ann.pk, other_id=bob.pk))

    assert DueRow.objects.filter(kind=NOTIFY).count() == before
