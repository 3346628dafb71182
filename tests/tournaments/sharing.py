"""Tournaments whose tables share deals, played by people as far as a test wants."""

from collections.abc import Sequence
from itertools import count
from random import Random
from typing import Any
from uuid import UUID

import pytest

from accounts.models import Account
from deals import selectors as deals
from deals import shown
from deals.answers import DealResult
from deals.models import Deal
from deals.state import DealState
from matches.actors import Player
from matches.services import leaving
from tests.deals import played
from tests.matches import tables
from tests.tournaments.cups import PODS
from tests.tournaments.events import Event, assert_verified, run_all
from tournaments import shared_deals, stage_records
from tournaments.record import UNITS
from tournaments.services.entry import Newcomer

SHARED: dict[str, Any] = {
    "game": "second-story",
    "table": {"min": 3, "target": 3, "max": 3},
    "stages": PODS,
    "on_timeout": "bot",
    "deals": {"compare": "margin", "shadow": False},
}


def of_bots(count: int = 6, **settings: Any) -> Event:
    """Return a tournament of bots that has started."""
    event = Event(**{**SHARED, "bots": "only", **settings})
    return event.enter_bots(count, "gentle").start()


class People:
    """A tournament of people that has started, and who they are."""

    def __init__(self, number: int = 6, *, names: Sequence[str] = (), **settings: Any) -> None:
        self.event = Event(**{**SHARED, **settings})
        self.players = {each.account: each for each in tables.people(number)}
        called = names or [each.username for each in self.players.values()]
        self.event.enter(*map(Newcomer, called, self.players))
        self.event.start()

    def deal(self) -> DealState:
        """Return the deal that was opened last."""
        row = Deal.objects.order_by("-pk").first()
        assert row is not None
        return deals.load(row.pk)

    def pair(self) -> None:
        """Pair and publish the next round, and open its matches."""
        self.event.pair()
        run_all()

    def match(self, table: int) -> UUID:
        found = self.event.round.tables[table].match
        assert found is not None
        return found

    def at(self, table: int) -> list[Player]:
        """Return the players of a table, by seat."""
        state = self.event.state
        seats = self.event.round.tables[table].seated
        accounts = [state.entrants[each].account for each in seats]
        return [self.players[each] for each in accounts if each is not None]

    def play(self, table: int, seed: int = 1, moves: int | None = None) -> None:
        """Have a table play, so many moves or to its end, and the rest run."""
        match, players, rng = self.match(table), self.at(table), Random(seed)
        for _ in count() if moves is None else range(moves):
            if tables.next_move(match, players, rng) is None:
                break
        run_all()

    def play_after_resigning(self, table: int, seat: int) -> None:
        """Have a player resign at once, and the others play to the end with a bot in that seat."""
        match, players, rng = self.match(table), self.at(table), Random(1)
        leaving.resign(
            match_id=match, player=players[seat], key=tables.new_key(), fingerprint=b"resign"
        )
        played.let_bots_play(match)
        while tables.next_move(match, players, rng) is not None:
            played.let_bots_play(match)


def account_of(player: Player) -> Account:
    """Return the account of a player."""
    assert player.account is not None
    return Account.objects.get(pk=player.account)


def deal_of(event: Event) -> UUID:
    (board,) = event.state.boards.values()
    return board.deal


def rows_of(event: Event, match: UUID | None) -> list[DealResult]:
    """Return how a match is shown on the page of its deal, by seat."""
    seats = shown.deal(deal_of(event), None).seat_results or []
    return [row for seat in seats for row in seat.results if row.match == str(match)]


def left_out(event: Event, match: UUID | None) -> str | None:
    (why,) = {row.left_out for row in rows_of(event, match)}
    return why


def assert_agreed(event: Event) -> None:
    """Check that every table is compared with the same others as in the standings."""
    state = event.state
    (board,) = state.boards.values()
    counting = {table.match for table in shared_deals.counted(state, board)}
    for seat in shown.deal(board.deal, None).seat_results or []:
        assert seat.tables == len(counting)
        assert {row.match for row in seat.results if row.left_out is None} == set(
            map(str, counting)
        )
    for table in event.round.tables:
        if table.board is None or table.source != "match":
            continue
        units = stage_records.table_of(state, table).points
        rows = rows_of(event, table.match)
        assert units is not None
        assert [row.points for row in rows] == [each / UNITS for each in units]
        assert [row.compared for row in rows] == pytest.approx(
            shared_deals.compared(state, table), abs=0.001
        )
    assert_verified(event)
