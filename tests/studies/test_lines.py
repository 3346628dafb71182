"""Lines of a study: a match is played on from any moment, by hand and by bots."""

import msgspec
import pytest

from games import registry
from games.core import ALL
from games.errors import WireError
from matches import selectors as matches
from studies import boards, grounds, selectors
from studies.models import Study
from tests.samples import GAMES, sampled
from tests.studies.authors import SEATS, Author, is_whole

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("game", sampled(sorted(SEATS), *GAMES))
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
    state, ground = selectors.own(ann.study, ann.account.pk)
    (line,) = state.lines.values()
    board = boards.board(ground, state, line, len(line.moves))

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


@pytest.mark.parametrize("game", sampled(sorted(SEATS), *GAMES))
def test_the_decision_is_the_same_wherever_one_stands_in_the_match(game: str) -> None:
    ann = Author(game, **({"options": {"rounds": 1}} if game == "stick-em" else {}))
    recording = matches.recorded(ann.match, None)[1]
    rules, last = recording.head.rules, recording.head.version
    states = [recording.at(version) for version in range(last + 1)]
    decisions = [each.version for each in states if each.begun and rules.to_act(each.game)]

    for at in range(0, last + 2, max(1, last // 12)):
        earlier = [version for version in decisions if version <= at]
        assert grounds.of_match(recording).decision_at(at) == max(earlier, default=decisions[0])


@pytest.mark.more
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


@pytest.mark.more
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


@pytest.mark.more
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


def test_events_of_the_game_are_read_by_the_schema_that_they_were_written_under() -> None:
    ann = Author()
    ann.opened()
    ann.move(0, move=ann.look().body["legal_moves"][0])
    state, ground = selectors.own(ann.study, ann.account.pk)
    rules = ground.rules
    (made,) = state.lines[1].moves
    board = boards.board(ground, state, state.lines[1], 0)
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
    state, ground = selectors.own(ann.study, ann.account.pk)
    made = state.lines[1].moves[0]
    rules = ground.rules
    board = boards.board(ground, state, state.lines[1], 0)
    move = rules.parse_move(board, made.seat, made.move)

    assert move in rules.legal_moves(board, made.seat)
    assert is_whole(ann.study)
    Study.objects.filter(pk=ann.study).update(lines=7)
    assert not is_whole(ann.study)
