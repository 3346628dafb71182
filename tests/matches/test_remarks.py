"""What people say at tables: who may, who hears it, and how much of it there can be."""

from datetime import timedelta
from uuid import UUID

import pytest
from django.utils import timezone

from matches import remarks
from matches.models import Match, Remark
from matches.services import leaving
from tests.callers import Caller, new_key, new_player
from tests.matches import tables
from web.accounts.account_deletion import delete_account

pytestmark = pytest.mark.django_db


def seated() -> tuple[UUID, Caller, Caller]:
    """Return a running match, and the callers of the two who play it beside a bot."""
    ann, bob = new_player(), new_player()
    wanted = {"game": "stick-em", "seats": 3, "options": {"rounds": 1}}
    match = ann.post("/matches", wanted, key=new_key()).body["id"]
    ann.post(f"/matches/{match}/seats", {}, key=new_key())
    bob.post(f"/matches/{match}/seats", {}, key=new_key())
    assert ann.post(f"/matches/{match}/seats", {"bot": "greedy"}, key=new_key()).status == 201
    return UUID(match), ann, bob


def say(caller: Caller, match: UUID, phrase: str = "nice") -> int:
    return caller.post(f"/matches/{match}/remarks", {"phrase": phrase}, key=new_key()).status


def heard(caller: Caller, match: UUID) -> list[str]:
    """Return the phrases that a caller hears, newest first."""
    results = caller.get(f"/matches/{match}/remarks").body["results"]
    return [each["phrase"] for each in results]


def test_a_player_is_heard_by_the_table_the_spectators_and_strangers() -> None:
    match, ann, bob = seated()
    answer = ann.post(f"/matches/{match}/remarks", {"phrase": "well_stolen"}, key=new_key())

    assert answer.status == 201
    assert (answer.body["room"], answer.body["phrase"]) == ("players", "well_stolen")
    assert isinstance(answer.body["seat"], int)
    for reader in (bob, new_player(), Caller()):
        assert heard(reader, match) == ["well_stolen"]


def test_spectators_are_not_heard_by_players_or_strangers_while_the_match_runs() -> None:
    match, ann, _bob = seated()
    carol, dave = new_player(), new_player()
    say(carol, match, "wow")

    assert heard(dave, match) == ["wow"]
    assert heard(ann, match) == heard(Caller(), match) == []

    Match.objects.filter(id=match).update(status="finished", ended_at=timezone.now())

    assert heard(ann, match) == ["wow"]


def test_a_remark_is_no_event_and_moves_no_version() -> None:
    match, ann, _bob = seated()
    before = tables.page(match)["version"]
    say(ann, match)

    assert tables.page(match)["version"] == before


def test_only_the_phrases_of_the_list_can_be_said() -> None:
    match, ann, _bob = seated()
    answer = ann.post(f"/matches/{match}/remarks", {"phrase": "you fool"}, key=new_key())

    assert (answer.status, answer.code) == (400, "invalid")
    assert not Remark.objects.exists()


def test_a_key_that_is_sent_twice_says_it_once() -> None:
    match, ann, _bob = seated()
    key = new_key()
    for _ in range(2):
        assert ann.post(f"/matches/{match}/remarks", {"phrase": "nice"}, key=key).status == 201

    assert heard(ann, match) == ["nice"]


def test_a_sore_loser_runs_out_of_permits() -> None:
    match, ann, bob = seated()
    answers = [
        ann.post(f"/matches/{match}/remarks", {"phrase": "ouch"}, key=new_key()) for _ in range(8)
    ]

    assert answers[-1].status == 429
    assert answers[-1].body["params"]["bucket"] == "remark"
    assert say(bob, match) == 201


def test_programs_do_not_talk() -> None:
    match, _ann, _bob = seated()
    robin = new_player()
    assert robin.post("/me/bot", {"contact": "robin@example.org"}).status == 200
    by_scope = new_player("bot")

    assert say(robin, match) == say(by_scope, match) == 403


def test_nobody_talks_before_the_start_nor_long_after_the_end() -> None:
    ann = new_player()
    wanted = {"game": "stick-em", "seats": 3}
    match = UUID(ann.post("/matches", wanted, key=new_key()).body["id"])
    early = ann.post(f"/matches/{match}/remarks", {"phrase": "nice"}, key=new_key())
    ended = timezone.now() - remarks.AFTERWARDS + timedelta(minutes=1)
    Match.objects.filter(id=match).update(status="finished", ended_at=ended)
    just_ended = say(ann, match, "thanks")
    Match.objects.filter(id=match).update(ended_at=timezone.now() - remarks.AFTERWARDS)
    late = ann.post(f"/matches/{match}/remarks", {"phrase": "nice"}, key=new_key())

    assert (early.code, just_ended, late.code) == ("match_not_started", 201, "match_over")


def test_who_has_given_up_has_nothing_more_to_say() -> None:
    people = tables.people(3)
    match = tables.begun(people, options={"rounds": 1})
    leaving.resign(match_id=match, player=people[0], key=new_key(), fingerprint=b"")

    row = Match.objects.get(id=match)
    assert not remarks.may_say(row, people[0].account)
    assert remarks.may_say(row, people[1].account)


def test_a_private_match_is_not_there_for_strangers() -> None:
    people = tables.people(3)
    match = tables.begun(people, visibility="private")
    carol = new_player()

    assert carol.get(f"/matches/{match}/remarks").code == "not_found"
    assert carol.post(f"/matches/{match}/remarks", {"phrase": "nice"}).code == "not_found"


def test_remarks_go_with_the_account_and_after_a_month() -> None:
    match, ann, bob = seated()
    say(ann, match)
    say(bob, match)
    delete_account(Remark.objects.earliest("id").account)

    assert Remark.objects.count() == 1
    remarks.purge()
    assert Remark.objects.count() == 1
    Remark.objects.update(said_at=timezone.now() - remarks.KEPT - timedelta(days=1))
    remarks.purge()
    assert not Remark.objects.exists()
