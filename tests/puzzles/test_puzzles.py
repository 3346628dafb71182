"""Puzzles: what a solver sees, answered once, with a table of who has solved them."""

import json
from random import Random
from uuid import uuid4

import pytest

from accounts.models import Account
from bots.chance import RandomChance
from matches import selectors as matches
from matches.models import Match
from puzzles import selectors, services
from puzzles.models import Answer, Puzzle
from tests.callers import Answer as Response
from tests.callers import Caller, new_key
from tests.matches import tables
from tests.operations import with_scopes
from tests.puzzles.set_puzzles import SEATS, days_ago, played, set_puzzle

pytestmark = pytest.mark.django_db


def solver() -> Caller:
    return with_scopes("play", account=Account.objects.get(pk=tables.people(1)[0].account))


def account_of(caller: Caller) -> Account:
    return Account.objects.get(pk=caller.get("/me").body["id"])


def choose(caller: Caller, puzzle: Puzzle, move: object) -> Response:
    return caller.post(f"/puzzles/{puzzle.pk}/answers", {"move": move}, key=new_key())


def solve(caller: Caller, puzzle: Puzzle) -> Response:
    return choose(caller, puzzle, selectors.answer_key(puzzle).best)


def miss(caller: Caller, puzzle: Puzzle) -> Response:
    return choose(caller, puzzle, selectors.answer_key(puzzle).made)


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=[pytest.mark.long] * (game not in {"pickpocket", "stick-em"}))
        for game in sorted(SEATS)
    ],
)
def test_a_puzzle_shows_what_the_player_saw_and_the_answer_once_one_has_answered(
    game: str,
) -> None:
    puzzle = set_puzzle(played(game))
    ann = solver()
    recording = matches.recorded(puzzle.match_id, None)[1]
    then = recording.at(puzzle.at)

    before = ann.get(f"/puzzles/{puzzle.pk}").body
    answered = solve(ann, puzzle)
    after = ann.get(f"/puzzles/{puzzle.pk}").body

    assert before["view"] == json.loads(json.dumps(then.rules.view(then.game, puzzle.seat)))
    assert before["seat"] == puzzle.seat
    assert before["answer"] is None
    assert len(before["legal_moves"]) == len(selectors.answer_key(puzzle).choices)
    assert answered.status == 200, answered.body
    assert answered.body["right"] is True
    assert answered.body["match"] == str(puzzle.match_id)
    assert answered.body["choices"][0]["behind"] == 0
    assert (answered.body["answered"], answered.body["found"]) == (1, 1)
    assert after["answer"] == answered.body


def test_the_first_answer_counts_and_a_later_one_is_told_the_same() -> None:
    puzzle = set_puzzle(played())
    ann = solver()

    first = miss(ann, puzzle)
    again = solve(ann, puzzle)

    assert first.body["right"] is False
    assert again.body == first.body
    assert Answer.objects.filter(puzzle=puzzle).count() == 1


def test_a_move_that_is_not_legal_is_refused_and_is_no_answer() -> None:
    puzzle = set_puzzle(played())
    ann = solver()

    refused = [
        choose(ann, puzzle, move)
        for move in ({"type": "fly"}, {}, {"type": "use", "tile": "nothing", "more": 1})
    ]

    assert {answer.code for answer in refused} == {"illegal_move"}
    assert ann.post(f"/puzzles/{puzzle.pk}/answers", {}, key=new_key()).code == "invalid"
    assert Caller().post(f"/puzzles/{puzzle.pk}/answers", {"move": {}}, key=new_key()).status == 401
    assert not Answer.objects.exists()


def hidden_from(puzzle: Puzzle) -> list[str]:
    """Return what would tell the match or the answer."""
    names = Match.objects.get(id=puzzle.match_id).chairs.values_list("player", flat=True)
    return [str(puzzle.match_id), '"behind"', '"made"', *names]


