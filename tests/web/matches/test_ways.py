"""The way of the scores through a match, as it is drawn."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tests.web.games.played import people
from web.matches.ways import APART, HEIGHT, TOP, spread, way


@given(st.lists(st.floats(TOP, HEIGHT - TOP), min_size=2, max_size=6))
def test_names_at_the_ends_of_the_lines_never_lie_over_one_another(heights: list[float]) -> None:
    places = sorted(spread(heights))

    assert all(below - above >= APART - 0.2 for above, below in pairwise(places))
    assert places[0] >= APART / 2 - 0.1
    assert places[-1] <= HEIGHT - APART / 2 + 0.1


def test_a_way_has_a_line_for_each_seat_and_says_the_same_in_words() -> None:
    drawn = way([[0, -16, 4], [0, 7, 2]], people(2, 1))

    assert [line.is_me for line in drawn.lines] == [False, True]
    assert drawn.lines[0].path.count("L") == 2
    assert drawn.lines[0].end < drawn.lines[1].end
    assert [number for _x, number in drawn.parts] == [1, 2]
    assert drawn.words == "Heron 0, \N{MINUS SIGN}16, 4; Basil 0, 7, 2"


def test_a_match_without_a_point_has_a_way_all_the_same() -> None:
    drawn = way([[0], [0]], people(2))

    assert len(drawn.lines) == 2
    assert drawn.parts == []
