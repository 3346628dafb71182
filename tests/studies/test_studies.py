"""Studies: opened from a finished match, and read by whom they are shared with."""

from typing import Any

import pytest
from pytest_django import Settings

from accounts.models import Account
from api import buckets, limits
from eventstore import streams
from matches.models import Match
from studies import services
from studies.boards import Moment
from studies.events import KIND
from studies.models import Comment, Study
from studies.services import COMMENTS_MAX
from tests.analyses.finished import finished
from tests.callers import Caller, new_key, new_player
from tests.matches import tables
from tests.operations import with_scopes
from tests.studies.authors import Author, is_whole
from web.accounts import account_deletion

pytestmark = pytest.mark.django_db


def test_studies_are_opened_so_often_and_so_many(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.LIMITS = {**buckets.DEFAULTS, "study": "1/hour burst 2"}
    limits.reset()
    ann = Author()
    ann.opened()
    ann.opened()
    often = ann.post(f"/matches/{ann.match}/studies", {"at": 1})
    monkeypatch.setattr(services, "STUDIES_MAX", 2)
    many = ann.post(f"/matches/{ann.match}/studies", {"at": 1})
    limits.reset()

    assert (often.status, often.code) == (429, "rate_limited")
    assert (many.status, many.code) == (403, "permission_denied")
    assert Study.objects.filter(author=ann.account).count() == 2


def test_only_the_author_reads_a_study_until_it_is_shared_and_after_it_is_withdrawn() -> None:
    ann = Author()
    ann.opened()
    stranger = Caller()

    alone = ann.read(stranger)
    ann.post(f"/studies/{ann.study}/share", {"shared": True})
    shared = ann.read(stranger)
    ann.post(f"/studies/{ann.study}/share", {"shared": False})

    assert (alone.status, shared.status, ann.read(stranger).status) == (404, 200, 404)
    assert (shared.body["mine"], shared.body["author"]) == (False, ann.account.username)
    assert ann.look(caller=stranger).status == 404
    assert is_whole(ann.study)


def test_a_shared_study_of_a_private_match_is_read_by_those_alone_who_may_see_the_match() -> None:
    ann = Author()
    ann.opened()
    ann.post(f"/studies/{ann.study}/share", {"shared": True})
    Match.objects.filter(id=ann.match).update(visibility="private")
    bob = Match.objects.get(id=ann.match).chairs.get(seat=1).account
    assert bob is not None

    assert ann.read(Caller()).status == 404
    assert ann.read(new_player()).status == 404
    assert ann.read(with_scopes("read", account=bob)).status == 200


def test_nobody_but_the_author_changes_a_shared_study() -> None:
    ann = Author()
    ann.opened()
    ann.post(f"/studies/{ann.study}/share", {"shared": True})
    bob = new_player()
    there = ann.look().body
    version = Study.objects.get(pk=ann.study).version
    asked = [
        (f"/studies/{ann.study}/lines/1/moves", {"ply": 0, "move": there["legal_moves"][0]}),
        (f"/studies/{ann.study}/lines", {"line": 1}),
        (f"/studies/{ann.study}/comments", {"line": 1, "ply": 0, "words": "mine"}),
        (f"/studies/{ann.study}/share", {"shared": False}),
    ]

    refused = [bob.post(path, body, key=new_key()).code for path, body in asked]
    gone = bob.delete(f"/studies/{ann.study}").code

    assert {*refused, gone} == {"not_found"}
    assert Study.objects.get(pk=ann.study).version == version


def test_a_running_match_and_one_that_was_called_off_are_not_studied() -> None:
    players = tables.people(2)
    match = tables.begun(players, game="pickpocket")
    caller = with_scopes("play", account=Account.objects.get(pk=players[0].account))

    answer = caller.post(f"/matches/{match}/studies", {"at": 1}, key=new_key())

    assert (answer.status, answer.code) == (409, "match_not_over")
    assert not Study.objects.filter(match=match).exists()


def test_a_private_match_of_others_is_unknown() -> None:
    match, _players = finished("pickpocket")
    Match.objects.filter(id=match).update(visibility="private")

    answer = new_player().post(f"/matches/{match}/studies", {"at": 1}, key=new_key())

    assert (answer.status, answer.code) == (404, "not_found")


def test_bad_input_is_refused_and_changes_nothing() -> None:
    ann = Author()
    ann.opened()
    path = f"/studies/{ann.study}"
    version = Study.objects.get(pk=ann.study).version
    seat = ann.look().body["to_act"][0]
    asked: list[tuple[str, dict[str, Any], str]] = [
        (f"{path}/lines/1/moves", {"ply": 0, "move": {"type": "no such"}}, "illegal_move"),
        (f"{path}/lines/1/moves", {"ply": 0, "seat": 1 - seat}, "not_your_turn"),
        (f"{path}/lines/1/moves", {"ply": 7}, "not_found"),
        (f"{path}/lines/9/moves", {"ply": 0}, "not_found"),
        (f"{path}/lines", {"line": 1, "bots": [0, 1]}, "invalid"),
        (f"{path}/lines", {"line": 1, "bots": [5]}, "invalid"),
        (f"{path}/lines", {}, "invalid"),
        (f"{path}/lines", {"at": 1, "line": 1}, "invalid"),
        (f"{path}/comments", {"line": 1, "ply": 3, "words": "late"}, "not_found"),
        (f"{path}/comments", {"line": 1, "ply": 0, "words": " \u202e "}, "invalid"),
        (f"{path}/share", {}, "invalid"),
    ]

    codes = [ann.post(address, body).code for address, body, _code in asked]

    assert codes == [code for _address, _body, code in asked]
    assert ann.look(query="?viewer=nobody").code == "invalid"
    assert ann.look(query="?ply=5").code == "not_found"
    assert Study.objects.get(pk=ann.study).version == version


def test_words_of_comments_stand_beside_the_stream_and_go_when_they_are_removed() -> None:
    ann = Author()
    ann.opened()
    said = ann.post(
        f"/studies/{ann.study}/comments", {"line": 1, "ply": 0, "words": "A better way."}
    )
    (comment,) = said.body["comments"]

    bodies = "".join(each.body for each in streams.load(KIND, ann.study))
    gone = ann.caller.delete(f"/studies/{ann.study}/comments/{comment['id']}")

    assert (comment["words"], comment["line"], comment["ply"]) == ("A better way.", 1, 0)
    assert "A better way." not in bodies
    assert gone.status == 204
    assert ann.read().body["comments"] == []
    assert not Comment.objects.filter(study=ann.study).exists()
    assert is_whole(ann.study)


def test_a_study_has_room_for_so_many_comments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "COMMENTS_MAX", 1)
    ann = Author()
    ann.opened()

    def comment(words: str) -> None:
        moment = Moment(1, 0)
        services.comment(account_id=ann.account.pk, study_id=ann.study, moment=moment, words=words)

    comment("first")
    with tables.refused("invalid"):
        comment("second")

    assert COMMENTS_MAX > 1
    assert Comment.objects.filter(study=ann.study).count() == 1


