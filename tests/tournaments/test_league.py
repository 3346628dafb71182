"""League seasons: divisions, rounds with days of their own, and who rises and falls."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api.problems import Problem
from tests.tournaments.events import REPORTED, Event, refused
from tests.tournaments.stages import Played
from tournaments import command_handler, selectors, stage_queries
from tournaments.formats.core import Sizes
from tournaments.formats.group_plans import cut
from tournaments.formats.league import League
from tournaments.seasons import next_season
from tournaments.services import entry, lifecycle, presence, results, rounds, seasons, timing

DUELS = Sizes(2, 2, 2)


def everybody(_entrant: int) -> bool:
    return True


def by(size: int) -> Any:
    def sizes(count: int) -> Sequence[int]:
        return cut(count, size, DUELS)

    return sizes


def test_divisions_are_cut_from_the_seeds_and_the_first_ranks_above_the_second() -> None:
    played = Played(League(), 8, DUELS, size=4)

    assert played.format.groups(played.stage()) == ((1, 2, 3, 4), (5, 6, 7, 8))
    played.play_out()
    assert set(played.stage().standings[:4]) == {1, 2, 3, 4}
    assert {table.key for round_ in played.rounds for table in round_.tables} == {"A", "B"}


def test_the_last_two_fall_and_the_first_two_rise() -> None:
    found = next_season([[1, 2, 3, 4], [5, 6, 7, 8]], everybody, 2, by(4))

    assert found.order == (1, 2, 5, 6, 3, 4, 7, 8)
    assert [tuple(each) for each in found.moves] == [
        (5, 2, 1, "promoted"),
        (6, 2, 1, "promoted"),
        (3, 1, 2, "relegated"),
        (4, 1, 2, "relegated"),
    ]


def test_an_empty_place_is_filled_from_below_so_that_who_was_to_fall_may_stay() -> None:
    found = next_season(
        [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]], lambda each: each != 2, 1, by(4)
    )

    assert found.left == (2,)
    assert found.order[:4] == (1, 3, 5, 4)
    assert [(each.entrant, each.why) for each in found.moves] == [
        (5, "promoted"),
        (9, "promoted"),
    ]


@settings(max_examples=60, deadline=None)
@given(entrants=st.integers(2, 60), size=st.integers(3, 9), move=st.integers(0, 4), data=st.data())
def test_nobody_is_lost_and_moves_say_what_happens(
    entrants: int, size: int, move: int, data: st.DataObject
) -> None:
    sizes = cut(entrants, size, DUELS)
    starts = [sum(sizes[:number]) for number in range(len(sizes))]
    divisions = [
        list(range(start + 1, start + each + 1)) for start, each in zip(starts, sizes, strict=True)
    ]
    left = set(data.draw(st.lists(st.integers(1, entrants), max_size=entrants - 2, unique=True)))

    found = next_season(divisions, lambda each: each not in left, move, by(size))

    assert sorted((*found.order, *found.left)) == list(range(1, entrants + 1))
    assert set(found.left) == left
    home = {each: number for number, division in enumerate(divisions, 1) for each in division}
    moved = {each.entrant: each for each in found.moves}
    after = [
        number for number, count in enumerate(by(size)(len(found.order)), 1) for _ in range(count)
    ]
    for entrant, division in zip(found.order, after, strict=True):
        if entrant in moved:
            assert (moved[entrant].before, moved[entrant].after) == (home[entrant], division)
        else:
            assert home[entrant] == division


PLAN = {
    **REPORTED,
    "game": "pickpocket",
    "table": {"min": 2, "target": 2, "max": 2},
}


def season(**options: Any) -> Event:
    stage = {"format": "league", "options": {"size": 4, "move": 1, **options}}
    return Event(**PLAN, stages=[stage]).enter_names(8).start()


@pytest.mark.django_db
def test_several_rounds_are_open_at_once_each_with_days_of_its_own() -> None:
    event = season(at_once=2, days=7)
    event.pair()
    event.pair()

    first, second = event.state.rounds
    assert first.due is not None
    assert second.due is not None
    assert second.due - first.due == timedelta(days=7)
    with refused("round_already_live"):
        event.do(rounds.pair)
    # The second round may be over before the first.
    for table in second.tables:
        event.do(results.report, table_id=table.id, places=[1, 2], scores=None)
    event.do(rounds.close, number=2)
    assert event.state.stages[0].ranking is None
    assert event.pair().number == 3
    page = selectors.page(event.state, None)
    assert str(page.rounds[0].due_at).endswith("Z")
    with refused("round_already_live"):
        event.do(rounds.unpublish, number=1)


@pytest.mark.django_db
def test_what_is_overdue_waits_for_the_staff_if_the_plan_says_so() -> None:
    event = season(days=3, overdue="void")
    table = event.pair().tables[0]
    event.do(results.report, table_id=table.id, places=[1, 2], scores=None)
    due = event.round.due
    assert due is not None

    timing.tick(event.state.id, due - timedelta(seconds=1))
    assert event.round.undecided == []
    timing.tick(event.state.id, due)
    version = event.state.version
    timing.tick(event.state.id, due + timedelta(days=1))

    assert [each.stopped is not None for each in event.round.tables] == [False, True, True, True]
    assert event.state.version == version, "once"
    assert {line.points for line in stage_queries.lines_of(event.state)} == {0, 120}
    with refused("round_already_live"):
        event.do(rounds.close, number=1)


@pytest.mark.django_db
def test_the_next_season_is_made_from_the_result_of_the_last_one() -> None:
    event = season()
    with refused("round_already_live"):
        event.do(seasons.make_next, new_slug="never-made")
    for _ in range(3):
        event.play_round()
    ranking = event.ranking()
    event.do(presence.leave, entrant=ranking[-1])
    event.do(lifecycle.finish)

    shown = event.do(seasons.make_next, new_slug=f"{event.slug}-2", dry_run=True)
    assert shown.state.next_season is not None
    assert event.state.next_season is None
    event.do(seasons.make_next, new_slug=f"{event.slug}-2", reason="autumn")

    state = event.state
    assert state.next_season is not None
    assert state.next_season["left"] == [ranking[-1]]
    assert {(each["entrant"], each["why"]) for each in state.next_season["moves"]} == {
        (ranking[3], "relegated"),
        (ranking[4], "promoted"),
    }
    new = command_handler.load(command_handler.find(f"{event.slug}-2").id)
    assert new.previous_season == event.slug
    names = [new.entrants[each].name for each in sorted(new.entrants)]
    upper = [state.name(each) for each in (*ranking[:3], ranking[4])]
    assert sorted(names[:4]) == sorted(upper)
    assert len(names) == 7
    with refused("result_locked"):
        event.do(seasons.make_next, new_slug=f"{event.slug}-3")


@pytest.mark.django_db
def test_a_newcomer_begins_behind_all_who_have_been_there() -> None:
    event = Event(**PLAN, stages=[{"format": "league", "options": {"size": 4}}]).enter_names(4)
    event.do(lifecycle.seed, method="manual", order=[4, 3, 2, 1])
    event.enter(entry.Newcomer("strong", rating=3000))

    event.start()

    assert event.state.stages[0].entrants == [4, 3, 2, 1, 5]


@pytest.mark.django_db
def test_only_a_league_has_seasons() -> None:
    event = Event(**REPORTED).enter_names(4).start()

    with pytest.raises(Problem, match="whose first stage is a league"):
        event.do(seasons.make_next, new_slug="never-made")
