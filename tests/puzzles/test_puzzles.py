"""Puzzles: found in public matches, answered once, a daily one for each game."""

import json
from datetime import timedelta
from random import Random
from uuid import uuid4

import pytest
from django.utils import timezone

from accounts.models import Account
from analyses import puzzles as mining
from analyses import services as analyses
from analyses.models import ATTEMPTS_MAX, Analysis
from bots.analysis.puzzle import VERSION
from bots.chance import RandomChance
from matches import selectors as matches
from matches.models import Match
from puzzles import selectors, services
from puzzles.models import Answer, Puzzle
from tests.analyses.finished import analyse
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


@pytest.mark.parametrize("game", sorted(SEATS))
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


def test_matches_are_looked_through_and_what_is_found_becomes_puzzles_of_the_days() -> None:
    for seed in range(3):
        played("second-story", seed=seed)
    services.look_for_more("second-story")
    analyse(puzzles=True)
    rows = Analysis.objects.filter(kind="puzzles")
    services.tend()
    found = Puzzle.objects.filter(game="second-story")
    daily = selectors.daily("second-story")

    assert [row.done_at is None for row in rows] == [False] * 3
    assert 1 <= len(found) <= 3
    assert len({each.match_id for each in found}) == len(found)
    assert daily is not None
    for puzzle in found:
        key = selectors.answer_key(puzzle)
        (best,) = [each for each in key.choices if each.behind == 0]
        assert best.move == key.best
        assert len(key.choices) == len(selectors.position(puzzle).legal_moves)
    assert services.take_in() == 0


def test_a_match_gives_one_puzzle_since_its_answer_would_tell_that_of_another() -> None:
    match = played()
    one, other = (selectors.answer_key(set_puzzle(match, ago=n, number=n)) for n in range(2))
    Puzzle.objects.all().delete()
    Analysis.objects.create(
        match_id=match,
        kind="puzzles",
        version=VERSION,
        body=mining.encoded(mining.Mined(found=[one, other])),
        queued_at=timezone.now(),
        done_at=timezone.now(),
    )

    taken = [services.take_in(), services.take_in()]

    assert taken == [1, 0]
    assert Puzzle.objects.get().at == one.at


def test_only_public_matches_that_were_played_here_are_looked_through() -> None:
    public, private = played(), played()
    Match.objects.filter(id=private).update(visibility="private")
    elsewhere = played()
    Match.objects.filter(id=elsewhere).update(imported_at=timezone.now())
    tables.begun(tables.people(2), game="pickpocket")

    queued = analyses.queue_puzzles(game="pickpocket", limit=10)

    assert queued == 1
    assert Analysis.objects.get(kind="puzzles").match_id == public
    assert analyses.queue_puzzles(game="pickpocket", limit=10) == 0


def test_a_search_for_puzzles_that_is_made_in_pieces_finds_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # One could be found at the first decision.
    monkeypatch.setattr(mining, "PUZZLES_MAX", 100)
    match = played("pickpocket")
    analyses.queue_puzzles(game="pickpocket", limit=1)
    row = Analysis.objects.get(match=match, kind="puzzles")
    pieces = 0
    while not analyses.carry_out(Analysis.objects.get(pk=row.pk), lambda: True):
        pieces += 1
    in_pieces = Analysis.objects.get(pk=row.pk).body
    Analysis.objects.filter(pk=row.pk).update(body="", progress="", done_at=None)

    analyses.carry_out(Analysis.objects.get(pk=row.pk))

    assert pieces > 1
    assert Analysis.objects.get(pk=row.pk).body == in_pieces


def test_every_day_has_its_puzzle_and_the_rest_of_the_reserve_waits() -> None:
    match = played()
    kept = [set_puzzle(match, ago=None, number=number) for number in range(4)]
    Puzzle.objects.update(opened_at=None)

    services.set_daily("pickpocket")
    first = selectors.daily("pickpocket")
    services.set_daily("pickpocket")

    assert first is not None
    assert first.pk in {each.pk for each in kept}
    assert Puzzle.objects.filter(daily_on=days_ago(0)).count() == 1
    assert selectors.open_puzzles().count() == 1


def test_a_daily_puzzle_whose_match_is_private_since_makes_room_for_another() -> None:
    gone, other = set_puzzle(played()), set_puzzle(played(), ago=None)
    Puzzle.objects.filter(pk=other.pk).update(opened_at=None)
    Match.objects.filter(id=gone.match_id).update(visibility="private")

    services.set_daily("pickpocket")

    current = selectors.daily("pickpocket")
    assert current is not None
    assert current.pk == other.pk


def test_what_is_found_beyond_the_reserve_is_open_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(services, "RESERVE", 1)
    match = played()
    for number in range(3):
        set_puzzle(match, ago=None, number=number)
    Puzzle.objects.update(opened_at=None)

    services.release("pickpocket")

    assert Puzzle.objects.filter(opened_at=None).count() == 1


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


def test_puzzles_leave_the_other_analyses_three_quarters_of_the_day() -> None:
    row = Analysis.objects.create(
        match_id=played(),
        kind="puzzles",
        version="puzzle/1",
        queued_at=timezone.now(),
        done_at=timezone.now() - timedelta(hours=1),
        cpu_ms=900_001,
    )

    had = analyses.spent()

    assert (had.is_all, had.is_half, had.is_quarter) == (False, False, True)
    assert row.pk


def test_what_has_failed_is_charged_for_that_day_and_not_looked_through_again() -> None:
    row = Analysis.objects.create(
        match_id=played(),
        kind="puzzles",
        version=VERSION,
        progress="nothing that can be read",
        queued_at=timezone.now(),
    )

    analyse(puzzles=True)
    row.refresh_from_db()
    failed = (row.attempts, row.done_at, row.cpu_ms > 0)
    analyses.queue_old()
    row.refresh_from_db()

    assert failed == (ATTEMPTS_MAX, None, True)
    assert (row.attempts, row.cpu_ms) == (ATTEMPTS_MAX, 0)
    assert analyses.queue_puzzles(game="pickpocket", limit=1) == 0


def test_puzzles_that_cannot_be_shown_any_more_fill_no_reserve(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(services, "RESERVE", 1)
    monkeypatch.setattr(services, "A_DAY", 1)
    match = played()
    set_puzzle(match, ago=None)
    Puzzle.objects.update(opened_at=None)
    played(seed=2)

    services.look_for_more("pickpocket")
    full = Analysis.objects.filter(kind="puzzles").count()
    Match.objects.filter(id=match).update(visibility="private")
    services.look_for_more("pickpocket")

    assert full == 0
    assert Analysis.objects.filter(kind="puzzles").count() == 1
