"""What draws were worth: nothing in all, nothing on average, and never by what nobody could see."""

import random
from typing import Any

import pytest

from bots.analysis import luck
from bots.analysis.luck import Reckoning
from bots.analysis.recorded import Recorded, Turn, turns
from bots.chance import RandomChance
from bots.search import guide_of
from games.core import ALL
from games.heuristic import Heuristic
from games.registry import named_rules
from games.second_story.events import DiceRolled, ThiefCaught
from games.second_story.model import State
from tests.bots.lucky import SEATS, played, reckoned, report, z_of

GAMES = [*SEATS, *(f"{game}@2" for game in SEATS)]
"""By their usual rules, and by those with an order of draws for each player."""


def a_match(game: str, deal: str = "a match") -> tuple[Recorded, Any]:
    seats = SEATS[named_rules(game).game]
    return played(game, seats, deal, [0.2] * seats)


def reckoning(game: str) -> Reckoning:
    found = luck.reckoning_of(named_rules(game).game, SEATS[named_rules(game).game])
    assert found is not None
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_match_falls_into_its_decisions_and_what_they_set_off(game: str) -> None:
    recorded, end = a_match(game)

    found = list(turns(recorded))

    assert found[0].seat is None
    assert all(turn.seat is not None for turn in found[1:])
    assert [event for turn in found for event in turn.events] == list(recorded.events)
    assert recorded.rules.view(found[-1].after, ALL) == recorded.rules.view(end, ALL)


def test_an_event_that_nothing_sets_off_is_no_match() -> None:
    recorded, _end = a_match("pickpocket")
    events = [*recorded.events[:4], (5, recorded.events[0][1])]

    with pytest.raises(ValueError, match="nothing set the event at version 5 off"):
        list(turns(recorded._replace(events=events)))


@pytest.mark.parametrize("game", GAMES)
def test_what_one_seat_gains_by_a_draw_the_others_lose(game: str) -> None:
    recorded, _end = a_match(game)

    found = luck.draws(recorded, "match", reckoning(game))

    assert found
    assert all(abs(sum(draw.worth)) < 1e-9 for draw in found)
    assert [draw.at for draw in found] == sorted(draw.at for draw in found)


@pytest.mark.parametrize("game", GAMES)
def test_the_same_match_has_the_same_luck_and_another_id_other_samples(game: str) -> None:
    recorded, _end = a_match(game)

    first = luck.draws(recorded, "match", reckoning(game))

    assert luck.draws(recorded, "match", reckoning(game)) == first
    assert luck.draws(recorded, "another", reckoning(game)) != first


@pytest.mark.parametrize("game", GAMES)
def test_a_state_is_worth_the_same_whatever_lies_undrawn_in_which_order(game: str) -> None:
    recorded, _end = a_match(game)
    rules, guide = recorded.rules, guide_of(recorded.rules.game)
    chance = RandomChance(random.Random(1))

    for turn in list(turns(recorded))[:-1:9]:
        if turn.seat is not None:
            there = luck.value(rules, guide, turn.before)
            other = rules.reshuffle(turn.before, chance)
            assert luck.value(rules, guide, other) == there


@pytest.mark.more
def test_a_roll_that_fails_is_bad_luck_for_the_thief() -> None:
    recorded, _end = a_match("second-story")
    by_version = {
        draw.at: draw.worth for draw in luck.draws(recorded, "match", reckoning("second-story"))
    }

    def rolled(turn: Turn) -> int | None:
        return next((at for at, event in turn.events if isinstance(event, DiceRolled)), None)

    worth: dict[bool, list[float]] = {True: [], False: []}
    for turn in turns(recorded):
        at = rolled(turn)
        if at is not None and at in by_version and turn.seat is not None:
            is_caught = any(isinstance(event, ThiefCaught) for _, event in turn.events)
            worth[is_caught].append(by_version[at][turn.seat])

    assert sum(worth[True]) / len(worth[True]) < 0 < sum(worth[False]) / len(worth[False])


@pytest.mark.parametrize("game", ["stick-em", "sticky-fingers", "no-such-game"])
def test_luck_is_not_told_where_the_draws_explain_too_little(game: str) -> None:
    assert not any(luck.reckoning_of(game, seats) for seats in range(2, 7))


def test_luck_is_told_of_no_number_of_seats_for_which_it_was_not_measured_or_explains_too_little(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    figures = luck.measured("pickpocket")[4]._asdict()
    draws = {3: figures | {"variance_left": 0.8}, 4: figures | {"variance_left": 0.81}}
    monkeypatch.setattr("games.pickpocket.luck.DRAWS", draws)

    told = [seats for seats in range(2, 7) if luck.reckoning_of("pickpocket", seats)]

    assert told == [3]


def test_a_thief_so_far_ahead_that_nobody_else_counts_leaves_the_rest_to_them_in_equal_parts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    recorded, _end = a_match("second-story")
    state = next(turn.before for turn in turns(recorded) if turn.seat is not None)
    assert isinstance(state, State)
    sure = [1.5 if seat == state.active else 0.0 for seat in range(recorded.seats)]
    monkeypatch.setattr(Heuristic, "prospects", lambda *_given: sure)

    found = guide_of("second-story").prospects(recorded.rules, state)

    left = {part for seat, part in enumerate(found) if seat != state.active}
    assert len(left) == 1
    assert abs(sum(found) - 1.5) < 1e-9


@pytest.mark.parametrize("count", [40, pytest.param(150, marks=[pytest.mark.long])])
def test_luck_is_nothing_on_average_and_explains_a_part_of_the_results(count: int) -> None:
    matches = [reckoned("pickpocket:4", number) for number in range(count)]

    for seat in range(SEATS["pickpocket"]):
        assert abs(z_of([match.luck[seat] for match in matches])) < 4
    assert f"{count} matches" in report("pickpocket:4", matches)
    # Of what happens to be drawn in so many matches it explains something, be it little.
    assert (
        sum(
            share * worth
            for match in matches
            for share, worth in zip(match.shares, match.luck, strict=True)
        )
        > 0
    )
