"""How places become points in a series, which results count, and who stands where."""

from collections.abc import Sequence
from datetime import UTC, datetime
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.problems import Problem
from eventstore.events import Moment
from tournaments.series import events as e
from tournaments.series.events import EntrantNamed, Placed, Ref
from tournaments.series.people import people
from tournaments.series.scoring import points_of
from tournaments.series.settings import EventGroup, PointsTable, SeriesPlan, ShareBand, checked
from tournaments.series.standings import standings
from tournaments.series.state import SeriesState, evolve

ANN, BEN, CLEO, DAN = (str(UUID(int=number)) for number in range(1, 5))
SPRING, SUMMER, AUTUMN = (str(UUID(int=number)) for number in range(101, 104))
NOW = Moment(1, datetime(2026, 1, 1, tzinfo=UTC), "system")


def ranks(*places: int) -> list[Placed]:
    return [Placed(number, place) for number, place in enumerate(places, start=1)]


def series(
    plan: SeriesPlan, *played: tuple[str, Sequence[str]], group: str = "events"
) -> SeriesState:
    """Return a series of tournaments in which accounts came off in the order given."""
    state = SeriesState(UUID(int=1))
    settings = checked(plan)
    told: list[e.SeriesEvent] = [e.SeriesOpened(slug="s", settings=settings, owner=ANN)]
    for tournament, order in played:
        placed = [Placed(at, at, each) for at, each in enumerate(order, start=1)]
        told += [
            e.EventAdded(tournament=tournament, group=group),
            e.ResultsCounted(tournament=tournament, results=placed),
        ]
    for each in told:
        evolve(state, each, NOW)
    return state


def standing(state: SeriesState) -> list[tuple[int | None, str, int]]:
    names = {UUID(each): name for each, name in zip((ANN, BEN, CLEO, DAN), "abcd", strict=True)}
    found = []
    for line in standings(state).lines:
        assert line.person.account is not None
        found.append((line.rank, names[line.person.account], line.milli))
    return found


def plan(**about: object) -> SeriesPlan:
    points = PointsTable(places=[10, 6, 3])
    groups = [EventGroup(id="events", name="Events", points=points)]
    return SeriesPlan(**{"name": "Circuit", "groups": groups, **about})  # type: ignore[arg-type]


def test_points_by_place_are_those_of_the_table_and_later_places_get_none() -> None:
    table = PointsTable(places=[25, 18, 15], attendance=1)

    found = points_of(ranks(1, 2, 3, 4), table, shared=True)

    assert found == {1: 26_000, 2: 19_000, 3: 16_000, 4: 1_000}


def test_who_shares_a_place_shares_what_the_places_bring_together() -> None:
    table = PointsTable(places=[10, 6, 3])

    assert points_of(ranks(1, 1, 3), table, shared=True) == {1: 8_000, 2: 8_000, 3: 3_000}
    assert points_of(ranks(1, 1, 3), table, shared=False) == {1: 10_000, 2: 10_000, 3: 3_000}


