"""What others may learn of a match: whether anyone has acted in it, and who is awaited."""

import pytest

from matches import activity
from matches.services import leaving
from tests.matches import tables

pytestmark = pytest.mark.django_db


def test_a_match_is_untouched_until_someone_decides() -> None:
    players = tables.people(3)
    match_id = tables.begun(players)
    before = activity.is_untouched(match_id)

    tables.play_out(match_id, players)

    assert before
    assert not activity.is_untouched(match_id)


def test_a_match_that_was_called_off_tells_who_was_to_decide() -> None:
    players = tables.people(2)
    match_id = tables.begun(players, ["random"])
    page = tables.page(match_id)
    awaited = activity.awaited_seats(match_id)

    leaving.void(match_id=match_id, actor="system", reason="test", key=tables.new_key())

    assert awaited == [seat for seat in page["to_act"] if seat < len(players)]
    assert activity.awaited_seats(match_id) == awaited
