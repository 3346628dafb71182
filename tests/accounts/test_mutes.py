"""Muting: whose words somebody does not read, at tables and in rooms, and nothing else."""

from collections.abc import Iterator
from uuid import UUID

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from accounts import blocks, mutes, services
from accounts.models import Account, Mute
from api import limits
from api.problems import Problem
from matches import match_lists, remarks
from matches.actors import Player
from matches.models import Match, Remark
from site_profile import selectors
from site_profile import services as profile
from site_profile.models import TalkForm
from tests.callers import Caller, new_key
from tests.matches import tables
from tests.matches.test_remarks import heard, say, seated
from tests.tournaments.test_room import evening, person
from tests.web.visitors import BACKEND, member, text
from web.accounts.account_deletion import delete_account

pytestmark = pytest.mark.django_db

PART = {"X-Part": "said"}


@pytest.fixture(autouse=True)
def _site_with_own_words() -> Iterator[None]:
    limits.reset()
    profile.change(talk=TalkForm.WORDS)
    yield
    selectors.forget()
    limits.reset()


def id_of(caller: Caller) -> str:
    return str(caller.get("/me").body["id"])


def browser_of(caller: Caller) -> Client:
    found = Client()
    found.force_login(Account.objects.get(pk=id_of(caller)), backend=BACKEND)
    return found


def mute(caller: Caller, other: Caller) -> int:
    return caller.post(f"/me/mutes/{id_of(other)}", {}, key=new_key()).status


def test_who_mutes_somebody_reads_none_of_their_words_and_all_others_do() -> None:
    match, ann, bob = seated()
    say(bob, match, "ouch")
    say(ann, match, "nice")

    assert mute(ann, bob) == 200
    say(bob, match, "wow")

    assert heard(ann, match) == ["nice"]
    assert heard(bob, match) == heard(Caller(), match) == ["wow", "nice", "ouch"]


def test_a_mute_is_the_accounts_in_every_browser_match_and_room_until_it_is_taken_back() -> None:
    match, ann, bob = seated()
    mute(ann, bob)
    other = tables.begun([_player(ann), _player(bob)], ["greedy"])
    say(bob, other, "ouch")
    before = heard(ann, other)
    on_a_page = text(browser_of(ann).get(f"/matches/{other}/remarks", headers=PART))

    assert ann.delete(f"/me/mutes/{id_of(bob)}").status == 200

    assert match != other
    assert before == []
    assert "Ouch!" not in on_a_page
    assert heard(ann, other) == ["ouch"]


def _player(caller: Caller) -> Player:
    me = caller.get("/me").body
    return Player(UUID(me["id"]), me["username"])


def test_in_a_tournaments_room_too() -> None:
    (ann_account, ann), (bob_account, bob) = person(), person()
    slug = evening(ann_account, bob_account).slug
    bob.post(f"/tournaments/{slug}/remarks", {"words": "Hello"}, key=new_key())
    mute(ann, bob)

    def words(caller: Caller) -> list[str]:
        found = caller.get(f"/tournaments/{slug}/remarks").body["results"]
        return [each["words"] for each in found]

    assert words(ann) == []
    assert words(bob) == ["Hello"]
    assert "Hello" not in text(browser_of(ann).get(f"/tournaments/{slug}/talk"))


def test_a_mute_hides_words_and_nothing_else() -> None:
    ann, bob = tables.people(2)
    mutes.mute(account_id=ann.account, other_id=bob.account)
    match = tables.opened(bob)
    tables.seat(match, bob)

    listed = match_lists.listed(ann.account, game=None, status="open", player=None)
    tables.seat(match, ann)

    assert listed.filter(id=match).exists()


def test_a_block_hides_words_as_well() -> None:
    ann, bob = tables.people(2)
    match = tables.begun([ann, bob], ["greedy"])
    Remark.objects.create(match_id=match, account_id=bob.account, room="players", phrase="ouch")
    row = Match.objects.get(id=match)
    before = remarks.latest(row, ann.account).count()

    blocks.block(account_id=ann.account, other_id=bob.account)

    assert (before, remarks.latest(row, ann.account).count()) == (1, 0)


def test_the_muted_learn_of_it_nowhere() -> None:
    match, ann, bob = seated()
    mute(ann, bob)
    name = ann.get("/me").body["username"]

    seen = bob.get(f"/players/{name}").body
    page = text(browser_of(bob).get(f"/matches/{match}"))

    assert seen["muted"] is False
    assert bob.get("/me/mutes").body["results"] == []
    assert 'name="unmute"' not in page


def test_the_api_lists_and_refuses_by_name() -> None:
    _match, ann, bob = seated()
    nobody = "00000000-0000-0000-0000-000000000000"
    reader = Caller(ann.token)

    first = ann.post(f"/me/mutes/{id_of(bob)}", {}, key=new_key())
    again = ann.post(f"/me/mutes/{id_of(bob)}", {}, key=new_key())
    listed = reader.get("/me/mutes").body["results"]

    assert (first.status, again.status) == (200, 200)
    assert first.body["muted"] is True
    assert [(each["id"], each["muted"]) for each in listed] == [(id_of(bob), True)]
    assert ann.post(f"/me/mutes/{nobody}", {}, key=new_key()).code == "not_found"
    assert ann.post(f"/me/mutes/{id_of(ann)}", {}, key=new_key()).code == "invalid"
    assert bob.delete(f"/me/mutes/{id_of(ann)}").code == "not_found"
    assert Caller().get("/me/mutes").status == 401