def test_points_by_share_of_the_field_round_the_share_up() -> None:
    bands = [ShareBand(percent=10, points=30), ShareBand(percent=50, points=10)]
    table = PointsTable(by="share", shares=bands)

    found = points_of(ranks(*range(1, 12)), table, shared=True)

    assert [found[each] // 1000 for each in range(1, 12)] == [30, 30, 10, 10, 10, 10, 0, 0, 0, 0, 0]


def test_a_point_for_everyone_who_came_off_worse() -> None:
    assert points_of(ranks(1, 2, 3), PointsTable(by="beaten"), shared=True) == {
        1: 2_000,
        2: 1_000,
        3: 0,
    }


def test_who_was_disqualified_gets_nothing_not_even_for_coming() -> None:
    placed = [Placed(1, 1), Placed(2, 2, out=True)]

    assert points_of(placed, PointsTable(attendance=5), shared=True) == {1: 30_000, 2: 0}


def test_only_the_best_results_count() -> None:
    played = ((SPRING, (ANN, BEN)), (SUMMER, (BEN, ANN)), (AUTUMN, (ANN, BEN)))

    assert standing(series(plan(best=2), *played)) == [(1, "a", 20_000), (2, "b", 16_000)]


def test_of_dropped_results_an_event_that_was_missed_is_the_first() -> None:
    played = ((SPRING, (ANN, BEN)), (SUMMER, (ANN, BEN)), (AUTUMN, (BEN, CLEO)))

    assert standing(series(plan(drop=1), *played)) == [
        (1, "a", 20_000),
        (2, "b", 16_000),
        (3, "c", 6_000),
    ]


def test_an_event_with_too_small_a_field_does_not_count() -> None:
    groups = [EventGroup(id="events", name="Events", field_min=3)]
    state = series(plan(groups=groups), (SPRING, (ANN, BEN)), (SUMMER, (BEN, ANN, CLEO)))

    assert standings(state).counted == (UUID(SUMMER),)


def test_groups_have_points_and_best_results_of_their_own() -> None:
    groups = [
        EventGroup(id="events", name="Evenings", points=PointsTable(places=[3, 1]), best=1),
        EventGroup(id="major", name="Majors", points=PointsTable(places=[100, 50])),
    ]
    state = series(plan(groups=groups), (SPRING, (ANN, BEN)), (SUMMER, (ANN, BEN)))
    evolve(state, e.EventAdded(tournament=AUTUMN, group="major"), NOW)
    placed = [Placed(1, 1, BEN), Placed(2, 2, ANN)]
    evolve(state, e.ResultsCounted(tournament=AUTUMN, results=placed), NOW)

    assert standing(state) == [(1, "b", 101_000), (2, "a", 53_000)]


def test_who_has_played_too_few_events_stands_last_without_a_rank() -> None:
    state = series(plan(events_min=2), (SPRING, (CLEO, ANN, BEN)), (SUMMER, (ANN, BEN)))

    assert [(rank, who) for rank, who, _milli in standing(state)] == [
        (1, "a"),
        (2, "b"),
        (None, "c"),
    ]


@pytest.mark.parametrize(
    ("tiebreaks", "expected"),
    [
        ([], [(1, "a"), (1, "b"), (3, "c")]),
        (["wins"], [(1, "a"), (1, "b"), (3, "c")]),
        (["wins", "latest"], [(1, "b"), (2, "a"), (3, "c")]),
        (["direct"], [(1, "a"), (1, "b"), (3, "c")]),
    ],
)
def test_people_whom_nothing_tells_apart_share_a_rank(
    tiebreaks: list[str], expected: list[tuple[int, str]]
) -> None:
    played = ((SPRING, (ANN, BEN, CLEO)), (SUMMER, (BEN, ANN, CLEO)))
    state = series(plan(tiebreaks=tiebreaks), *played)

    assert [(rank, who) for rank, who, _milli in standing(state)] == expected


def test_direct_comparison_looks_at_common_events_alone() -> None:
    groups = [EventGroup(id="events", name="Events", points=PointsTable(places=[9, 9, 9, 9]))]
    played = ((SPRING, (DAN, BEN)), (SUMMER, (BEN, ANN)), (AUTUMN, (CLEO, ANN)))
    state = series(plan(groups=groups, tiebreaks=["direct"]), *played)

    assert [(rank, who) for rank, who, milli in standing(state) if milli == 18_000] == [
        (1, "b"),
        (2, "a"),
    ]


def test_people_are_joined_by_account_and_by_decision_and_by_nothing_else() -> None:
    one, other, third = (Ref(UUID(each), 1) for each in (SPRING, SUMMER, AUTUMN))
    accounts = {one: UUID(ANN), other: None, third: UUID(ANN)}

    assert [each.refs for each in people(accounts, []).persons] == [(one, third), (other,)]
    assert [each.refs for each in people(accounts, [{one, other}]).persons] == [(one, other, third)]


def test_a_decision_that_a_correction_has_made_impossible_is_named_and_does_not_count() -> None:
    one, other = Ref(UUID(SPRING), 1), Ref(UUID(SUMMER), 1)

    found = people({one: UUID(ANN), other: UUID(BEN)}, [{one, other}])

    assert [each.refs for each in found.persons] == [(one,), (other,)]
    assert found.conflicts == ((one, other),)


def test_what_was_joined_is_parted_again() -> None:
    state = SeriesState(UUID(int=1))
    refs = [EntrantNamed(SPRING, 1), EntrantNamed(SUMMER, 1)]
    evolve(state, e.EntrantsJoined(entrants=refs), NOW)
    evolve(state, e.EntrantsParted(entrants=refs), NOW)

    assert state.joined == []
    assert state.parted == {frozenset(each.ref for each in refs)}


@pytest.mark.parametrize(
    "wrong",
    [
        {"best": 3, "drop": 1},
        {"groups": []},
        {"groups": [EventGroup(id="a", name="A"), EventGroup(id="a", name="B")]},
        {"groups": [EventGroup(id="a", name="A", points=PointsTable(places=[1, 2]))]},
        {"groups": [EventGroup(id="a", name="A", points=PointsTable(places=[]))]},
        {"groups": [EventGroup(id="a", name="A", points=PointsTable(by="share"))]},
        {"tiebreaks": ["wins", "wins"]},
    ],
)
def test_a_plan_that_contradicts_itself_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(Problem) as caught:
        checked(plan(**wrong))

    assert caught.value.code == "invalid"
    assert caught.value.errors


@given(st.lists(st.integers(1, 8), min_size=1, max_size=8), st.booleans())
def test_points_that_are_shared_sum_to_those_of_the_places(drawn: list[int], average: bool) -> None:
    values = sorted(drawn)
    placed = ranks(*(1 + sum(other < each for other in values) for each in values))
    table = PointsTable(places=[8, 6, 5, 4, 3, 2, 1, 0])

    found = points_of(placed, table, shared=average)

    total = sum(table.places[: len(placed)]) * 1000
    lost = sum(found.values()) - total
    assert (-len(placed) < lost <= 0) if average else lost >= 0
    assert [found[each.entrant] for each in placed] == sorted(found.values(), reverse=True)


@given(st.data())
def test_more_results_that_count_never_make_a_total_smaller(data: st.DataObject) -> None:
    orders = data.draw(st.lists(st.permutations((ANN, BEN, CLEO)), min_size=1, max_size=3))
    played = tuple(zip((SPRING, SUMMER, AUTUMN), orders, strict=False))

    fewer, more = (series(plan(best=best), *played) for best in (1, 2))

    after = {who: milli for _rank, who, milli in standing(more)}
    assert all(milli <= after[who] for _rank, who, milli in standing(fewer))
