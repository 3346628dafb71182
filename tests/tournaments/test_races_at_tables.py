"""Two things at one table at once: whichever is first counts, and the other one knows of it."""

from datetime import UTC, datetime
from random import Random
from uuid import UUID

import pytest
from django.db import transaction

from agenda.registry import Job
from matches.actors import Player
from matches.models import Match
from tests.matches import tables
from tests.tournaments.events import assert_verified, refused, run_all
from tests.tournaments.test_agreed_draws import agree, at_table, table
from tests.tournaments.test_rulings import beside, until
from tournaments.services import forfeits, rounds, table_matches

pytestmark = [pytest.mark.usefixtures("committed_db"), pytest.mark.more]


def moved(match: UUID, players: list[Player]) -> None:
    tables.next_move(match, players, Random(1))


def test_nobody_agrees_to_a_draw_while_a_first_move_arrives() -> None:
    event, people = at_table(play="matches")
    run_all()
    agree(event, people[0])
    match = table(event).match
    assert match is not None
    players = [Player(who.account, who.name) for who in people if who.account is not None]

    def agree_too_late() -> None:
        with refused("result_locked"):
            agree(event, people[1])

    with transaction.atomic():
        moved(match, players)
        beside_it = beside(agree_too_late)
        until(beside_it.__enter__())
    beside_it.__exit__(None, None, None)

    assert not table(event).done
    assert_verified(event)


def test_no_seats_are_swapped_while_a_first_move_arrives() -> None:
    event, people = at_table(4, play="matches")
    run_all()
    first, second = event.round.tables
    assert first.match is not None
    players = [Player(who.account, who.name) for who in people if who.account is not None]

    def swap_too_late() -> None:
        with refused("result_locked"):
            event.do(rounds.swap, number=1, first=first.seats[0], second=second.seats[0])

    with transaction.atomic():
        moved(first.match, players)
        beside_it = beside(swap_too_late)
        until(beside_it.__enter__())
    beside_it.__exit__(None, None, None)

    assert event.round.tables[0].seats == first.seats


def test_no_match_opens_at_a_table_that_is_being_decided() -> None:
    event, _ = at_table(play="matches")
    found = table(event)
    due = Job("table_play", found.id, event.state.version, datetime.now(UTC), "", 0, None)

    def open_it() -> None:
        with transaction.atomic():
            table_matches.sync_table(due)

    with transaction.atomic():
        event.do(forfeits.forfeit, table_id=found.id, absent=[found.seats[0]])
        beside_it = beside(open_it)
        until(beside_it.__enter__())
    beside_it.__exit__(None, None, None)
    run_all()

    assert table(event).match is None
    assert not Match.objects.filter(table_id=found.id).exclude(status="void").exists()
    assert_verified(event)
