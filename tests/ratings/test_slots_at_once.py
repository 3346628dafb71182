"""Matches that a ladder opens at the same time: a slot each, none left out and none twice."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import UUID

import pytest
from django.db import connection, transaction

from eventstore import verification
from ratings.models import Call, MadeMatch
from ratings.services import matchmaking, opening
from tests.ratings.searchers import Season


@pytest.mark.usefixtures("committed_db")
def test_matches_that_are_opened_at_the_same_time_take_a_slot_each() -> None:
    season = Season()
    season.search(12)
    with transaction.atomic():
        calls = matchmaking.form_matches(season.ladder.id)
    wanted = [each.id for each in calls for _ in range(2)]
    begin = Barrier(4)

    def work(mine: list[UUID]) -> None:
        begin.wait()
        for call in mine:
            with transaction.atomic():
                opening.open_found_match(call)
        connection.close()

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(work, [wanted[first::4] for first in range(4)]))

    made = MadeMatch.objects.filter(ladder=season.ladder).order_by("slot")
    assert [each.slot for each in made] == [1, 2, 3, 4, 5, 6]
    assert {each.match for each in made} == {
        each.match for each in Call.objects.filter(ladder=season.ladder)
    }
    assert verification.check("ladder", season.ladder.id) == []
