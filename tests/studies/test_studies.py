"""Studies: a finished match is played on from any moment, and read by whom it is shared with."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

import msgspec
import pytest
from pytest_django import Settings

from accounts.models import Account
from api import buckets, limits
from eventstore import streams, verification
from games import registry
from games.core import ALL
from games.errors import WireError
from matches import selectors as matches
from matches.models import Match
from site_profile import selectors as site_profile
from site_profile import services as profile
from site_profile.models import TalkForm
from studies import boards, selectors, services
from studies.events import KIND
from studies.models import Comment, Study
from studies.services import COMMENTS_MAX, Moment
from tests.analyses.finished import finished
from tests.callers import Answer, Caller, new_key, new_player
from tests.matches import tables
from tests.operations import with_scopes
from web.accounts import account_deletion

pytestmark = pytest.mark.django_db

SEATS = {"stick-em": 3, "sticky-fingers": 2, "second-story": 2, "pickpocket": 2}


class Author:
    """Somebody who has played a match and studies it."""

    def __init__(self, game: str = "pickpocket", **wanted: Any) -> None:
        players = tables.people(SEATS[game])
        self.match, _players = finished(game, players, **wanted)
        self.account = Account.objects.get(pk=players[0].account)
        self.caller = with_scopes("play", account=self.account)
        self.study = UUID(int=0)

    def post(self, path: str, body: object) -> Answer:
        return self.caller.post(path, body, key=new_key())

    def opened(self, at: int = 1, **said: object) -> dict[str, Any]:
        """Open a study and return it."""
        answer = self.post(f"/matches/{self.match}/studies", {"at": at, **said})
        assert answer.status == 201, answer.body
        self.study = UUID(answer.body["id"])
        return dict(answer.body)

    def look(self, line: int = 1, query: str = "", caller: Caller | None = None) -> Answer:
        return (caller or self.caller).get(f"/studies/{self.study}/lines/{line}{query}")

    def move(self, ply: int, line: int = 1, **said: object) -> Answer:
        return self.post(f"/studies/{self.study}/lines/{line}/moves", {"ply": ply, **said})

    def read(self, caller: Caller | None = None) -> Answer:
        return (caller or self.caller).get(f"/studies/{self.study}")


@pytest.fixture(autouse=True)
def _site_with_own_words() -> Iterator[None]:
    limits.reset()
    profile.change(talk=TalkForm.WORDS)
    yield
    site_profile.forget()
    limits.reset()


def is_whole(study: UUID) -> bool:
    return verification.check(KIND, study) == []


@pytest.mark.parametrize("game", sorted(SEATS))
def test_every_game_is_played_on_by_hand_from_its_beginning_to_an_end(game: str) -> None:
    options = {"rounds": 1} if game == "stick-em" else {}
    ann = Author(game, options=options)
    ann.opened(at=1)

    for ply in range(5):
        there = ann.look(query=f"?ply={ply}").body
        seat = there["to_act"][0]
        answer = ann.move(ply, seat=seat, move=there["legal_moves"][-1])
        assert answer.status == 201, answer.body
        assert (answer.body["line"], answer.body["ply"]) == (1, ply + 1)
    state, recording = selectors.own(ann.study, ann.account.pk)
    (line,) = state.lines.values()
    board = boards.board(recording, state, line, len(line.moves))

    assert is_whole(ann.study)
    assert len(line.moves) == 5
    assert registry.current_rules(game).to_act(board) == tuple(
        ann.look(query="?viewer=all").body["to_act"]
    )


def test_a_line_begins_at_the_last_decision_up_to_a_moment_as_the_match_stood_there() -> None:
    ann = Author("second-story")
    recording = matches.recorded(ann.match, None)[1]
    last = recording.head.version

    study = ann.opened(at=last)
    (line,) = study["lines"]
    then = recording.at(line["at"])
    there = ann.look(query="?viewer=all").body

    assert 0 < line["at"] < last
    assert there["view"] == then.rules.view(then.game, ALL)
    assert there["to_act"] == list(then.rules.to_act(then.game))


@pytest.mark.parametrize("game", sorted(SEATS))
def test_the_decision_is_the_same_wherever_one_stands_in_the_match(game: str) -> None:
    ann = Author(game, **({"options": {"rounds": 1}} if game == "stick-em" else {}))
    recording = matches.recorded(ann.match, None)[1]
    rules, last = recording.head.rules, recording.head.version
    states = [recording.at(version) for version in range(last + 1)]
    decisions = [each.version for each in states if each.begun and rules.to_act(each.game)]

    for at in range(0, last + 2, max(1, last // 12)):
        earlier = [version for version in decisions if version <= at]
        assert boards.decision_at(recording, at) == max(earlier, default=decisions[0])


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


def test_who_moves_before_the_end_of_a_line_begins_another_and_the_first_stays() -> None:
    ann = Author()
    ann.opened()
    for ply in range(3):
        there = ann.look(query=f"?ply={ply}").body
        ann.move(ply, move=there["legal_moves"][0])
    before = ann.read().body["lines"][0]

    there = ann.look(query="?ply=1").body
    answer = ann.move(1, move=there["legal_moves"][-1])
    lines = ann.read().body["lines"]

    assert (answer.status, answer.body["line"], answer.body["ply"]) == (201, 2, 1)
    assert lines[0] == before
    assert (lines[1]["parent"], lines[1]["ply"], lines[1]["at"]) == (1, 1, None)
    assert is_whole(ann.study)


def test_the_move_that_a_line_goes_on_by_leads_on_in_it() -> None:
    ann = Author()
    ann.opened()
    first = ann.look().body["legal_moves"][0]
    ann.move(0, move=first)
    version = Study.objects.get(pk=ann.study).version

    again = ann.move(0, move=first)

    assert (again.status, again.body["line"], again.body["ply"]) == (201, 1, 1)
    assert len(ann.read().body["lines"]) == 1
    assert Study.objects.get(pk=ann.study).version == version


def test_bots_play_their_seats_until_the_author_is_to_move() -> None:
    ann = Author("pickpocket")
    ann.opened(bots=[1])

    for _ in range(6):
        line = ann.read().body["lines"][0]
        there = ann.look().body
        if not there["to_act"]:
            break
        assert there["to_act"] == [0]
        ann.move(len(line["moves"]), move=there["legal_moves"][0])
    moves = ann.read().body["lines"][0]["moves"]

    assert {made["bot"] for made in moves if made["seat"] == 1} == {"greedy"}
    assert {made["bot"] for made in moves if made["seat"] == 0} == {None}


def test_a_bot_may_choose_a_single_move_and_goes_by_what_its_seat_sees() -> None:
    ann = Author("stick-em", options={"rounds": 1})
    ann.opened()

    answer = ann.move(0)
    (made,) = ann.read().body["lines"][0]["moves"]

    assert answer.status == 201
    assert (made["bot"], made["seat"]) == ("greedy", 0)


def test_draws_are_in_the_history_so_that_a_study_folds_to_the_same_table() -> None:
    ann = Author("second-story")
    ann.opened(bots=[1])
    there = ann.look().body
    ann.move(len(ann.read().body["lines"][0]["moves"]), move=there["legal_moves"][0])

    first, again = (ann.look(query="?viewer=all").body for _ in range(2))

    assert first == again
    assert is_whole(ann.study)


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


def test_events_of_the_game_are_read_by_the_schema_that_they_were_written_under() -> None:
    ann = Author()
    ann.opened()
    ann.move(0, move=ann.look().body["legal_moves"][0])
    state, recording = selectors.own(ann.study, ann.account.pk)
    rules = recording.head.rules
    (made,) = state.lines[1].moves
    board = boards.board(recording, state, state.lines[1], 0)
    newer = msgspec.structs.replace(
        made, events=[msgspec.structs.replace(each, schema=99) for each in made.events]
    )

    assert made.events
    assert {each.schema for each in made.events} == {1}
    with pytest.raises(WireError):
        boards.fold(rules, board, newer)


def test_a_move_that_the_rules_do_not_allow_is_found_in_the_history() -> None:
    ann = Author()
    ann.opened()
    ann.move(0, move=ann.look().body["legal_moves"][0])
    state, recording = selectors.own(ann.study, ann.account.pk)
    made = state.lines[1].moves[0]
    rules = recording.head.rules
    board = boards.board(recording, state, state.lines[1], 0)
    move = rules.parse_move(board, made.seat, made.move)

    assert move in rules.legal_moves(board, made.seat)
    assert is_whole(ann.study)
    Study.objects.filter(pk=ann.study).update(lines=7)
    assert not is_whole(ann.study)
