"""The figures themselves: that they count what they say, and stay where the decision has them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from games.placings import placings
from tests.structure import sources, ways

ANY_MAX = 394
FILES_MAX = {
    ways.of_a_move_over_http: 38,
    ways.of_a_move: 28,
    ways.of_a_result: 54,
    ways.of_a_rating: 27,
}
"""What `docs/decisions/0008-one-kernel.md` says; whoever adds a file there gives the reason."""


def test_a_file_is_on_the_way_of_a_command_whose_functions_run_in_it() -> None:
    with ways.traced() as found:
        placings([2, 1])
    placings([1])

    assert found == {"games/placings.py"}


def test_any_is_counted_where_it_is_a_type_and_not_where_it_is_a_word(tmp_path: Path) -> None:
    file = tmp_path / "any.py"
    file.write_text('"""Any of it."""\nfrom typing import Any\n\nX = dict[Any, list[Any]]\n')

    assert sources.anys(file) == 2


def test_the_code_says_any_no_more_often_than_it_did() -> None:
    assert sources.figures()["times Any in them, by syntax tree"] <= ANY_MAX


@pytest.mark.usefixtures("committed_db")
@pytest.mark.parametrize("way", FILES_MAX, ids=lambda way: way.__name__)
def test_no_more_files_are_on_the_way_of_a_command_than_the_decision_says(
    way: Callable[[], set[str]],
) -> None:
    files = way()

    assert len(files) <= FILES_MAX[way], sorted(files)
