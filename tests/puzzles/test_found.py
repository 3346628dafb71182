"""Puzzles are found in public matches, and one a day and game is kept for its day."""

from datetime import timedelta

import pytest
from django.utils import timezone

from analyses import puzzles as mining
from analyses import services as analyses
from analyses.models import ATTEMPTS_MAX, Analysis
from bots.analysis.puzzle import VERSION
from matches.models import Match
from puzzles import selectors, services
from puzzles.models import Puzzle
from tests.analyses.finished import analyse
from tests.matches import tables
from tests.puzzles.set_puzzles import days_ago, played, set_puzzle

pytestmark = pytest.mark.django_db


def test_matches_are_looked_through_and_what_is_found_becomes_the_puzzle_of_the_day() -> None:
    for _ in range(9):
        match = played("second-story")
        services.look_for_more("second-story")
        analyse(puzzles=True)
        services.tend()
        if Puzzle.objects.exists():  # Nearly every match has one.
            break
    puzzle = Puzzle.objects.get()

    assert all(row.done_at for row in Analysis.objects.filter(kind="puzzles"))
    assert (puzzle.match_id, selectors.daily("second-story")) == (match, puzzle)
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


@pytest.mark.more
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