def test_nothing_tells_the_match_or_the_answer_before_one_has_answered() -> None:
    puzzle = set_puzzle(played("stick-em"))
    ann, bob = solver(), solver()
    solve(bob, puzzle)
    shown = f"/puzzles/{puzzle.pk}"

    answers = [ann.get(path) for path in (shown, "/puzzles", "/puzzles/today", f"{shown}/solvers")]

    for answer in answers:
        assert answer.status == 200
        text = json.dumps(answer.body)
        assert [each for each in hidden_from(puzzle) if each in text] == []


def test_the_table_of_a_puzzle_is_the_same_whatever_the_others_hold() -> None:
    # What the seat cannot see is dealt again: its view, which is all that is shown, stays.
    puzzle = set_puzzle(played("stick-em"))
    there = selectors.position(puzzle)
    rules = there.rules

    for seed in range(5):
        world = rules.determinise(there.game, puzzle.seat, RandomChance(Random(seed)))
        assert rules.view(world, puzzle.seat) == there.view
        moves = rules.legal_moves(world, puzzle.seat)
        assert [rules.move_data(world, puzzle.seat, move) for move in moves] == there.legal_moves


def test_puzzles_of_matches_that_are_private_or_called_off_are_not_there() -> None:
    puzzle = set_puzzle(played())
    ann = solver()
    shown = ann.get(f"/puzzles/{puzzle.pk}").status
    Match.objects.filter(id=puzzle.match_id).update(visibility="private")

    answers = [ann.get(f"/puzzles/{puzzle.pk}"), solve(ann, puzzle)]
    listed = ann.get("/puzzles").body["results"]
    today = ann.get("/puzzles/today").body["puzzles"]
    Match.objects.filter(id=puzzle.match_id).update(visibility="public", status="void")

    assert shown == 200
    assert [answer.code for answer in answers] == ["not_found", "not_found"]
    assert listed == []
    assert all(each["puzzle"] is None for each in today)
    assert ann.get(f"/puzzles/{puzzle.pk}").code == "not_found"


def test_a_puzzle_that_is_kept_for_a_day_to_come_is_not_there_yet() -> None:
    puzzle = set_puzzle(played(), ago=None)
    Puzzle.objects.filter(pk=puzzle.pk).update(opened_at=None)

    assert solver().get(f"/puzzles/{puzzle.pk}").code == "not_found"
    assert solver().get(f"/puzzles/{uuid4()}").code == "not_found"


def test_who_solves_it_on_its_day_is_in_the_table_with_a_streak() -> None:
    match = played()
    days = [set_puzzle(match, ago=ago, number=number) for ago, number in ((2, 0), (1, 1), (0, 2))]
    ann, bob = solver(), solver()
    for puzzle in days:
        solve(ann, puzzle)
    # What was answered on the day itself, as those of yesterday were.
    Answer.objects.update(is_listed=True)
    solve(bob, days[2])

    table = Caller().get(f"/puzzles/{days[2].pk}/solvers").body
    today = {each["game"]: each for each in ann.get("/puzzles/today").body["puzzles"]}

    assert table["solvers"] == 2
    assert [each["streak"] for each in table["first"]] == [3, 1]
    assert table["first"][0]["player"] == account_of(ann).username
    assert today["pickpocket"]["streak"] == 3
    assert today["pickpocket"]["puzzle"]["right"] is True
    assert Caller().get("/puzzles/today").body["puzzles"][0]["streak"] is None


def test_a_streak_waits_for_today_and_ends_with_a_day_that_was_missed() -> None:
    match = played()
    days = [set_puzzle(match, ago=ago, number=number) for ago, number in ((3, 0), (1, 1), (0, 2))]
    ann = solver()
    for puzzle in days[:2]:
        solve(ann, puzzle)
    Answer.objects.update(is_listed=True)
    me = account_of(ann).pk

    waiting = selectors.streak("pickpocket", me)
    miss(ann, days[2])

    # Two days ago there was no puzzle, which breaks nothing.
    assert waiting == 2
    assert selectors.streak("pickpocket", me) == 0