def test_nobody_mutes_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutes, "MUTED_MAX", 1)
    ann, bob, carol = tables.people(3)
    mutes.mute(account_id=ann.account, other_id=bob.account)

    with pytest.raises(Problem, match="which is the limit"):
        mutes.mute(account_id=ann.account, other_id=carol.account)
    mutes.mute(account_id=ann.account, other_id=bob.account)

    assert Mute.objects.filter(muter=ann.account).count() == 1


def test_a_press_beside_a_line_mutes_and_one_more_undoes_it() -> None:
    match, ann, bob = seated()
    say(bob, match, "ouch")
    browser = browser_of(ann)
    address = f"/matches/{match}/remarks"
    before = text(browser.get(address, headers=PART))

    muted = text(browser.post(address, {"mute": id_of(bob)}, headers=PART))
    undone = text(browser.post(address, {"unmute": id_of(bob)}, headers=PART))

    assert f'name="mute" value="{id_of(bob)}"' in before
    assert "Ouch!" not in muted
    assert f'name="unmute" value="{id_of(bob)}"' in muted
    assert "Ouch!" in undone


def test_unmuting_again_from_another_window_says_the_same() -> None:
    match, ann, bob = seated()
    browser = browser_of(ann)
    address = f"/matches/{match}/remarks"
    browser.post(address, {"mute": id_of(bob)}, headers=PART)

    answers = [browser.post(address, {"unmute": id_of(bob)}, headers=PART) for _ in range(2)]

    assert [each.status_code for each in answers] == [200, 200]
    assert "You can see what" in text(answers[1])


def test_who_may_remove_remarks_reads_those_of_the_muted_too() -> None:
    match, ann, bob = seated()
    say(bob, match, "ouch")
    mute(ann, bob)
    browser, address = browser_of(ann), f"/matches/{match}/remarks"
    assert "Ouch!" not in text(browser.get(address, headers=PART))

    account = Account.objects.get(pk=id_of(ann))
    Account.objects.filter(pk=account.pk).update(is_staff=True)
    account.user_permissions.add(Permission.objects.get(codename="change_case"))

    assert "Ouch!" in text(browser.get(address, headers=PART))


def test_the_closed_can_be_muted_and_the_erased_have_no_button_with_their_name() -> None:
    match, ann, bob = seated()
    browser = browser_of(ann)
    name, bob_id = bob.get("/me").body["username"], id_of(bob)
    account = Account.objects.get(pk=bob_id)
    Account.objects.filter(pk=bob_id).update(is_active=False)

    mutes.mute(account_id=UUID(id_of(ann)), other_id=account.pk)
    assert Mute.objects.filter(muted=account).exists()

    services.erase(account_id=account.pk)
    page = text(browser.get(f"/matches/{match}"))
    assert f"Mute {name}" not in page
    assert f'value="{bob_id}" aria-pressed' not in page
    with pytest.raises(Problem, match="no such player"):
        mutes.mute(account_id=UUID(id_of(ann)), other_id=account.pk)


def test_without_a_script_the_page_that_follows_says_it() -> None:
    match, ann, bob = seated()
    browser = browser_of(ann)
    name = bob.get("/me").body["username"]

    answer = browser.post(f"/matches/{match}/remarks", {"mute": id_of(bob)}, follow=True)
    page = text(answer)

    assert f"You will no longer see what {name} says." in page
    assert f'name="unmute" value="{id_of(bob)}" aria-pressed="true"' in page
    assert browser.post(f"/matches/{match}/remarks", {"mute": "nobody"}).status_code == 404


@pytest.mark.more
def test_in_a_room_and_under_friends_by_buttons() -> None:
    (ann_account, ann), (bob_account, bob) = person(), person()
    slug = evening(ann_account, bob_account).slug
    bob.post(f"/tournaments/{slug}/remarks", {"words": "Hello"}, key=new_key())
    browser = browser_of(ann)

    room = browser.post(f"/tournaments/{slug}/talk", {"mute": str(bob_account.pk)}, follow=True)
    friends = text(browser.get("/friends"))
    browser.post(f"/friends/{bob_account.pk}", {"act": "unmute", "next": "/friends"})

    assert "Hello" not in text(room)
    assert 'id="muted-title"' in friends
    assert bob_account.username in friends
    assert 'id="muted-title"' not in text(browser.get("/friends"))
    assert "Hello" in text(browser.get(f"/tournaments/{slug}/talk"))


def test_it_goes_with_either_account() -> None:
    _browser, ann = member()
    _other, bob = member()
    _third, carol = member()
    mutes.mute(account_id=ann.pk, other_id=bob.pk)
    mutes.mute(account_id=carol.pk, other_id=ann.pk)

    delete_account(ann)

    assert not Mute.objects.exists()
