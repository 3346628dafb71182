"""Rows that follow from streams: whatever they were, they become those that they should be."""

from datetime import date
from uuid import UUID

import pytest

from eventstore.projections import COPIED_FROM, Rows, difference
from ratings.projections import MEETINGS, PLAYERS
from tests.ratings import ladders

DAY = date(2026, 11, 21)


def meetings(count: int, *, games: int = 1) -> Rows:
    rows = (("guest:a", f"guest:{number}", 1, games, DAY, 1) for number in range(count))
    return {row[:2]: row for row in rows}


def write(ladder: UUID, wanted: Rows) -> None:
    MEETINGS.write(ladder, difference(MEETINGS.stored(ladder), wanted))


def test_a_difference_names_what_is_gone_and_what_is_new() -> None:
    stored = {(1,): (1, "same"), (2,): (2, "other"), (3,): (3, "gone")}
    wanted = {(1,): (1, "same"), (2,): (2, "changed"), (4,): (4, "new")}

    assert difference(stored, wanted) == ([(3,)], [(2, "changed"), (4, "new")])
    assert difference(stored, stored).size == 0


@pytest.mark.django_db
@pytest.mark.parametrize("count", [3, COPIED_FROM + 3])
def test_few_rows_and_many_become_what_they_should_be(count: int) -> None:
    ladder, other = ladders.opened().id, ladders.opened().id
    write(other, meetings(1))

    for wanted in (meetings(count), meetings(count, games=2), meetings(count - 2), {}):
        write(ladder, wanted)

        assert MEETINGS.stored(ladder) == wanted
        assert MEETINGS.stored(other) == meetings(1)


@pytest.mark.django_db
def test_rows_are_found_by_the_values_of_some_columns() -> None:
    ladder = ladders.opened().id
    write(ladder, meetings(3))

    found = MEETINGS.stored(ladder, one=["guest:a"], other=["guest:0", "guest:2", "guest:9"])

    assert set(found) == {("guest:a", "guest:0"), ("guest:a", "guest:2")}
    assert MEETINGS.stored(ladder, one=[]) == {}


@pytest.mark.django_db
@pytest.mark.parametrize("count", [2, COPIED_FROM])
def test_lists_in_a_row_come_back_as_they_were_written(count: int) -> None:
    ladder = ladders.opened().id
    wanted = {
        (f"guest:{number}",): (f"guest:{number}", "A", 1, 2, 3, 4, 5, 6, (7, 8), 15, None, None)
        for number in range(count)
    }

    PLAYERS.write(ladder, difference({}, wanted))

    assert PLAYERS.stored(ladder) == wanted
