"""Which decisions make puzzles: one move is clearly best, and what nobody saw changes nothing."""

import random
from statistics import fmean

import pytest

from bots.analysis import puzzle
from bots.analysis.recorded import turns
from bots.chance import RandomChance
from bots.search import guide_of
from games import registry as games
from tests.bots import puzzled
from tests.bots.test_review import careless


def test_a_move_is_clear_when_it_is_ahead_of_every_other_one_by_margin_and_error() -> None:
    far, near, noisy = [0.2] * 9, [0.56] * 9, [0.0, 1.0] * 4 + [0.0]
    best = [0.6] * 9

    assert puzzle.is_clear([far, best], 1, 4.0)
    assert not puzzle.is_clear([far, best, near], 1, 4.0)
    assert fmean(best) - fmean(noisy) > 0.05
    assert not puzzle.is_clear([noisy, best], 1, 4.0)


def test_every_puzzle_has_a_best_move_that_is_ahead_of_all_others() -> None:
    recorded = careless("second-story")
    some = puzzle.looked_at(recorded, "match")[:60]

    found = [puzzle.position(recorded.rules, turn, "match") for turn in some]
    positions = [each for each in found if each is not None]

    assert positions
    for each in positions:
        behind = sorted(choice.behind.value for choice in each.choices)
        assert behind[0] == 0
        assert behind[1] >= puzzle.MARGIN


def test_so_many_decisions_of_a_match_are_looked_at_the_same_every_time() -> None:
    recorded, foreseen = careless("pickpocket"), careless("second-story")

    first = puzzle.looked_at(recorded, "match")

    assert len(first) == puzzle.DECISIONS_MAX
    assert len(puzzle.looked_at(foreseen, "match")) == puzzle.FORESEEN_MAX
    assert [each.at for each in first] == sorted(each.at for each in first)
    assert [each.at for each in puzzle.looked_at(recorded, "match")] == [each.at for each in first]
    assert [each.at for each in puzzle.looked_at(recorded, "other")] != [each.at for each in first]
    for each in first:
        assert each.seat is not None
        assert len(recorded.rules.legal_moves(each.before, each.seat)) in puzzle.MOVES


@pytest.mark.parametrize("game", [rules.game for rules in games.current_games()])
def test_no_decision_takes_more_than_eight_thousand_playouts(game: str) -> None:
    # A run may not end in the midst of one: at a third of a millisecond each that is three seconds.
    screen, confirm = guide_of(game).puzzle_worlds

    assert max(puzzle.MOVES) * (screen + puzzle.CONFIRMED_BY * confirm) <= 8000
    assert max(puzzle.FORESEEN_MOVES) * (screen + puzzle.CONFIRMED_BY * confirm) <= 8000


@pytest.mark.parametrize("game", ["pickpocket", "second-story"])
def test_what_the_seat_could_not_see_changes_nothing(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(guide_of(game)), "puzzle_worlds", (4, 4))
    recorded = careless(game)
    rules, rng = recorded.rules, random.Random(5)
    some = [each for each in turns(recorded) if each.seat is not None][8:40:8]

    for turn in some:
        assert turn.seat is not None
        other = rules.determinise(turn.before, turn.seat, RandomChance(rng))
        hidden = turn._replace(before=other)
        assert puzzle.position(rules, hidden, "m") == puzzle.position(rules, turn, "m")


@pytest.mark.more
def test_an_answer_is_asked_again_in_other_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzled, "WORLDS", 60)

    matches = [puzzled.looked("second-story", number) for number in range(1)]
    told = puzzled.report("second-story", matches)

    assert sum(each.puzzles for each in matches)
    assert "in 60 other worlds" in told
    assert all(each.ahead <= each.same <= each.puzzles for each in matches)
