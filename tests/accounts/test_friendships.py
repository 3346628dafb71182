"""Friends: asking, accepting, declining, and what nobody is told."""

import pytest

from accounts import friendships, pairs, presence
from accounts.models import Account, Block, Friendship
from matches import presence as written
from matches.actors import Player
from tests.callers import Caller, new_key, new_name, new_player
from tests.matches import tables
from web.accounts.account_deletion import delete_account

pytestmark = pytest.mark.django_db


def person() -> tuple[Caller, str]:
    """Return a player, and the id of the account."""
    name = new_name()
    return new_player(name=name), str(Account.objects.get(username=name).pk)


def player(account_id: str) -> Player:
    account = Account.objects.get(pk=account_id)
    return Player(account.pk, account.username)


def ask(caller: Caller, other: str) -> str:
    answer = caller.post(f"/me/friends/{other}", {}, key=new_key())
    assert answer.status == 200, answer.body
    return str(answer.body["friendship"])


def listed(caller: Caller) -> tuple[list[str], list[str], list[str]]:
    """Return the ids of a caller's friends, of those who ask, and of those who were asked."""
    body = caller.get("/me/friends").body
    friends, requests, asked = (
        [each["id"] for each in body[key]] for key in ("friends", "requests", "asked")
    )
    return friends, requests, asked


def test_who_is_asked_accepts_and_both_are_friends() -> None:
    (ann, ann_id), (bob, bob_id) = person(), person()

    assert ask(ann, bob_id) == "asked"
    assert (listed(ann), listed(bob)) == (([], [], [bob_id]), ([], [ann_id], []))
    accepted = bob.post(f"/me/friends/{ann_id}/accept", {}, key=new_key())
    assert accepted.body["friendship"] == "friends"
    assert (listed(ann), listed(bob)) == (([bob_id], [], []), ([ann_id], [], []))


def test_two_who_ask_each_other_are_friends() -> None:
    (ann, ann_id), (bob, bob_id) = person(), person()
    ask(ann, bob_id)

    assert ask(bob, ann_id) == "friends"
    assert Friendship.objects.count() == 1


def test_who_is_declined_sees_a_request_that_waits_and_asks_nobody_twice() -> None:
    (ann, ann_id), (bob, bob_id) = person(), person()
    ask(ann, bob_id)
    assert bob.post(f"/me/friends/{ann_id}/decline", {}, key=new_key()).status == 200

    assert (listed(ann), listed(bob)) == (([], [], [bob_id]), ([], [], []))
    assert ann.delete(f"/me/friends/{bob_id}").status == 200
    assert ask(ann, bob_id) == "asked"
    assert (listed(ann), listed(bob)) == (([], [], [bob_id]), ([], [], []))
    assert ask(bob, ann_id) == "friends"


def test_a_friendship_ends_for_both_and_a_request_is_taken_back() -> None:
    (ann, ann_id), (bob, bob_id) = person(), person()
    ask(ann, bob_id)
    assert ann.delete(f"/me/friends/{bob_id}").body["friendship"] == "none"
    assert listed(bob) == ([], [], [])
    ask(ann, bob_id)
    ask(bob, ann_id)

    assert bob.delete(f"/me/friends/{ann_id}").body["friendship"] == "none"
    assert listed(ann) == listed(bob) == ([], [], [])
    assert bob.delete(f"/me/friends/{ann_id}").code == "not_found"
    assert bob.post(f"/me/friends/{ann_id}/accept", {}).code == "not_found"


def test_guests_and_programs_have_no_friends_and_nobody_is_their_own() -> None:
    (ann, ann_id), (robin, robin_id) = person(), person()
    token = robin.post("/me/bot", {"contact": "robin@example.org"})
    assert token.status == 200
    made = Caller().post("/guests", {}).body
    guest = Caller(made["token"])

    assert ann.post(f"/me/friends/{robin_id}", {}).code == "permission_denied"
    assert ann.post(f"/me/friends/{made['id']}", {}).code == "permission_denied"
    assert guest.post(f"/me/friends/{ann_id}", {}).code == "guests_not_allowed"
    assert ann.post(f"/me/friends/{ann_id}", {}).code == "invalid"


def test_what_a_blocked_person_asks_looks_like_a_request_that_waits() -> None:
    (ann, ann_id), (bob, bob_id) = person(), person()
    _carol, carol_id = person()
    assert ann.post(f"/me/blocks/{bob_id}", {}, key=new_key()).body["blocked"]
    unblocked = bob.post(f"/me/friends/{carol_id}", {}).body
    shut = bob.post(f"/me/friends/{ann_id}", {}).body

    assert listed(bob) == ([], [], [carol_id, ann_id])
    assert listed(ann) == ([], [], [])
    apart = {key: (unblocked[key], shut[key]) for key in shut if unblocked[key] != shut[key]}
    assert apart.keys() == {"id", "username"}
    assert bob.get("/me/blocks").body["results"] == []
    assert ann.post(f"/me/friends/{bob_id}", {}).code == "permission_denied"


