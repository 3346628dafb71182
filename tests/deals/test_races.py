"""A deal under several requests at once, with real commits: each account plays it once."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing as closed_after
from uuid import UUID

import pytest
from django.db import connection

from api.problems import Problem
from deals import selectors
from deals.models import Attempt
from deals.services import daily
from matches.actors import Player
from matches.models import Match
from tests.deals import played
from tests.matches import tables

pytestmark = [pytest.mark.usefixtures("committed_db"), pytest.mark.slow]

AT_ONCE = 5


def begin(deal: UUID, player: Player) -> str:
    """Try to play a deal, and return the code of the refusal or the match."""
    with closed_after(connection):
        try:
            return str(played.begun(deal, player))
        except Problem as problem:
            return problem.code


def test_of_many_goes_at_the_same_moment_one_is_dealt() -> None:
    deal, ann = played.opened(), tables.people(1)[0]

    with ThreadPoolExecutor(AT_ONCE) as threads:
        found = list(threads.map(lambda _: begin(deal, ann), range(AT_ONCE)))
    refused = [each for each in found if each == "deal_already_played"]

    assert len(refused) == AT_ONCE - 1, found
    assert Match.objects.filter(deal_id=deal).count() == 1
    assert Attempt.objects.filter(deal=deal).count() == 1
    assert len(selectors.load(deal).tables) == 1


def test_many_people_begin_at_the_same_moment() -> None:
    deal, people = played.opened(), tables.people(AT_ONCE)

    with ThreadPoolExecutor(AT_ONCE) as threads:
        found = list(threads.map(lambda player: begin(deal, player), people))

    assert len(set(found)) == AT_ONCE
    assert {str(match) for match in selectors.load(deal).tables} == set(found)


def test_two_workers_that_announce_at_once_make_each_deal_once() -> None:
    def announce(_number: int) -> None:
        with closed_after(connection):
            daily.announce()

    with ThreadPoolExecutor(3) as threads:
        list(threads.map(announce, range(3)))
    rows = selectors.of_day(selectors.today())

    assert len({row.game for row in rows}) == len(rows) == 4
