"""Points of one's own: any list for each size of table, a share of the game's score, and byes."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.events import REPORTED, Event, refused
from tournaments import bounds, stage_queries, stage_records
from tournaments.points import registry
from tournaments.points.own import LENGTH_MAX, PointsError, parse, units_of
from tournaments.record import UNITS
from tournaments.services import lifecycle, rounds

THREES = {"table": {"min": 3, "target": 4, "max": 4}}


def in_whole(units: tuple[int, ...]) -> list[Fraction]:
    return [Fraction(each, UNITS) for each in units]


def test_five_points_for_a_win_and_one_for_each_of_a_draw() -> None:
    scheme = parse("4: 5 1 0 0")

    assert in_whole(scheme.points((1, 2, 3, 4), None)) == [5, 1, 0, 0]
    assert in_whole(scheme.points((1, 1, 3, 3), None)) == [3, 3, 0, 0]
    assert in_whole(scheme.points((1, 1, 1, 1), None)) == [Fraction(3, 2)] * 4


def test_uma_and_oka_of_riichi_add_to_the_points_of_the_score() -> None:
    """25,000 to begin with, 30,000 to return: uma 15-5, and the oka of 20 to the winner."""
    scheme = parse("4: 35 5 -5 -15; score / 1000 from 30000")

    scores = (42_300, 31_200, 18_500, 8_000)
    assert scheme.needs_scores
    found = in_whole(scheme.points((1, 2, 3, 4), scores))
    assert found == [Fraction("47.3"), Fraction("6.2"), Fraction("-16.5"), Fraction("-37")]
    assert sum(found) == 0


def test_places_that_are_not_named_bring_nothing_and_parts_of_points_are_exact() -> None:
    assert in_whole(parse("3: 1/3").points((1, 2, 3), None)) == [Fraction(1, 3), 0, 0]
    assert in_whole(parse("2: 1, 0.5").points((1, 2), None)) == [1, Fraction(1, 2)]


def test_lists_stand_one_a_line_as_they_are_pasted() -> None:
    assert parse("3: 5 1 0\r\n4: 5 1 0 0\n").id == "3: 5 1 0; 4: 5 1 0 0"


@given(
    st.dictionaries(
        st.integers(2, 6),
        st.lists(st.integers(-2000, 2000), min_size=1, max_size=2),
        min_size=1,
    ),
    st.sampled_from([(0, 0), (1, -5), (1000, 30_000)]),
)
def test_what_is_kept_of_a_text_describes_the_same_points(
    lists: dict[int, list[int]], score: tuple[int, int]
) -> None:
    parts = [
        f"{size}: {' '.join(str(Fraction(each, 6)) for each in sorted(each_, reverse=True))}"
        for size, each_ in lists.items()
        if min(each_) >= 0
    ]
    if score[0]:
        parts.append(f"score/{score[0]} from {score[1]}")
    if not any(":" in each for each in parts):
        return

    scheme = parse("; ".join(parts))

    again = registry.find(scheme.id)
    assert again.id == scheme.id
    for size in range(2, 7):
        places = tuple(range(1, size + 1))
        scores = tuple(range(0, 700 * size, 700))
        assert again.points(places, scores) == scheme.points(places, scores)


@pytest.mark.parametrize(
    "text",
    [
        ":",
        "4: ",
        "7: 1 0",
        "4: 5 1; 4: 3 2",
        "3: 5 1 0 0",
        "3: 1 5 0",
        "3: a b",
        "3: 1/0",
        "3: 0.001",
        "3: 99999 0 0",
        "score / 1000:",
        "3: 1; score / 0",
        "3: 1; score / 9 from x",
        "3: 1" + " " * LENGTH_MAX,
        "3: " + "," * 300 + "\tx",
    ],
)
def test_a_text_that_describes_no_points_is_refused_and_says_how_to_write_one(text: str) -> None:
    with pytest.raises(PointsError, match=r"first place first|longer"):
        parse(text)


def test_numbers_are_read_as_people_write_them() -> None:
    assert [units_of(each) for each in ("5", "2.5", "2/3", "-1")] == [600, 300, 80, -120]
    assert [units_of(each) for each in ("", "1e9", "0.001", "1/0", "½", "٣")] == [None] * 6


@pytest.mark.django_db
def test_a_tournament_counts_by_its_own_points_and_says_what_a_bye_brings() -> None:
    event = Event(
        **REPORTED,
        **THREES,
        points="4: 5 1; 3: 5 1 0",
        bye_points=300,
        stages=[{"options": {"rounds": 1, "uneven": "byes"}}],
    )
    event.enter_names(9).start()
    event.pair()
    for number, table in enumerate(event.round.tables):
        event.report(number, list(range(1, len(table.seats) + 1)))

    lines = stage_queries.lines_of(event.state)
    assert event.state.settings["points"] == "3: 5 1 0; 4: 5 1 0 0"
    assert [line.points for line in lines][:4] == [600, 600, 300, 120]
    assert bounds.ranks(event.state)[lines[0].entrant] == (1, 2)


@pytest.mark.django_db
def test_every_size_of_table_needs_a_list() -> None:
    with refused("invalid_options"):
        Event(**REPORTED, **THREES, points="4: 5 1 0 0")


@pytest.mark.django_db
def test_where_the_score_counts_a_result_needs_it() -> None:
    points = "3: 5 1 0; 4: 5 1 0 0; score / 10"
    event = Event(**REPORTED, **THREES, points=points).enter_names(4).start()
    event.pair()

    with refused("invalid"):
        event.report(0, [1, 2, 3, 4])
    assert bounds.ranks(event.state) == {}


@pytest.mark.django_db
def test_a_plan_without_its_own_bye_has_what_the_scheme_gives() -> None:
    event = Event(**REPORTED, **THREES, points="3: 5 1 0; 4: 5 1 0 0")
    event.enter_names(4).start()

    assert stage_records.record_of(event.state).bye_points == 400
    event.do(rounds.pair)
    event.do(lifecycle.cancel)