def test_a_block_ends_a_friendship_and_unblocking_does_not_bring_it_back() -> None:
    (ann, ann_id), (bob, bob_id) = person(), person()
    ask(ann, bob_id)
    ask(bob, ann_id)
    ann.post(f"/me/blocks/{bob_id}", {}, key=new_key())

    assert listed(ann) == listed(bob) == ([], [], [])
    assert [each["id"] for each in ann.get("/me/blocks").body["results"]] == [bob_id]
    assert ann.delete(f"/me/blocks/{bob_id}").body["blocked"] is False
    assert ann.delete(f"/me/blocks/{bob_id}").code == "not_found"
    assert listed(ann) == ([], [], [])


def test_a_closed_account_is_no_longer_a_friend_and_an_erased_one_leaves_nothing() -> None:
    (ann, ann_id), (bob, bob_id) = person(), person()
    ask(ann, bob_id)
    ask(bob, ann_id)
    carol = Account.objects.create_user(new_name())
    Block.objects.create(blocker=carol, blocked_id=bob_id)
    Account.objects.filter(pk=bob_id).update(is_active=False)
    assert listed(ann) == ([], [], [])

    delete_account(Account.objects.get(pk=bob_id))

    assert not Friendship.objects.exists()
    assert not Block.objects.exists()


def test_only_so_many_can_be_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(friendships, "FRIENDS_MAX", 1)
    (ann, _), (_bob, bob_id), (_carol, carol_id) = person(), person(), person()
    ask(ann, bob_id)

    assert ann.post(f"/me/friends/{carol_id}", {}).code == "permission_denied"


def test_asking_has_a_limit_of_its_own() -> None:
    ann, _ = person()
    others = [Account.objects.create_user(new_name()) for _ in range(21)]
    answers = [ann.post(f"/me/friends/{each.pk}", {}) for each in others]

    assert [answer.status for answer in answers] == [200] * 20 + [429]
    assert answers[-1].body["params"]["bucket"] == "friend"


def test_a_friend_is_seen_at_a_table_unless_they_hide_it() -> None:
    (ann, ann_id), (bob, bob_id) = person(), person()
    ask(ann, bob_id)
    ask(bob, ann_id)
    bob_player, eva = player(bob_id), tables.people(1)[0]
    match = tables.begun([bob_player, eva], bots=["random"])
    (unseen,) = ann.get("/me/friends").body["friends"]
    presence.mark_seen(bob_player.account)
    written.write()
    (seen,) = ann.get("/me/friends").body["friends"]
    assert bob.post("/me/visibility", {"to_friends": False}, key=new_key()).status == 200
    (hidden,) = ann.get("/me/friends").body["friends"]

    assert (unseen["here"], unseen["match"]) == (False, None)
    assert (seen["here"], seen["match"]) == (True, str(match))
    assert (hidden["here"], hidden["match"]) == (None, None)


def test_a_private_match_of_a_friend_is_not_shown() -> None:
    (ann, ann_id), (bob, bob_id) = person(), person()
    ask(ann, bob_id)
    ask(bob, ann_id)
    bob_player, eva = player(bob_id), tables.people(1)[0]
    tables.begun([bob_player, eva], bots=["random"], visibility="private")
    presence.mark_seen(bob_player.account)
    written.write()

    (seen,) = ann.get("/me/friends").body["friends"]
    assert (seen["here"], seen["match"]) == (True, None)


def test_recent_players_are_the_people_of_the_latest_matches() -> None:
    ann, ann_id = person()
    me = player(ann_id)
    bob, carol, dave = tables.people(3)
    tables.begun([me, bob], bots=["random"])
    both = tables.begun([me, carol, bob])
    waiting = tables.opened(me)
    tables.seat(waiting, dave)

    found = ann.get("/me/recent-players").body["results"]
    assert {each["player"]["username"] for each in found} == {bob.username, carol.username}
    assert {each["match"] for each in found} == {str(both)}


def test_a_pair_has_one_row_whoever_asks() -> None:
    one, other = (Account.objects.create_user(new_name()) for _ in range(2))
    friendships.ask(account_id=one.pk, other_id=other.pk)

    assert pairs.friendship(one.pk, other.pk) == pairs.friendship(other.pk, one.pk)
