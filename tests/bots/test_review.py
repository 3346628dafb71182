"""What a review finds of decisions: by what the seat could know, the same every time."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from bots.analysis import review
from bots.analysis.judgement import Difference
from bots.analysis.recorded import Recorded, Turn, turns
from bots.search import guide_of
from games import registry
from games.core import replay
from tests.bots import reviewed
from tests.bots.lucky import played
from tests.games.material import required_material
from tests.games.tables import Table, any_legal_move, play

SEATS = {"second-story": 3, "pickpocket": 3}


def careless(game: str, deal: str = "careless") -> Recorded:
    """Return a match of players whose judgement is far off."""
    recorded, _end = played(game, SEATS[game], deal, [1.6] * SEATS[game])
    return recorded


def choices(recorded: Recorded, seat: int) -> Iterator[Turn]:
    for turn in turns(recorded):
        if turn.seat == seat and review.has_choice(recorded.rules, turn):
            yield turn


def test_what_is_foreseen_is_played_out_before_it_is_told() -> None:
    recorded = careless("second-story")

    found = [review.judge(recorded.rules, turn, "match") for turn in choices(recorded, 0)]
    verdicts = [each.verdict for each in found if each.verdict is not None]

    assert any(not verdict.is_good for verdict in verdicts)
    for verdict in verdicts:
        assert verdict.difference.value >= review.LEAST
        assert verdict.difference.value > review.CONFIRMED * verdict.difference.error > 0
        assert verdict.difference.worlds == guide_of("second-story").worlds[1]
        assert verdict.made != verdict.other


def test_what_is_foreseen_and_does_not_come_so_in_the_first_worlds_does_not_stand_out() -> None:
    recorded, _planted = reviewed.played("second-story", "reviewed/second-story/0")
    guide, rules = guide_of("second-story"), recorded.rules
    (turn,) = [turn for turn in turns(recorded) if turn.at == 113]
    foreseen = guide.expected_rewards(rules, turn.before, 0, rules.legal_moves(turn.before, 0))

    found = review.judge(rules, turn, "match")

    assert foreseen is not None
    assert max(foreseen) - min(foreseen) > review.LEAST
    assert found == review.Judged(is_candidate=False, verdict=None)


def test_a_decision_stands_at_the_version_before_its_event() -> None:
    recorded = careless("second-story")
    ats = {turn.at - 1 for turn in choices(recorded, 0)}

    found = [review.judge(recorded.rules, turn, "match") for turn in choices(recorded, 0)]

    assert {each.verdict.at for each in found if each.verdict} <= ats


def test_a_review_comes_out_the_same_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    recorded = careless("pickpocket")
    monkeypatch.setattr(type(guide_of("pickpocket")), "worlds", (16, 32))
    some = [turn for _, turn in zip(range(6), choices(recorded, 0), strict=False)]

    first = [review.judge(recorded.rules, turn, "match") for turn in some]

    assert [review.judge(recorded.rules, turn, "match") for turn in some] == first


def test_a_share_is_told_of_what_playouts_say(monkeypatch: pytest.MonkeyPatch) -> None:
    guide = type(guide_of("stick-em"))
    monkeypatch.setattr(guide, "worlds", (16, 16))
    for limit in ("LEAST", "STANDS_OUT", "CONFIRMED"):
        monkeypatch.setattr(review, limit, -9.0)
    recorded, _planted = reviewed.played("stick-em", "reviewed/stick-em/0")

    def told() -> list[Difference]:
        found = [review.judge(recorded.rules, turn, "match") for turn in choices(recorded, 0)]
        return [each.verdict.difference for each in found if each.verdict is not None]

    half = told()
    monkeypatch.setattr(guide, "shown_share", 1.0)
    whole = told()

    assert guide_of("stick-em").shown_share == 1.0
    assert any(each.value for each in half)
    assert half == [each.times(0.5) for each in whole]


def test_a_move_that_throws_a_night_away_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(guide_of("pickpocket")), "worlds", (24, 48))
    found = []
    for number in range(4):
        recorded = careless("pickpocket", f"careless/{number}")
        for _, turn in zip(range(12), choices(recorded, 1), strict=False):
            verdict = review.judge(recorded.rules, turn, "match").verdict
            if verdict is not None and not verdict.is_good:
                found.append(verdict.difference)

    assert found
    assert all(each.value > review.CONFIRMED * each.error for each in found)
    assert {each.worlds for each in found} == {48}


@pytest.mark.more
@pytest.mark.parametrize("game", ["stick-em", "sticky-fingers", "pickpocket", "second-story"])
def test_what_the_seat_could_not_see_changes_nothing(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(guide_of(game)), "worlds", (4, 4))
    # So that all figures are told, whatever they are.
    for limit in ("LEAST", "FORESEEN", "STANDS_OUT", "CONFIRMED"):
        monkeypatch.setattr(review, limit, -9.0)
    rules = registry.current_rules(game)
    table = Table(rules, 3)
    match = play(table, seed=3)
    known, rng = required_material(game), random.Random(1)
    tried, told = 0, 0
    for count, state in match.states[4:40:9]:
        acting = rules.to_act(state)
        if not acting or len(rules.legal_moves(state, acting[0])) < 2:
            continue
        seat = acting[0]
        move = any_legal_move(rules, state, seat, random.Random(count))
        mine = judged(rules, state, seat, move)
        told += mine.verdict is not None
        for events in known.other_worlds(match.events[:count], state, seat, rng):
            tried += 1
            other = replay(rules, table.new_state(), events)
            assert judged(rules, other, seat, move) == mine

    assert tried
    assert told


def judged(rules: Any, state: Any, seat: int, move: Any) -> review.Judged:
    return review.judge(rules, Turn(state.copy(), seat, move, [(7, None)], state), "match")  # type: ignore[list-item]
