"""The figures themselves: that they count what they say, and stay near to those of the decision."""

from collections.abc import Callable
from pathlib import Path

import pytest

from games.placings import placings
from tests.structure import sources, ways

DECISION = "docs/decisions/0008-one-kernel.md"
ANY_MAX = 140
FILES_MAX = {
    ways.of_a_move_over_http: 42,
    ways.of_a_move: 31,
    ways.of_a_result: 60,
    ways.of_a_rating: 30,
}
"""A tenth more than the decision counted: files come and go, and a way is not to grow unseen."""
ANY_ADVICE = f"""\
`Any` is in what is shipped {{}} times, and {ANY_MAX} are the most. Say `object`, a Protocol or a
type variable where you have added one. If nothing else will do, raise ANY_MAX in this test and the
figure in {DECISION}, and give the reason there."""
FILES_ADVICE = f"""\
{{}} files are on this way, and {{}} are the most. `python -m tests.structure --files` names them,
before your change too: see whether a new one can do its work elsewhere. If each belongs on the way,
raise FILES_MAX in this test and the figure in {DECISION}, and give the reason there."""


def test_a_file_is_on_the_way_of_a_command_whose_functions_run_in_it() -> None:
    with ways.traced() as found:
        placings([2, 1])
    placings([1])

    assert found == {"games/placings.py"}


def test_any_is_counted_where_it_is_a_type_and_not_where_it_is_a_word(tmp_path: Path) -> None:
    file = tmp_path / "any.py"
    file.write_text('"""Any of it."""\nfrom typing import Any\n\nX = dict[Any, list[Any]]\n')

    assert sources.anys(file) == 2


def test_the_code_says_any_hardly_more_often_than_the_decision_counted() -> None:
    found = sources.figures()["times Any in them, by syntax tree"]

    assert found <= ANY_MAX, ANY_ADVICE.format(found)


@pytest.mark.usefixtures("committed_db")
@pytest.mark.parametrize("way", FILES_MAX, ids=lambda way: way.__name__)
def test_hardly_more_files_are_on_the_way_of_a_command_than_the_decision_counted(
    way: Callable[[], set[str]],
) -> None:
    found, most = len(way()), FILES_MAX[way]

    assert found <= most, FILES_ADVICE.format(found, most)
