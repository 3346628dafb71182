"""Groups, and who goes on from them: by place, as the best third, or by rank."""

from collections import Counter
from contextlib import suppress
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api.problems import Problem
from tests.tournaments.events import REPORTED, Event
from tests.tournaments.stages import SCHEME, Played
from tournaments import selectors, sources
from tournaments.formats.core import Format, InfeasibleError, Sizes
from tournaments.formats.double_elimination import DoubleElimination
from tournaments.formats.group_plans import cut, letter, number_of, plan
from tournaments.formats.groups import Groups
from tournaments.formats.knockout import Knockout
from tournaments.record import Round, Table, pairs

DUELS = Sizes(2, 2, 2)
FOURS = Sizes(3, 4, 5)


def play_out(played: Played) -> Played:
    """Let the lower number win everywhere."""
    while not played.format.is_over(played.stage()):
        pairing = played.pair()
        tables = []
        for seats in pairing.tables:
            places = tuple(sorted(seats).index(each) + 1 for each in seats)
            tables.append(Table(seats, places, None, SCHEME.points(places, None)))
        played.rounds.append(Round(len(played.rounds) + 1, tuple(tables), pairing.byes))
    return played


def going_on(played: Played, take: int) -> list[tuple[int, str]]:
    stage = played.stage()
    found = sources.advancing(played.format, stage, stage.standings, take=take)
    return [(each.entrant, each.code) for each in found]


def test_twelve_play_three_groups_of_four_and_the_best_third_fills_the_eight() -> None:
    played = Played(Groups(), 12, DUELS)

    assert played.format.groups(played.stage()) == (
        (1, 6, 7, 12),
        (2, 5, 8, 11),
        (3, 4, 9, 10),
    )
    play_out(played)
    assert len(played.rounds) == 3
    assert [entrant for entrant, _ in going_on(played, 8)] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert {code for _, code in going_on(played, 8)} == {
        *("A1", "B1", "C1", "A2", "B2", "C2"),
        *("best3-1", "best3-2"),
    }


def test_sources_can_be_named_and_whoever_is_next_takes_the_place_of_one_who_has_left() -> None:
    played = play_out(Played(Groups(), 12, DUELS))
    played.gone.add(6)
    stage = played.stage()

    found = sources.advancing(
        played.format, stage, stage.standings, take=4, codes=["C1", "A2", "best2-1", "1"]
    )

    # The second of group A has left, so that the third one is second.
    assert [tuple(each) for each in found] == [(3, "C1"), (7, "A2"), (4, "best2-1"), (1, "1")]


@pytest.mark.parametrize("form", [Knockout(), DoubleElimination()], ids=lambda each: each.id)
@settings(max_examples=15, deadline=None)
@given(groups=st.integers(2, 10), a_group=st.integers(1, 3))
def test_no_two_of_a_group_meet_in_the_first_round_where_that_can_be(
    form: Format, groups: int, a_group: int
) -> None:
    members = [[10 * group + each for each in range(a_group)] for group in range(1, groups + 1)]
    going = [
        sources.Source(members[group][place], f"{letter(group)}{place + 1}")
        for place in range(a_group)
        for group in range(groups)
    ]
    options = form.check_options({})

    parted = sources.avoid_group_rematches(form, going, members, DUELS, options)

    assert sorted(parted) == sorted(going)
    assert [each.code[-1] for each in parted] == [each.code[-1] for each in going]
    tables = sources.first_tables(form, len(going), DUELS, options)
    met = [
        (parted[first].entrant // 10, parted[second].entrant // 10)
        for table in tables
        for first, second in pairs(table)
    ]
    if groups > 2:
        assert all(first != second for first, second in met)


@pytest.mark.parametrize("size", [2, 3, 4, 5, 7, 8, 11, 13])
@pytest.mark.parametrize("sizes", [DUELS, FOURS, Sizes(3, 5, 5)], ids=str)
def test_within_a_group_every_two_meet_as_often(size: int, sizes: Sizes) -> None:
    rounds = plan(size, sizes)

    if rounds is None:
        assert sizes != DUELS
        return
    met = Counter(pair for tables in rounds for table in tables for pair in pairs(table))
    assert set(met) == set(combinations(range(size), 2))
    assert len(set(met.values())) == 1


def test_seven_at_tables_of_four_play_a_block_in_which_everybody_leads_once() -> None:
    rounds = plan(7, Sizes(4, 4, 4))

    assert rounds is not None
    assert sorted(table[0] for tables in rounds for table in tables) == list(range(7))


@settings(max_examples=60, deadline=None)
@given(entrants=st.integers(2, 200), size=st.integers(2, 8))
def test_groups_differ_by_one_at_most_or_what_is_possible_is_said(entrants: int, size: int) -> None:
    for sizes in (DUELS, FOURS):
        with suppress(InfeasibleError):
            found = cut(entrants, size, sizes)
            assert sum(found) == entrants
            assert max(found) - min(found) <= 1


def test_a_field_that_makes_no_groups_is_told_the_next_that_does() -> None:
    with pytest.raises(InfeasibleError, match="14 entrants make no groups of about 14") as refusal:
        cut(14, 14, Sizes(4, 4, 4))

    assert refusal.value.possible == "have 13 entrants, or groups of another size"


def test_groups_have_letters() -> None:
    assert [letter(each) for each in (0, 1, 26)] == ["A", "B", "AA"]
    assert all(number_of(letter(each)) == each for each in range(80))


PLAN = {
    **REPORTED,
    "game": "pickpocket",
    "table": {"min": 2, "target": 2, "max": 2},
}


@pytest.mark.django_db
def test_a_tournament_goes_from_groups_to_a_knockout_whose_sources_everybody_sees() -> None:
    stages = [{"format": "groups"}, {"format": "knockout", "take": 4, "options": {"advance": 1}}]
    event = Event(**PLAN, stages=stages).enter_names(8).start()
    for _ in range(3):
        event.play_round()

    page = selectors.page(event.state, None)

    assert [len(group) for group in page.stages[0].groups] == [4, 4]
    knockout = page.stages[1]
    assert sorted(knockout.sources) == ["A1", "A2", "B1", "B2"]
    rights = dict(zip(knockout.entrants, knockout.sources, strict=True))
    tables = [{rights[each] for each in table.seats} for table in event.pair().tables]
    assert sorted(map(sorted, tables)) == [["A1", "B2"], ["A2", "B1"]]


@pytest.mark.django_db
def test_a_source_that_there_cannot_be_is_refused_at_the_start() -> None:
    stages = [{"format": "groups"}, {"format": "knockout", "sources": ["A1", "F2"]}]
    event = Event(**PLAN, stages=stages).enter_names(8)

    with pytest.raises(Problem, match="no second of group F to advance") as refusal:
        event.start()

    assert "groups A to B, of 4 at most, and ranks 1 to 8" in str(refusal.value.detail)
    with pytest.raises(Problem, match="sources such as B2"):
        Event(**PLAN, stages=[stages[0], {"format": "knockout", "sources": ["A1", "nobody"]}])