def test_an_answer_of_a_later_day_a_bot_or_whoever_sat_there_is_not_in_the_table() -> None:
    players = tables.people(2)
    match = played("pickpocket", players)
    old, today = set_puzzle(match, ago=1), set_puzzle(match, number=1)
    ann, sat_there, bot = (
        solver(),
        with_scopes("play", account=Account.objects.get(pk=players[0].account)),
        solver(),
    )
    Account.objects.filter(pk=account_of(bot).pk).update(is_bot=True, bot_contact="ann@example.org")

    late = solve(ann, old)
    solve(sat_there, today)
    solve(bot, today)

    assert late.body["right"] is True
    assert not Answer.objects.filter(is_listed=True).exists()
    assert Caller().get(f"/puzzles/{today.pk}/solvers").body == {"solvers": 0, "first": []}


def test_a_guest_answers_the_puzzles_of_earlier_days_and_is_in_no_table() -> None:
    puzzle, guest = set_puzzle(played(), ago=1), solver()
    Account.objects.filter(pk=account_of(guest).pk).update(is_guest=True)

    assert solve(guest, puzzle).body["right"] is True
    assert guest.get(f"/puzzles/{puzzle.pk}").body["answer"]["right"] is True
    assert Caller().get(f"/puzzles/{puzzle.pk}/solvers").body == {"solvers": 0, "first": []}


@pytest.mark.parametrize("said", [{"is_guest": True}, {"date_joined": "2100-01-01T00:00:00Z"}])
def test_today_s_puzzle_tells_nothing_to_who_could_answer_by_another_account(
    said: dict[str, object],
) -> None:
    puzzle, cheat = set_puzzle(played()), solver()
    Account.objects.filter(pk=account_of(cheat).pk).update(**said)

    answers = [solve(cheat, puzzle), miss(cheat, puzzle)]

    assert {(each.status, each.code) for each in answers} == {(403, "permission_denied")}
    assert "best" not in json.dumps([each.body for each in answers])
    assert not Answer.objects.exists()


def test_who_is_erased_or_closed_is_in_no_table() -> None:
    puzzle = set_puzzle(played())
    ann, bob = solver(), solver()
    solve(ann, puzzle)
    solve(bob, puzzle)
    gone = account_of(ann)

    services.erase(account_id=gone.pk)
    Account.objects.filter(pk=account_of(bob).pk).update(is_active=False)

    assert not Answer.objects.filter(account=gone).exists()
    assert Caller().get(f"/puzzles/{puzzle.pk}/solvers").body == {"solvers": 0, "first": []}


def test_puzzles_are_listed_with_how_one_did_the_latest_first() -> None:
    match = played()
    old, new = set_puzzle(match, ago=1), set_puzzle(match, number=1)
    ann = solver()
    miss(ann, old)

    everything = ann.get("/puzzles").body["results"]
    first = ann.get("/puzzles?limit=1").body
    of_game = ann.get("/puzzles?game=stick-em").body["results"]

    assert [(each["id"], each["right"]) for each in everything] == [
        (str(new.pk), None),
        (str(old.pk), False),
    ]
    assert everything[1]["daily_on"] == days_ago(1).isoformat()
    assert [each["id"] for each in first["results"]] == [str(new.pk)]
    assert first["next"]
    assert of_game == []
    assert ann.get("/puzzles?game=chess").code == "not_found"
    assert Caller().get("/puzzles").status == 200


def test_the_next_puzzle_is_one_of_today_and_none_twice() -> None:
    match = played()
    old, today = set_puzzle(match, ago=1), set_puzzle(match, number=1)
    ann = solver()
    me = account_of(ann).pk

    first = selectors.next_puzzle(me)
    solve(ann, today)
    second = selectors.next_puzzle(me)
    solve(ann, old)

    assert (first, second, selectors.next_puzzle(me)) == (today, old, None)
    assert selectors.next_puzzle(None, besides=old.pk) == today