def test_a_deleted_study_is_gone_for_everybody() -> None:
    ann = Author()
    ann.opened()
    ann.post(f"/studies/{ann.study}/comments", {"line": 1, "ply": 0, "words": "Mine."})

    assert ann.caller.delete(f"/studies/{ann.study}").status == 204

    assert ann.read().status == 404
    assert ann.caller.get("/me/studies").body["results"] == []
    assert not Comment.objects.filter(study=ann.study).exists()
    assert is_whole(ann.study)


def test_ones_studies_are_listed_the_latest_first() -> None:
    ann = Author()
    ids = [ann.opened(at=at)["id"] for at in (1, 9)]

    found = ann.caller.get("/me/studies").body["results"]

    assert [each["id"] for each in found] == ids[::-1]
    assert {each["match"] for each in found} == {str(ann.match)}


def test_who_is_erased_leaves_no_study_and_no_words() -> None:
    ann = Author()
    ann.opened()
    ann.post(f"/studies/{ann.study}/share", {"shared": True})
    ann.post(f"/studies/{ann.study}/comments", {"line": 1, "ply": 0, "words": "Mine."})

    account_deletion.delete_account(ann.account)

    assert ann.read(Caller()).status == 404
    assert not Comment.objects.filter(study=ann.study).exists()
